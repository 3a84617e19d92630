package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/bench/audit"
)

// Audit writes what an audit found: the rates by rule, depth, reduction and
// material, and the positions, as EPD.
func Audit(w io.Writer, r *audit.Report, options Options) error {
	p := &page{options: options}
	p.heading("audit of " + p.safe(r.Suite.Name) + ": " + plural(r.Suite.Count, "position") + ", limits " + p.safe(r.Limits) + ", sample 1/" + strconv.FormatUint(r.Every, 10))
	p.line("engine: " + p.engine(r.Engine))
	p.line("")
	p.line(auditSummary(r.Total))
	p.line("")
	if r.Total.Claims > 0 {
		p.counts("rule", r.Rules)
		p.counts("depth", r.Depths)
		p.counts("plies saved", r.Reductions)
		p.counts("pieces", r.Pieces)
		p.counts("strongest guard that admits", r.Guards)
	}
	p.offenders(r)
	return p.writeTo(w)
}

// auditSummary is the sum of an audit in one sentence.
func auditSummary(c audit.Count) string {
	if c.Claims == 0 {
		return "no claim was checked"
	}
	i := c.Interval()
	text := fmt.Sprintf("%s of %s claims are wrong: %s (%s to %s; they are worth %s independent ones)",
		grouped(c.Wrong), grouped(c.Claims), percentage(c.Rate()), percentage(i.Low), percentage(i.High), grouped(uint64(c.Worth())))
	if c.Wrong > 0 {
		text += fmt.Sprintf(", %s of them zugzwangs; short by %.0f centipawns in the mean, by %d at worst", grouped(c.Zugzwang), c.Mean(), c.Worst)
	}
	return text
}

// percentage writes a part of one.
func percentage(x float64) string { return fmt.Sprintf("%.2f%%", 100*x) }

// counts writes one table of rates.
func (p *page) counts(title string, list []audit.Row) {
	columns := []column{{title, false}, {"claims", true}, {"wrong", true}, {"rate", true}, {"95 % from", true}, {"to", true}, {"zugzwang", true}, {"mean short", true}, {"worst", true}}
	var rows [][]string
	for _, r := range list {
		i := r.Interval()
		row := []string{p.safe(r.Name), grouped(r.Claims), grouped(r.Wrong), percentage(r.Rate()), percentage(i.Low), percentage(i.High), "", "", ""}
		if r.Wrong > 0 {
			row[6], row[7], row[8] = grouped(r.Zugzwang), fmt.Sprintf("%.0f", r.Mean()), grouped(r.Worst)
		}
		rows = append(rows, row)
	}
	p.table(columns, rows)
}

// offenders writes the positions, each as it may stand in a suite.
func (p *page) offenders(r *audit.Report) {
	if len(r.Offenders) > 0 {
		p.line("positions with wrong claims:")
		p.line("")
		if p.options.Format == Markdown {
			p.line("```")
		}
		for _, o := range r.Offenders {
			p.line(plain(o.Line, maxLine))
		}
		if p.options.Format == Markdown {
			p.line("```")
		}
		p.line("")
	}
	if r.Unrepeated > 0 {
		p.line(plural(r.Unrepeated, "other position") + " with a wrong claim that no search from scratch repeats")
		p.line("")
	}
}

// maxLine is the longest line of EPD that is shown.
const maxLine = 1000

// AuditFields are the pairs of an audit.
func AuditFields(r *audit.Report) []Field {
	return []Field{
		{"suite", r.Suite.Name},
		{"claims", strconv.FormatUint(r.Total.Claims, 10)},
		{"wrong", strconv.FormatUint(r.Total.Wrong, 10)},
		{"zugzwang", strconv.FormatUint(r.Total.Zugzwang, 10)},
		{"nodes", strconv.FormatUint(r.Nodes, 10)},
	}
}

