package doc

import (
	"strings"

	"github.com/olekukonko/tablewriter/pkg/twwidth"
)

// foldLine breaks a line into lines of at most width columns, those after the first with
// an indent. It breaks at blanks and behind commas between words; what has neither is
// left whole. Without a width nothing is broken.
func foldLine(line string, width, indent int) string {
	if width <= 0 || twwidth.Width(line) <= width {
		return line
	}
	var b strings.Builder
	column := 0
	for _, part := range parts(line) {
		size := twwidth.Width(strings.TrimRight(part, " "))
		if column > indent && column+size > width {
			broken := strings.TrimRight(b.String(), " ")
			b.Reset()
			b.WriteString(broken + "\n" + strings.Repeat(" ", indent))
			column = indent
		}
		b.WriteString(part)
		column += twwidth.Width(part)
	}
	return strings.TrimRight(b.String(), " ")
}

// parts returns what a line may be broken into, each with the blanks behind it. A comma
// between digits belongs to a number.
func parts(line string) []string {
	var all []string
	from := 0
	for i := 1; i < len(line); i++ {
		digit := line[i] >= '0' && line[i] <= '9'
		if line[i] != ' ' && (line[i-1] == ' ' || line[i-1] == ',' && !digit) {
			all = append(all, line[from:i])
			from = i
		}
	}
	return append(all, line[from:])
}

// longest returns the width of the widest part of a line.
func longest(line string) int {
	width := 0
	for _, part := range parts(line) {
		width = max(width, twwidth.Width(strings.TrimRight(part, " ")))
	}
	return width
}
