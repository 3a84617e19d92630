package rules

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/tablebase"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites"
	"github.com/zugwatch/zugwatch/suites/mates"
)

var tables = sync.OnceValues(func() (*tablebase.Set, error) {
	return tablebase.Open(context.Background(), tablebase.Options{Workers: 2}, Endings()...)
})

func set(t *testing.T) *tablebase.Set {
	t.Helper()
	return must.Get(tables())(t)
}

// embedded returns the suite that the default options make, and its file.
func embedded(t *testing.T, name string) (*suites.Suite, string) {
	t.Helper()
	suite := must.Get(suites.Open(name))(t)
	var text bytes.Buffer
	must.Do(t, suites.Export(&text, name))
	return suite, text.String()
}

// made is an embedded suite with what makes it.
type made struct {
	name     string
	rules    []rule
	rare     []string // rules whose positions take seconds to draw
	proofs   func(t *testing.T) generator
	generate func(t *testing.T, o Options) ([]epd.Record, error)
	write    func(w io.Writer, o Options, records []epd.Record) error
}

var (
	ofChess = made{
		"rules", all,
		[]string{"en-passant-pinned", "en-passant-refutes", "knight-mates", "repetition-check", "perpetual-check", "stalemate-saves", "queen-stalemates"},
		func(t *testing.T) generator { return generator{solver: solver{set: set(t)}, prover: mates.NewProver()} },
		func(t *testing.T, o Options) ([]epd.Record, error) { return Generate(t.Context(), set(t), o) }, Write,
	}
	ofShogi = made{
		"shogi-rules", allShogi,
		[]string{"pawn-drop-saves", "promotion-declined"},
		func(*testing.T) generator { return generator{} },
		func(t *testing.T, o Options) ([]epd.Record, error) { return GenerateShogi(t.Context(), o) }, WriteShogi,
	}
)

// TestEmbedded checks that the default options give the embedded suites, byte for byte. Without ZUGWATCH_SLOW it
// checks the first positions of the rules that are quick to draw.
func TestEmbedded(t *testing.T) {
	for _, m := range []made{ofChess, ofShogi} {
		_, want := embedded(t, m.name)
		if must.Slow() {
			records := must.Get(m.generate(t, Defaults()))(t)
			var got strings.Builder
			must.Do(t, m.write(&got, Defaults(), records))
			if got.String() != want {
				t.Errorf("%s is not what is generated now", m.name)
			}
			continue
		}
		proofs := m.proofs(t)
		for i, r := range m.rules {
			if slices.Contains(m.rare, r.name) {
				continue
			}
			g := proofs
			g.random = rand.New(rand.NewPCG(Defaults().Seed, uint64(i)))
			records := must.Get(g.records(t.Context(), r, 2))(t)
			for j := range records {
				if line := records[j].String() + "\n"; !strings.Contains(want, line) {
					t.Errorf("not in %s: %s", m.name, line)
				}
			}
		}
	}
}

// TestCounts: each rule has as many positions as the options say, and nothing else is in the suite.
func TestCounts(t *testing.T) {
	for _, m := range []made{ofChess, ofShogi} {
		suite, _ := embedded(t, m.name)
		counts := make(map[string]int)
		for i := range suite.Records {
			name, _, _ := strings.Cut(suite.Records[i].ID, ".")
			counts[name]++
		}
		for _, r := range m.rules {
			if counts[r.name] != Defaults().Count {
				t.Errorf("%s: %s has %d positions", m.name, r.name, counts[r.name])
			}
		}
		if len(counts) != len(m.rules) {
			t.Errorf("%s has %d rules, want %d", m.name, len(counts), len(m.rules))
		}
	}
}

// TestProofs holds each record of the embedded suite against a plain search of the game that leads to it: repetitions are
// counted in the list of all positions, and mates searched without a table.
func TestProofs(t *testing.T) {
	suite, _ := embedded(t, "rules")
	for i := range suite.Records {
		if fault := disproof(set(t), &suite.Records[i]); fault != "" {
			t.Errorf("%s: %s", suite.Records[i].Text, fault)
		}
	}
}

