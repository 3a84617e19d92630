package match

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
)

func TestParseControl(t *testing.T) {
	tests := []struct{ text, want, clock string }{
		{"tc=8+0.08", "", "8+0.08"},
		{"tc=60", "", "60"},
		{"tc=40/60+0.5", "", "40/60+0.5"},
		{"tc=300b10", "", "300b10"},
		{"tc=0.4b0.1,depth=3", "", "0.4b0.1"},
		{"tc=0.5+0.005", "", "0.5+0.005"},
		{"nodes=20000", "", "-"},
		{"tc=8+0.08,depth=12", "", "8+0.08"},
		{"depth=12,tc=8+0.08", "tc=8+0.08,depth=12", "8+0.08"},
		{"movetime=100ms", "", "-"},
		{"tc=", "time control \"\" (expected seconds with increment and moves where there are such, as in 8+0.08, 60 or 40/60+0.5)", ""},
		{"tc=0", "time control \"0\" (expected seconds with increment and moves where there are such, as in 8+0.08, 60 or 40/60+0.5)", ""},
		{"tc=8+", "time control \"8+\" (expected seconds with increment and moves where there are such, as in 8+0.08, 60 or 40/60+0.5)", ""},
		{"tc=0/8", "time control \"0/8\" (expected seconds with increment and moves where there are such, as in 8+0.08, 60 or 40/60+0.5)", ""},
		{"tc=1e3", "time control \"1e3\" (expected seconds with increment and moves where there are such, as in 8+0.08, 60 or 40/60+0.5)", ""},
		{"tc=8b", "time control \"8b\" (expected seconds with increment and moves where there are such, as in 8+0.08, 60 or 40/60+0.5)", ""},
		{"tc=8+1b2", "time control \"8+1b2\" (expected seconds with increment and moves where there are such, as in 8+0.08, 60 or 40/60+0.5)", ""},
		{"tc=1,tc=2", "limit tc is given twice (expected each once)", ""},
		{"mate=3", "limit \"mate=3\" (expected tc, nodes, depth or movetime: a game has no limit by mate or CPU time)", ""},
		{"speed=3", "unknown limit \"speed\" (expected depth, nodes, movetime, cputime or mate)", ""},
	}
	for _, test := range tests {
		t.Run(test.text, func(t *testing.T) {
			c, err := ParseControl(test.text)
			got := c.String()
			if err != nil {
				got = err.Error()
			}
			want := test.want
			if want == "" {
				want = test.text
			}
			if got != want || err == nil && c.clock() != test.clock {
				t.Errorf("got %s with clock %s, want %s", got, c.clock(), want)
			}
		})
	}
}

// FuzzControl holds that the text form survives reading and writing.
func FuzzControl(f *testing.F) {
	f.Add("tc=40/60+0.5,nodes=3")
	f.Add("tc=0.001+99")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseControl(text)
		if err != nil {
			return
		}
		back, err := ParseControl(c.String())
		if err != nil || back != c {
			t.Errorf("%q is %v, written as %q and read as %v, %v", text, c, c.String(), back, err)
		}
	})
}

func TestParseRules(t *testing.T) {
	tests := []struct{ draw, want string }{
		{"off", "off"},
		{"moves=8", "moves=8,score=10,from=34"},
		{"score=5,from=1,moves=2", "moves=2,score=5,from=1"},
		{"two-sided", "draw rule \"two-sided\" (expected off, or moves=N, score=N or from=N with numbers from 1 to 10000 and commas between)"},
		{"moves=0", "draw rule \"moves=0\" (expected off, or moves=N, score=N or from=N with numbers from 1 to 10000 and commas between)"},
	}
	for _, test := range tests {
		r, err := ParseDrawRule(test.draw)
		if got := textOr(r, err); got != test.want {
			t.Errorf("draw %q: %s, want %s", test.draw, got, test.want)
		}
	}
	for text, want := range map[string]string{
		"off":                         "off",
		"moves=3":                     "moves=3,score=700",
		"two-sided,moves=3,score=900": "moves=3,score=900,two-sided",
		"from=3":                      "resign rule \"from=3\" (expected off, or moves=N, score=N or two-sided with numbers from 1 to 10000 and commas between)",
	} {
		r, err := ParseResignRule(text)
		if got := textOr(r, err); got != want {
			t.Errorf("resign %q: %s, want %s", text, got, want)
		}
	}
	all := PlayRules()
	all.Moves = 200
	if got, want := all.String(), "draw moves=8,score=10,from=34; resign moves=4,score=700,two-sided; length moves=200"; got != want {
		t.Errorf("rules are %s, want %s", got, want)
	}
	if got := (Rules{}).String(); got != "none" {
		t.Errorf("no rules are %s", got)
	}
}

func textOr(v fmt.Stringer, err error) string {
	if err != nil {
		return err.Error()
	}
	return v.String()
}

