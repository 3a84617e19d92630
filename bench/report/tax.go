package report

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
)

// TaxOf is the tax of one engine on one suite. Tax is nil for an engine whose
// null move nothing switches off; Run is its run then.
type TaxOf struct {
	Engine string // as the command line calls it
	Run    *bench.Run
	Tax    *compare.Tax
}

// Taxes writes what the null move costs engines on suites of zugzwangs: the
// sums of all, then the positions that are lost or gained, with
// Options.Verbose all.
func Taxes(w io.Writer, taxes []TaxOf, options Options) error {
	p := &page{options: options}
	p.heading("zugzwang: solved with null moves and without, and the nodes to solution")
	p.taxSums(taxes)
	for i := range taxes {
		p.taxed(&taxes[i])
	}
	for i := range taxes {
		if !taxes[i].Run.Exact() {
			p.line("limits read a clock: a difference may be chance")
			p.line("")
			break
		}
	}
	for i := range taxes {
		if taxes[i].Tax == nil {
			p.line("engine " + p.safe(taxes[i].Engine) + ": nothing is known that switches its null move off, so there is no tax to tell")
			p.line("")
		}
	}
	return p.writeTo(w)
}

// TaxFields are the pairs of several taxes together.
func TaxFields(taxes []TaxOf) []Field {
	var total bench.Totals
	lost, gained := 0, 0
	var names []string
	for _, t := range taxes {
		if !slices.Contains(names, t.Run.Suite.Name) {
			names = append(names, t.Run.Suite.Name)
		}
		own := t.Run.Totals()
		total.Positions += own.Positions
		total.Solved += own.Solved
		total.Faulted += own.Faulted
		total.Nodes += own.Nodes
		if t.Tax != nil {
			lost += t.Tax.Lost
			gained += t.Tax.Gained
		}
	}
	fields := append([]Field{{"suite", strings.Join(names, ",")}}, totalFields(total)...)
	return append(fields, Field{"lost", strconv.Itoa(lost)}, Field{"gained", strconv.Itoa(gained)})
}

// taxSums writes one row for each engine and suite.
func (p *page) taxSums(taxes []TaxOf) {
	columns := []column{
		{"engine", false},
		{"suite", false},
		{"limits", false},
		{"with", true},
		{"without", true},
		{"lost", true},
		{"gained", true},
		{"faults", true},
		{"nodes to solution, with", true},
		{"without null moves", true},
		{"tax", true},
	}
	var rows [][]string
	for _, t := range taxes {
		totals := t.Run.Totals()
		row := []string{
			p.safe(t.Engine), p.safe(t.Run.Suite.Name), p.safe(t.Run.Limits), part(totals.Solved, totals.Asked),
			"", "", "", strconv.Itoa(totals.Faulted), "", "", "",
		}
		if t.Tax != nil {
			without := t.Tax.Without.Totals
			row[4] = part(without.Solved, without.Asked)
			row[5], row[6] = strconv.Itoa(t.Tax.Lost), strconv.Itoa(t.Tax.Gained)
			row[7] = strconv.Itoa(totals.Faulted + without.Faulted)
			if t.Tax.Both > 0 {
				row[8], row[9], row[10] = grouped(t.Tax.Spent[0]), grouped(t.Tax.Spent[1]), times(t.Tax.Ratio)
			}
		}
		rows = append(rows, row)
	}
	p.table(columns, rows)
}

// times writes a factor, nothing for none.
func times(factor float64) string {
	if factor == 0 {
		return ""
	}
	return fmt.Sprintf("x%.2f", factor)
}

// taxed writes the positions of one engine on one suite.
func (p *page) taxed(t *TaxOf) {
	columns := []column{
		{"position", false},
		{"expected", false},
		{"with", false},
		{"at", true},
		{"without", false},
		{"at", true},
		{"tax", true},
	}
	var rows [][]string
	for i := range t.Run.Outcomes {
		with := &t.Run.Outcomes[i]
		row := []string{p.safe(with.ID), p.safe(with.Want), p.result(with), point(with.Stable, 0), "", "", ""}
		shown := callsForALook(with.Verdict)
		if t.Tax != nil {
			taxed := &t.Tax.Positions[i]
			row[4], row[5], row[6] = p.result(taxed.Without), point(taxed.Without.Stable, 0), times(taxed.Ratio)
			shown = taxed.Lost() || taxed.Gained() || with.Verdict == bench.Faulted || taxed.Without.Verdict == bench.Faulted
		}
		if shown || p.options.Verbose {
			rows = append(rows, row)
		}
	}
	if len(rows) == 0 {
		return
	}
	p.line(p.safe(t.Engine) + " on " + p.safe(t.Run.Suite.Name) + ":")
	p.line("")
	p.table(columns, rows)
}
