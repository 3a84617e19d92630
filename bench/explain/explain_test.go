package explain

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/search"
	"github.com/zugwatch/zugwatch/engine/tablebase"
	"github.com/zugwatch/zugwatch/engine/uci"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites"
)

// record returns one of an embedded suite.
func record(t *testing.T, id string) *epd.Record {
	t.Helper()
	name := map[bool]string{true: "zugzwang", false: "wac"}[strings.HasPrefix(id, "ZUG")]
	suite := must.Get(suites.Open(name))(t)
	return &must.Get(suite.Filter(id))(t).Records[0]
}

// TestExplain checks at which node a head with an unsound rule goes blind, that the rule is named, and its trace.
func TestExplain(t *testing.T) {
	t.Parallel()
	plain, unsound := settings(t, "", ""), settings(t, "r3,guard=none", "")
	base, head := must.Get(plain.Open())(t), must.Get(unsound.Open())(t)
	for _, test := range []struct {
		id       string
		deepest  int
		finding  Finding
		depth    int
		blind    string // the moves to the blind node
		zugzwang ZugzwangKind
		more     func(t *testing.T, e *Explanation)
	}{
		{"ZUG.006", 12, Inside, 8, "", NoZugzwang, nil},
		{"ZUG.020", 12, Inside, 10, "Re1+ Rg1", Mutual, checkNullMoveLoss},
		{"ZUG.003", 8, Solved, 0, "", "", nil},
		{"ZUG.021", 6, Unsolved, 0, "", "", nil},
	} {
		e := must.Get(Explain(t.Context(), Options{
			Record: record(t, test.id), Base: base, Head: head, Deepest: test.deepest, Switches: builtinSwitches(unsound, plain),
			Tracer: builtinTracer(unsound), Reduce: test.more != nil,
		}))(t)
		if e.Finding != test.finding || e.Depth != test.depth {
			t.Errorf("%s: %s at depth %d (expected %s at depth %d)", test.id, e.Finding, e.Depth, test.finding, test.depth)
			continue
		}
		blind := e.BlindNode()
		if blind == nil {
			if test.depth > 0 {
				t.Errorf("%s: no blind node", test.id)
			}
			continue
		}
		if got := strings.Join(blind.Moves, " "); got != test.blind || blind.Agree {
			t.Errorf("%s: blind after %q (expected %q)", test.id, got, test.blind)
		}
		if behind := e.NodeAfterCut(); behind == nil || !behind.Agree || len(behind.Moves) != len(blind.Moves)+1 {
			t.Errorf("%s: behind the blind node %+v", test.id, behind)
		}
		if c := e.Rules.Causes; len(c) == 0 || !slices.ContainsFunc(c, func(c Cause) bool { return c.Rules[0] == "nullmove" }) || !c[0].Sees || !c[0].Solves {
			t.Errorf("%s: causes %+v (expected nullmove among them)", test.id, c)
		}
		if got := strings.Join(e.Rules.Changed, " "); got != "nullmove" {
			t.Errorf("%s: changed %q (expected nullmove)", test.id, got)
		}
		if e.Zugzwang == nil || e.Zugzwang.Kind != test.zugzwang {
			t.Errorf("%s: zugzwang %+v (expected %s)", test.id, e.Zugzwang, test.zugzwang)
		}
		if test.more != nil {
			test.more(t, e)
		}
	}
}

// pieces counts the pieces of a FEN.
func pieces(fen string) int {
	board, _ := game.ToChess(game.MustParsePosition(fen))
	return board.Occupied().Count()
}

// checkNullMoveLoss checks the trace of the null move that loses ZUG.020, and that the traced search equals the one of the
// walk. The smallest position has fewer pieces and still shows it.
func checkNullMoveLoss(t *testing.T, e *Explanation) {
	tracedLine{line: "Re1+ Rg1 Rf1", rule: search.RuleNullMove}.check(t, e)
	if t.Failed() {
		return
	}
	if root := &e.Trace.Rows[0]; root.Best != e.Walk[0].Head.Move || root.Value != e.Walk[0].Head.Score {
		t.Errorf("first row %s %s (expected the answer %+v)", root.Best, root.Value, e.Walk[0].Head)
	}
	if n := e.Trace.Rows[3].Null; n == nil || n.R != 3 || n.Depth != 1.5 || n.Value != 672 || !n.Cut || n.Verification != nil {
		t.Errorf("null move %+v", n)
	}
	if next := e.Trace.Rows[2].Next; next == nil || next.Place != 15 || next.Reduction != 2.5 {
		t.Errorf("move %+v", next)
	}
	s := e.Smallest
	if s == nil || s.Pieces >= pieces(e.Position) || s.Pieces != pieces(s.Position) || s.Base.Move == s.Head.Move || s.Base.Score <= s.Head.Score {
		t.Fatalf("smallest %+v", s)
	}
	if s.Depth >= e.BlindNode().Depth {
		t.Errorf("depth %d, as at the blind node", s.Depth)
	}
	if r, err := epd.Parse(s.EPD("X")); err != nil || r.ID != "X-smallest" || r.Depth != s.Depth || len(r.Best) != 1 {
		t.Errorf("record %q: %+v, %v", s.EPD("X"), r, err)
	}
}

