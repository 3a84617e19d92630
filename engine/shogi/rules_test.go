package shogi

import (
	"slices"
	"strings"
	"testing"
)

// rules are positions with moves that a rule allows and moves that it forbids. The oracle decides about their other
// moves.
var rules = []struct{ name, sfen, legal, illegal string }{
	{"two pawns on a file", "4k4/9/9/9/9/9/4P4/9/4K4 b P 1", "P*4e P*6b 5g5f", "P*5e P*5b P*5h"},
	{"two pawns on a file, white", "4k4/9/4p4/9/9/9/9/9/4K4 w p 1", "P*4e P*6h", "P*5e P*5h P*5b"},
	{"a tokin is no pawn", "4k4/9/9/9/9/9/4+P4/9/4K4 b P 1", "P*5e P*5h", ""},
	{"the opponent's pawn does not count", "4k4/9/4p4/9/9/9/9/9/4K4 b P 1", "P*5e P*5g", ""},
	{"a lance is no pawn", "4k4/9/9/9/9/9/9/9/L3K4 b P 1", "P*9e", ""},

	{
		"drops that could never move", "4k4/9/9/9/9/9/9/9/4K4 b RBGSNLP 1",
		"P*1b L*1b N*1c S*1a G*1a B*1a R*1a P*1i L*1i N*1i", "P*1a L*1a N*1a N*1b",
	},
	{
		"drops that could never move, white", "4k4/9/9/9/9/9/9/9/4K4 w rbgsnlp 1",
		"P*9h L*9h N*9g S*9i G*9i B*9i R*9i P*9a L*9a N*9a", "P*9i L*9i N*9i N*9h",
	},
	{"drops onto pieces", "4k4/9/9/9/4p4/9/4P4/9/4K4 b G 1", "G*5f", "G*5e G*5g G*5a G*5i"},
	{"drops of what is not in hand", "4k4/9/9/9/9/9/9/9/4K4 b Gs 1", "G*5f", "S*5f P*5f R*5f"},

	{"a pawn must promote on the last rank", "k8/6P2/3P5/9/9/9/9/9/4K4 b - 1", "3b3a+ 6c6b", "3b3a"},
	{"a pawn may promote", "k8/9/6P2/5P3/4P4/9/9/9/4K4 b - 1", "3c3b 3c3b+ 4d4c 4d4c+ 5e5d", "5e5d+"},
	{"a lance must promote on the last rank", "k8/9/6L2/9/9/6L2/9/9/4K4 b - 1", "3c3b 3c3b+ 3c3a+ 3f3e 3f3d", "3c3a 3f3e+ 3f3c"},
	{
		"a knight must promote on the last two", "k8/9/4N4/2N3N2/4N4/9/9/9/4K4 b - 1",
		"5c4a+ 5c6a+ 3d2b+ 3d4b+ 7d6b+ 5e4c 5e4c+", "5c4a 5c6a 3d2b 3d4b 7d6b",
	},
	{
		"white must promote", "4k4/9/9/9/2n6/n3n4/4n1l2/6p2/K8 w - 1",
		"3h3i+ 5g4i+ 5g6i+ 5f4h+ 9f8h+ 7e6g 7e6g+", "3h3i 5g4i 5f4h 9f8h 3g3i",
	},
	{"a silver promotes on the way out", "k8/9/4S4/9/9/9/9/9/4K4 b - 1", "5c4d+ 5c4d 5c5b+ 5c5b", "5c5d"},
	{"a rook promotes on the way in and out", "k8/5R3/9/9/4R4/9/9/9/4K4 b - 1", "4b4e+ 4b4e 5e5c+ 5e5c 5e5d", "5e5d+"},
	{"what cannot promote", "k8/4G4/9/4+S4/5K3/9/9/9/9 b - 1", "5b4b 5d5c", "5b4b+ 5d5c+ 4e4d+"},

	{"a piece pinned on the file", "4r4/k8/9/9/4G4/9/9/9/4K4 b - 1", "5e5d 5e5f", "5e4e 5e4d 5e6d"},
	{"a piece pinned by a lance", "4l4/k8/9/9/4S4/9/9/9/4K4 b - 1", "5e5d", "5e4d 5e6f"},
	{"no lance pins from below", "4K4/k8/9/9/4S4/9/9/4l4/9 b - 1", "5e4d 5e6f", ""},
	{"a pinned pawn goes on along its file", "4r4/k8/9/9/4P4/9/9/9/4K4 b - 1", "5e5d", ""},
	{"a pawn pinned on the diagonal", "k8/7b1/9/9/4P4/9/2K6/9/9 b - 1", "7g7f", "5e5d"},
	{"a pinned knight", "4r4/k8/9/9/4N4/9/9/9/4K4 b - 1", "5i4i", "5e4c 5e6c"},
	{"a bishop pinned on its diagonal", "9/7+b1/k8/9/4B4/9/2K6/9/9 b - 1", "5e6f 5e3c 5e2b", "5e4f 5e6d"},
	{"a dragon pinned on the diagonal", "k8/7b1/9/9/4+R4/9/2K6/9/9 b - 1", "5e4d 5e6f", "5e5d 5e1e 5e4f"},
	{"a piece behind another is not pinned", "4r4/k8/4P4/9/4G4/9/9/9/4K4 b - 1", "5e4e 5e4d", ""},
	{"what discovers a check on the own king", "k8/9/9/9/K1p1G1r2/9/9/9/9 b - 1", "5e5d 5e6e", ""},

	{"the king keeps off attacked squares", "k8/9/9/9/9/9/9/3r5/4K4 b - 1", "5i4i 5i6h", "5i5h 5i6i 5i4h"},
	{"the king does not go on along a line", "k8/9/4r4/9/9/9/4K4/9/9 b - 1", "5g4g 5g6h", "5g5f 5g5h"},
	{"the king does not take what is protected", "k8/9/9/9/9/9/4p4/4g4/4K4 b - 1", "", "5i5h 5i4i 5i6i"},
	{"the king takes what is not", "k8/9/9/9/9/9/9/4g4/4K4 b - 1", "5i5h", "5i4h 5i4i"},
	{"a check is answered between", "k3r4/9/9/9/9/9/9/6G2/4K4 b PS 1", "P*5b S*5e S*5h P*5h 5i4i 5i4h", "S*4e 3h3g P*4c"},
	{"a check is answered by taking", "k8/9/9/9/4r3R/9/9/9/4K4 b P 1", "1e5e 5i4i P*5h", "1e1d P*1b"},
	{"a knight's check has nothing between", "k8/9/9/9/9/9/3n5/9/4K4 b RP 1", "5i5h 5i4h", "P*6h P*5h R*6h R*5g"},
	{"a double check: only the king moves", "4r4/k8/9/9/9/5G3/3n5/2B6/4K4 b G 1", "5i4h 5i6i", "7h6g G*5e 4f5f 5i5h"},
	{"a pinned piece does not answer a check", "4r4/k8/9/9/9/9/3nG4/9/4K4 b - 1", "5i4h", "5g6g 5g5f"},

	{"a dropped pawn may not mate", "7nk/9/7G1/9/9/9/9/9/K8 b P 1", "P*2b P*1c", "P*1b"},
	{"a dropped pawn may not mate, white", "8k/9/9/9/9/9/1g7/9/KN7 w p 1", "P*8h P*9g", "P*9h"},
	{"the king can flee", "8k/9/7G1/9/9/9/9/9/K8 b P 1", "P*1b", ""},
	{"the king can take the pawn", "7nk/9/6G2/9/9/9/9/9/K8 b P 1", "P*1b", ""},
	{"the king can take another piece", "8k/7L1/9/7N1/9/9/9/9/K8 b P 1", "P*1b", ""},
	{"… but not when that is protected", "8k/7L1/6G2/7N1/9/9/9/9/K8 b P 1", "", "P*1b"},
	{"another piece can take the pawn", "7sk/9/7G1/9/9/9/9/9/K8 b P 1", "P*1b", ""},
	{"… but not when it is pinned", "R6sk/9/7G1/9/9/9/9/9/K8 b P 1", "", "P*1b"},
	{"… unless along its line", "7nk/9/7Gr/9/9/9/9/9/K7L b P 1", "P*1b", ""},
	{"a slider takes the pawn from afar", "7nk/r8/7G1/9/9/9/9/9/1K7 b P 1", "P*1b", ""},
	{"the king can flee past the pawn", "4k4/9/3G1G3/9/9/9/9/9/K8 b P 1", "P*5b", ""},
	{"… but not onto what a knight attacks", "4k4/9/3GNG3/9/9/9/9/9/K8 b P 1", "", "P*5b"},
	{"the king can flee into the shadow of the pawn", "3lll3/3nkn3/8R/9/9/9/9/9/K8 b P 1", "P*5c", ""},
	{"… but not when that is attacked otherwise", "3lll3/3nkn3/8R/2G6/9/9/9/9/K8 b P 1", "", "P*5c"},
	{"a pawn put between may not mate", "4k4/K4r3/3GN1B2/9/9/9/9/9/9 b P 1", "9b9c P*6b", "P*5b"},
	{"a pawn put between that can be taken", "4k4/K4r3/3GN4/9/9/9/9/9/9 b P 1", "P*5b P*6b", ""},
	{"a pawn's step may mate", "7nk/9/7GP/9/9/9/9/9/K8 b - 1", "1c1b 1c1b+", ""},
	{"another piece dropped may mate", "7nk/9/7G1/9/9/9/9/9/K8 b LG 1", "L*1b G*1b", ""},

	{"no king of the attacker", "4k4/9/4P4/9/9/9/9/9/9 b G 1", "G*5b G*4b 5c5b+", "P*5d"},
	{"no king of the attacker, in reply", "4k4/4G4/4P4/9/9/9/9/9/9 w r 1", "", "5a5b R*5d 5a6a"},
}

