package eval

import (
	"testing"

	"github.com/zugwatch/zugwatch/engine/chess"
)

// TestKPKCounts holds the numbers of legal and won positions with White to move
// against the published ones of the tablebase: 163,328 legal, 76.5 % won, both
// with the pawn on any file.
func TestKPKCounts(t *testing.T) {
	legal, won := 0, 0
	for i := range kpkCount / 2 {
		if kpkAt(i).start() == kpkInvalid {
			continue
		}
		legal += 2
		if kpkWins()[i/64]>>(i%64)&1 != 0 {
			won += 2
		}
	}
	if legal != 163328 || 1000*won/legal != 764 && 1000*won/legal != 765 {
		t.Errorf("%d legal, %d won (%.2f %%)", legal, won, 100*float64(won)/float64(legal))
	}
}

// TestKPKMoves holds each position of the table against those its legal moves
// lead to, by the rules and not by the table's own moves.
func TestKPKMoves(t *testing.T) {
	wins := func(p *chess.Position) bool {
		switch {
		case isPawnAlone(p):
			return winsPawnAlone(p)
		case p.Kind(chess.Queen) != 0:
			// White wins unless the queen is lost at once or stalemates.
			var l chess.MoveList
			p.Legal(&l)
			for _, m := range l.Slice() {
				if m.IsCapture() {
					return false
				}
			}
			return l.Len() > 0 || p.InCheck()
		}
		return false
	}
	checked := 0
	for i := 0; i < kpkCount; i += 7 {
		k := kpkAt(i)
		if k.start() == kpkInvalid {
			continue
		}
		p, ok := k.position()
		if !ok {
			continue // Black to move in a check that no move can give
		}
		checked++
		want := k.black
		var l chess.MoveList
		p.Legal(&l)
		for _, m := range l.Slice() {
			var next chess.Position
			p.Play(m, &next)
			if wins(&next) != k.black {
				want = !k.black
			}
		}
		if l.Len() == 0 {
			want = false
		}
		if winsPawnAlone(&p) != want {
			t.Errorf("%s: won is %t, its moves say %t", p.FEN(), !want, want)
		}
	}
	if checked < 20000 {
		t.Errorf("only %d positions", checked)
	}
}

// position returns k on a board.
func (k kpk) position() (chess.Position, bool) {
	var rows [8][8]byte
	for i := range rows {
		rows[i] = [8]byte{'1', '1', '1', '1', '1', '1', '1', '1'}
	}
	for s, letter := range map[chess.Square]byte{k.king: 'K', k.enemy: 'k', k.pawn: 'P'} {
		rows[7-s.Rank()][s.File()] = letter
	}
	fen := ""
	for i, row := range rows {
		if i > 0 {
			fen += "/"
		}
		fen += string(row[:])
	}
	side := " w - - 0 1"
	if k.black {
		side = " b - - 0 1"
	}
	p, err := chess.ParseFEN(fen + side)
	return p, err == nil
}

// TestKPKEvaluation holds that the table speaks in the evaluation, for both
// colors.
func TestKPKEvaluation(t *testing.T) {
	e := New()
	for _, c := range []struct {
		name, fen string
		won       bool
	}{
		{"opposition", "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", true},
		{"no opposition", "8/8/4k3/8/4K3/4P3/8/8 w - - 0 1", false},
		{"a rook's pawn", "k7/8/1K6/P7/8/8/8/8 w - - 0 1", false},
		{"the square", "8/8/8/P7/8/8/8/4k2K w - - 0 1", true},
		{"black's pawn", "8/8/8/8/4p3/4k3/8/4K3 b - - 0 1", true},
		{"black's rook pawn", "8/8/8/8/p7/1k6/8/K7 b - - 0 1", false},
	} {
		p := position(t, c.fen)
		if value := e.Evaluate(&p); (value > 400) != c.won || (value == 0) == c.won {
			t.Errorf("%s: %d", c.name, value)
		}
	}
}
