package doc

import "slices"

// When returns a text on a condition, and else nothing.
func When(condition bool, text Text) Text {
	if condition {
		return text
	}
	return ""
}

// If returns blocks on a condition, and else nothing.
func If(condition bool, blocks ...Block) Document {
	if condition {
		return blocks
	}
	return nil
}

// After returns a text behind another one; nothing where there is none.
func After(head, text Text) Text {
	if text == "" {
		return ""
	}
	return head + text
}

// maxFew is the largest number of names that FirstFew returns.
const maxFew = 5

// FirstFew returns the first of some names, and how many more there are.
func FirstFew(names []string) Text {
	hidden := len(names) - min(len(names), maxFew)
	return Join(Quote, names[:len(names)-hidden], ", ") + When(hidden > 0, Textf(" and %d more", hidden))
}

// Our words for good and for bad results. Others are neither.
var (
	goodWords = []Text{"pass", "solved", "gained", "fault gone", "ok"}
	badWords  = []Text{"fail", "missed", "lost", "flaky", "fault", "NOT FOUND", "looser"}
)

// MarkTone returns one of our words, marked where it is good or bad.
func MarkTone(word Text) Text {
	switch {
	case slices.Contains(goodWords, word):
		return Good(word)
	case slices.Contains(badWords, word):
		return Bad(word)
	}
	return word
}
