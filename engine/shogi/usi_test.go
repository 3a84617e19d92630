package shogi

import (
	"errors"
	"testing"

	"github.com/zugwatch/zugwatch/engine/notation"
)

func TestParseMoveErrors(t *testing.T) {
	const few = "4k4/9/9/9/9/9/9/4P4/4K4 b G 1"
	for _, test := range []struct{ name, sfen, text, want string }{
		{"nothing", "4k4/4G4/4P4/9/9/9/9/9/9 w - 1", "", `move "" is not a move`},
		{"no move left", "4k4/4G4/4P4/9/9/9/9/9/9 w - 1", "5a5b", `move "5a5b" is not legal`},
		{"too short", few, "5h5", `move "5h5" is not a move (expected one of 5i4h, 5i4i, 5i6h, 5i6i, 5h5g, G*1a, G*1b, G*1c, G*1d, G*1e, G*1f, G*1g and 71 more)`},
		{"not the piece's move", few, "5h5f", `move "5h5f" is not legal (expected one of 5h5g)`},
		{"promotion outside of the camp", few, "5h5g+", `move "5h5g+" is not legal (expected one of 5h5g)`},
		{"onto the king's square", few, "5h5i", `move "5h5i" is not legal (expected one of 5h5g)`},
		{"not in hand", few, "S*5i", `move "S*5i" is not legal (expected one of 5i4h, 5i4i, 5i6h, 5i6i, 5h5g, G*1a, G*1b, G*1c, G*1d, G*1e, G*1f, G*1g and 71 more)`},
		{"another piece may go there", few, "4g5g", `move "4g5g" is not legal (expected one of 5h5g, G*5g)`},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := mustParse(t, test.sfen)
			m, err := p.ParseMove(test.text)
			var bad *notation.MoveError
			if m != NoMove || !errors.As(err, &bad) {
				t.Fatalf("%q is read as %s, error %v; want a *notation.MoveError", test.text, m, err)
			}
			if err.Error() != test.want {
				t.Errorf("%q: %v\nwant %s", test.text, err, test.want)
			}
		})
	}
	p := mustParse(t, few)
	for _, text := range []string{
		"5h5g ", " 5h5g", "5h5g=", "5h5g++", "5H5G", "0h5g", "5h5j", "5h", "P-5g", "g*5e", "G*5e+", "K*5e", ".*5e", "+G*5e",
		"G*", "G*5", "*5e7", "0000", "resign", "７六歩", "5h5g\n", "\x00\x01\x02\x03", "5h5\xff",
	} {
		m, err := p.ParseMove(text)
		var bad *notation.MoveError
		if m != NoMove || !errors.As(err, &bad) || bad.Why != "is not a move" || !isLine(err.Error()) {
			t.Errorf("%q is read as %s, %v", text, m, err)
		}
	}
}

// TestTextsOfMoves checks that moves survive writing and reading.
func TestTextsOfMoves(t *testing.T) {
	randomGames(t, 16, 1, func(p *Position, _ Move) {
		for _, m := range p.LegalMoves() {
			if again, err := p.ParseMove(m.String()); again != m || err != nil {
				t.Fatalf("%s: %s reads back as %s, %v", p.SFEN(), m, again, err)
			}
		}
	})
}
