package finding

import (
	"slices"
	"strings"

	"github.com/zugwatch/zugwatch/bench/audit"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
)

// Audit tells what an audit found: the rates by rule, depth, reduction and
// material, and the positions, as EPD.
func Audit(r *audit.Report) doc.Document {
	lines := make(doc.Code, len(r.Counterexamples))
	for i, o := range r.Counterexamples {
		lines[i] = o.Line
	}
	return doc.Document{
		doc.Heading(doc.Textf("audit of %s: %s, limits %s, sample 1/%d", r.Suite.Name, doc.Plural(r.Suite.Count, "position"), r.Limits, r.Every)),
		doc.Paragraph{"engine: " + report.EngineText(r.Engine)},
		doc.Paragraph{auditSummary(r.Total)},
		doc.If(r.Total.Claims > 0,
			auditCounts("rule", r.Rules), auditCounts("depth", r.Depths), auditCounts("plies saved", r.Reductions),
			auditCounts("pieces", r.Pieces), auditCounts("strongest guard that admits", r.Guards)),
		doc.If(len(lines) > 0, doc.Paragraph{"positions with wrong claims:"}, lines),
		doc.If(r.Unrepeated > 0, doc.Paragraph{doc.Plural(r.Unrepeated, "other position") + " with a wrong claim that no search from scratch repeats"}),
	}
}

// auditSummary returns the sum of an audit in one sentence.
func auditSummary(c audit.Count) doc.Text {
	if c.Claims == 0 {
		return "no claim was checked"
	}
	i := c.Interval()
	return doc.Textf("%s of %s claims are wrong: %s (%s to %s; they are worth %s independent ones)",
		doc.Grouped(c.Wrong), doc.Grouped(c.Claims), rate(c), doc.Percent(i.Low, 2), doc.Percent(i.High, 2), doc.Grouped(uint64(c.EffectiveSize()))) +
		doc.When(c.Wrong > 0, doc.Textf(", %s of them zugzwangs; short by %.0f centipawns in the mean, by %d at worst", doc.Grouped(c.Zugzwang), c.Mean(), c.Worst))
}

// rate returns the share of wrong claims.
func rate(c audit.Count) doc.Text { return doc.Percent(c.Rate(), 2) }

// rateColumns and rateCells are what every table of claims begins with.
func rateColumns(name, counted doc.Text) doc.Columns {
	return doc.Words(name).Numbers(counted, "wrong", "rate", "95 % from", "to")
}

func rateCells(name string, c audit.Count) doc.Row {
	i := c.Interval()
	return doc.Row{doc.Quote(name), doc.Grouped(c.Claims), doc.Grouped(c.Wrong), rate(c), doc.Percent(i.Low, 2), doc.Percent(i.High, 2)}
}

func auditCounts(title doc.Text, list []audit.Row) doc.Table {
	return doc.Table{Columns: rateColumns(title, "claims").Numbers("zugzwang", "mean short", "worst").Spare("worst", "mean short", "zugzwang"), Rows: doc.EachRow(list, func(r *audit.Row) doc.Row {
		row := rateCells(r.Name, r.Count)
		if r.Wrong > 0 {
			row = append(row, doc.Grouped(r.Zugzwang), doc.Textf("%.0f", r.Mean()), doc.Grouped(r.Worst))
		}
		return row
	})}
}

// AuditFields returns the pairs of an audit.
func AuditFields(r *audit.Report) []report.Field {
	return report.Fields("suite", r.Suite.Name, "claims", r.Total.Claims, "wrong", r.Total.Wrong, "zugzwang", r.Total.Zugzwang, "nodes", r.Nodes)
}

// AuditComparison tells two audits side by side and whether the second is looser
// or stricter.
func AuditComparison(c *audit.Comparison) doc.Document {
	return doc.Document{
		doc.Heading(doc.Textf("audit of %s, limits %s, sample 1/%d", c.Base.Suite.Name, c.Base.Limits, c.Base.Every)),
		doc.Paragraph{"base: " + report.EngineText(c.Base.Engine)},
		doc.Paragraph{"head: " + report.EngineText(c.Head.Engine)},
		contrasts("", []audit.RuleDifference{c.Total, c.Zugzwang}),
		tellingContrasts("rule", c.Rules),
		tellingContrasts("depth", c.Depths),
		doc.Paragraph{doc.Textf("the head is %s; in zugzwang %s", judgementText(c.Total), c.Zugzwang.Judgement)},
	}
}

