package shogi

import (
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
)

// TestExchange holds exchanges that can be worked out by hand.
func TestExchange(t *testing.T) {
	for _, c := range []struct {
		name, sfen, move string
		want             int
	}{
		{"a pawn for nothing", "4k4/9/9/4p4/4P4/9/9/9/4K4 b - 1", "5e5d", 215},
		{"pawn takes pawn and is taken back", "4k4/9/4g4/4p4/4P4/9/9/9/4K4 b - 1", "5e5d", 0},
		{"rook takes a defended pawn", "4k4/9/4g4/4p4/9/9/9/4R4/4K4 b - 1", "5h5d", 215 - 1780},
		{"a rook behind a rook does not help", "4k4/9/4g4/4p4/9/9/4R4/4R4/4K4 b - 1", "5g5d", 215 - 1780 + 1100},
		{"the king may not take what is defended", "9/4k4/4p4/9/9/9/9/4R4/4K3L b G 1", "5h5c", 215 - 1780},
		{"the king may not take what two attack", "9/4k4/4p4/9/9/9/4L4/4R4/4K4 b - 1", "5g5c", 215},
		{"a promotion", "4k4/9/9/P8/9/9/9/9/4K4 b - 1", "9d9c+", 440},
		{"a drop en prise", "4k4/9/4g4/9/9/9/9/9/4K4 b S 1", "S*5d", -950},
		{"a tokin costs its owner much", "4k4/9/4+p4/9/9/9/9/4R4/4K4 b - 1", "5h5c", 655},
	} {
		p := mustParse(t, c.sfen)
		if got := p.SEE(must.Get(p.ParseMove(c.move))(t)); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}

// TestSEEAtLeast compares it with its plain form at the edge.
func TestSEEAtLeast(t *testing.T) {
	randomGames(t, 22, 1, func(p *Position, m Move) {
		if m == NoMove {
			return
		}
		value := p.SEE(m)
		if !p.SEEAtLeast(m, value) || p.SEEAtLeast(m, value+1) {
			t.Fatalf("%s %s: exchange %d, at least that %t, more %t", p.SFEN(), m, value,
				p.SEEAtLeast(m, value), p.SEEAtLeast(m, value+1))
		}
	})
}
