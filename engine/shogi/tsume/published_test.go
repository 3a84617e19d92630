package tsume

import "testing"

// TestPublished checks published lengths of mates, in plies, taken from the tests of tsumeshogi-check
// (github.com/antma/tsumeshogi-check). Positions with futile drops between are left out, because that source does not
// count such plies.
func TestPublished(t *testing.T) {
	s, e := newSolver(t), NewExhaustive(ChecksAlone)
	for _, c := range []struct {
		sfen  string
		plies int // 0: there is none
	}{
		{"3k5/9/3S5/9/9/9/9/9/9 b S2r2b4g2s4n4l18p 1", 1},
		{"kb7/p8/9/9/9/9/8B/9/8K b 2R4G4S4N4L17P 1", 1},
		{"9/2B6/3G2r2/3pkL1R1/3gsg3/3S2B2/3g5/4N4/4L4 b 2s3n2l17p 1", 1},
		{"9/4k4/9/4P4/9/9/9/9/9 b G2r2b4s4n4l17p 1", 0},
		{"3sks3/9/4S4/9/9/8B/9/9/9 b S 1", 3},
		{"9/4k4/9/4P4/9/9/9/9/9 b 2G2r2b4s4n4l17p 1", 3},
		{"k2G5/9/K8/9/N8/9/9/9/9 b 2r2b3g4s3n4l18p 1", 3},
		{"9/6k2/9/5G3/4G4/4P4/9/9/9 b 2G2r2b4s4n4l17p 1", 3},
		{"9/4k4/9/5G3/4G4/4P4/9/9/9 b 2G2r2b4s4n4l17p 1", 3},
		{"9/5k3/9/5G3/4G4/4P4/9/9/9 b 2G2r2b4s4n4l17p 1", 3},
		{"7nl/7k1/6Ppp/9/9/9/9/9/9 b 2G2r2b2g4s3n3l15p 1", 3},
		{"7nl/7k1/5+Pppp/9/9/9/9/9/9 b GS2r2b2g3s3n3l14p 1", 3},
		{"5g1nl/4g1sk1/4ppppp/9/4B4/9/9/9/9 b GN2rbg3s2n3l13p 1", 3},
		{"5k3/7gR/4S4/7L1/9/9/9/9/9 b Sr2b3g2s4n3l18p 1", 3},
		{"9/9/5k3/9/4G4/4P4/9/9/9 b 3G2r2b4s4n4l17p 1", 5},
		{"6knl/6s2/5Pppp/9/9/9/9/9/9 b G2S2r2b3gs3n3l14p 1", 5},
		{"7nl/5+R1gk/6Ppp/9/9/9/9/9/9 b Gr2b2g4s3n3l15p 1", 5},
		{"4R2nl/6sk1/6pp1/8p/9/9/9/9/9 b BGLrb3g3s3n2l15p 1", 5},
	} {
		p := position(t, c.sfen)
		n, first, ok := e.Shortest(t.Context(), p, max(c.plies, 5), 1<<40)
		if !ok || n != c.plies {
			t.Errorf("%s: mate in %d plies by %v, published are %d", c.sfen, n, first, c.plies)
		}
		if got := s.Solve(t.Context(), p, 1_000_000); (got.Verdict == Mate) != (c.plies > 0) {
			t.Errorf("%s: %s", c.sfen, got.Verdict)
		}
	}
}