// TestMinimize holds that no item of the set that is left can go, for all sets of two of eight items, and for one of all.
func TestMinimize(t *testing.T) {
	t.Parallel()
	items := []int{0, 1, 2, 3, 4, 5, 6, 7}
	for a := range items {
		for b := range items {
			got, err := minimize(items, func(part []int) (bool, error) { return slices.Contains(part, a) && slices.Contains(part, b), nil })
			want := slices.Compact(slices.Sorted(slices.Values([]int{a, b})))
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%v (expected %v, %v)", got, want, err)
			}
		}
	}
	if got, _ := minimize(items, func(part []int) (bool, error) { return len(part) == len(items), nil }); len(got) != len(items) {
		t.Errorf("all are needed, got %v", got)
	}
}

// TestRulesTogether: a set of rules is found if no rule suffices alone, and nothing if no set does.
func TestRulesTogether(t *testing.T) {
	t.Parallel()
	root := rootOf(&epd.Record{Position: game.MustParsePosition("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")})
	for _, test := range []struct {
		needed []string
		want   string
	}{{[]string{"a", "c"}, "a c"}, {[]string{"b"}, "b"}, {[]string{"a", "z"}, ""}} {
		w := &walker{solved: func(r engine.Result) bool { return root.at.Notation(r.Best) == "Ra8#" }, at: []node{root}, nodes: []Node{{Depth: 1}}, gap: minGap}
		s := &Switches{Names: []string{"a", "b", "c", "d"}, Head: func(_ context.Context, names []string) (engine.Engine, error) {
			sees := !slices.ContainsFunc(test.needed, func(n string) bool { return !slices.Contains(names, n) })
			return playing(map[bool]string{true: "Ra8#", false: "h3"}[sees], 0), nil
		}}
		found := must.Get(w.findRules(t.Context(), s, &Explanation{Finding: Horizon, Depth: 1}))(t)
		got := ""
		if len(found.Causes) > 0 {
			got = strings.Join(found.Causes[0].Rules, " ")
		}
		if got != test.want || found.Tried != 4 || found.WithAll != (len(test.needed) == 2 && test.want != "") {
			t.Errorf("needs %v: %+v", test.needed, found)
		}
	}
}

// stub is an engine that searches by a function.
type stub func(task engine.Task) (engine.Result, error)

func (stub) ID() engine.ID               { return engine.ID{Name: "stub"} }
func (stub) Reset(context.Context) error { return nil }
func (stub) Close() error                { return nil }

func (s stub) Search(_ context.Context, task engine.Task, _ func(engine.Info)) (engine.Result, error) {
	return s(task)
}

// playing returns an engine that always plays one move, after so many nodes.
func playing(name string, nodes uint64) stub {
	return func(task engine.Task) (engine.Result, error) {
		move, err := task.Start.ParseNotation(name)
		return engine.Result{Best: move, Nodes: nodes}, err
	}
}

// TestPassedPosition holds which positions allow a pass.
func TestPassedPosition(t *testing.T) {
	t.Parallel()
	for fen, want := range map[string]string{
		"8/8/p7/1p5p/1P5p/7p/5K1p/4R1rk w - - 2 2":                             "8/8/p7/1p5p/1P5p/7p/5K1p/4R1rk b - - 2 2",
		"rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3":         "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3",
		"4k3/8/8/8/8/8/4r3/4K3 w - - 0 1":                                      "", // in check
		"sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1": "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
	} {
		passed, ok := passedPosition(game.MustParsePosition(fen))
		if ok != (want != "") || ok && passed.String() != want {
			t.Errorf("%s: %v, %t", fen, passed, ok)
		}
	}
}

