package text

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// JoinOr joins names as "a, b or c".
func JoinOr(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// JoinMost lists names as "a, b, c", the first most of them when there are more:
// "a, b and 7 more".
func JoinMost(names []string, most int) string {
	list := strings.Join(names[:min(len(names), most)], ", ")
	if more := len(names) - most; more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	return list
}

// Count returns a number with its noun, "1 fault" or "2 faults".
func Count(n int, noun string) string { return strconv.Itoa(n) + " " + Noun(n, noun) }

// Noun returns the noun that stands with a number, "fault" or "faults". It knows
// regular plurals: passes, searches and plies as well.
func Noun(n int, noun string) string {
	if n == 1 {
		return noun
	}
	stem, found := strings.CutSuffix(noun, "y")
	switch {
	case strings.HasSuffix(noun, "s"), strings.HasSuffix(noun, "ch"):
		return noun + "es"
	case found && strings.LastIndexAny(stem, "aeiou") != len(stem)-1:
		return stem + "ies"
	}
	return noun + "s"
}

// Wrap breaks a text at its blanks into lines of at most width characters, the
// indent of all but the first included. The first is taken to begin at the
// indent as well.
func Wrap(s string, indent, width int) string {
	var b strings.Builder
	column := indent
	for i, word := range strings.Fields(s) {
		length := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case column+1+length > width:
			b.WriteString("\n" + strings.Repeat(" ", indent))
			column = indent
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += length
	}
	return b.String()
}
