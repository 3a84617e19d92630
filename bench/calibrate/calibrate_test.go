package calibrate

import (
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/effect"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/engine/must"
)

func TestAllot(t *testing.T) {
	s := time.Second
	for _, test := range []struct {
		each   []time.Duration
		budget time.Duration
		want   []int
	}{
		{nil, s, []int{}},
		{[]time.Duration{s}, s, []int{2}},                          // more than the budget
		{[]time.Duration{s}, 15 * s, []int{8}},                     // 8 of 15
		{[]time.Duration{s}, 16 * s, []int{16}},                    // all of it
		{[]time.Duration{s}, 100 * s, []int{32}},                   // and never more
		{[]time.Duration{10 * s, s}, 60 * s, []int{4, 16}},         // the cheap one first
		{[]time.Duration{s, 10 * s}, 60 * s, []int{16, 4}},         // in any order
		{[]time.Duration{10 * s, s}, 29 * s, []int{2, 8}},          // 20 + 8, and 8 more do not fit
		{[]time.Duration{s, s}, 12 * s, []int{8, 4}},               // 8 + 4
		{[]time.Duration{0, 20 * s}, 10 * s, []int{2, 2}},          // nothing is left for what costs nothing
		{[]time.Duration{5 * s, 5 * s, s}, 48 * s, []int{4, 4, 8}}, // the fewest forms first
		{[]time.Duration{5 * s, 5 * s, s}, 3600 * s, []int{32, 32, 32}},
	} {
		if got := allotForms(test.each, test.budget); !slices.Equal(got, test.want) {
			t.Errorf("%v within %v: %v, want %v", test.each, test.budget, got, test.want)
		}
	}
}

func TestAllowed(t *testing.T) {
	for _, test := range []struct {
		needed     float64
		old, usual compare.Growth
		want       compare.Growth
	}{
		{0, 30, 30, 30},
		{0.029, 30, 30, 30},
		{0.030, 30, 30, 30},
		{0.031, 30, 30, 40},
		{0.06, 30, 30, 60},
		{0.061, 100, 30, 70}, // wider than is needed
		{0.02, 100, 30, 30},  // wider than is usual
		{0.008, 10, 30, 10},  // stricter than usual, and it suffices
		{0.011, 10, 30, 30},  // stricter than usual, and it does not
		{0, 0, 30, 30},       // nothing below one percent
		{0.002, 5, 50, 50},   // the same
		{1e9, 30, 30, compare.MaxGrowth},
	} {
		if got := allowedLimit(test.needed, test.old, test.usual); got != test.want {
			t.Errorf("needed %v, now %s, usually %s: %s, want %s", test.needed, test.old, test.usual, got, test.want)
		}
	}
}

// independent takes each form for a draw.
func independent(positions []effect.Solved) []effect.Family {
	families := make([]effect.Family, len(positions))
	for i, p := range positions {
		families[i] = effect.Family{Base: p.Base, Head: p.Head, Forms: p.Forms, Draws: float64(p.Forms)}
	}
	return families
}

// copied takes the four forms of a position for one draw.
func copied(positions []effect.Solved) []effect.Family {
	families := independent(positions)
	for i := range families {
		families[i].Draws /= 4
	}
	return families
}

