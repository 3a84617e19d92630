package mates

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/tablebase"
)

// plainly returns the first moves by which the side to move of p mates in at most n moves. It uses only the rules.
func plainly(p *chess.Position, n int) (first []chess.Move) {
	for m, next := range p.Successors() {
		if mated(&next, n-1) {
			first = append(first, m)
		}
	}
	slices.Sort(first)
	return first
}

func mated(p *chess.Position, n int) bool {
	if p.CountLegal() == 0 {
		return p.InCheck()
	}
	if n == 0 {
		return false
	}
	for _, next := range p.Successors() {
		if len(plainly(&next, n)) == 0 {
			return false
		}
	}
	return true
}

// TestProverPlain: the prover says the same as an enumeration of all moves, of
// positions near the end of games.
func TestProverPlain(t *testing.T) {
	v := NewProver()
	found := make(map[int]int)
	for number := range uint64(60) {
		positions := playOut(rand.New(rand.NewPCG(7, number)))
		for i := max(0, len(positions)-5); i < len(positions); i++ {
			p := &positions[i]
			want, first := 0, []chess.Move(nil)
			for n := 1; n <= 2 && want == 0; n++ {
				if first = plainly(p, n); len(first) > 0 {
					want = n
				}
			}
			got, moves, ok := v.Mate(p, 2, 1<<40)
			if !ok || got != want || !slices.Equal(moves, first) {
				t.Errorf("%s: mate in %d by %v, %v, want %d by %v", p.FEN(), got, moves, ok, want, first)
			}
			found[got]++
			switch got, ok := v.Mated(p, 1, 1<<40); {
			case !ok || (got == 1) != (p.CountLegal() > 0 && mated(p, 1)):
				t.Errorf("%s: mated in %d, %v", p.FEN(), got, ok)
			case got == 1:
				found[-1]++
			}
		}
	}
	if found[1] < 40 || found[2] < 20 || found[-1] < 10 {
		t.Errorf("too few mates: %v", found)
	}
}

// TestProverTables: the prover says the same as the tables.
func TestProverTables(t *testing.T) {
	const most = 4
	v := NewProver()
	set := tables(t, "KQK", "KRK")
	found := make(map[int]int)
	for _, name := range []string{"KQK", "KRK"} {
		e := must.Get(tablebase.ParseEnding(name))(t)
		for i := 0; i < set.Size(e); i += 97 {
			p, value, ok := set.At(e, i)
			if !ok || value.Moves() > most || value.Plies == 0 {
				continue
			}
			want := value.Moves()
			if value.Outcome == tablebase.Loss {
				want = -want
			}
			got, first, ok := v.Mate(&p, most, 1<<40)
			if want < 0 {
				got, ok = v.Mated(&p, most, 1<<40)
				got = -got
			}
			if !ok || got != want || (want > 0) != (len(first) > 0) {
				t.Errorf("%s: %d by %v, %v, want %d", p.FEN(), got, first, ok, want)
			}
			found[got]++
		}
	}
	for n := 1; n <= most; n++ {
		if found[n] < 2 || n < most && found[-n] < 1 {
			t.Errorf("too few mates of length %d: %v", n, found)
		}
	}
}

// TestProverGivesUp: what takes too long is not answered, and costs no later answer.
func TestProverGivesUp(t *testing.T) {
	p := must.Get(chess.ParseFEN("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1"))(t)
	v := NewProver()
	for nodes := uint64(1); nodes < 1000; nodes *= 3 {
		if n, first, ok := v.Mate(&p, 2, nodes); ok && n == 0 {
			t.Fatalf("%d nodes: mate in %d by %v, %v", nodes, n, first, ok)
		}
	}
	if n, first, ok := v.Mate(&p, 2, 1<<40); !ok || n != 2 || len(first) != 1 || p.SAN(first[0]) != "Qg5+" && p.SAN(first[0]) != "Qh6+" {
		t.Errorf("mate in %d by %v, %v", n, first, ok)
	}
	if n, _, ok := v.Mate(&p, 1, 1<<40); !ok || n != 0 {
		t.Errorf("mate in %d, %v, want none in 1", n, ok)
	}
}
