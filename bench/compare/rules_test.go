package compare

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
)

// rulesRun makes a run of six positions of two rules in four forms. What solves says how many forms of one are solved.
func rulesRun(solves func(id string) int) *bench.Run {
	run := &bench.Run{Schema: bench.Schema, Suite: bench.SuiteRef{Name: "rules", Digest: "d", Count: 24, Forms: 4}, Limits: "sd", Complete: true}
	for i := range 6 {
		id := fmt.Sprintf("%s.%02d", []string{"castling-mates", "fifty-moves"}[i/3], i%3+1)
		for form, name := range formNames {
			o := bench.Outcome{ID: id + name, Verdict: bench.Missed, Want: "O-O", Best: "Kf1", Nodes: 100, Depth: 3}
			if form < solves(id) {
				o.Verdict, o.Best, o.Nodes = bench.Solved, "O-O", 50
			}
			run.Outcomes = append(run.Outcomes, o)
		}
	}
	return run
}

// TestRules: two positions of a rule fail that are lost in all their forms, and a note tells of one.
func TestRules(t *testing.T) {
	for _, test := range []struct {
		name   string
		base   int            // forms of each position that the base solves
		head   map[string]int // likewise of the head, where it is not 4
		want   Verdict
		reason string
		lost   []string
	}{
		{"nothing changed", 4, nil, Pass, "searched as before, to the node", nil},
		{"single forms", 4, map[string]int{"castling-mates.01": 1, "castling-mates.02": 3}, Pass, "2 positions solved in all forms before and in some now", nil},
		{"one position", 4, map[string]int{"castling-mates.01": 0}, Pass, "castling mates (1 of 3 positions lost)", nil},
		{
			"one of each rule", 4,
			map[string]int{"castling-mates.01": 0, "fifty-moves.03": 0},
			Pass,
			"castling mates (1 of 3 positions lost), fifty moves (1 of 3 positions lost)",
			nil,
		},
		{
			"two of a rule", 4,
			map[string]int{"fifty-moves.01": 0, "fifty-moves.03": 0},
			Fail,
			"fifty moves (2 of 3 positions lost)",
			[]string{"fifty-moves.01", "fifty-moves.03"},
		},
		{"not all forms before", 3, map[string]int{"fifty-moves.01": 0, "fifty-moves.02": 0, "fifty-moves.03": 0}, Pass, "fewer in 3 positions and more in 3", nil},
		{"nothing solved", 0, map[string]int{"castling-mates.01": 0, "castling-mates.02": 0, "castling-mates.03": 0, "fifty-moves.01": 0, "fifty-moves.02": 0, "fifty-moves.03": 0}, Pass, "searched as before, to the node", nil},
	} {
		base := rulesRun(func(string) int { return test.base })
		head := rulesRun(func(id string) int {
			if n, found := test.head[id]; found {
				return n
			}
			return 4
		})
		c, r := judgeForms(t, base, head, formGate(Rules))
		slices.Sort(r.Positions)
		if text := strings.Join(r.Reasons, "; "); r.Axis != Rules || r.Verdict != test.want || !strings.Contains(text, test.reason) || !slices.Equal(r.Positions, test.lost) && len(test.lost)+len(r.Positions) > 0 {
			t.Errorf("%s: %s %s: %s %v", test.name, r.Axis, r.Verdict, text, r.Positions)
		}
		if noted := strings.Contains(strings.Join(r.Notes, "; "), test.reason+": patches"); noted != (test.want == Pass && strings.Contains(test.reason, "lost")) {
			t.Errorf("%s: notes %q", test.name, r.Notes)
		}
		if doubtful := c.IDsToRecheck(9); len(test.lost) > 0 && len(doubtful) != len(test.lost) {
			t.Errorf("%s: doubtful are %v", test.name, doubtful)
		}
	}
}