// AuditComparison writes two audits side by side and whether the second is
// looser or stricter.
func AuditComparison(w io.Writer, c *audit.Comparison, options Options) error {
	p := &page{options: options}
	p.heading("audit of " + p.safe(c.Base.Suite.Name) + ", limits " + p.safe(c.Base.Limits) + ", sample 1/" + strconv.FormatUint(c.Base.Every, 10))
	p.line("base: " + p.engine(c.Base.Engine))
	p.line("")
	p.line("head: " + p.engine(c.Head.Engine))
	p.line("")
	p.contrasts("", []audit.Contrast{c.Total, c.Zugzwang})
	p.contrasts("rule", c.Rules)
	p.contrasts("depth", c.Depths)
	p.line("the head is " + verdictOf(c.Total) + "; in zugzwang " + c.Zugzwang.Judgement.String())
	p.line("")
	return p.writeTo(w)
}

// verdictOf says the judgement in words.
func verdictOf(c audit.Contrast) string {
	text := fmt.Sprintf(" (%s to %s of the claims are wrong, difference %+.2f to %+.2f points)",
		percentage(c.Base.Rate()), percentage(c.Head.Rate()), 100*c.Difference.Low, 100*c.Difference.High)
	switch c.Judgement {
	case audit.Same:
		return "the same: as many claims, and as many wrong"
	case audit.Undecided:
		return "neither looser nor stricter as far as can be told" + text
	}
	return c.Judgement.String() + text
}

// contrasts writes one table of pairs.
func (p *page) contrasts(title string, list []audit.Contrast) {
	columns := []column{{title, false}, {"base claims", true}, {"wrong", true}, {"rate", true}, {"head claims", true}, {"wrong", true}, {"rate", true}, {"", false}}
	var rows [][]string
	for _, c := range list {
		rows = append(rows, []string{
			p.safe(c.Name), grouped(c.Base.Claims), grouped(c.Base.Wrong), percentage(c.Base.Rate()),
			grouped(c.Head.Claims), grouped(c.Head.Wrong), percentage(c.Head.Rate()), c.Judgement.String(),
		})
	}
	p.table(columns, rows)
}

// AuditComparisonFields are the pairs of a comparison of audits.
func AuditComparisonFields(c *audit.Comparison) []Field {
	return []Field{
		{"suite", c.Base.Suite.Name},
		{"claims", strconv.FormatUint(c.Head.Total.Claims, 10)},
		{"wrong", strconv.FormatUint(c.Head.Total.Wrong, 10)},
		{"base_claims", strconv.FormatUint(c.Base.Total.Claims, 10)},
		{"base_wrong", strconv.FormatUint(c.Base.Total.Wrong, 10)},
		{"judgement", c.Total.Judgement.String()},
		{"zugzwang", c.Zugzwang.Judgement.String()},
	}
}

// Endings writes what policies got wrong on endings that are known exactly.
func Endings(w io.Writer, m *audit.Marks, options Options) error {
	p := &page{options: options}
	p.heading("endings " + p.own(strings.Join(m.Endings, ", ")) + ": " + plural(m.Zugzwangs, "zugzwang") + ", " + plural(m.Ancestors, "position") + " before them, search " + p.safe(m.Search))
	columns := []column{{"policy", false}, {"searches", true}, {"wrong", true}, {"rate", true}, {"95 % from", true}, {"to", true}, {"dangerous", true}, {"nodes", true}}
	for i := range m.Rows[0].ByDepth {
		columns = append(columns, column{"depth " + strconv.Itoa(m.MinDepth+i), true})
	}
	var rows [][]string
	for _, r := range m.Rows {
		i := r.Total.Interval()
		row := []string{p.safe(r.Policy), grouped(r.Total.Claims), grouped(r.Total.Wrong), percentage(r.Total.Rate()), percentage(i.Low), percentage(i.High), strconv.Itoa(r.Dangerous), grouped(r.Nodes)}
		for _, c := range r.ByDepth {
			row = append(row, percentage(c.Rate()))
		}
		rows = append(rows, row)
	}
	p.table(columns, rows)
	p.line("dangerous: mutual zugzwangs that come out wrong at some depth; depth N: the share of wrong searches to it")
	p.line("")
	return p.writeTo(w)
}
