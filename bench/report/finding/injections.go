package finding

import (
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/selftest"
)

// InjectionsFields returns the pairs of the faults that were put in.
func InjectionsFields(injections []selftest.Injection) []report.Field {
	return report.Fields("injected", len(injections), "missed", selftest.CountMissed(injections))
}

// Injections tells of each fault that was put in; code is the exit code of a kind of
// failure.
func Injections(injections []selftest.Injection, code func(failure.Kind) int) doc.Document {
	columns := doc.Words("", "where", "injected").Numbers("expected code", "code").Words("answer").Spare("code", "expected code")
	return doc.Document{doc.Table{Columns: columns, Rows: doc.EachRow(injections, func(i *selftest.Injection) doc.Row {
		result := doc.Text("ok")
		if !i.Found {
			result = "NOT FOUND"
		}
		return doc.Row{doc.MarkTone(result), doc.Quote(i.Where), doc.Message(i.What), doc.Count(code(i.Expected)), doc.Count(code(i.Got)), doc.Quote(i.Answer)}
	})}}
}