// TestClock follows the limits that an engine is given.
func TestClock(t *testing.T) {
	clocks := [2]clock{newClock(fixed(t, "tc=2/10+1")), newClock(fixed(t, "tc=5,depth=9"))}
	show := func(side game.Side) string {
		l := limits(&clocks, side)
		return fmt.Sprintf("%v %v %d %d", l.Clock.Left, l.Clock.Increment, l.Clock.MovesToGo, l.Depth)
	}
	steps := []struct {
		side  game.Side
		used  time.Duration
		after string
	}{
		{game.First, 4 * time.Second, "[7s 5s] [1s 0s] 1 0"},
		{game.Second, time.Second, "[7s 4s] [1s 0s] 0 9"},
		{game.First, 6 * time.Second, "[12s 4s] [1s 0s] 2 0"},
		{game.First, 12 * time.Second, "[1s 4s] [1s 0s] 1 0"},
	}
	for i, step := range steps {
		if !clocks[step.side].spendTime(step.used, 0) {
			t.Errorf("step %d was late", i)
		}
		if got := show(step.side); got != step.after {
			t.Errorf("step %d: %s, want %s", i, got, step.after)
		}
	}
	odds := [2]clock{newClock(fixed(t, "tc=10+1")), newClock(fixed(t, "nodes=5"))}
	if l := limits(&odds, game.First); l.Clock.Left != [2]time.Duration{10 * time.Second, 10 * time.Second} {
		t.Errorf("against a player without a clock: %v", l.Clock)
	}
	if l := limits(&odds, game.Second); l.Clock != nil || l.Nodes != 5 {
		t.Errorf("without a clock: %v", l)
	}
	if odds[1].spendTime(time.Hour, 0) != true {
		t.Error("a player without a clock was late")
	}
}

// TestEndingNames holds that every ending has a name of its own that is read back.
func TestEndingNames(t *testing.T) {
	seen := make(map[string]bool)
	for _, e := range Endings() {
		text, err := e.MarshalText()
		var back Ending
		if err != nil || seen[string(text)] || back.UnmarshalText(text) != nil || back != e {
			t.Errorf("ending %d is %s, read as %s", e, text, back)
		}
		seen[string(text)] = true
	}
	var e Ending
	if err := e.UnmarshalText([]byte("lost")); err == nil {
		t.Error("lost is an ending")
	}
	var r Result
	if err := r.UnmarshalText([]byte("1-1")); err == nil {
		t.Error("1-1 is a result")
	}
	classes := map[string]Ending{
		"illegal-bestmove": IllegalMove, "null-bestmove": IllegalMove, "search-timeout": Hang, "stop-ignored": Hang, "go-ignored": Hang, "crash-exit": Crash, "output-flood": Crash,
	}
	for class, want := range classes {
		if got := failureOf(fmt.Errorf("x: %w", classError(class))); got != want {
			t.Errorf("%s is %s, want %s", class, got, want)
		}
	}
}

func TestReadPGN(t *testing.T) {
	tests := []struct {
		name, text, want string
	}{
		{"two games", "[Event \"x\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 *\n\n[Event \"y\"]\n\n1.d4 d5 1/2-1/2\n", "e2e4 e7e5 g1f3 | d2d4 d7d5"},
		{"no tags, no numbers", "e4 c5 * d4 1-0", "e2e4 c7c5 | d2d4"},
		{"comments, glyphs, variations", "1. e4! {not 1. d4} e5?! $14 (1... c5 (1... e6 {x)}) 2. Nf3) 2. Nc3 ; the rest { is a comment\nNf6 *", "e2e4 e7e5 b1c3 g8f6"},
		{"numbers of black", "1. e4 1... e5 2.Nf3 2...Nc6 *", "e2e4 e7e5 g1f3 b8c6"},
		{"cut", "1. a4 a5 2. b4 b5 3. c4 c5 *", "a2a4 a7a5 b2b4 b7b5"},
		{"no result", "1. e4 e5", "e2e4 e7e5"},
		{"tags alone", "[Event \"x\"]\n\n*\n", ""},
		{"own start", "[FEN \"7k/8/8/8/8/8/8/KR6 w - - 0 1\"]\n\n1. Rb7 *", "b1b7"},
		{"mate goes", "1. f3 e5 2. g4 Qh4# 0-1", "f2f3 e7e5 g2g4"},
		{"line comment at the end", "1. e4 ; x", "e2e4"},
		{"illegal", "1. e4\n\ne4 *", "x.pgn:3:1: move \"e4\" is not legal"},
		{"open comment", "1. e4 {x", "x.pgn:1:7: comment has no end"},
		{"open variation", "1. e4 (x", "x.pgn:1:7: variation has no end"},
		{"open tag", "[Event \"x\n\n1. e4", "tag has no end"},
		{"bad position", "[FEN \"8/8 w\"]\n\n1. e4 *", "x.pgn:1:1: FEN: "},
		{"empty", " \n", "x.pgn: book holds no game (expected PGN)"},
		{"nothing to play", "[FEN \"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\"]\n\n*", "x.pgn:3: opening has no legal move"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			book, err := readPGN(strings.NewReader(test.text), "x.pgn", 4)
			if err != nil {
				if test.want == "" || !strings.Contains(err.Error(), test.want) {
					t.Errorf("error is %v, want %s", err, test.want)
				}
				return
			}
			var lines []string
			for _, o := range book.Openings {
				lines = append(lines, game.JoinMoves(o.Moves))
			}
			if got := strings.Join(lines, " | "); got != test.want {
				t.Errorf("openings are %s, want %s", got, test.want)
			}
		})
	}
}