// TestLeastLost counts by hand: of four forms, whole positions have a chance of 1/70 each.
func TestLeastLost(t *testing.T) {
	whole := effect.Solved{Base: 8, Forms: 8}
	for _, test := range []struct {
		name         string
		counts       []effect.Solved
		risk, beyond float64
		lost, solved int
	}{
		{"one position", []effect.Solved{whole}, 0.015, 0, 4, 4},
		{"one position is too few", []effect.Solved{whole}, 0.01, 0, 0, 4},
		{"two", []effect.Solved{whole, whole}, 0.01, 0, 5, 8},                      // 4 and 1: 1/140
		{"most first", []effect.Solved{{Base: 2, Forms: 8}, whole}, 0.05, 0, 5, 5}, // 4 of the second: 22/28/70 + 16/70 * 6/28; and 1: 1/140
		{"none is solved", []effect.Solved{{Forms: 8}, {}}, 0.01, 0, 0, 0},
		{"half of the forms", []effect.Solved{{Base: 4, Forms: 8}, whole}, 0.025, 0, 5, 6}, // 28/56/70 + 16/70 * 4/56
		{"not beyond a half", []effect.Solved{whole, {Forms: 8}}, 0.015, 0.5, 0, 4},
		{"305 mates, beyond 2 %", slices.Repeat([]effect.Solved{whole}, 305), 0.001, 0.02, 46, 1220}, // 3.77 %, less 3.09 of √(46/16)/305
	} {
		s := &Scatter{counts: test.counts, families: independent}
		if lost, solved := s.leastLost(4, test.risk, test.beyond); lost != test.lost || solved != test.solved {
			t.Errorf("%s: %d of %d, want %d of %d", test.name, lost, solved, test.lost, test.solved)
		}
	}
	// Five positions lost whole, each worth one draw, have a chance of 1/32; with a form of a sixth, 1/32 * 1/4 * 1/2.
	s := &Scatter{counts: slices.Repeat([]effect.Solved{whole}, 8), families: copied}
	if lost, _ := s.leastLost(4, 0.01, 0); lost != 21 {
		t.Errorf("of copies %d forms, want 21", lost)
	}
}

// TestExplained counts by hand, as TestLeastLost does: one position that is lost whole in four
// forms has a chance of 1/70.
func TestExplained(t *testing.T) {
	s := &Scatter{counts: []effect.Solved{{Base: 8, Forms: 8}, {Forms: 8}, {}}, families: independent}
	for risk, want := range map[float64]bool{0.01: true, 0.015: false} {
		if got := s.isLossExplained(4, risk); got != want {
			t.Errorf("at a risk of %v: %v, want %v", risk, got, want)
		}
	}
	a := &Advice{Risk: 0.01, Passes: 0.05, Scatter: *s}
	a.Scatter.Lost = effect.Estimate{Positions: 80, Forms: 320}
	if test := a.share(compare.Zugzwang, compare.LostZugzwang, []int{4}); test.Passing() || !test.Looks[0].Explained {
		t.Errorf("passes although chance would explain all: %+v", test)
	}
}

// TestShareAsGate: if no form is lost or gained, the bound is that of the gate. It is still above 0 (see
// effect.Estimate.AtLeast). The number of forms that suffice follows from Student's point u of a normal distribution:
// u*u divided by the allowed share of zugzwangs, and half of it where twice the share has to be refuted.
func TestShareAsGate(t *testing.T) {
	for _, test := range []struct {
		axis   compare.Axis
		limit  compare.Growth
		looks  float64
		enough int
	}{
		{compare.Zugzwang, compare.LostZugzwang, 1, 55},
		{compare.Zugzwang, compare.LostZugzwang, 2, 77},
		{compare.Zugzwang, compare.LostZugzwang, 3, 91},
		{compare.Tactics, compare.LostTactics, 1, 68},
		{compare.Mating, compare.LostTactics, 2, 97},
		{compare.Tactics, compare.LostTactics, 3, 114},
	} {
		a := &Advice{Risk: 0.001, Passes: compare.FalsePasses / test.looks}
		if got := a.fewestForms(float64(test.limit)/1000, compare.RefutedTimes(test.axis)); got != test.enough {
			t.Errorf("%s in %v looks: %d are enough, want %d", test.limit, test.looks, got, test.enough)
		}
	}
	a := &Advice{Risk: 0.001, Passes: compare.FalsePasses}
	for _, test := range []struct {
		axis      compare.Axis
		positions int
		limit     compare.Growth
		allowed   compare.Growth
		enough    int
	}{
		{compare.Tactics, 16, compare.LostTactics, 30, 0},
		{compare.Tactics, 17, compare.LostTactics, 20, 0},
		{compare.Tactics, 300, compare.LostTactics, 20, 0},
		{compare.Zugzwang, 13, compare.LostZugzwang, 50, 55},
		{compare.Zugzwang, 14, compare.LostZugzwang, 50, 0},
	} {
		solved := make([]effect.Solved, test.positions)
		for i := range solved {
			solved[i] = effect.Solved{Base: 4, Head: 4, Forms: 4}
		}
		a.Scatter.Lost, a.Scatter.counts = effect.EstimateLoss(solved), solved
		a.Scatter.families = func([]effect.Solved) []effect.Family { return nil }
		got := a.share(test.axis, test.limit, []int{4})
		if want := a.Scatter.Lost.AtLeast(compare.RefutedTimes(test.axis)*float64(test.allowed)/1000).High(a.Passes) / compare.RefutedTimes(test.axis); got.Looks[0].Passes != want || got.Allowed != test.allowed || got.Enough != test.enough {
			t.Errorf("%s of %d positions: %+v, want a bound of %v, %v allowed and %d forms", test.axis, test.positions, got, want, test.allowed, test.enough)
		}
	}
}

