package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/report/doc"
)

// values returns the current parameters, such as "lmrbase=47.31 rfp=118.02".
func (t *spsaRun) values() string {
	var words []string
	for i, x := range t.theta() {
		words = append(words, fmt.Sprintf("%s=%.2f", t.head.Parameters[i].Key, x))
	}
	return strings.Join(words, " ")
}

// report prints the parameters and the resulting search, and writes the page.
func (t *spsaRun) report() error {
	params, err := t.result()
	if err != nil {
		return err
	}
	d := doc.Document{doc.Title("Zugwatch: search tuned by " + doc.Plural(len(t.records)*t.head.Batch, "pair")), t.table(), t.plot()}
	if t.page != "" {
		err := file.Disk{}.Replace(t.page, func(w io.Writer) error {
			return doc.Write(w, append(d, doc.Code{params.String()}), doc.HTML, doc.Extent{})
		})
		if err != nil {
			return err
		}
	}
	if err := doc.Write(t.out, d, doc.PlainText, doc.Extent{}); err != nil {
		return err
	}
	_, err = fmt.Fprintf(t.out, "zugtune: batches=%d pairs=%d signature=%d search=%s\n", len(t.records), len(t.records)*t.head.Batch, t.head.Signature, params)
	return err
}

// table returns the start of each parameter and how far it has come.
func (t *spsaRun) table() doc.Table {
	theta := t.theta()
	return doc.Table{
		Columns: doc.Words("parameter").Numbers("start", "now", "change in steps"),
		Rows: func(add func(func() doc.Row)) {
			for i, p := range t.head.Parameters {
				add(func() doc.Row {
					return doc.Row{doc.Quote(p.Key), doc.Decimal(p.Start), doc.Decimal(theta[i]), doc.Textf("%+.2f", (theta[i]-p.Start)/p.Step)}
				})
			}
		},
	}
}

// plot returns the curve of each parameter over the batches, in steps from its start.
func (t *spsaRun) plot() doc.Plot {
	plot := doc.Plot{Title: "parameters", X: "batch", Y: "change in steps"}
	for i, p := range t.head.Parameters {
		curve := doc.Curve{Name: doc.Quote(p.Key), Points: []doc.Point{{}}}
		for _, r := range t.records {
			label := doc.Textf("batch %d: %s=%.2f", r.Iteration, p.Key, r.Theta[i])
			curve.Points = append(curve.Points, doc.Point{X: float64(r.Iteration), Y: (r.Theta[i] - p.Start) / p.Step, Label: label})
		}
		plot.Curves = append(plot.Curves, curve)
	}
	return plot
}
