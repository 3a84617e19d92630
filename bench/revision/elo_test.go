package revision

import (
	"slices"
	"testing"
)

func TestReadElo(t *testing.T) {
	for _, test := range []struct {
		name, message string
		want          []Elo
		longest       int // index; -1: none
	}{
		{"none", "Tune the search\n\nLLR | 2.96 (-2.94, 2.94) [0.00, 3.00]\nBench: 123", nil, -1},
		{"one line", "Less time\n\nELO: 3.5 +-2.1", []Elo{{Elo: 3.5, Error: 2.1}}, 0},
		{
			"two controls", `A patch

ELO   | 2.10 +- 1.95 (95%)
SPRT  | 8.0+0.08s Threads=1 Hash=16MB
LLR   | 2.96 (-2.94, 2.94) [0.00, 3.00]
GAMES | N: 50000 W: 12000 L: 11700 D: 26300

Elo   | -0.22 +- 2.98 (95%)
Conf  | 40.0+0.40s Threads=1 Hash=64MB
Games | N: 12000 W: 3000 L: 3010 D: 5990

Bench: 4567890
`,
			[]Elo{{2.1, 1.95, "8.0+0.08", 50000}, {-0.22, 2.98, "40.0+0.40", 12000}},
			1,
		},
		{
			"control before, longest first", "SPRT | 40+0.4s\nELO | 1 +- 2\n\nSPRT | 8+0.08s\nELO | 3 +- 1\n",
			[]Elo{{1, 2, "40+0.4", 0}, {3, 1, "8+0.08", 0}},
			0,
		},
		{
			"headings", "Passed STC:\nElo: 4.0 +/- 2.0, nElo: 5.0 +/- 2.5\nGames: 1234, Wins: 300\n\nPassed LTC:\nElo difference: 1.5 +/- 1.0\n",
			[]Elo{{4, 2, "STC", 1234}, {1.5, 1, "LTC", 0}},
			1,
		},
		{"two without a gap", "ELO | 1.0 +- 1.0\nGAMES | N: 10\nELO | 2.0 +- 1.0\nGAMES | N: 20", []Elo{{1, 1, "", 10}, {2, 1, "", 20}}, 1},
		{"nodes", "ELO | 5.25 +- 3.14 (95%)\nCONF | N=25000 Threads=1 Hash=16MB\n", []Elo{{5.25, 3.14, "N=25000", 0}}, 0},
		{"no number", "ELO | inf +- nan (95%)\nElo | 99999 +- 1", nil, -1},
		{"prose", "This gains elo 3.5 in my tests\nDevelopers: 3 +- 1", nil, -1},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := ReadElo(test.message)
			if !slices.Equal(got, test.want) {
				t.Fatalf("got %+v, want %+v", got, test.want)
			}
			longest := LongestElo(got)
			if (longest == nil) != (test.longest < 0) || longest != nil && *longest != test.want[test.longest] {
				t.Errorf("the longest is %+v", longest)
			}
		})
	}
}