// TestLookRisk: of three looks the first two have a fifth of each risk between them.
func TestLookRisk(t *testing.T) {
	a := new(Advice)
	adviseSuite(a, &config.Suite{Gate: compare.Gate{Axis: compare.Zugzwang, Total: compare.Unlimited}}, suiteInForms(16), 2, 1)
	early, passes := a.lookRisks(4)
	last, most := a.lookRisks(16)
	for _, got := range [][2]float64{{early, 0.0005}, {passes, 0.005}, {last, 0.004}, {most, 0.04}} {
		if math.Abs(got[0]-got[1]) > 1e-12 {
			t.Errorf("risk of %v, want %v", got[0], got[1])
		}
	}
}

// TestPower draws re-rolls and changes. At the advised limit about 95 % of the re-rolls pass, and about 95 % of the
// changes of the stated size fail.
func TestPower(t *testing.T) {
	random := rand.New(rand.NewPCG(15, 8))
	const positions, forms, draws = 150, 8, 800
	drawn := func(cost float64) effect.Estimate {
		differences := make([][]float64, positions)
		for i := range differences {
			for range forms {
				differences[i] = append(differences[i], cost+0.4*random.NormFloat64())
			}
		}
		return effect.EstimateMean(differences)
	}
	a := &Advice{Risk: 0.001, Passes: 0.025}
	test := a.ratio(Solution, "nodes-solution", drawn(0), 1, compare.DefaultSolution, []int{forms})
	limit := math.Log1p(test.Looks[0].Passes)
	pass, red := 0, 0
	allowed := math.Log1p(float64(test.Allowed) / 1000)
	for range draws {
		if e := drawn(0); e.Mean <= limit && e.High(a.Passes) <= 2*limit {
			pass++
		}
		if drawn(math.Log1p(test.Looks[0].Red)).Low(a.Risk) > allowed {
			red++
		}
	}
	t.Logf("passes from %.4f, red from %.4f: %d pass and %d are red of %d", test.Looks[0].Passes, test.Looks[0].Red, pass, red, draws)
	// The standard error is itself an estimate, good to some percent.
	for _, n := range []int{pass, red} {
		if share := float64(n) / draws; share < 0.92 || share > 0.98 {
			t.Errorf("%d of %d, want about 95 %%", n, draws)
		}
	}
	few := a.ratio(Solution, "nodes-solution", effect.EstimateMean([][]float64{{1, 2}, {0, 3}}), 30, 30, []int{4})
	if !few.Few || few.Allowed != 30 || few.Looks[0].Passes != 0 {
		t.Errorf("two positions: %+v", few)
	}
}

// positions are a suite: mates, a fork and some unsolvable ones.
const positions = `6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id "MATE";
r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7#; id "FOOL";
2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001";
8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - bm Rxb2; id "WAC.002";
5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - bm Rg3; id "WAC.003";
r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - bm Qxh7+; id "WAC.004";
5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - - bm Qc4+; id "WAC.005";
7k/p7/1R5K/6r1/6p1/6P1/8/8 w - - bm Rb7; id "WAC.006";
4k3/8/8/8/8/8/8/4K2R w K - bm Kd1; id "NEVER";
`