// TestWithoutPiece holds that each piece but a king goes once, and only where the position is legal without it.
func TestWithoutPiece(t *testing.T) {
	t.Parallel()
	var got []string
	for _, p := range withoutPiece(game.MustParsePosition("4k3/8/8/8/4r3/8/PP2B3/4K2R w K - 3 9")) {
		got = append(got, p.String())
	}
	want := []string{
		"4k3/8/8/8/8/8/PP2B3/4K2R w - - 0 1", "4k3/8/8/8/4r3/8/PP2B3/4K3 w - - 0 1", "4k3/8/8/8/4r3/8/PP6/4K2R w - - 0 1",
		"4k3/8/8/8/4r3/8/1P2B3/4K2R w - - 0 1", "4k3/8/8/8/4r3/8/P3B3/4K2R w - - 0 1",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// talker answers by a table: the position after the moves, by its move and its score.
type talker map[string]struct {
	move  string
	score engine.Score
}

func (a talker) search(task engine.Task) (engine.Result, error) {
	p := task.Start
	var names []string
	for _, m := range task.Moves {
		names = append(names, p.Notation(m))
		p = p.After(m)
	}
	answer, found := a[strings.Join(names, " ")]
	if !found {
		return engine.Result{}, fmt.Errorf("asked after %v", names)
	}
	move, err := p.ParseNotation(answer.move)
	return engine.Result{Best: move, Score: answer.score, Depth: task.Limits.Depth, Nodes: 1}, err
}

// TestWalk checks the direction of the walk: the moves of the base for the side that the head undervalues, and the
// defence of the head for the other. It goes behind the wrong move if the head overvalues that more.
func TestWalk(t *testing.T) {
	t.Parallel()
	const fen = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
	for _, test := range []struct {
		name       string
		base, head talker
		want       string // the moves of the last node
		finding    Finding
		gap        int
	}{
		{
			"the defence of the head", // which the base would not play
			talker{"": {"Ra7", 400}, "Ra7": {"h6", -400}, "h3": {"h6", 0}, "Ra7 g6": {"Ra8+", 400}},
			talker{"": {"h3", 0}, "Ra7": {"g6", 0}, "h3": {"h6", 0}, "Ra7 g6": {"Ra8+", 400}},
			"Ra7 g6", Inside, 200,
		},
		{
			"the wrong move", // the head gives it 300 too much, and the right one 100 too little
			talker{"": {"Ra7", 100}, "Ra7": {"h6", -100}, "h3": {"h6", 300}, "h3 Kh8": {"Ra7", -300}, "h3 h6": {"Ra7", -300}},
			talker{"": {"h3", 0}, "Ra7": {"h6", 0}, "h3": {"Kh8", 0}, "h3 h6": {"Ra7", -300}},
			"h3 h6", Inside, 150,
		},
		{
			"a mate is worth more than any score",
			talker{"": {"Ra8#", engine.MateIn(1)}, "Ra7": {"h6", -1900}, "h3": {"h6", 0}, "Ra8#": {"h6", 0}},
			talker{"": {"Ra7", 1900}, "Ra7": {"h6", -1900}},
			"", Horizon, 0,
		},
	} {
		root := rootOf(&epd.Record{Position: game.MustParsePosition(fen)})
		w := &walker{base: newSide(stub(test.base.search), "base"), head: newSide(stub(test.head.search), "head")}
		depth := 6
		if test.gap == 0 {
			depth = 1
		}
		finding, err := w.walk(t.Context(), root, depth)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if got := strings.Join(w.nodes[len(w.nodes)-1].Moves, " "); got != test.want || finding != test.finding || w.gap != test.gap {
			t.Errorf("%s: %s at %q, gap %d (expected %s at %q, gap %d)", test.name, finding, got, w.gap, test.finding, test.want, test.gap)
		}
	}
	for score, want := range map[engine.Score]int{engine.MateIn(3): mateValue, engine.MateIn(-3): -mateValue, 9000: maxValue, 12: 12} {
		n := node{at: game.MustParsePosition(fen)}
		if got := valueFor(game.First, n, score); got != want || valueFor(game.First.Other(), n, score) != -want {
			t.Errorf("%s is worth %d (expected %d)", score, got, want)
		}
	}
	if mateValue <= maxValue {
		t.Error("a mate is worth no more than other scores")
	}
}

// TestSwitchesOf: both sides of the built-in engine open with their own settings, less those switched off. Another
// engine in this process has no switches.
func TestSwitchesOf(t *testing.T) {
	t.Parallel()
	settings := builtin.Defaults()
	settings.Params = must.Get(search.ParseParams("modern,futility=90/90,lmp=3"))(t)
	base := must.Get(engines.Builtin(t.Context(), builtin.Defaults(), false))(t)
	head := must.Get(engines.Builtin(t.Context(), settings, false))(t)
	s := SwitchesOf(base, head)
	for _, test := range []struct {
		open  func(context.Context, []string) (engine.Engine, error)
		names []string
		want  string // the option of the search
	}{
		{s.Base, nil, "modern"},
		{s.Base, []string{"late-moves"}, "modern,lmp=0"},
		{s.Head, nil, "modern,lmp=3,futility=90/90"},
		{s.Head, []string{"search lmp=3"}, "modern,futility=90/90"},
		{s.Head, []string{"late-moves", "search futility=90/90"}, "modern,lmp=0"},
	} {
		opened := must.Get(test.open(t.Context(), test.names))(t)
		if got := opened.ID().Option(builtin.SearchOption, ""); got != test.want {
			t.Errorf("without %q: search %s (expected %s)", test.names, got, test.want)
		}
		opened.Close()
	}
	if got := SwitchesOf(base, engines.Engine{Command: uci.Command{Path: "other"}}); got != nil {
		t.Errorf("switches of another program: %q", got.Names)
	}
}

// TestProve holds that tables decide about a zugzwang of few pieces, and leave others alone.
func TestProve(t *testing.T) {
	t.Parallel()
	asked := 0
	set := must.Get(tablebase.Open(t.Context(), tablebase.Options{Workers: 1}, must.Get(tablebase.ParseEnding("KPK"))(t)))(t)
	tables := func(...tablebase.Ending) (*tablebase.Set, error) {
		asked++
		return set, nil
	}
	for _, test := range []struct {
		fen    string
		want   ZugzwangKind
		proven bool
	}{
		{"8/3k4/8/3K4/3P4/8/8/8 w - - 0 1", Mutual, true}, // who has the opposition
		{"8/3k4/8/3K4/3P4/8/8/8 b - - 0 1", Mutual, true},
		{"8/3k4/8/4K3/3P4/8/8/8 w - - 0 1", NoZugzwang, true},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", OneSided, false},
		{"sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", OneSided, false},
	} {
		z := &Zugzwang{Kind: OneSided, Position: test.fen}
		if err := z.prove(tables); err != nil || z.Kind != test.want || z.Proven != test.proven {
			t.Errorf("%s: %+v, %v (expected %s, proven %t)", test.fen, z, err, test.want, test.proven)
		}
	}
	if asked != 3 {
		t.Errorf("tables were asked for %d times (expected 3)", asked)
	}
	z := &Zugzwang{Kind: OneSided, Position: "8/3k4/8/3K4/3P4/8/8/8 w - - 0 1"}
	if err := z.prove(func(...tablebase.Ending) (*tablebase.Set, error) { return nil, errors.New("full") }); err == nil || z.Proven {
		t.Errorf("without room for tables: %+v, %v", z, err)
	}
}

// TestChanged checks the rules that are found to have changed: the smallest set without which both sides search alike.
// None are found if a search ends by its nodes, or an engine by an error.
func TestChanged(t *testing.T) {
	t.Parallel()
	root := rootOf(&epd.Record{Position: game.MustParsePosition("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")})
	opens := func(nodes func(names []string) uint64) func(context.Context, []string) (engine.Engine, error) {
		return func(_ context.Context, names []string) (engine.Engine, error) {
			n := nodes(names)
			if n == 0 {
				return nil, errors.New("broken")
			}
			return playing("h3", n), nil
		}
	}
	differing := func(changed ...string) func([]string) uint64 { // the head searches 7 nodes more for each changed rule that it has
		return func(names []string) uint64 {
			n := uint64(100 + len(names))
			for _, rule := range changed {
				if !slices.Contains(names, rule) {
					n += 7
				}
			}
			return n
		}
	}
	for _, test := range []struct {
		name       string
		base, head func([]string) uint64
		want       string
		err        bool
	}{
		{"one", differing(), differing("c"), "c", false},
		{"two", differing(), differing("a", "d"), "a d", false},
		{"three", differing(), differing("a", "b", "c"), "", false},
		{"elsewhere", differing(), differing("x"), "", false},
		{"too many nodes", func([]string) uint64 { return 2 * minNodes }, func([]string) uint64 { return 2 * minNodes }, "", false},
		{"the base has no such rule", func([]string) uint64 { return 0 }, differing("c"), "", false},
		{"an error", differing(), func([]string) uint64 { return 0 }, "", true},
	} {
		w := &walker{solved: func(engine.Result) bool { return false }, at: []node{root}, nodes: []Node{{Depth: 1}}, gap: minGap}
		s := &Switches{Names: []string{"a", "b", "c", "d"}, Rules: []string{"a", "b", "c", "d"}, Head: opens(test.head), Base: opens(test.base)}
		found, err := w.findRules(t.Context(), s, &Explanation{Finding: Horizon, Depth: 1})
		if test.err {
			if err == nil {
				t.Errorf("%s: %+v", test.name, found)
			}
			continue
		}
		if got := strings.Join(found.Changed, " "); got != test.want || err != nil {
			t.Errorf("%s: changed %q, %v (expected %q)", test.name, got, err, test.want)
		}
	}
}

// TestCausesOrder holds that differences to the base and changed rules come first, then causes which see and solve, then
// differences, then those that cost least.
func TestCausesOrder(t *testing.T) {
	t.Parallel()
	s := &Switches{Names: []string{"lmp=3", "reductions", "futility", "razoring"}, Differences: 1}
	cause := func(name string, sees, solves bool, nodes uint64) Cause {
		return Cause{Rules: []string{name}, Sees: sees, Solves: solves, Head: Answer{Nodes: nodes}}
	}
	found := &Rules{Changed: []string{"razoring"}, Causes: []Cause{
		cause("reductions", true, false, 1), cause("razoring", false, true, 1), cause("razoring", true, true, 1), cause("futility", true, true, 9),
		cause("reductions", true, true, 5), cause("lmp=3", true, true, 50), cause("lmp=3", false, true, 2),
	}}
	s.sort(found)
	var got []string
	for _, c := range found.Causes {
		got = append(got, fmt.Sprint(c.Rules[0], c.Head.Nodes))
	}
	if want := "lmp=350 razoring1 lmp=32 razoring1 reductions5 futility9 reductions1"; strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

// TestZugzwangKinds holds when a zugzwang is mutual: the other side is not better with the move either.
func TestZugzwangKinds(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		move, pass engine.Score // from who is to move
		want       ZugzwangKind
	}{{-500, 0, Mutual}, {-500, 60, Mutual}, {-900, 300, OneSided}, {-100, 90, NoZugzwang}} {
		p := game.MustParsePosition("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
		scores := map[game.Side]engine.Score{p.Side(): test.move, p.Side().Other(): test.pass}
		base := newSide(stub(func(task engine.Task) (engine.Result, error) {
			return engine.Result{Best: task.Start.LegalMoves()[0], Score: scores[task.Start.Side()]}, nil
		}), "base")
		z, err := findZugzwang(t.Context(), base, node{start: p, at: p}, 3, 100)
		if err != nil || z == nil || z.Kind != test.want {
			t.Errorf("%s with a move and %s for the other side: %+v, %v (expected %s)", test.move, test.pass, z, err, test.want)
		}
	}
}

// TestWalkEnds holds that a walk ends where the base needs more depth at every node, so that none is left over.
func TestWalkEnds(t *testing.T) {
	t.Parallel()
	const depth = 6
	root := rootOf(&epd.Record{Position: game.MustParsePosition("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")})
	w := &walker{
		base: newSide(late(depth, 400, root.at.Side()), "base"),
		head: newSide(late(engine.MaxDepth, 0, root.at.Side()), "head"),
	}
	finding, err := w.walk(t.Context(), root, depth)
	if err != nil || finding != Lost || len(w.nodes) != longestWalk*depth+1 {
		t.Errorf("%s after %d nodes, %v", finding, len(w.nodes), err)
	}
}

// late returns an engine that gives White a value from some depth on, and plays the first legal move.
func late(from int, value engine.Score, white game.Side) stub {
	return func(task engine.Task) (engine.Result, error) {
		p := task.Start
		for _, m := range task.Moves {
			p = p.After(m)
		}
		r := engine.Result{Best: p.LegalMoves()[0]}
		switch {
		case task.Limits.Depth < from:
		case p.Side() == white:
			r.Score = value
		default:
			r.Score = -value
		}
		return r, nil
	}
}
