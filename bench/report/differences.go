package report

import (
	"io"

	"github.com/zugwatch/zugwatch/bench/compare"
)

// Differences writes what keeps two runs from being compared, as a table.
func Differences(w io.Writer, differences []compare.Difference, options Options) error {
	p := &page{options: options}
	p.unlike(differences)
	return p.writeTo(w)
}

// unlike writes the table; nothing without differences.
func (p *page) unlike(differences []compare.Difference) {
	rows := make([][]string, len(differences))
	for i, d := range differences {
		rows[i] = []string{p.safe(d.Key), p.safe(d.Base), p.safe(d.Head)}
	}
	p.table([]column{{"not comparable", false}, {"base", false}, {"head", false}}, rows)
}
