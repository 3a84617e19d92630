package finding

import (
	"strings"

	"github.com/zugwatch/zugwatch/bench/explain"
	"github.com/zugwatch/zugwatch/bench/report"
)

// ExplanationFields returns the pairs of an explanation.
func ExplanationFields(e *explain.Explanation) []report.Field {
	fields := report.Fields("position", e.ID, "finding", e.Finding)
	if e.Depth == 0 {
		return fields
	}
	fields = append(fields, report.CountField("depth", e.Depth))
	if e.Rules != nil {
		rule := "none"
		if rules, _ := e.BlamedRules(); len(rules) > 0 {
			rule = strings.Join(rules, "+")
		}
		fields = append(fields, report.Field{Key: "rule", Value: rule})
	}
	if e.Zugzwang != nil {
		fields = append(fields, report.Field{Key: "zugzwang", Value: string(e.Zugzwang.Kind)})
	}
	return fields
}

// LossesFields returns the pairs of many explanations.
func LossesFields(l *explain.Losses) []report.Field {
	explained, mutual := 0, 0
	for _, e := range l.Positions {
		if e.BlindNode() != nil {
			explained++
		}
		if e.Zugzwang != nil && e.Zugzwang.Kind == explain.Mutual {
			mutual++
		}
	}
	fields := report.Fields("suite", l.Suite, "lost", len(l.Positions), "explained", explained, "mutual_zugzwang", mutual)
	if len(l.Rules) > 0 {
		fields = append(fields, report.Field{Key: "rule", Value: l.Rules[0].Rule})
	}
	return fields
}
