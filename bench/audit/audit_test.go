package audit

import (
	"bytes"
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/engine/pass"
	"github.com/zugwatch/zugwatch/engine/search"
	"github.com/zugwatch/zugwatch/engine/tablebase"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites"
)

const own = `# title: Own
8/8/8/4p3/6k1/8/7K/8 w - - bm Kg2; sd 10; id "OWN.1";
8/p7/1p6/p7/kq1Q4/8/K7/8 w - - bm Qd3; id "OWN.2";
8/4k3/8/3K4/2P5/8/8/8 b - - bm Kd7; sd 10; id "OWN.3";
r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - bm Qxh7+; sd 5; id "OWN.4";
`

const ownShogi = `# title: Own
sfen 7nk/9/7K1/9/9/9/9/9/9 w - 1 sd 9; id "OWN.1";
sfen 4k4/9/4P4/9/9/9/9/9/9 b Gr2b3g4s4n4l17p 1 sd 4; id "OWN.2";
`

// suite returns one of a game.
func suite(t *testing.T, g game.Game) *suites.Suite {
	t.Helper()
	return must.Get(suites.Load(strings.NewReader([...]string{own, ownShogi}[g]), "own.epd"))(t)
}

func policy(t testing.TB, text string) nullmove.Policy {
	t.Helper()
	return must.Get(nullmove.Parse(text))(t)
}

// config audits every claim of a policy in chess.
func config(t *testing.T, text string) Config {
	t.Helper()
	return configOf(t, game.Chess, text)
}

// configOf audits every claim of a policy.
func configOf(t *testing.T, g game.Game, text string) Config {
	t.Helper()
	o := must.Get(builtin.DefaultsOf(g).Set([]engine.Option{
		{Name: builtin.HashOption, Value: "1"}, {Name: builtin.NullMoveOption, Value: text}, {Name: builtin.SearchOption, Value: search.Plain().String()},
	}))(t)
	return Config{Own: o, Limits: must.Get(bench.ParseLimits("sd,depth=6"))(t), Every: 1, Workers: 2, Counterexamples: 3}
}

func report(t *testing.T, c Config) *Report {
	t.Helper()
	return must.Get(Run(context.Background(), suite(t, c.Own.Game()), c))(t)
}

// TestSuite: the audit finds the zugzwangs that a policy without a guard walks into. All
// breakdowns count the same claims. Neither workers nor repetition change a byte.
func TestSuite(t *testing.T) {
	t.Run("chess", func(t *testing.T) {
		c := config(t, "r3,guard=none,min=1")
		checkCounterexamples(t, &c, checkSuite(t, c))
	})
	t.Run("shogi", func(t *testing.T) { checkSuite(t, configOf(t, game.Shogi, "r3,guard=none,min=1")) })
	if _, err := Run(t.Context(), suite(t, game.Chess), configOf(t, game.Shogi, "r3")); err == nil || !strings.Contains(err.Error(), "is of chess, and engine zugwatch-shogi plays shogi") {
		t.Errorf("another game: %v", err)
	}
}

func checkSuite(t *testing.T, c Config) *Report {
	t.Helper()
	r := report(t, c)
	if r.Total.Wrong == 0 || r.Total.Zugzwang == 0 || len(r.Counterexamples) == 0 {
		t.Fatalf("found nothing: %+v", r.Total)
	}
	for name, rows := range map[string][]Row{"rules": r.Rules, "depths": r.Depths, "reductions": r.Reductions, "pieces": r.Pieces, "guards": r.Guards} {
		var sum Count
		for _, row := range rows {
			sum.Add(row.Count)
		}
		want := r.Total
		sum.Spread, want.Spread = Spread{}, Spread{} // a position has claims in several rows
		if sum != want {
			t.Errorf("%s sum up to %+v, want %+v", name, sum, r.Total)
		}
	}
	c.Workers = 1
	again := report(t, c)
	one, _ := encodeReport(r)
	two, _ := encodeReport(again)
	if !bytes.Equal(one, two) {
		t.Errorf("workers change the report:\n%s\n%s", one, two)
	}
	back, err := decodeReport(one)
	if three, _ := encodeReport(back); err != nil || !bytes.Equal(one, three) {
		t.Errorf("read back: %v", err)
	}
	return r
}