const settings = `# The engine.
hash: 1
search: untuned
suites:
  - name: own
    suite: own.epd
    kind: tactics
    forms: 2   # some
    limit: nodes=2000
  - {name: proof, suite: own.epd, kind: zugzwang, forms: 4, limit: nodes=2000, gate: {control: [NEVER]}}
  - {name: plain, suite: own.epd, kind: tactics, limit: nodes=2000}
`

// working returns a working directory with the suite, and what runs the engine there.
func working(t *testing.T, text string) (*runner.Runner, *Options) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"own.epd": positions, config.FileName: text} {
		must.Do(t, os.WriteFile(name, []byte(text), 0o666))
	}
	c := must.Get(config.Load(""))(t)
	r := &runner.Runner{
		Finder: engines.Finder{Config: c, Own: c.Own}, Workers: 1, Tool: "v0", Now: time.Now, Watch: runner.NoWatch,
		Tell: func(string, ...any) {},
	}
	return r, &Options{
		Suites: c.Suites, Forms: 2, Budget: time.Hour, Command: "zugwatch calibrate\n--x", Today: "2026-01-02",
	}
}

// TestMeasure calibrates two suites.
func TestMeasure(t *testing.T) {
	r, o := working(t, settings)
	began := time.Now()
	c := must.Get(Measure(t.Context(), r, o))(t)
	if spent, told := time.Since(began), time.Duration(2*o.Forms)*(c.Suites[0].Scatter.Wall+c.Suites[1].Scatter.Wall); told > spent || told == 0 {
		t.Errorf("all forms are said to take %v, and took %v", told, spent)
	}
	if len(c.Suites) != 2 || !slices.Equal(c.Left, []string{"plain"}) || c.Tests != 8 || !c.FitsBudget() || c.LongestTime() < c.UsualTime() || c.UsualTime() == 0 {
		t.Fatalf("%+v", c)
	}
	own, proof := &c.Suites[0], &c.Suites[1]
	if s := own.Scatter; !slices.Equal(s.Never, []string{"WAC.002", "NEVER"}) || s.Spent <= 0 || s.Spent > 0.5 {
		t.Errorf("never solved: %v, %v of the nodes", s.Never, s.Spent)
	}
	if s := own.Scatter; s.Positions != 9 || s.Forms != 2 || s.Asked != 36 || s.Solved < 20 || s.Nodes == 0 || s.Wall == 0 || s.Solution.Positions != 9 || s.Changed == 0 || s.Solution.Error == 0 {
		t.Errorf("scatter %+v", s)
	}
	if own.First != 4 || own.Most != 32 || math.Abs(own.Risk-0.8*compare.FalseAlarms/8) > 1e-15 || math.Abs(own.Passes-0.8*compare.FalsePasses) > 1e-15 || len(own.Tests) != 2 || len(own.Settings) != 3 {
		t.Errorf("advice %+v", own)
	}
	if proof.Scatter.Lost.Positions != 8 || len(proof.Settings) != 1 || len(proof.Tests) != 1 || proof.Tests[0].Looks[1].Least == 0 {
		t.Errorf("advice without the control %+v", proof)
	}
}

// TestMeasureFamilies: the positions of one family together have the draws of one.
func TestMeasureFamilies(t *testing.T) {
	r, o := working(t, settings)
	must.Do(t, os.WriteFile("own.epd", []byte(strings.ReplaceAll(positions, "; id", `; fam "one"; id`)), 0o666))
	o.Suites = o.Suites[1:2]
	proof := &must.Get(Measure(t.Context(), r, o))(t).Suites[0].Scatter
	if families := proof.families(proof.counts); len(families) != 1 || len(proof.counts) != 8 {
		t.Errorf("%d positions are %d families, want 8 and 1", len(proof.counts), len(families))
	}
}