func TestRules(t *testing.T) {
	for _, test := range rules {
		t.Run(test.name, func(t *testing.T) {
			p := mustParse(t, test.sfen)
			for _, text := range strings.Fields(test.legal) {
				if m, err := p.ParseMove(text); err != nil || m.String() != text {
					t.Errorf("%s: %s is not legal: %v", test.sfen, text, err)
				}
			}
			if ours, theirs := movesOf(&p), newOracle(test.sfen).legal(true); !slices.Equal(ours, theirs) {
				t.Errorf("%s: moves\n%v, the oracle's\n%v", test.sfen, ours, theirs)
			}
			for _, text := range strings.Fields(test.illegal) {
				if m, _ := splitMove(text); p.IsLegal(m) || m.String() != text {
					t.Errorf("%s: %s is legal", test.sfen, text)
				}
			}
		})
	}
}

// TestMate counts the legal moves in mates and near-mates.
func TestMate(t *testing.T) {
	for _, test := range []struct {
		name, sfen string
		moves      int
	}{
		{"gold before the king", "4k4/4G4/4P4/9/9/9/9/9/4K4 w 2r 1", 0},
		{"gold that nothing protects", "4k4/4G4/9/9/9/9/9/9/4K4 w 2r 1", 1},
		{"knight's check on a shut-in king", "7lk/7np/7N1/9/9/9/9/9/4K4 w - 1", 0},
		{"rook from afar, nothing in hand", "4k3R/3ppp3/9/9/9/9/9/9/4K4 w - 1", 0},
		{"rook from afar, a pawn in hand", "4k3R/3ppp3/9/9/9/9/9/9/4K4 w p 1", 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := mustParse(t, test.sfen)
			if got := p.CountLegal(); got != test.moves {
				t.Errorf("%s: %d moves, want %d: %v", test.sfen, got, test.moves, p.LegalMoves())
			}
		})
	}
}
