package report

import (
	"slices"

	"github.com/zugwatch/zugwatch/bench/report/doc"
)

// Our words for what is as it should be, and for what is not. Others are neither.
var (
	goodWords = []doc.Text{"pass", "solved", "gained", "fault gone", "ok"}
	badWords  = []doc.Text{"fail", "missed", "lost", "flaky", "fault", "NOT FOUND", "looser"}
)

// toned returns one of our words, marked where it is good or bad.
func toned(word doc.Text) doc.Text {
	switch {
	case slices.Contains(goodWords, word):
		return doc.Good(word)
	case slices.Contains(badWords, word):
		return doc.Bad(word)
	}
	return word
}