// checkCounterexamples holds that each question is answered without null moves and missed with them.
func checkCounterexamples(t *testing.T, c *Config, r *Report) {
	t.Helper()
	made := must.Get(newReproducer(c))(t)
	keys := make(map[string]bool)
	for _, o := range r.Counterexamples {
		record, err := epd.Parse(o.Line)
		if err != nil {
			t.Fatalf("%s: %v", o.Line, err)
		}
		if keys[record.Position.EPD()] {
			t.Errorf("%s is listed twice", o.Line)
		}
		keys[record.Position.EPD()] = true
		if !o.Question {
			continue
		}
		without, err := bestAnswer(context.Background(), made.plain, record.Position, record.Depth)
		if err != nil || !slices.Contains(record.Best, without.Best) {
			t.Errorf("%s: %s without null moves, %v", o.Line, without.Best, err)
		}
		with, err := bestAnswer(context.Background(), made.under, record.Position, record.Depth)
		if err != nil || slices.Contains(record.Best, with.Best) {
			t.Errorf("%s: %s with null moves, %v", o.Line, with.Best, err)
		}
	}
}

// TestLabel: the rule and the word zugzwang describe a search of the line as it stands, not
// the claim that led to it.
func TestLabel(t *testing.T) {
	c := config(t, "r3,guard=none,min=1")
	made := must.Get(newReproducer(&c))(t)
	p := game.MustParsePosition("8/p1p5/P1P5/8/8/4pk2/8/5K2 w - - 7 30")
	met := suspect{Audited: pass.Audited{Claim: pass.Claim{Rule: pass.RuleReverse, Position: p, Depth: 5, Beta: -240}, Value: -900}, id: "X"}
	o, _, ok, err := made.reproduceOne(context.Background(), &met, 1)
	if err != nil || !ok || o.Rule != "null-cut" || !o.Zugzwang || !strings.Contains(o.Line, `c0 "null-cut, zugzwang; `) {
		t.Errorf("offender %+v, %t, %v", o, ok, err)
	}
	record := must.Get(epd.Parse(o.Line))(t)
	if small, whole := newBoardText(record.Position), newBoardText(p); len(small.pieces()) == len(whole.pieces()) {
		t.Errorf("%s is not made small: %v", o.Line, err)
	}
}

// TestShrink holds that no piece is left that is not needed: those far away have nothing to
// do with the zugzwang.
func TestShrink(t *testing.T) {
	for _, test := range []struct {
		text    string
		claimed engine.Score
		pieces  int // that are left at most, beside the kings
	}{
		{"8/p1p5/P1P5/8/8/4pk2/8/5K2 w - - 7 30", -240, 2},
		{"sfen 7nk/9/7K1/9/9/9/9/9/L8 w P 5", -450, 1},
	} {
		t.Run(test.text, func(t *testing.T) {
			p := game.MustParsePosition(test.text)
			c := configOf(t, p.Game(), "r3,guard=none,min=1")
			made := must.Get(newReproducer(&c))(t)
			const depth = 5
			if !made.claimsWrongly(p, depth, test.claimed) {
				t.Fatal("nothing is wrong to begin with")
			}
			small, beta := made.shrink(p, depth, test.claimed)
			sheet := newBoardText(small)
			if len(sheet.pieces()) > test.pieces || !made.claimsWrongly(small, depth, beta) || withoutClocks(small) != small {
				t.Errorf("shrunk to %s, at least %d", small, beta)
			}
			for _, m := range sheet.pieces() {
				if smaller, ok := sheet.without(m); ok && made.claimsWrongly(smaller, depth, beta) {
					t.Errorf("%s can be shrunk to %s", small, smaller)
				}
			}
		})
	}
}

// TestSheet holds that a sheet has the pieces of a position, and that the position comes back
// without those that are taken away.
func TestSheet(t *testing.T) {
	for _, test := range []struct{ text, without, want string }{
		{"r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1", "", "r3k2r/8/8/3pP3/8/8/8/R3K2R w - - 0 1"},
		{"r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 4 9", "Pr", "4k2r/8/8/3p4/8/8/8/R3K2R w - - 0 1"},
		{"sfen 4k4/9/4+P4/9/9/9/9/9/4K4 w R2P3s 7", "Ps", "sfen 4k4/9/4+P4/9/9/9/9/9/4K4 w RP2s 1"},
		{"sfen 4k4/9/4+P4/9/9/9/9/9/4K4 w P 7", "P+P", "sfen 4k4/9/9/9/9/9/9/9/4K4 w - 1"},
	} {
		p := game.MustParsePosition(test.text)
		sheet := newBoardText(p)
		var gone []piece
		rest := test.without
		for _, m := range sheet.pieces() {
			if after, found := strings.CutPrefix(rest, m.symbol); found {
				gone, rest = append(gone, m), after
			}
			if (m.side() == game.First) != (m.symbol == strings.ToUpper(m.symbol)) || m.worth(p.Game()) < 50 {
				t.Errorf("%s is of side %d and worth %d", m.symbol, m.side(), m.worth(p.Game()))
			}
		}
		if got, ok := sheet.without(gone...); !ok || rest != "" || got.String() != test.want {
			t.Errorf("%s without %s is %v, want %s", test.text, test.without, got, test.want)
		}
	}
}