// TestRulesOfOneSide: three positions of a rule fail that are lost with one side to move alone.
func TestRulesOfOneSide(t *testing.T) {
	const original, flip, mirror, turn = 0, 1, 2, 3
	for _, test := range []struct {
		name      string
		positions int   // of the rule
		lost      []int // forms of each
		ofBase    int   // positions of the rule that the base misses with colors exchanged
		want      Verdict
		reason    string
	}{
		{"colors exchanged", 3, []int{flip, turn}, 0, Fail, "castling mates with colors exchanged (3 positions lost in these forms alone)"},
		{"as they stand", 3, []int{original, mirror}, 0, Fail, "castling mates as the positions stand (3 positions lost in these forms alone)"},
		{"as many of the base", 3, []int{flip, turn}, 3, Pass, "castling mates with colors exchanged (3 positions lost in these forms alone), which does not fail: the base misses 3 of this rule with one side to move alone"},
		{"fewer of the base", 3, []int{flip, turn}, 2, Fail, "castling mates with colors exchanged (3 positions lost in these forms alone)"},
		{"two positions", 2, []int{flip, turn}, 0, Pass, ""},
		{"one of two forms", 3, []int{flip}, 0, Pass, ""},
		{"one wing", 3, []int{mirror, turn}, 0, Pass, ""},
		{"more than one side", 3, []int{original, flip, turn}, 0, Pass, ""},
	} {
		base, head := rulesRun(func(string) int { return 4 }), rulesRun(func(string) int { return 4 })
		for i := range test.positions {
			for _, form := range test.lost {
				head.Outcomes[4*i+form].Verdict = bench.Missed
			}
		}
		for i := range test.ofBase {
			for _, run := range []*bench.Run{base, head} {
				for form, o := range run.Outcomes[:4] {
					o.ID, o.Verdict = fmt.Sprintf("castling-mates.%02d%s", 4+i, formNames[form]), bench.Solved
					if form == flip || form == turn {
						o.Verdict = bench.Missed
					}
					run.Outcomes = append(run.Outcomes, o)
				}
				run.Suite.Count = len(run.Outcomes)
			}
		}
		_, r := judgeForms(t, base, head, formGate(Rules))
		if text := strings.Join(append(r.Reasons, r.Notes...), "; "); r.Verdict != test.want || !strings.Contains(text, test.reason) || (test.want == Fail) != slices.Equal(r.Positions, []string{"castling-mates.01", "castling-mates.02", "castling-mates.03"}) {
			t.Errorf("%s: %s %q, lost %v", test.name, r.Verdict, text, r.Positions)
		}
	}
}

// TestRulesAtLastDepth: a lost position does not fail if the base solves one of its forms at the last depth alone. Searches to
// one or two plies are judged.
func TestRulesAtLastDepth(t *testing.T) {
	for _, test := range []struct {
		depth, stable, others int // others: so many plies sooner in each second form
		want                  Verdict
		reason                string
	}{
		{5, 5, 0, Pass, "3 positions lost and not judged: the base solves a form of each at its last depth alone"},
		{5, 5, 2, Pass, "3 positions lost and not judged: the base solves a form of each at its last depth alone"},
		{5, 4, 0, Fail, "castling mates (3 of 3 positions lost)"},
		{3, 3, 0, Pass, "3 positions lost and not judged: the base solves a form of each at its last depth alone"},
		{2, 2, 0, Fail, "castling mates (3 of 3 positions lost)"},
		{5, 0, 0, Fail, "castling mates (3 of 3 positions lost)"}, // it is not known
	} {
		base, head := rulesRun(func(string) int { return 4 }), rulesRun(func(id string) int { return 4 * boolToInt(id[0] == 'f') })
		for i := range 12 {
			o := &base.Outcomes[i]
			if o.Depth = test.depth; test.stable > 0 {
				o.Stable = &bench.Point{Depth: max(1, test.stable-test.others*(i%2)), Nodes: 9}
			}
		}
		_, r := judgeForms(t, base, head, formGate(Rules))
		if text := strings.Join(append(r.Reasons, r.Notes...), "; "); r.Verdict != test.want || !strings.Contains(text, test.reason) {
			t.Errorf("stable from %d of %d: %s %q", test.stable, test.depth, r.Verdict, text)
		}
	}
}

// TestRefutedSide checks that forms which the base alone solves with impossible claims are no loss of one side.
func TestRefutedSide(t *testing.T) {
	for flaw, want := range map[bench.Flaw]Verdict{bench.NoFlaw: Fail, bench.LineLonger: Pass} {
		base, head := rulesRun(func(string) int { return 4 }), rulesRun(func(string) int { return 4 })
		for i := range 3 {
			for _, form := range []int{1, 3} { // with colors exchanged
				base.Outcomes[4*i+form].Mate.Flaw, head.Outcomes[4*i+form].Verdict = flaw, bench.Missed
			}
		}
		if _, r := judgeForms(t, base, head, formGate(Rules)); r.Verdict != want {
			t.Errorf("%s: %s %q, want %s", flaw, r.Verdict, r.Reasons, want)
		}
	}
}

func TestRuleOf(t *testing.T) {
	for id, want := range map[string]string{"en-passant-mates.03": "en passant mates", "x": "x", ".1": ".1"} {
		if got := ruleOf(id); got != want {
			t.Errorf("%s is of rule %q, want %q", id, got, want)
		}
	}
}
