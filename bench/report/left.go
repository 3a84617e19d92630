package report

import (
	"io"
	"strings"
)

// Left is a suite that was not run to its end, and why.
type Left struct {
	Suite string `json:"suite"`
	Why   string `json:"why"`
}

// LeftOut writes which suites do not stand behind a verdict: those that a budget
// left out, and those that nobody asked for, with their tiers.
func LeftOut(w io.Writer, left []Left, beyond []string, options Options) error {
	p := &page{options: options}
	p.leftOut(left, beyond)
	return p.writeTo(w)
}

// leftOut writes what LeftOut does.
func (p *page) leftOut(left []Left, beyond []string) {
	for _, l := range left {
		p.line("left out: " + p.safe(l.Suite) + " (" + p.own(l.Why) + ")")
		p.line("")
	}
	if len(beyond) > 0 {
		names := make([]string, len(beyond))
		for i, name := range beyond {
			names[i] = p.safe(name)
		}
		p.line("not asked for, of higher tiers: " + strings.Join(names, ", "))
		p.line("")
	}
}