// fewClaims is the number of claims below which a rate of a few percent cannot be told.
const fewClaims = 100

// tellingContrasts returns a table of pairs without those of few claims from which nothing
// follows; these are counted.
func tellingContrasts(title doc.Text, list []audit.RuleDifference) doc.Document {
	shown := slices.DeleteFunc(slices.Clone(list), func(c audit.RuleDifference) bool {
		return max(c.Base.Claims, c.Head.Claims) < fewClaims && c.Judgement != audit.Looser && c.Judgement != audit.Stricter
	})
	hidden := len(list) - len(shown)
	return doc.Document{
		contrasts(title, shown),
		doc.If(hidden > 0, doc.Paragraph{doc.Plural(hidden, title) + doc.Textf(" with fewer than %d claims on each side", fewClaims)}),
	}
}

func judgementText(c audit.RuleDifference) doc.Text {
	text := doc.Textf(" (%s to %s of the claims are wrong, difference %+.2f to %+.2f points)",
		rate(c.Base), rate(c.Head), 100*c.Difference.Low, 100*c.Difference.High)
	switch c.Judgement {
	case audit.Same:
		return "the same: as many claims, and as many wrong"
	case audit.Undecided:
		return "neither looser nor stricter as far as can be told" + text
	}
	return doc.Word(c.Judgement) + text
}

func contrasts(title doc.Text, list []audit.RuleDifference) doc.Table {
	columns := doc.Words(title).Numbers("base claims", "wrong", "rate", "head claims", "wrong", "rate").Words("").Spare("wrong", "base claims", "head claims")
	return doc.Table{Columns: columns, Rows: doc.EachRow(list, func(c *audit.RuleDifference) doc.Row {
		return doc.Row{
			doc.Quote(c.Name), doc.Grouped(c.Base.Claims), doc.Grouped(c.Base.Wrong), doc.When(c.Base.Claims > 0, rate(c.Base)),
			doc.Grouped(c.Head.Claims), doc.Grouped(c.Head.Wrong), doc.When(c.Head.Claims > 0, rate(c.Head)), doc.MarkTone(doc.Word(c.Judgement)),
		}
	})}
}

// AuditComparisonFields returns the pairs of a comparison of audits.
func AuditComparisonFields(c *audit.Comparison) []report.Field {
	return report.Fields(
		"suite", c.Base.Suite.Name, "claims", c.Head.Total.Claims, "wrong", c.Head.Total.Wrong,
		"base_claims", c.Base.Total.Claims, "base_wrong", c.Base.Total.Wrong,
		"judgement", c.Total.Judgement, "zugzwang", c.Zugzwang.Judgement)
}

// Endings tells what policies got wrong on endings that are known exactly.
func Endings(m *audit.EndingsReport) doc.Document {
	columns := rateColumns("policy", "searches").Numbers("dangerous", "nodes")
	for i := range m.Rows[0].ByDepth {
		columns = columns.Numbers("depth " + doc.Count(m.MinDepth+i))
	}
	return doc.Document{
		doc.Heading(doc.Textf("endings %s: %s, %s before them, search %s",
			doc.Sentence(strings.Join(m.Endings, ", ")), doc.Plural(m.Zugzwangs, "zugzwang"), doc.Plural(m.Ancestors, "position"), m.Search)),
		doc.Table{Columns: columns, Rows: doc.EachRow(m.Rows, func(r *audit.PolicyResult) doc.Row {
			row := append(rateCells(r.Policy, r.Total), doc.Count(r.Dangerous), doc.Grouped(r.Nodes))
			for _, c := range r.ByDepth {
				row = append(row, rate(c))
			}
			return row
		})},
		doc.Paragraph{"dangerous: mutual zugzwangs that come out wrong at some depth; depth N: the share of wrong searches to it"},
	}
}

// EndingsFields returns the pairs of an exam.
func EndingsFields(m *audit.EndingsReport) []report.Field {
	wrong := uint64(0)
	for i := range m.Rows {
		wrong += m.Rows[i].Total.Wrong
	}
	return report.Fields("policies", len(m.Rows), "positions", m.Zugzwangs+m.Ancestors, "wrong", wrong)
}
