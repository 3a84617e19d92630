package play

import (
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/match/stats"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/text"
)

// Preset is a published match, with the options that play it again here. The first player has the tested
// feature, the second does not.
type Preset struct {
	Name      string
	What      string // in a few words
	Published []Published
	Options
}

// Published is the result of such a match in a publication: pairs or games if it states them, or else its
// words.
type Published struct {
	Source string // in words
	Pairs  stats.Pairs
	Games  stats.Games
	Elo    string // set if neither pairs nor games are published
}

// presetNodes is the node limit of each move of the players of presets.
const presetNodes = "10000"

// Presets returns the matches that have a name.
func Presets() []Preset { return append(paperMatches(), testedFeatures()...) }

// paperMatches returns the matches of table 6 of the paper on null-move reductions.
func paperMatches() []Preset {
	games := func(search string) Options {
		return Options{
			A:      []string{"search=" + search, "nullmove=nmr3-4"},
			B:      []string{"search=" + search, "nullmove=adaptive2-3"},
			Limits: map[string]string{"nodes": presetNodes},
			Pairs:  500,
		}
	}
	paper := Published{Source: "Extended null-move reductions (2008), table 6, Falcon", Games: stats.Games{Won: 309, Drawn: 474, Lost: 217}}
	again := Published{Source: "Bit-Genie, pull request 40, 2,424 games", Elo: "-12.0 +/- 10.5"}
	return []Preset{
		{"table6", "null-move reductions against adaptive null moves, 1,000 games", []Published{paper}, games("falcon")},
		{"table6-modern", "the same in the other search", []Published{paper, again}, games("modern")},
	}
}

// The settings that the tests of the tutorial compare. Its reverse futility pruning cuts if the static value less 150
// for each ply reaches beta and the table knows no move. It does so at every depth and whatever the trend, and
// returns the static value. Its depth formula takes 4 + depth/4 plies off, the pass included. They are played with
// the classic evaluation, the kind that the tutorial has.
const (
	tutorialEval  = "modern,eval=classic"
	searchWith    = tutorialEval + ",rfp=150,rfpdepth=100,rfprising=off,rfpvalue=static,rfpmove=none"
	searchWithout = tutorialEval + ",rfp=0"
	fixedR        = "r3"
	fixedRAbove   = "r3,margin=0"
	formulaR      = "deep4"
)

// testedFeatures returns the four sequential tests of a tutorial, with its error rates, and a guide's claim
// about the value of null moves. Two random plies follow the openings, so that the tests do not run out of
// them.
func testedFeatures() []Preset {
	test := func(beta float64, a, b string) Options {
		return Options{
			A: []string{"search=" + tutorialEval, a}, B: []string{"search=" + tutorialEval, b}, Limits: map[string]string{"nodes": presetNodes}, RandomPlies: 2,
			Test: &stats.SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: beta},
		}
	}
	tutorial := func(what string, pairs stats.Pairs) []Published {
		return []Published{{Source: "a tutorial on reverse futility pruning and null-move pruning, " + what, Pairs: pairs}}
	}
	return []Preset{
		{
			"tutorial-rfp", "reverse futility pruning against none",
			tutorial("its first test", stats.Pairs{2, 13, 79, 87, 61}), test(0.05, "search="+searchWith, "search="+searchWithout),
		},
		{
			"tutorial-nullmove", "null moves with a fixed R against none",
			tutorial("its second test", stats.Pairs{17, 81, 205, 168, 50}), test(0.05, "nullmove="+fixedR, "nullmove=off"),
		},
		{
			"tutorial-condition", "a pass only where the static value reaches beta, against no condition",
			tutorial("its third test", stats.Pairs{51, 420, 910, 520, 70}), test(0.1, "nullmove="+fixedRAbove, "nullmove="+fixedR),
		},
		{
			"tutorial-formula", "4 + depth/4 plies off against a fixed R",
			tutorial("its fourth test", stats.Pairs{28, 494, 1070, 579, 51}), test(0.1, "nullmove="+formulaR, "nullmove="+fixedRAbove),
		},
		{
			"guide-nullmove", "the default null moves against none",
			[]Published{{Source: "a guide to null-move pruning", Elo: "+100 to +150"}},
			test(0.05, "nullmove="+builtin.Defaults().Policy.String(), "nullmove=off"),
		},
	}
}

// FindPreset finds a preset, to be changed at will; without a name it gives one with
// nothing in it.
func FindPreset(name string) (*Preset, error) {
	if name == "" {
		return &Preset{Options: Options{Limits: make(map[string]string)}}, nil
	}
	var known []string
	for _, p := range Presets() {
		if p.Name == name {
			return &p, nil
		}
		known = append(known, p.Name)
	}
	return nil, failure.Inputf("flag --preset=%s (expected %s%s)", name, text.JoinOr(known), text.DidYouMean(name, known))
}
