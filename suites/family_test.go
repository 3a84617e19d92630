package suites

import (
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
)

// TestFamilies: positions are related by shifts and symmetries, by what their solutions lead
// to, by the game, and by their marks.
func TestFamilies(t *testing.T) {
	suite := must.Get(Load(strings.NewReader(`k7/8/1P6/3K4/8/8/8/8 w - - bm Kc6; id "A";
k7/8/1P6/2K5/8/8/8/8 w - - bm Kc6; id "SAME.SOLUTION";
8/8/8/8/8/6p1/4k3/7K b - - bm Kf3; id "OTHER.SIDE";
8/8/8/8/3k4/8/8/K3R3 w - - bm Re2; id "SHIFTED.A";
8/8/8/3k4/8/8/K3R3/8 w - - bm Re1 Re3; id "SHIFTED.B";
8/8/3k4/8/8/8/4R3/K7 w - - bm Re3; id "OTHER.SQUARES";
6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id "MARKED.A"; fam "mate";
7k/6pp/8/8/8/8/5PPP/1R4K1 w - - bm Rb8#; id "MARKED.B"; fam "mate";
r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - bm Nf6; id "GAME.A";
r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/2N2Q2/PPPP1PPP/R1B1K1NR b KQkq - bm Bc5; id "GAME.B";
`), "own.epd"))(t)
	want := map[string]string{
		"A": "A", "SAME.SOLUTION": "A", "OTHER.SIDE": "A", "SHIFTED.A": "SHIFTED.A", "SHIFTED.B": "SHIFTED.A",
		"OTHER.SQUARES": "OTHER.SQUARES", "MARKED.A": "mate", "MARKED.B": "mate", "GAME.A": "GAME.A", "GAME.B": "GAME.A",
	}
	forms := must.Get(suite.Forms(8))(t)
	for _, s := range []*Suite{suite, forms} {
		families := s.Families()
		for id, family := range want {
			if families[id] != family {
				t.Errorf("%d forms: %s is of family %q, want %q", s.InForms, id, families[id], family)
			}
		}
		if len(families) != len(want) {
			t.Errorf("%d forms: %v", s.InForms, families)
		}
	}
}

// TestFamilyDigest: the name of a family is no part of the digest.
func TestFamilyDigest(t *testing.T) {
	line := `6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id "A"; c0 "a remark";`
	plain := must.Get(Load(strings.NewReader(line), "own.epd"))(t)
	marked := must.Get(Load(strings.NewReader(line+` fam "mate";`), "own.epd"))(t)
	if marked.Digest != plain.Digest || len(marked.Records[0].Ops) != len(plain.Records[0].Ops)+1 {
		t.Errorf("digest %s with a family, %s without; %+v", marked.Digest, plain.Digest, marked.Records[0].Ops)
	}
}

// TestMarkedFamilies: the suites that have relatives name them as MarkFamilies does.
func TestMarkedFamilies(t *testing.T) {
	for _, name := range []string{"zugzwang-proven", "zugzwang", "mates"} {
		suite := must.Get(Open(name))(t)
		marked := *suite
		marked.Records = nil
		for i := range suite.Records {
			marked.Records = append(marked.Records, suite.Records[i].Clone())
		}
		MarkFamilies(marked.Records)
		for i := range suite.Records {
			if got, want := suite.Records[i].String(), marked.Records[i].String(); got != want {
				t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
			}
		}
	}
}
