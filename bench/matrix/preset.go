package matrix

import (
	"slices"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine/search"
	"github.com/zugwatch/zugwatch/engine/text"
)

// Preset is a matrix that has a name.
type Preset struct {
	Name string
	What string // in a few words
	Options
}

// modernSearch is the search of today.
const modernSearch = "modern"

// paperSearch is the search that represents the one of the papers. Published figures are
// shown beside it alone.
const paperSearch = "falcon"

// ecmLimit is the suite and limit of the tables of the Encyclopedia of Chess Middlegames.
// So many nodes are far below the five seconds of the paper, and exact.
const ecmLimit = "ecm@nodes=200000"

// mateLimit is the suite and limit of the mate in 15. It is enough for every policy that finds the mate, except
// verified3, which has a table of its own.
const mateLimit = "h3@nodes=40000000,stop-when-solved=1"

// paperPolicies returns the methods of tables 3 to 5 with the positions that Falcon
// solved, of 879.
func paperPolicies(names ...string) []Entry {
	published := map[string]string{
		"r2": "627", "r3": "635", "r4": "632", "adaptive2-3": "636", "adaptive3-4": "637", "nmr4": "640", "nmr3-4": "644",
		"nmr3-4,dr=1": "633", "nmr3-4,dr=2": "641", "nmr3-4,dr=3": "638",
	}
	var all []Entry
	for _, name := range names {
		all = append(all, Entry{name, published[name]})
	}
	return all
}

// everyPolicy returns a row for each kind of policy.
func everyPolicy() []Entry {
	return Entries(
		"off", "r1", "r2", "r3", "r4", "adaptive2-3", "adaptive3-4", "verified3", "nmr4", "nmr3-4",
		"double2", "fhr", "formula", "deep4", "deep5", "sixth2", search.DefaultPolicy,
	)
}

// rulesPolicies returns these but nmr4, and null moves with the extension for mate threats.
func rulesPolicies() []Entry {
	all := slices.DeleteFunc(everyPolicy(), func(e Entry) bool { return e.Text == "nmr4" })
	return slices.Insert(all, slices.Index(all, Entry{Text: "r3"})+1, Entry{Text: "r3,threat=4"})
}

// Presets returns the tables that have a name.
func Presets() []Preset { return append(paperTables(), otherTables()...) }

// paperTables returns the tables of the null-move papers.
func paperTables() []Preset {
	growth := []Entry{
		{"r1", "+390.9%"}, {"r2", "+150.45%"}, {"r3", "+33.75%"}, {"r4", "-4.09%"}, {"nmr3-4", "reference"},
	}
	both := []string{paperSearch, modernSearch}
	return []Preset{
		{"table1", "ECM by engine", Options{
			Engines: Entries("zugwatch", "stockfish", "toga2", "gnuchess --uci", "fairy-stockfish"),
			Suites:  []string{ecmLimit},
		}},
		{"table2", "nodes of the six Crafty positions, at the depths of the paper", Options{
			Policies: growth, Searches: both, Suites: []string{"crafty@sd"}, Reference: "nmr3-4",
		}},
		{"table2-depth", "the same as a curve over the depth", Options{
			Policies: growth, Searches: []string{paperSearch},
			Suites: []string{"crafty"}, Limits: []string{"depth=6", "depth=7", "depth=8", "depth=9", "depth=10", "depth=11"}, Reference: "nmr3-4",
		}},
		{"table3", "ECM by null moves of up to R = 3, and null-move reductions", Options{
			Policies: paperPolicies("r2", "r3", "adaptive2-3", "nmr3-4"), Searches: []string{paperSearch}, Suites: []string{ecmLimit},
		}},
		{"table4", "ECM by null moves and null-move reductions of up to R = 4", Options{
			Policies: paperPolicies("r4", "adaptive3-4", "nmr4", "nmr3-4"), Searches: []string{paperSearch}, Suites: []string{ecmLimit},
		}},
		{"table5", "ECM by the depth of null-move reductions", Options{
			Policies: paperPolicies("nmr3-4,dr=1", "nmr3-4,dr=2", "nmr3-4,dr=3", "nmr3-4"), Searches: []string{paperSearch}, Suites: []string{ecmLimit},
		}},
		{"table7", "the mate in 15", Options{
			Policies: everyPolicy(), Searches: []string{paperSearch},
			Suites: []string{mateLimit},
		}},
		{"table7-modern", "the same in the other search", Options{
			Policies: everyPolicy(), Searches: []string{modernSearch},
			Suites: []string{mateLimit},
		}},
	}
}

// otherTables returns what belongs to them.
func otherTables() []Preset {
	return []Preset{
		{"rules", "rules of thumb: share of null moves that cut, nodes saved", Options{
			Policies: rulesPolicies(), Searches: []string{paperSearch, modernSearch}, Suites: []string{"crafty@sd"}, Reference: "off",
		}},
		{"proven", "the proven zugzwangs, by guard", Options{
			Policies: Entries("off", "r3,guard=none,min=1", "r3,guard=none", "r3", "r3,guard=two", "verified3", "nmr3-4", search.DefaultPolicy),
			Searches: []string{paperSearch}, Suites: []string{"zugzwang-proven@sd+2"},
		}},
		{"toga", "an engine that nobody here wrote, by its options", Options{
			Engines: Entries("toga2"),
			Variants: Entries(
				"NullMove Pruning=Never;Verification Search=Never",
				"NullMove Reduction=1;Verification Search=Never",
				"NullMove Reduction=2;Verification Search=Never",
				"NullMove Reduction=3;Verification Search=Never",
				"NullMove Reduction=4;Verification Search=Never",
				"NullMove Reduction=3;Verification Search=Always",
			),
			Suites: []string{"crafty@sd", "h3@nodes=5000000"}, Reference: "NullMove Pruning=Never;Verification Search=Never",
		}},
	}
}

// PresetOptions returns the options of a preset; of none without a name.
func PresetOptions(name string) (Options, error) {
	if name == "" {
		return Options{}, nil
	}
	var known []string
	for _, p := range Presets() {
		if p.Name == name {
			return p.Options, nil
		}
		known = append(known, p.Name)
	}
	return Options{}, failure.Inputf("flag --preset=%s (expected %s%s)", name, text.JoinOr(known), text.DidYouMean(name, known))
}