// disproof returns the wrong claim of a record, empty if there is none.
func disproof(set *tablebase.Set, r *epd.Record) string {
	line := []game.Position{r.Position}
	if r.Start != nil {
		line = []game.Position{r.Start}
		for _, m := range r.Moves {
			line = append(line, line[len(line)-1].After(m))
		}
	}
	at := line[len(line)-1]
	if at.EPD() != r.Position.EPD() {
		return "its history leads elsewhere"
	}
	if r.HasMate {
		return wrongMate(at, r)
	}
	if r.Result == epd.Draw && r.Depth <= 3 {
		low, high := -1, -1 // a table knows nothing of the game before
		for _, m := range at.LegalMoves() {
			l, h := value(set, append(slices.Clone(line), at.After(m)), r.Depth)
			low, high = max(low, -h), max(high, -l)
		}
		if low > 0 || high < 0 {
			return "it is no draw"
		}
	}
	for _, m := range r.Avoid {
		if low, _ := value(set, append(slices.Clone(line), at.After(m)), 0); low < 0 && r.Result == epd.Win {
			return "a move to avoid does not end the game"
		}
	}
	return ""
}

// avoider wins an ending of a table without a position that the game has visited: each would be a draw if it occurred twice
// before. The distance to mate falls with every move, so that no position of its own play comes twice.
type avoider struct {
	set     *tablebase.Set
	visited map[string]bool
	known   map[string]bool
}

// wins reports whether the side to move wins so.
func (a *avoider) wins(p game.Position) bool {
	if won, found := a.known[p.EPD()]; found {
		return won
	}
	now := a.value(p)
	won := now.Outcome == tablebase.Win && slices.ContainsFunc(p.LegalMoves(), func(m game.Move) bool {
		next := p.After(m)
		then := a.value(next)
		return then.Outcome == tablebase.Loss && then.Plies < now.Plies && a.keeps(next)
	})
	a.known[p.EPD()] = won
	return won
}

// keeps reports whether the side that has just moved wins against every reply.
func (a *avoider) keeps(p game.Position) bool {
	if a.visited[p.EPD()] || p.CountLegal() == 0 && !p.InCheck() {
		return false
	}
	return !slices.ContainsFunc(p.LegalMoves(), func(m game.Move) bool {
		next := p.After(m)
		return a.visited[next.EPD()] || !a.wins(next)
	})
}

func (a *avoider) value(p game.Position) tablebase.Value {
	c, _ := game.ToChess(p)
	v, _ := a.set.Probe(&c)
	return v
}

// TestRepetitionProofs checks the wins that a repetition spoils and the losses that it prevents. They must hold
// without returning to any position of the game before, which the tables do not know.
func TestRepetitionProofs(t *testing.T) {
	suite, _ := embedded(t, "rules")
	for i := range suite.Records {
		r := &suite.Records[i]
		spoils := strings.HasPrefix(r.ID, "repetition-spoils.")
		if !spoils && !strings.HasPrefix(r.ID, "repetition-saves.") {
			continue
		}
		a := &avoider{set: set(t), visited: map[string]bool{r.Start.EPD(): true}, known: make(map[string]bool)}
		at := r.Start
		for _, m := range r.Moves {
			at = at.After(m)
			a.visited[at.EPD()] = true
		}
		won := 0
		for _, m := range at.LegalMoves() {
			switch next := at.After(m); {
			case slices.Contains(r.Avoid, m) || slices.Contains(r.Best, m): // it repeats
			case spoils && a.keeps(next):
				won++
			case !spoils && (a.visited[next.EPD()] || !a.wins(next)):
				t.Errorf("%s does not lose by %s", r.ID, at.Notation(m))
			}
		}
		if spoils && won == 0 {
			t.Errorf("%s is not won without the repetition", r.ID)
		}
	}
}

