package eval

import "testing"

// TestEndings checks bounds on White's advantage in endings that material alone misjudges.
func TestEndings(t *testing.T) {
	e := New()
	for _, c := range []struct {
		name, fen   string
		least, most int32
	}{
		{"two knights", "8/8/4k3/8/8/3NN3/4K3/8 w - - 0 1", 0, 30},
		{"a bishop more without pawns", "8/8/4k3/8/8/3RB3/4K3/7r w - - 0 1", 0, 150},
		{"rook against bishop", "8/8/4k3/4b3/8/3R4/4K3/8 w - - 0 1", 0, 25},
		{"bishop and knight", "8/8/4k3/8/8/3BN3/4K3/8 w - - 0 1", 300, 2000},
		{"two bishops", "8/8/4k3/8/8/3BB3/4K3/8 w - - 0 1", 300, 2000},
		{"two bishops of one color", "8/8/4k3/8/8/2B1B3/4K3/8 w - - 0 1", -30, 900},
		{"the wrong bishop", "1k6/8/8/P7/8/4B3/4K3/8 w - - 0 1", 0, 0},
		{"the right bishop", "1k6/8/8/P7/8/3B4/4K3/8 w - - 0 1", 200, 2000},
		{"the wrong bishop, the king too far", "8/8/6k1/P7/8/4B3/4K3/8 w - - 0 1", 200, 2000},
		{"rook's pawns and a king in the corner", "k7/8/8/P7/P7/8/4K3/8 w - - 0 1", 0, 0},
		{"an unstoppable pawn", "8/7p/8/P6k/8/8/1P5K/8 w - - 0 1", 250, 3000},
		{"a pawn that is caught", "8/7p/2k5/P7/8/8/1P5K/8 w - - 0 1", -100, 250},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := position(t, c.fen)
			if value := e.Evaluate(&p); value < c.least || value > c.most {
				t.Errorf("%s: %d, want %d to %d", c.fen, value, c.least, c.most)
			}
		})
	}
}

// TestOppositeBishops holds that opposite bishops are nearer to a draw than
// bishops of one color.
func TestOppositeBishops(t *testing.T) {
	e := New()
	same := position(t, "8/4k1p1/4b3/8/8/3B2PP/4K3/8 w - - 0 1")
	opposite := position(t, "8/4k1p1/5b2/8/8/3B2PP/4K3/8 w - - 0 1")
	if a, b := e.Evaluate(&same), e.Evaluate(&opposite); b >= a || b < 0 {
		t.Errorf("%d with bishops of one color, %d of opposite ones", a, b)
	}
}
