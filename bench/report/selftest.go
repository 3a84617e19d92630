package report

import (
	"io"
	"strconv"
)

// Injection is a fault that was put in on purpose, and what came of it.
type Injection struct {
	Where    string // the suite, or "zugwatch" for the program itself
	What     string // the fault
	Expected int    // exit code
	Got      int    // exit code
	Answer   string // the gate that answered, or the message; empty when nothing did
	Found    bool   // the answer is the right one
}

// Injections writes one row for each fault that was put in.
func Injections(w io.Writer, injections []Injection, options Options) error {
	p := &page{options: options}
	var rows [][]string
	for _, i := range injections {
		result := "ok"
		if !i.Found {
			result = "NOT FOUND"
		}
		rows = append(rows, []string{
			result, p.safe(i.Where), p.message(i.What),
			strconv.Itoa(i.Expected), strconv.Itoa(i.Got), p.safe(i.Answer),
		})
	}
	p.table([]column{{"", false}, {"where", false}, {"injected", false}, {"expected code", true}, {"code", true}, {"answer", false}}, rows)
	return p.writeTo(w)
}
