package export

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
)

// notes are the annotations of one level: the first of them by rank, and how
// many there are.
type notes struct {
	level string // "error" or "warning"
	first []check
	count int
}

func (n *notes) add(c check) {
	n.count++
	if len(n.first) == maxAnnotations && n.first[maxAnnotations-1].rank <= c.rank {
		return
	}
	n.first = append(n.first, c)
	slices.SortStableFunc(n.first, func(a, b check) int { return cmp.Compare(a.rank, b.rank) })
	n.first = n.first[:min(len(n.first), maxAnnotations)]
}

// writeAnnotations writes workflow commands, each at the line of its position if that is
// known: errors for failures, warnings for undecided results. Problems outside of any
// position get commands as well, and an accepted failure a notice.
func writeAnnotations(w *writer, r *report.Report) {
	errors, warnings := &notes{level: "error"}, &notes{level: "warning"}
	for i := range r.Trials {
		t := &r.Trials[i]
		for _, what := range t.Remarks() {
			warnings.add(check{group: t.Title(), place: t.Entry, rank: rankProblem, why: func() string { return what }})
		}
	}
	for _, g := range groups(r) {
		for c := range g.checks {
			switch c.status {
			case failing, faulted:
				errors.add(c)
			case open:
				warnings.add(c)
			}
		}
	}
	errors.write(w)
	warnings.write(w)
	if r.Accepted {
		command(w, "notice", report.Place{}, "zugwatch", report.AcceptedText)
	}
}

// write writes the annotations of one level.
func (n *notes) write(out *writer) {
	shown := n.first
	if n.count > maxAnnotations {
		shown = shown[:maxAnnotations-1]
	}
	for _, c := range shown {
		title := c.group
		if c.rank >= rankNamed {
			title += " " + c.name
		}
		command(out, n.level, c.place, title, c.why())
	}
	if more := n.count - len(shown); more > 0 {
		command(out, n.level, report.Place{}, "zugwatch", fmt.Sprintf("and %d more", more))
	}
}

func command(out *writer, level string, place report.Place, title, text string) {
	out.WriteString("::" + level + " ")
	if reachable(place.File) {
		out.WriteString("file=" + escapeProperty(place.File) + ",")
		if place.Line > 0 {
			out.WriteString("line=" + strconv.Itoa(place.Line) + ",")
		}
	}
	out.WriteString("title=" + escapeProperty(doc.Plain(title, doc.MaxName)))
	out.WriteString("::" + escapeData(doc.Plain(text, doc.MaxMessage)) + "\n")
}

// reachable reports whether a path is one of a file in the repository that is
// shown as it is.
func reachable(file string) bool {
	return fs.ValidPath(file) && file != "." && !strings.ContainsFunc(file, doc.IsInvisible) && !strings.ContainsAny(file, "\n\\") && !strings.Contains(file, "##[")
}

// escapeData escapes the message of a workflow command.
func escapeData(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

// escapeProperty escapes the value of a property of a workflow command.
func escapeProperty(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s)
}
