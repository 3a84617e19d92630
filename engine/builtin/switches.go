package builtin

import (
	"github.com/zugwatch/zugwatch/engine/heuristic"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/engine/search"
)

// Switch is a rule or a setting of the search of chess that can be taken away.
type Switch struct {
	Name string // such as "nullmove"
	off  func(*Settings)
}

// switches returns all rules, those of the null move first. A trace of the search names them so too.
func switches() []Switch {
	return []Switch{
		{string(search.RuleNullMove), func(s *Settings) { s.Policy = nullmove.Policy{} }},
		{string(search.RuleReductions), func(s *Settings) { s.Params.LMR = false }},
		{string(search.RuleLateMoves), func(s *Settings) { s.Params.LateMoves = 0 }},
		{string(search.RuleFutility), func(s *Settings) { s.Params.Futility = heuristic.Margins{} }},
		{string(search.RuleReverseFutility), func(s *Settings) { s.Params.ReverseMargin = 0 }},
		{string(search.RuleRazoring), func(s *Settings) { s.Params.Razor = heuristic.Margins{} }},
		{string(search.RuleExchangePruning), func(s *Settings) { s.Params.SEEPruning = 0 }},
		{string(search.RuleProbCut), func(s *Settings) { s.Params.ProbCut = 0 }},
		{string(search.RuleMultiCut), func(s *Settings) { s.Params.MultiCut = search.MultiCut{} }},
		{string(search.RuleIterativeReduction), func(s *Settings) { s.Params.IIR = 0 }},
		{string(search.RuleDeltaPruning), func(s *Settings) { s.Params.DeltaMargin = search.Plain().DeltaMargin }},
		{string(search.RuleBlockage), func(s *Settings) { s.Params.Blockage = false }},
		{"check-extension", func(s *Settings) { s.Params.CheckExtension = 0 }},
		{string(search.RuleSingular), func(s *Settings) { s.Params.Singular = 0 }},
		{"quiet-checks", func(s *Settings) { s.Params.QuietChecks = 0 }},
	}
}

// Switches returns the switches that change s. First comes one for each difference to other, such as "search lmp=3",
// which restores the value of other. Then comes each rule that is on.
func (s Settings) Switches(other Settings) []Switch {
	var on []Switch
	for _, change := range s.Policy.Differences(other.Policy) {
		on = append(on, Switch{"nullmove " + change, func(s *Settings) { s.Policy = s.Policy.Revert(other.Policy, change) }})
	}
	for _, change := range s.Params.Differences(other.Params) {
		on = append(on, Switch{"search " + change, func(s *Settings) { s.Params = s.Params.Revert(other.Params, change) }})
	}
	for _, rule := range switches() {
		without := s
		if rule.off(&without); without != s {
			on = append(on, rule)
		}
	}
	return on
}

// Without returns the settings without some of their switches.
func (s Settings) Without(switches ...Switch) Settings {
	for _, rule := range switches {
		rule.off(&s)
	}
	return s
}
