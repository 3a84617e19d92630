package tablebase

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestBoardMoves holds the moves of boards against those of the rules, by the
// positions that they lead to, and the steps back against the moves.
func TestBoardMoves(t *testing.T) {
	times := 10
	if must.Slow() {
		times = 100
	}
	random := rand.New(rand.NewPCG(6, 3))
	for _, e := range Closure(ending(t, "KPKP"), ending(t, "KPPK")) {
		t.Run(e.String(), func(t *testing.T) {
			l := newLayout(e)
			for tried := 0; tried < times; {
				side, at := l.position(random.IntN(l.size()))
				b := board{layout: l, side: side, at: at, passant: chess.NoSquare}
				if b.isLegal() {
					tried++
					checkMoves(t, &b, l.chessPosition(side, &at, false), 2)
				}
			}
		})
	}
}

// checkMoves compares the moves of a board and a position to a depth.
func checkMoves(t *testing.T, b *board, p chess.Position, depth int) {
	t.Helper()
	want := make(map[string]chess.Position)
	for _, next := range p.Successors() {
		want[placed(&next)] = next
	}
	var m moves
	b.legal(&m)
	var got []string
	for i := range m.all() {
		next := &m.list[i]
		text := placedAfter(b, next)
		got = append(got, text)
		after := board{layout: b.layout, side: b.side.Other(), at: next.at, passant: next.passant}
		if !next.isQuiet() {
			continue
		}
		if has := want[text]; b.opensPassant(next) != has.HasEnPassant() {
			t.Fatalf("%s after %s: opens a capture en passant: %t", text, p.EPD(), b.opensPassant(next))
		}
		if !steppedFrom(&after, b.at) {
			t.Fatalf("no step back leads from %s to %s", text, p.EPD())
		}
		if depth > 1 {
			checkMoves(t, &after, want[text], depth-1)
		}
	}
	slices.Sort(got)
	if len(slices.Compact(slices.Clone(got))) != len(want) || len(got) != len(want) {
		t.Fatalf("%s has %d moves, want %d", p.EPD(), len(got), len(want))
	}
	for _, text := range got {
		if _, ok := want[text]; !ok {
			t.Fatalf("%s: no move leads to %s", p.EPD(), text)
		}
	}
}

// steppedFrom reports whether a step back from b leads to pieces on the squares.
func steppedFrom(b *board, at squares) (found bool) {
	b.eachRetraction(func(from *squares) { found = found || *from == at })
	return found
}

// placed returns the placement of a position.
func placed(p *chess.Position) string {
	text, _, _ := strings.Cut(p.EPD(), " ")
	return text
}

// placedAfter returns the placement after a move of a board.
func placedAfter(b *board, m *move) string {
	var pieces []chess.Piece
	for i := range b.n {
		if m.victim == 0 || int(m.victim) != i {
			now := b.pieces[i]
			if i == int(m.mover) {
				now.kind = kindAfter(now.kind, m)
			}
			pieces = append(pieces, chess.Piece{Color: now.color, Kind: now.kind, Square: m.at[i]})
		}
	}
	p, err := chess.Setup(b.side.Other(), pieces)
	if err != nil {
		return err.Error()
	}
	return placed(&p)
}
