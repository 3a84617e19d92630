package finding

import (
	"cmp"
	"slices"

	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/engine/doctor"
)

// Examination shows the findings on an engine, faults last, with what to do about them.
func Examination(name string, found *doctor.Report) doc.Document {
	findings := slices.Clone(found.Observations)
	slices.SortStableFunc(findings, func(a, b doctor.Observation) int { return cmp.Compare(a.Grade, b.Grade) })
	ailing := findings[found.Count(doctor.OK):]
	return doc.Document{
		doc.Heading(doc.Textf("%s: %s", name, found.Name)),
		doc.Table{Columns: doc.Words("", "check", "finding"), Rows: doc.EachRow(findings, func(f *doctor.Observation) doc.Row {
			return doc.Row{doc.MarkTone(doc.Word(f.Grade)), doc.Text(f.Check), doc.Message(f.Text)}
		})},
		doc.Table{Columns: doc.Words("check", "what to do about it"), Rows: doc.EachRow(ailing, func(f *doctor.Observation) doc.Row {
			return doc.Row{doc.Text(f.Check), doc.Sentence(f.Advice)}
		})},
	}
}

// ExaminationFields returns the pairs of an examination.
func ExaminationFields(name string, found *doctor.Report) []report.Field {
	return report.Fields("engine", name, "ok", found.Count(doctor.OK), "warnings", found.Count(doctor.Warning), "faults", found.Count(doctor.Fault))
}