// TestOff: without null moves and reverse futility nothing is claimed.
func TestOff(t *testing.T) {
	c := config(t, "off")
	c.Own = c.Own.Unpruned()
	if r := report(t, c); r.Total != (Count{}) || len(r.Counterexamples) != 0 {
		t.Errorf("claims %+v", r.Total)
	}
}

// TestSample: a sample is a part of all claims, and a share about as large as
// asked for.
func TestSample(t *testing.T) {
	c := config(t, "r3")
	c.Counterexamples = 0
	all := report(t, c)
	c.Every = 4
	some := report(t, c)
	if some.Nodes != all.Nodes {
		t.Errorf("the sample changes the search: %d nodes, %d", some.Nodes, all.Nodes)
	}
	if share := float64(some.Total.Claims) / float64(all.Total.Claims); share < 0.15 || share > 0.4 {
		t.Errorf("%d of %d claims, want a quarter", some.Total.Claims, all.Total.Claims)
	}
}

// TestConfig: what cannot be audited.
func TestConfig(t *testing.T) {
	c := config(t, "r3")
	c.Limits, _ = bench.ParseLimits("sd")
	if _, err := Run(context.Background(), suite(t, c.Own.Game()), c); err == nil || !strings.Contains(err.Error(), `names no depth`) {
		t.Errorf("no depth: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Run(ctx, suite(t, game.Chess), config(t, "r3")); err == nil {
		t.Error("a done context is no error")
	}
}

// TestIntervals against values computed by hand from the formulas.
func TestIntervals(t *testing.T) {
	near := func(got, want float64) bool { return math.Abs(got-want) < 5e-4 }
	for _, test := range []struct {
		part, whole uint64
		low, high   float64
	}{
		{0, 0, 0, 1},
		{0, 10, 0, 0.2775},
		{10, 10, 0.7225, 1},
		{5, 10, 0.2366, 0.7634},
		{1, 100, 0.0018, 0.0545},
	} {
		if i := (Count{Claims: test.whole, Wrong: test.part}).Interval(); !near(i.Low, test.low) || !near(i.High, test.high) {
			t.Errorf("%d of %d: %v, want %v to %v", test.part, test.whole, i, test.low, test.high)
		}
	}
}

func TestCompare(t *testing.T) {
	of := func(wrong uint64) *Report { // on ten positions, in turns
		shares := make([]Share, 10)
		for i := range shares {
			shares[i].Claims = 100
		}
		for i := range wrong {
			shares[i%10].Wrong++
		}
		return reportOf(shares)
	}
	for _, test := range []struct {
		base, head uint64
		want       Judgement
	}{{10, 10, Same}, {10, 12, Undecided}, {10, 60, Looser}, {60, 10, Stricter}} {
		c, err := Compare(of(test.base), of(test.head))
		if err != nil || c.Total.Judgement != test.want || c.Rules[0].Judgement != test.want {
			t.Errorf("%d to %d of 1000: %+v, %v", test.base, test.head, c, err)
		}
	}
	for _, test := range []struct {
		name       string
		base, head []Share
		want       Judgement
	}{
		{"no claims and none wrong", []Share{{}}, []Share{{Claims: 9}}, Undecided},
		{"no claims and one wrong", []Share{{}}, []Share{{Claims: 9, Wrong: 1}}, Undecided},
		{"one wrong and no claims", []Share{{Claims: 9, Wrong: 1}}, []Share{{}}, Undecided},
		{"no claims and some wrong on each of six", slices.Repeat([]Share{{}}, 6), slices.Repeat([]Share{{Claims: 90, Wrong: 30}}, 6), Looser},
		{"some wrong on each of six and no claims", slices.Repeat([]Share{{Claims: 90, Wrong: 30}}, 6), slices.Repeat([]Share{{}}, 6), Stricter},
		{
			"all on one position",
			slices.Repeat([]Share{{Claims: 90}}, 7),
			append([]Share{{Claims: 90, Wrong: 80}}, slices.Repeat([]Share{{Claims: 90}}, 6)...),
			Undecided,
		},
		{"more on each of five positions", slices.Repeat([]Share{{Claims: 90}}, 5), slices.Repeat([]Share{{Claims: 90, Wrong: 30}}, 5), Undecided},
		{"more on each of six", slices.Repeat([]Share{{Claims: 90}}, 6), slices.Repeat([]Share{{Claims: 90, Wrong: 30}}, 6), Looser},
	} {
		if c := contrasted(t, test.base, test.head); c.Judgement != test.want {
			t.Errorf("%s: %s, want %s, difference %v", test.name, c.Judgement, test.want, c.Difference)
		}
	}
	silent := reportOf(slices.Repeat([]Share{{}}, 6))
	silent.Rules = nil
	if c, err := Compare(silent, reportOf(slices.Repeat([]Share{{Claims: 90, Wrong: 30}}, 6))); err != nil || c.Rules[0].Judgement != Undecided {
		t.Errorf("a rule from no claims: %+v, %v", c, err)
	}
	with := func(zugzwang uint64) []Share {
		return slices.Repeat([]Share{{Claims: 100, Wrong: 6, Zugzwang: zugzwang}}, 10)
	}
	if c, err := Compare(reportOf(with(0)), reportOf(with(4))); err != nil || c.Total.Judgement == Looser || c.Zugzwang.Judgement != Looser || !c.IsWorse() {
		t.Errorf("more zugzwangs: %+v, %v", c, err)
	}
	if c, err := Compare(reportOf(with(4)), reportOf(with(0))); err != nil || c.Zugzwang.Judgement != Stricter || c.IsWorse() {
		t.Errorf("fewer zugzwangs: %+v, %v", c, err)
	}
	for name, change := range map[string]func(*Report){
		"suite":  func(r *Report) { r.Suite.Digest = "x" },
		"limits": func(r *Report) { r.Limits = "depth=8" },
		"share":  func(r *Report) { r.Every = 2 },
		"count":  func(r *Report) { r.Positions = r.Positions[1:] },
	} {
		other := of(1)
		change(other)
		if _, err := Compare(of(1), other); err == nil {
			t.Errorf("another %s is compared", name)
		}
	}
	none := of(0)
	none.Total, none.Rules, none.Positions = Count{}, []Row{{Name: "other"}}, make([]Position, 10)
	if _, err := Compare(of(0), none); err != nil {
		t.Errorf("no claims on one side: %v", err)
	}
}

// contrasted returns the contrast of all claims, where there are any.
func contrasted(t *testing.T, base, head []Share) RuleDifference {
	t.Helper()
	return must.Get(Compare(reportOf(base), reportOf(head)))(t).Total
}

// TestEndings holds the perfect leaves to their word: without null moves no
// search of any depth is wrong, without a guard the zugzwangs are wrong, and with
// a guard of two pieces none of the endings of three pieces is.
func TestEndings(t *testing.T) {
	set, ending := kpk(t), must.Get(tablebase.ParseEnding("KPK"))(t)
	exam := EndingsOptions{
		Endings: []tablebase.Ending{ending}, Params: search.Plain(), MinDepth: 1, MaxDepth: 4, Ancestors: 1, Back: 4, Seed: 1,
		Policies: []nullmove.Policy{policy(t, "off"), policy(t, "r1,guard=none,min=1"), policy(t, "r1,guard=two")},
	}
	marks := must.Get(ExamineEndings(context.Background(), set, exam))(t)
	off, none, two := marks.Rows[0], marks.Rows[1], marks.Rows[2]
	if marks.Zugzwangs != 160 || marks.Ancestors == 0 {
		t.Errorf("%d zugzwangs, %d ancestors", marks.Zugzwangs, marks.Ancestors)
	}
	if off.Total.Wrong != 0 || off.Total.Claims == 0 {
		t.Errorf("off: %+v", off)
	}
	if none.Total.Wrong == 0 || none.Dangerous == 0 {
		t.Errorf("without a guard: %+v", none)
	}
	if two.Total.Wrong != 0 {
		t.Errorf("two pieces: %+v", two)
	}
	exam.MinDepth = 0
	if _, err := ExamineEndings(context.Background(), set, exam); err == nil {
		t.Error("depth 0 is taken")
	}
}
