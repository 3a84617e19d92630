package tablebase

import (
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/must"
)

// cheap is the set of some endings that are built in a second.
var cheap = sync.OnceValues(func() (*Set, error) { return openAll("KPK", "KRKN") })

// every is the set of all endings.
var every = sync.OnceValues(func() (*Set, error) { return openAll("KPKP", "KPPK") })

func openAll(names ...string) (*Set, error) {
	endings, err := ParseEndings(names)
	if err != nil {
		return nil, err
	}
	return Open(background, Options{Workers: 2}, endings...)
}

// allTables returns the set that the test may use: all endings when slow checks
// were asked for.
func allTables(t testing.TB) *Set {
	t.Helper()
	open := cheap
	if must.Slow() {
		open = every
	}
	return must.Get(open())(t)
}

// TestOracle compares values with those of the legal moves, for a sample of the positions of three and four pieces.
// ZUGWATCH_SLOW compares every position of three.
func TestOracle(t *testing.T) {
	s := allTables(t)
	for e := range s.tables {
		t.Run(e.String(), func(t *testing.T) { checkOracle(t, s, e) })
	}
}

func checkOracle(t *testing.T, s *Set, e Ending) {
	t.Helper()
	step := 7
	switch four := e.Pieces() == MaxPieces; {
	case four && must.Slow():
		step = 97
	case four:
		step = 397
	case must.Slow():
		step = 1
	}
	checked := 0
	for i := 0; i < s.Size(e); i += step {
		if p, v, ok := s.At(e, i); ok {
			checkValue(t, s, &p, v)
			checked++
		}
	}
	if checked < s.Size(e)/step/5 {
		t.Errorf("only %d positions checked", checked)
	}
}

// TestPawns builds an ending of four pieces with pawns, two of them alike. It replaces the tables of promotions,
// which take minutes, by a simple rule: a queen or rook in addition to the pawn wins at once, other pieces draw. The
// values must be those of the moves under that rule. Promotion still wins here and there, so the mutual zugzwangs are
// those of the true tables.
func TestPawns(t *testing.T) {
	must.SkipUnlessSlow(t, "takes seconds")
	s := must.Get(openAll("KPK"))(t)
	e := ending(t, "KPPK")
	for _, part := range e.parts() {
		if s.Has(part) {
			continue
		}
		stood := &table{layout: newLayout(part)}
		stood.codes = make([]code, stood.size())
		for i := range stood.codes {
			if part.counts[0][chess.Queen]+part.counts[0][chess.Rook] > 0 {
				stood.codes[i] = [2]code{Value{Win, 19}.code(), Value{Loss, 20}.code()}[i/stood.half]
			}
		}
		s.tables[part] = stood
	}
	l := newLayout(e)
	s.tables[e] = must.Get(build(background, l, s.tables, make([]cell, l.size()), 2))(t)
	checkOracle(t, s, e)
	zugzwangs, err := s.Zugzwangs(background, e)
	if err != nil || len(zugzwangs) != 43 { // as in published
		t.Errorf("%d mutual zugzwangs, %v, want 43", len(zugzwangs), err)
	}
	for i := range zugzwangs {
		checkZugzwang(t, s, &zugzwangs[i])
	}
}

// checkValue holds a position's value against Probe and its legal moves.
func checkValue(t *testing.T, s *Set, p *chess.Position, v Value) {
	t.Helper()
	if got, ok := s.Probe(p); !ok || got != v {
		t.Fatalf("%s is %s, probed %s, %t", p.EPD(), v, got, ok)
	}
	if want := minimax(t, s, p); v != want {
		t.Fatalf("%s is %s, its moves say %s", p.EPD(), v, want)
	}
}

// minimax returns the value of a position from its legal moves.
func minimax(t testing.TB, s *Set, p *chess.Position) Value {
	t.Helper()
	if p.CountLegal() == 0 && !p.InCheck() {
		return Value{}
	}
	best := Value{Outcome: Loss}
	for m, next := range p.Successors() {
		v, ok := s.Probe(&next)
		if !ok {
			t.Fatalf("%s after %s is not known", next.EPD(), m)
		}
		if v = v.ValueBefore(); v.IsBetterThan(best) {
			best = v
		}
	}
	return best
}

