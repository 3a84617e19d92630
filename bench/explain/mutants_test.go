package explain

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench/question"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/engine/search"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites"
)

// mutant is the default settings of the built-in engine with changes, and the rules that these are of.
type mutant struct{ policy, params, rules string }

// single lists changes of one rule each. Two of them change two settings of the rule.
var single = []mutant{
	{"guard=none", "", "nullmove"},
	{"high=cut", "", "nullmove"},
	{"confirm=8", "", "nullmove"},
	{"", "futility=1/1/1/1/1/1/1", "futility"},
	{"", "futility=90/90/90/90/90/90/90", "futility"},
	{"", "lmp=1", "late-moves"},
	{"", "rfp=10", "reverse-futility"},
	{"", "rfpdepth=30,rfp=50", "reverse-futility"},
	{"", "razor=1/1/1/1", "razoring"},
	{"", "razor=100/200/300", "razoring"},
	{"", "lmrbad=off", "reductions"},
	{"", "lmrdiv=150", "reductions"},
	{"", "lmrbase=200", "reductions"},
	{"", "lmrcut=16", "reductions"},
	{"", "probcut=1", "probcut"},
	{"", "mcdepth=3,mcr=2,mcmoves=4,mccuts=1", "multicut"},
	{"", "iir=1", "iterative-reduction"},
	{"", "check=0", "check-extension"},
	{"", "delta=0", "delta-pruning"},
	{"", "qchecks=0", "quiet-checks"},
}

// double lists changes of two rules at once.
var double = []mutant{
	{"guard=none", "lmrbase=200", "nullmove reductions"},
	{"high=cut", "futility=90/90/90/90/90/90/90", "nullmove futility"},
	{"", "rfp=10,probcut=1", "reverse-futility probcut"},
	{"", "razor=1/1/1/1,iir=1", "razoring iterative-reduction"},
	{"", "lmp=1,delta=0", "late-moves delta-pruning"},
	{"", "check=0,lmrdiv=150", "reductions check-extension"},
}

// settings returns those of the mutant.
func (m mutant) settings(t *testing.T) builtin.Settings {
	t.Helper()
	s := builtin.Defaults()
	if m.policy != "" {
		s.Policy = must.Get(nullmove.Parse(s.Policy.String() + "," + m.policy))(t)
	}
	if m.params != "" {
		s.Params = must.Get(search.ParseParams("modern," + m.params))(t)
	}
	return s
}

// mutantDepth is the depth to which a loss is looked for, in plies.
const mutantDepth = 9

// solves reports whether an engine solves a position to mutantDepth.
func solves(t *testing.T, e engine.Engine, r *epd.Record) bool {
	t.Helper()
	must.Do(t, e.Reset(t.Context()))
	found := must.Get(e.Search(t.Context(), engine.Task{Start: r.Position, Limits: engine.Limits{Depth: mutantDepth, Nodes: 400_000}}, nil))(t)
	return question.IsAnswer(r, found)
}

// explainFirst explains the first record that the head loses, by its switches against the given settings. It is nil where
// none is lost.
func explainFirst(t *testing.T, records []*epd.Record, base engine.Engine, head, against builtin.Settings) *Explanation {
	t.Helper()
	opened := must.Get(head.Open())(t)
	defer opened.Close()
	switches := builtinSwitches(head, against)
	plain := builtinSwitches(head, builtin.Defaults())
	switches.Base, switches.Rules = plain.Base, plain.Rules
	for _, r := range records {
		if solves(t, opened, r) {
			continue
		}
		e := must.Get(Explain(t.Context(), Options{Record: r, Base: base, Head: opened, Deepest: mutantDepth + 1, Switches: switches}))(t)
		if e.BlindNode() != nil {
			return e
		}
	}
	return nil
}

// TestMutants: the changed setting is named first. Changed rules are also found without settings, on the first position
// that each change loses.
func TestMutants(t *testing.T) {
	must.SkipUnlessSlow(t, "takes a minute")
	base := must.Get(builtin.Defaults().Open())(t)
	var records []*epd.Record
	for _, name := range []string{"zugzwang", "wac", "mates"} {
		suite := must.Get(suites.Open(name))(t)
		for i := range suite.Records {
			if r := &suite.Records[i]; r.HasVerdict() && solves(t, base, r) {
				records = append(records, r)
			}
		}
	}
	for _, test := range []struct {
		name    string
		mutants []mutant
		least   int
	}{{"one rule", single, 17}, {"two rules", double, 4}} {
		named, found := 0, 0
		for _, m := range test.mutants {
			head := m.settings(t)
			e := explainFirst(t, records, base, head, builtin.Defaults())
			if e == nil {
				t.Logf("%s%s: nothing is lost", m.policy, m.params)
				continue
			}
			first := "nothing"
			if len(e.Rules.Causes) > 0 {
				first = e.Rules.Causes[0].Rules[0]
			}
			_, change, isChange := strings.Cut(first, " ")
			blind := explainFirst(t, records, base, head, head)
			changed := strings.Join(blind.Rules.Changed, " ")
			t.Logf("%s: %s: named %s, changed %s", m.policy+m.params, e.ID, first, cmp.Or(changed, "not found"))
			if isChange && slices.Contains(strings.Split(m.policy+","+m.params, ","), change) {
				named++
			}
			if changed == m.rules {
				found++
			}
		}
		t.Logf("%s: the change is named first in %d of %d, and found without settings in %d", test.name, named, len(test.mutants), found)
		if named < test.least || found < test.least {
			t.Errorf("%s: fewer than %d", test.name, test.least)
		}
	}
}
