package play

import (
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/match/stats"
	"github.com/zugwatch/zugwatch/engine/text"
)

// Preset is a match that others have published, with the options that play it again
// here. The first player has what is tested, the second does not.
type Preset struct {
	Name      string
	What      string // in a few words
	Published []Published
	Options
}

// Published is what a text says of such a match: pairs or games where it tells them, or
// else its words.
type Published struct {
	Source string // in words
	Pairs  stats.Pairs
	Games  stats.Games
	Elo    string // where neither pairs nor games are told
}

// presetNodes is how far the players of presets search each move.
const presetNodes = "10000"

// Presets are the matches that have a name.
func Presets() []Preset { return paperMatches() }

// paperMatches are those of table 6 of the paper on null-move reductions.
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
	return nil, failure.Inputf("flag --preset=%s (expected %s%s)", name, text.Or(known), text.DidYouMean(name, known))
}