// TestLeaveOut: positions that are never solved are left out, and the rest is as if calibrated alone. Those that stay
// are positions that the gate names, mates of a given length in suites of mates, and positions without which too few
// would stay.
func TestLeaveOut(t *testing.T) {
	const more = `4k3/8/8/8/8/8/8/4K2R w K - bm Ke2; id "NEVER.2";
4k3/8/8/8/8/8/8/4K2R w K - bm Rh8+; dm 2; id "MATE.2";
6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id "MATE.3";
`
	r, o := working(t, strings.Replace(settings, "- {name: proof",
		"- {name: few, suite: few.epd, kind: tactics, forms: 2, limit: nodes=2000}\n  - {name: claims, suite: own.epd, kind: mates, forms: 2, limit: nodes=2000}\n  - {name: proof", 1))
	for name, text := range map[string]string{"few.epd": positions, "own.epd": positions + more} {
		must.Do(t, os.WriteFile(name, []byte(text), 0o666))
	}
	o.Suites = r.Config.Suites[:1]
	before := &must.Get(Measure(t.Context(), r, o))(t).Suites[0].Scatter
	o.LeaveOut, o.Suites = true, r.Config.Suites
	c := must.Get(Measure(t.Context(), r, o))(t)
	own, few, claims, proof := &c.Suites[0].Scatter, &c.Suites[1].Scatter, &c.Suites[2].Scatter, &c.Suites[3].Scatter
	if !slices.Equal(before.Never, []string{"WAC.002", "NEVER", "NEVER.2", "MATE.2"}) || before.Left != nil {
		t.Fatalf("never solved: %v, left out %v", before.Never, before.Left)
	}
	if !slices.Equal(own.Left, []string{"WAC.002", "NEVER", "NEVER.2"}) || !slices.Equal(own.Never, []string{"MATE.2"}) || own.Positions != before.Positions-3 {
		t.Errorf("left out %v of %d, never solved %v", own.Left, own.Positions, own.Never)
	}
	if saved := 1 - float64(own.Nodes)/float64(before.Nodes); saved <= 0 || math.Abs(own.Saved-saved) > 1e-12 || own.Wall <= 0 {
		t.Errorf("%v of the nodes are saved, want %v; a form takes %v", own.Saved, saved, own.Wall)
	}
	if few.Left != nil || claims.Left != nil || !slices.Equal(proof.Left, []string{"WAC.002", "NEVER.2"}) {
		t.Errorf("left out %v of the few, %v of mates and %v beside a control", few.Left, claims.Left, proof.Left)
	}
	if s := c.Suites[0].Settings[1]; s.Key != withoutKey || s.Old != "[]" || s.Value != `[WAC.002, "NEVER", NEVER.2]` ||
		!strings.HasPrefix(s.Reason, "3 more positions of which zugwatch 0.1 solved no form in two draws of 2; they took ") {
		t.Errorf("%+v", s)
	}
	must.Get(c.Write(config.FileName))(t)
	r.Config = must.Get(config.Load(""))(t)
	o.Suites = r.Config.Suites[:1]
	again := must.Get(Measure(t.Context(), r, o))(t)
	same := again.Suites[0].Scatter
	if same.Left != nil || same.Solution != own.Solution || same.Lost != own.Lost || same.Nodes != own.Nodes || again.CountChanged() != 0 {
		t.Errorf("calibrated again %+v, want %+v", same, own)
	}
}

// TestMeasureMates: with so many mates the share that may be lost is more than chance explains. 2 % of 305 mates in 4
// forms are 24.4 forms, and in 32 forms 195.2. The interval lies beyond them from 48 and 236 on, as the last look has
// most of the risk.
func TestMeasureMates(t *testing.T) {
	r, o := working(t, "hash: 1\nsuites: [{name: mates, kind: mates, forms: 2, limit: nodes=100}]\n")
	c := must.Get(Measure(t.Context(), r, o))(t)
	a := &c.Suites[0]
	if a.Kind != compare.Mating || a.Scatter.Positions != 305 || len(a.Tests) != 1 || len(a.Settings) != 1 {
		t.Fatalf("%+v", a)
	}
	test := &a.Tests[0]
	if test.What != Lost || test.Allowed != compare.LostMates || test.Enough != 0 || len(test.Looks) != 2 {
		t.Errorf("%+v", test)
	}
	for i, least := range []int{48, 236} {
		if l := test.Looks[i]; l.Least != least || l.Solved <= least || l.Explained || l.Red != 0 || l.Passes <= 0 {
			t.Errorf("%+v, want %d forms", l, least)
		}
	}
}

