package profile

import (
	"slices"
	"strings"

	"github.com/google/pprof/profile"
)

// The labels of samples.
const (
	suiteLabel    = "suite"
	positionLabel = "position"
	passLabel     = "pass"
	phaseLabel    = "phase" // the activity: see Rules.Phases
	treeLabel     = "tree"  // for whom: see Rules.Trees
)

// Rules tell the phase of a search by the functions on the stack. So the search itself need not say it, and costs the
// same with a profile as without.
type Rules struct {
	// Phases are looked for from the leaf towards the root of a stack; the first
	// frame that one of them names decides.
	Phases []Mark
	// Trees say whose subtree a sample lies in, likewise.
	Trees []Mark
	// Root is a function that every whole stack has. A stack without it was cut
	// by the recorder.
	Root string
}

// Mark gives a label to the stacks that have a function whose name begins with
// a prefix.
type Mark struct {
	Label  string
	Prefix string
}

// The phases of the built-in engine, and its trees. A sample has one of each.
const (
	PhaseSearch     = "search" // the move loop, ordering, tables and pruning
	PhaseQuiescence = "quiescence"
	PhaseGeneration = "move generation"
	PhaseEvaluation = "evaluation"
	PhaseOther      = "other" // the runtime, and what is around the search

	TreeMain         = "main search"
	TreeNull         = "null search"  // below a null move
	TreeVerification = "verification" // below the search that confirms a null move
	TreeUnknown      = "cut off"      // the recorder keeps 64 frames, and none of them shows the tree
	TreeNone         = "none"         // not in a search
)

const (
	searchFunction = "github.com/zugwatch/zugwatch/engine/search.(*thread)."
	passFunction   = "github.com/zugwatch/zugwatch/engine/pass.(*Family)."
	chessFunction  = "github.com/zugwatch/zugwatch/engine/chess.(*Position)."
)

// BuiltinRules returns the rules of the built-in engine.
func BuiltinRules() Rules {
	rules := Rules{
		Phases: []Mark{
			{PhaseEvaluation, "github.com/zugwatch/zugwatch/engine/eval."},
			{PhaseEvaluation, "github.com/zugwatch/zugwatch/engine/network."},
			{PhaseQuiescence, searchFunction + "quiescence"},
			{PhaseSearch, searchFunction + "search"},
			{PhaseSearch, searchFunction + "moves"},
			{PhaseSearch, searchFunction + "iterate"},
		},
		Trees: []Mark{
			{TreeVerification, passFunction + "confirm"},
			{TreeNull, passFunction + "SearchNull"},
			{TreeMain, searchFunction + "iterate"},
		},
		Root: searchFunction + "iterate",
	}
	for _, generator := range []string{"Legal", "Noisy", "Quiets", "QuietChecks", "CountLegal"} {
		rules.Phases = append(rules.Phases, Mark{PhaseGeneration, chessFunction + generator})
	}
	return rules
}

// label gives every sample its phase and tree.
func (r Rules) label(p *profile.Profile) {
	for _, sample := range p.Sample {
		names := stackOf(sample)
		phase, found := first(r.Phases, names)
		if !found {
			phase = PhaseOther
		}
		sample.Label[phaseLabel] = []string{phase}
		sample.Label[treeLabel] = []string{r.tree(names, found)}
	}
}

// tree returns whose subtree a stack lies in.
func (r Rules) tree(names []string, inSearch bool) string {
	if tree, found := first(r.Trees, names); found {
		return tree
	}
	if inSearch && !slices.Contains(names, r.Root) {
		return TreeUnknown
	}
	return TreeNone
}

// first returns the label of the first mark that a frame from the leaf on obeys.
func first(marks []Mark, names []string) (label string, found bool) {
	for _, name := range names {
		for _, mark := range marks {
			if strings.HasPrefix(name, mark.Prefix) {
				return mark.Label, true
			}
		}
	}
	return "", false
}

// stackOf lists the functions of a stack from the leaf to the root, inlined
// ones in their places.
func stackOf(sample *profile.Sample) []string {
	var names []string
	for _, location := range sample.Location {
		if len(location.Line) == 0 {
			names = append(names, placeName(location))
		}
		for _, line := range location.Line {
			if line.Function != nil {
				names = append(names, line.Function.Name)
			}
		}
	}
	return names
}