// wrongMate returns the fault of dm and bm, empty if there is none.
func wrongMate(p game.Position, r *epd.Record) string {
	if r.MateIn < 0 {
		if !isMated(p, -r.MateIn) {
			return "it is not mated"
		}
		return ""
	}
	for _, m := range p.LegalMoves() {
		found := isMated(p.After(m), r.MateIn-1)
		if found != slices.Contains(r.Best, m) && r.MateIn < 3 {
			return "bm is not every move that mates"
		}
		if slices.Contains(r.Avoid, m) && p.After(m).CountLegal() > 0 {
			return "a move to avoid is no stalemate"
		}
	}
	return ""
}

// isMated reports whether the side to move is mated within so many moves of the opponent.
func isMated(p game.Position, moves int) bool {
	legal := p.LegalMoves()
	if len(legal) == 0 {
		return p.InCheck()
	}
	if moves == 0 {
		return false
	}
	for _, m := range legal {
		next := p.After(m)
		if !slices.ContainsFunc(next.LegalMoves(), func(m game.Move) bool { return isMated(next.After(m), moves-1) }) {
			return false
		}
	}
	return true
}

// value returns bounds on the value of the last position of a line for the side to move: -1, 0 or 1.
func value(set *tablebase.Set, line []game.Position, depth int) (low, high int) {
	at := line[len(line)-1]
	legal := at.LegalMoves()
	if len(legal) == 0 && at.InCheck() {
		return -1, -1
	}
	times := 0
	for _, p := range line {
		if p.EPD() == at.EPD() {
			times++
		}
	}
	c, _ := game.ToChess(at)
	if len(legal) == 0 || times > 2 || c.Halfmove() >= 100 || at.IsInsufficient() {
		return 0, 0
	}
	if v, known := set.Probe(&c); known && c.Halfmove()+v.Plies <= 100 {
		return int(v.Outcome), int(v.Outcome)
	}
	if depth == 0 {
		return -1, 1
	}
	low, high = -1, -1
	for _, m := range legal {
		l, h := value(set, append(line[:len(line):len(line)], at.After(m)), depth-1)
		low, high = max(low, -h), max(high, -l)
	}
	return low, high
}

// TestBadCount: a count out of range is refused.
func TestBadCount(t *testing.T) {
	for _, m := range []made{ofChess, ofShogi} {
		for _, count := range []int{0, MaxCount + 1} {
			if _, err := m.generate(t, Options{Count: count}); err == nil || !strings.Contains(err.Error(), "expected a number from 1 to 99") {
				t.Errorf("%s: count %d: %v", m.name, count, err)
			}
		}
	}
}

// TestBest checks that proven moves are best, and that there is no best move without a proof.
func TestBest(t *testing.T) {
	for fen, want := range map[string]string{
		"4RK2/8/4n3/8/8/2k5/8/8 w - - 99 83": "Rxe6", // every other move is a draw
		"4RK2/8/4n3/8/8/2k5/8/8 w - - 90 83": "",     // other moves may win too
		"8/8/8/k7/2q5/8/8/K7 w - - 0 1":      "",     // all moves lose
	} {
		p := must.Get(chess.ParseFEN(fen))(t)
		s := solver{set: set(t)}
		s.begin(p)
		_, best := s.best(&p, 3)
		var got []string
		for _, m := range best {
			got = append(got, p.SAN(m))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v, want %s", fen, got, want)
		}
	}
}

// TestThirdOccurrence: a position is a draw when it occurs for the third time, and not for the second.
func TestThirdOccurrence(t *testing.T) {
	p := must.Get(chess.ParseFEN("8/8/8/8/8/2k5/7q/K7 b - - 0 1"))(t)
	for _, test := range []struct {
		moves string
		want  int
	}{{"h2h3 a1b1 h3h2 b1a1", win}, {"h2h3 a1b1 h3h2 b1a1 h2h3 a1b1 h3h2 b1a1", draw}} {
		s, at := solver{set: set(t)}, p
		var moves []chess.Move
		for word := range strings.FieldsSeq(test.moves) {
			m := must.Get(at.ParseMove(word))(t)
			moves, at = append(moves, m), at.After(m)
		}
		at = s.begin(p, moves...)
		if got := s.solve(&at, 2); !got.exact(test.want) {
			t.Errorf("after %s: %+v, want %d", test.moves, got, test.want)
		}
	}
}
