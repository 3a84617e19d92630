package shogi

import (
	"strings"
	"testing"
)

func TestWestern(t *testing.T) {
	for _, test := range []struct{ name, sfen, moves, want string }{
		{"opening", perftFacts[0].sfen, "7g7f 2h6h 6i7h 6i5h 4i5h", "P-7f R-6h G-7h G6i-5h G4i-5h"},
		{
			"bishop takes", "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3",
			"8h2b+ 8h2b 8h3c+ 8h7g", "Bx2b+ Bx2b= B-3c+ B-7g",
		},
		{"white", "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2", "3c3d 4a3b 8b3b", "P-3d G-3b R-3b"},
		{"drops", "4k4/9/9/9/9/9/9/9/4K4 b RBGSNLP 1", "P*5e R*1a N*3c", "P*5e R*1a N*3c"},
		{"promoted pieces", "k8/9/9/4+P4/9/2+B3+R2/9/9/4K4 b - 1", "5d5c 7f6e 3f3a 3f4e", "+P-5c +B-6e +R-3a +R-4e"},
		{"a promotion that is compulsory", "k8/4P4/9/4N4/9/9/9/9/4K4 b - 1", "5b5a+ 5d4b+", "P-5a+ N-4b+"},
		{"two of a kind", "k8/9/9/9/9/3S1S3/9/9/4K4 b - 1", "6f5e 4f5e 6f7e", "S6f-5e S4f-5e S-7e"},
		{"promoted or not is another kind", "k8/9/9/9/9/3+S1S3/9/9/4K4 b - 1", "6f5e 4f5e", "+S-5e S-5e"},
		{"a rival that is pinned", "k3r4/9/9/9/9/9/4G4/5G3/4K4 b - 1", "4h4g", "G-4g"},
		{"a rival that must promote", "k8/9/9/2N1N4/9/9/9/9/4K4 b - 1", "7d6b+ 5d6b+ 5d4b+", "N7d-6b+ N5d-6b+ N-4b+"},
		{"a drop needs no square", "k8/9/9/9/9/3S1S3/9/9/4K4 b S 1", "S*5e 6f5e", "S*5e S6f-5e"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := mustParse(t, test.sfen)
			var got []string
			for _, text := range strings.Fields(test.moves) {
				m, err := p.ParseMove(text)
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, p.Western(m))
			}
			if got := strings.Join(got, " "); got != test.want {
				t.Errorf("%s: %s are written %s, want %s", test.sfen, test.moves, got, test.want)
			}
		})
	}
}

// TestTextsOfMoves: the moves of a position are written differently from each other,
// and as USI writes them read back as what they were.
func TestTextsOfMoves(t *testing.T) {
	randomGames(t, 16, 1, func(p *Position, _ Move) {
		written := make(map[string]Move)
		for _, m := range p.LegalMoves() {
			if again, err := p.ParseMove(m.String()); again != m || err != nil {
				t.Fatalf("%s: %s reads back as %s, %v", p.SFEN(), m, again, err)
			}
			text := p.Western(m)
			if other, found := written[text]; found {
				t.Fatalf("%s: %s and %s are both written %s", p.SFEN(), m, other, text)
			}
			written[text] = m
		}
	})
}
