package report

import (
	"io"

	"github.com/zugwatch/zugwatch/engine/doctor"
)

// Examination writes what was found of an engine, faults last.
func Examination(w io.Writer, name string, found *doctor.Report, options Options) error {
	p := &page{options: options}
	p.heading(p.safe(name) + ": " + p.safe(found.Name))
	var rows [][]string
	for grade := doctor.OK; grade <= doctor.Fault; grade++ {
		for _, f := range found.Findings {
			if f.Grade == grade {
				rows = append(rows, []string{f.Grade.String(), f.Check, p.message(f.Text)})
			}
		}
	}
	p.table([]column{{"", false}, {"check", false}, {"finding", false}}, rows)
	return p.writeTo(w)
}
