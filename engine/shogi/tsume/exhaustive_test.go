package tsume

import (
	"context"
	"slices"
	"testing"

	"github.com/zugwatch/zugwatch/engine/random"
	"github.com/zugwatch/zugwatch/engine/shogi"
)

// matesByAny is mates with every move of the attacker.
func matesByAny(p *shogi.Position, plies int) bool {
	if plies <= 0 {
		return false
	}
	for _, next := range p.Successors() {
		if (plies > 1 || next.InCheck()) && isMatedByAny(&next, plies-1) {
			return true
		}
	}
	return false
}

func isMatedByAny(p *shogi.Position, plies int) bool {
	for _, next := range p.Successors() {
		if !matesByAny(&next, plies-1) {
			return false
		}
	}
	return true
}

// firstMoves returns the shortest mate within most plies by trying everything in the plainest way,
// with the first moves that do.
func firstMoves(p *shogi.Position, moves Moves, most int) (plies int, first []shogi.Move) {
	for plies := 1; plies <= most; plies += 2 {
		for m, next := range p.Successors() {
			mated := next.InCheck() && isMated(&next, plies-1)
			if moves == EveryMove {
				mated = (plies > 1 || next.InCheck()) && isMatedByAny(&next, plies-1)
			}
			if mated {
				first = append(first, m)
			}
		}
		if len(first) > 0 {
			slices.Sort(first)
			return plies, first
		}
	}
	return 0, nil
}

// TestExhaustive compares the shortest mates and their first moves with a plain search: by checks within five plies,
// and by every move within three. It does so again after two plies of the line of each.
func TestExhaustive(t *testing.T) {
	seed := random.New(6, 0)
	searches := [2]*Exhaustive{NewExhaustive(ChecksAlone), NewExhaustive(EveryMove)}
	most := [2]int{ChecksAlone: 5, EveryMove: 3}
	lengths := [2]map[int]int{{}, {}}
	quiet := 0
	ask := func(e *Exhaustive, p shogi.Position) (plies int) {
		plies, first := firstMoves(&p, e.moves, most[e.moves])
		n, got, ok := e.Shortest(t.Context(), p, most[e.moves], 1<<40)
		if !ok || n != plies || !slices.Equal(got, first) {
			t.Errorf("%s: mate in %d plies by %v, want %d by %v", p.SFEN(), n, got, plies, first)
		}
		return plies
	}
	for range 700 {
		p, err := shogi.ParseSFEN(attacks(seed))
		if err != nil || p.CountLegal() > 150 {
			continue
		}
		for moves, e := range searches {
			plies := ask(e, p)
			lengths[moves][plies]++
			if plies == 0 {
				continue
			}
			line := e.Line(t.Context(), p, plies)
			if len(line) != plies {
				t.Fatalf("%s: line %v of a mate in %d plies", p.SFEN(), line, plies)
			}
			if plies > 1 {
				next := p.After(line[0])
				ask(e, next.After(line[1]))
			}
			if next := p.After(line[0]); moves == int(ChecksAlone) {
				checkMate(t, p, line)
			} else if !next.InCheck() {
				quiet++
			}
		}
	}
	if lengths[ChecksAlone][3] < 5 || lengths[ChecksAlone][5] < 1 || lengths[EveryMove][3] < 5 || quiet < 1 {
		t.Errorf("shortest mates by plies: %v, %d begin without a check", lengths, quiet)
	}
}

// TestExhaustiveTable checks the use of the table: a long mate takes few nodes, and along its line a filled and an
// empty table give the same lengths.
func TestExhaustiveTable(t *testing.T) {
	const long, enough = 13, 6000
	p := position(t, "l3k1g1l/3sgs3/2pp1p1+Sp/1r7/p2PpB1P1/2P3P2/PP+n1PP2P/4KGR2/+b4G2L w 3N2Pslp 86")
	e := NewExhaustive(ChecksAlone)
	if n, first, ok := e.Shortest(t.Context(), p, long, enough); !ok || n != long {
		t.Errorf("with %d nodes: mate in %d plies by %v", enough, n, first)
	}
	line := e.Line(t.Context(), p, long)
	checkMate(t, p, line)
	for i := 0; i < len(line); i += 2 {
		for _, from := range []*Exhaustive{e, NewExhaustive(ChecksAlone)} {
			if n, _, ok := from.Shortest(t.Context(), p, long, 1<<40); !ok || n != long-i {
				t.Errorf("mate in %d plies after %d of the line, want %d", n, i, long-i)
			}
		}
		if i+1 < len(line) {
			next := p.After(line[i])
			p = next.After(line[i+1])
		}
	}
}

// TestExhaustiveNodes holds that a search ended by its nodes or its context says so and learns nothing
// wrong.
func TestExhaustiveNodes(t *testing.T) {
	p := position(t, "l3k1g1l/3sgs3/2pp1p1+Sp/1r7/p2PpB1P1/2P3P2/PP+n1PP2P/4KGR2/+b4G2L w 3N2Pslp 86")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, ok := NewExhaustive(EveryMove).Shortest(ctx, p, 13, 1<<40); ok {
		t.Error("a done context ends nothing")
	}
	for nodes := uint64(3000); nodes < 5400; nodes += 800 {
		e := NewExhaustive(ChecksAlone)
		if n, first, ok := e.Shortest(t.Context(), p, 13, nodes); ok || n != 0 || first != nil {
			t.Errorf("with %d nodes: %d by %v", nodes, n, first)
		}
		if n, first, ok := e.Shortest(t.Context(), p, 13, 1<<40); !ok || n != 13 || len(first) != 1 {
			t.Errorf("after %d nodes: mate in %d plies by %v", nodes, n, first)
		}
	}
}