// TestPassantOracle checks the values of positions whose double step allows a capture en passant, and of those after
// the step, against their moves.
func TestPassantOracle(t *testing.T) {
	must.SkipUnlessSlow(t, "takes a minute")
	s := allTables(t)
	e := ending(t, "KPKP")
	steps, forced, decisive := 0, 0, 0
	for i := range s.Size(e) {
		side, at := s.tables[e].position(i)
		if pawn := at[2+side]; pawn.Relative(side).Rank() != 1 {
			continue
		}
		p, v, ok := s.At(e, i)
		if !ok {
			continue
		}
		for _, next := range p.Successors() {
			if !next.HasEnPassant() {
				continue
			}
			steps++
			checkValue(t, s, &p, v)
			with := minimax(t, s, &next)
			if got, ok := s.Probe(&next); !ok || got != with {
				t.Fatalf("%s is %s, %t, its moves say %s", next.EPD(), got, ok, with)
			}
			if without := valueOf(s.tables[e].codes[index(t, s, &next)]); without.Outcome != with.Outcome {
				decisive++
			}
			if next.CountLegal() == 1 {
				forced++
			}
		}
	}
	t.Logf("%d double steps allow a capture en passant; it is the only move after %d and changes the outcome after %d", steps, forced, decisive)
	if steps < 10000 || decisive < 100 {
		t.Error("there are too few of them")
	}
}

func index(t *testing.T, s *Set, p *chess.Position) int {
	t.Helper()
	i, ok := s.Index(p)
	if !ok {
		t.Fatalf("%s has no index", p.EPD())
	}
	return i
}

// TestMates holds the distances against a search that knows the rules and
// nothing else, on random positions.
func TestMates(t *testing.T) {
	s := allTables(t)
	random := rand.New(rand.NewPCG(6, 1))
	endings := Closure(ending(t, "KPK"), ending(t, "KRKN"))
	if must.Slow() {
		endings = append(endings, ending(t, "KRKB"))
	}
	for _, e := range endings {
		t.Run(e.String(), func(t *testing.T) {
			plies, times := 4, 40
			if e.Pieces() == MaxPieces {
				plies, times = 3, 100
			}
			for tried := 0; tried < times; {
				p, v, ok := s.At(e, random.IntN(s.Size(e)))
				if !ok || v.Outcome != Draw && v.Plies > plies && random.IntN(8) > 0 {
					continue
				}
				tried++
				got := mateWithin(&p, plies)
				if want := v.Outcome != Draw && v.Plies <= plies; got != (Value{}) != want || want && got != v {
					t.Fatalf("%s is %s, the search finds %s", p.EPD(), v, got)
				}
			}
		})
	}
}

// mateWithin searches for a forced mate of either side in at most plies. It is
// a draw when there is none.
func mateWithin(p *chess.Position, plies int) Value {
	moves := p.CountLegal()
	if moves == 0 && p.InCheck() {
		return Value{Outcome: Loss}
	}
	if moves == 0 || plies == 0 {
		return Value{}
	}
	best := Value{Outcome: Loss, Plies: -1}
	for _, next := range p.Successors() {
		v := mateWithin(&next, plies-1).ValueBefore()
		switch {
		case best.Plies < 0, v.Outcome > best.Outcome:
			best = v
		case v.Outcome < best.Outcome:
		case v.Outcome == Win && v.Plies < best.Plies, v.Outcome == Loss && v.Plies > best.Plies:
			best = v
		}
	}
	return best
}

// TestSymmetry: mirrored boards and exchanged colors do not change a value.
func TestSymmetry(t *testing.T) {
	s := allTables(t)
	random := rand.New(rand.NewPCG(6, 2))
	for e := range s.tables {
		t.Run(e.String(), func(t *testing.T) {
			for range 1000 {
				i := random.IntN(s.Size(e))
				want, v, ok := s.At(e, i)
				if !ok {
					continue
				}
				l := newLayout(e)
				side, at := l.position(i)
				turn := random.IntN(8)
				if e.pawns() > 0 {
					turn &= mirrorFiles
				}
				for j := range l.n {
					at[j] = turns[turn][at[j]]
				}
				b := board{layout: l, side: side, at: at}
				for _, p := range []chess.Position{l.chessPosition(side, &at, false), b.chessPosition(b.side, &b.at, true)} {
					got, ok := s.Probe(&p)
					if n := index(t, s, &p); !ok || got != v || n != i && !e.IsEven() {
						t.Fatalf("%s is %s with index %d, but %s is %s with index %d", p.EPD(), got, n, want.EPD(), v, i)
					}
				}
			}
		})
	}
}

// FuzzProbe checks that the value of every answered position follows from its moves.
func FuzzProbe(f *testing.F) {
	start := chess.Start()
	for _, fen := range []string{
		"8/8/8/8/8/3k4/3P4/3K4 w - -", "8/8/8/8/3n4/3k4/3R4/3K4 b - -", "4k3/8/8/8/8/8/8/4K2R w K -",
		"8/8/8/8/4k3/8/4p3/4K3 b - - 40 90", "8/8/8/3k4/2pP4/8/8/3K4 b - d3", start.FEN(),
	} {
		f.Add(fen)
	}
	f.Fuzz(func(t *testing.T, fen string) {
		p, err := chess.ParseFEN(fen)
		if err != nil {
			return
		}
		s := allTables(t)
		if v, ok := s.Probe(&p); ok {
			if want := minimax(t, s, &p); v != want {
				t.Errorf("%s is %s, its moves say %s", fen, v, want)
			}
		}
	})
}
