package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/zugwatch/zugwatch/bench/compare"
)

// maxNamed is how many positions a line of a gate names.
const maxNamed = 10

// Gates writes one line for each gate of a suite: the axis, the verdict, the
// suite, why, and the first positions that count against it; and below it one
// for each note.
func Gates(w io.Writer, suite string, results []compare.Result, options Options) error {
	p := &page{options: options}
	for _, r := range results {
		p.line(p.gate(suite, r))
		for _, note := range r.Notes {
			p.line(p.note(suite, r.Axis, note))
		}
	}
	return p.writeTo(w)
}

// note is what a gate has found and does not judge.
func (p *page) note(suite string, axis compare.Axis, text string) string {
	if p.options.Format == Markdown {
		return fmt.Sprintf("- note on %s, %s: %s", axis, p.safe(suite), p.own(text))
	}
	return fmt.Sprintf("note %-21s %s: %s", axis, p.safe(suite), p.own(text))
}

func (p *page) gate(suite string, r compare.Result) string {
	reasons := make([]string, len(r.Reasons))
	for i, reason := range r.Reasons {
		reasons[i] = p.own(reason)
	}
	text := strings.Join(reasons, "; ") + p.named(r.Positions)
	if p.options.Format == Markdown {
		return fmt.Sprintf("- **%s** %s, %s: %s", r.Verdict, r.Axis, p.safe(suite), text)
	}
	return fmt.Sprintf("gate %-8s %-12s %s: %s", r.Axis, r.Verdict, p.safe(suite), text)
}

// named lists the first positions.
func (p *page) named(ids []string) string {
	if len(ids) == 0 {
		return ""
	}
	var shown []string
	for _, id := range ids[:min(len(ids), maxNamed)] {
		shown = append(shown, p.safe(id))
	}
	text := "; positions " + strings.Join(shown, ", ")
	if hidden := len(ids) - len(shown); hidden > 0 {
		text += fmt.Sprintf(" and %d more", hidden)
	}
	return text
}