func TestReadBook(t *testing.T) {
	for text, want := range map[string]string{
		"":                             "x.epd: book is empty (expected one opening on each line)",
		"8/8/8 w - -\n":                "x.epd:1:",
		"7k/5Q2/6K1/8/8/8/8/8 b - -\n": "x.epd:1: opening has no legal move",
		"# note\n7k/8/8 w - -\n":       "x.epd:2:",
	} {
		if _, err := readBook(strings.NewReader(text), "x.epd", 8); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if _, err := readBook(strings.NewReader(""), "x.bin", 8); err == nil || err.Error() != "x.bin: book is of an unknown kind (expected a name that ends in .epd or .pgn)" {
		t.Error(err)
	}
}

// TestDefaultBook holds what the book promises: level openings after eight plies,
// none twice.
func TestDefaultBook(t *testing.T) {
	book := must.Get(DefaultBook(game.Chess))(t)
	if len(book.Openings) != 1000 {
		t.Errorf("openings are %d", len(book.Openings))
	}
	seen := make(map[uint64]bool)
	for i := range book.Openings {
		p, _ := game.ToChess(book.Openings[i].Start)
		if seen[p.Key()] || p.Side() != chess.White || p.InCheck() || p.Occupied().Count() < 28 {
			t.Errorf("opening %d is %s", i+1, p.FEN())
		}
		seen[p.Key()] = true
	}
}

// TestGenerateOpenings makes a few openings, one of them twice, and holds that they are level.
func TestGenerateOpenings(t *testing.T) {
	make := func(count int) (all []string) {
		e := must.Get(own(t, "x", "nodes=1").Open(0))(t)
		err := GenerateOpenings(t.Context(), e, 5, count, func(p game.Position) error {
			all = append(all, p.EPD())
			if err := e.Reset(t.Context()); err != nil {
				return err
			}
			r, err := e.Search(t.Context(), engine.Task{Start: p, Limits: engine.Limits{Nodes: levelNodes}}, nil)
			if r.Score > levelWithin || r.Score < -levelWithin {
				t.Errorf("%s has score %s", p.EPD(), r.Score)
			}
			return err
		})
		must.Do(t, err)
		return all
	}
	if a, b := make(2), make(1); len(a) != 2 || a[0] == a[1] || len(b) != 1 || a[0] != b[0] {
		t.Errorf("openings are %v and %v", a, b)
	}
}

// TestRandomPlies holds that rounds differ, depend on the seed alone, and keep the
// opening before them.
func TestRandomPlies(t *testing.T) {
	for _, of := range []game.Game{game.Chess, game.Shogi} {
		s := Schedule{Players: 2, Rounds: 6, Book: startBook(of), Seed: 9, RandomPlies: 6}
		must.Do(t, s.prepare())
		seen := make(map[string]bool)
		for n := range 12 {
			g, err := s.planGame(n)
			again, _ := s.planGame(n)
			if err != nil || len(g.Book) != 6 || game.JoinMoves(g.Book) != game.JoinMoves(again.Book) {
				t.Fatalf("%s, game %d: %v, %v", of, n, g, err)
			}
			seen[game.JoinMoves(g.Book)] = true
			p := of.Start()
			for _, m := range g.Book {
				if !p.IsLegal(m) {
					t.Fatalf("%s, game %d: %s is not legal", of, n, m)
				}
				p = p.After(m)
			}
		}
		if len(seen) != 6 {
			t.Errorf("%s: %d openings for 6 rounds", of, len(seen))
		}
	}
	last := Schedule{Players: 2, Rounds: 1, Book: fromFEN(t, "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1"), RandomPlies: 40}
	must.Do(t, last.prepare())
}

// TestScaled: all times of a control are multiplied, and nothing else.
func TestScaled(t *testing.T) {
	for text, want := range map[string]string{
		"tc=8+0.08": "tc=12+0.12", "tc=40/60+0.5": "tc=40/90+0.75", "tc=300b10": "tc=450b15", "nodes=20000": "nodes=20000",
		"movetime=1ms": "movetime=2ms", "depth=8,tc=1": "tc=1.5,depth=8",
	} {
		c := must.Get(ParseControl(text))(t)
		if got := c.Scale(1.5).String(); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
	c := must.Get(ParseControl("tc=1+0.001"))(t)
	if got := c.Scale(0.25).String(); got != "tc=0.25+0.001" {
		t.Errorf("got %s", got)
	}
}