// TestMeasureRules: a suite of rules keeps its forms, and has no test of chance.
func TestMeasureRules(t *testing.T) {
	r, o := working(t, "hash: 1\nsuites:\n  - {name: rules, suite: own.epd, kind: rules, forms: 2, limit: nodes=2000}\n  - {name: own, suite: own.epd, kind: tactics, forms: 2, limit: nodes=2000}\n")
	c := must.Get(Measure(t.Context(), r, o))(t)
	rules, own := &c.Suites[0], &c.Suites[1]
	if rules.Most != 2 || len(rules.Tests) > 0 || len(rules.Settings) > 0 {
		t.Errorf("rules in %d forms with tests %v and settings %v", rules.Most, rules.Tests, rules.Settings)
	}
	if own.Most <= 2 || len(own.Settings) == 0 {
		t.Errorf("tactics beside it in %d forms with settings %v", own.Most, own.Settings)
	}
}

// TestMeasureBoth: both sides take twice the time.
func TestMeasureBoth(t *testing.T) {
	c := &Calibration{Budget: 8 * time.Second, Both: true, Workers: 1, Tests: 3, Suites: []Advice{{Scatter: Scatter{Wall: time.Second}}}}
	chosen := []config.Suite{{Name: "own", Forms: 4, Gate: compare.Gate{Axis: compare.Tactics, Total: compare.Unlimited}}}
	c.conclude(chosen, false)
	if a := c.Suites[0]; a.Most != 4 || a.First != 0 || a.Longest != 8*time.Second || !c.FitsBudget() || !strings.Contains(a.Settings[0].Reason, "1 worker; with these forms of every suite zugwatch ab takes 8.00 s at most, within 8.00 s") {
		t.Errorf("%+v", a)
	}
	chosen[0].First, chosen[0].Forms = 4, 16
	c.conclude(chosen, true)
	if a := c.Suites[0]; a.Most != 16 || a.First != 4 || c.FitsBudget() {
		t.Errorf("in the forms of the configuration: %+v", a)
	}
	chosen[0].First, chosen[0].Forms = 0, 4
	c.Budget = time.Second
	c.conclude(chosen, false)
	if a := c.Suites[0]; a.Most != 2 || c.FitsBudget() || !strings.Contains(a.Settings[0].Reason, "takes 4.00 s at most, which is more than 1.00 s") {
		t.Errorf("%+v", a)
	}
}

// TestTwins: of an engine that turns the board, half of the forms are draws.
func TestTwins(t *testing.T) {
	a := &Advice{Passes: 0.05, Risk: 0.001, Scatter: Scatter{Forms: 4, Twins: []string{"flip", "turn"}, counts: []effect.Solved{{Base: 4, Forms: 4}}, families: independent}}
	e := effect.Estimate{Error: 0.1, DegreesOfFreedom: 10, Positions: 10, Forms: 20}
	a.Scatter.Lost = e
	for forms, want := range map[int]float64{4: 0.1, 8: 0.1 / math.Sqrt2, 16: 0.05} {
		if got := a.zeroEstimate(e, forms).Error; math.Abs(got-want) > 1e-12 {
			t.Errorf("%d forms: standard error %v, want %v", forms, got, want)
		}
	}
	if p := a.Scatter.unchangedForms(8); p[0].Forms != 4 || p[0].Base != 4 {
		t.Errorf("%+v", p)
	}
	for _, test := range []Test{a.ratio("", "", e, 30, 30, []int{2, 8}), a.share(compare.Tactics, 20, []int{2, 8})} {
		if !test.Few {
			t.Errorf("two forms that are one draw: %+v", test)
		}
	}
	e.Positions, e.Forms = 20, 40
	if a.Scatter.Lost = e; a.share(compare.Zugzwang, 50, []int{4}).Enough == 0 || a.share(compare.Zugzwang, 50, []int{8}).Enough != 0 {
		t.Error("of twenty positions two draws show that nothing is lost, or four do not")
	}
}
