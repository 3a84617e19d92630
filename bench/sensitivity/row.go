package sensitivity

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/match/stats"
	"github.com/zugwatch/zugwatch/bench/mutant"
)

// Row holds what the gate says of one mutant. Verdicts and axes are words, so that a file of an older
// version, with fewer of them, can be read.
type Row struct {
	Name    string  `json:"name"`
	Kind    string  `json:"kind"` // damaging or neutral
	What    string  `json:"what,omitempty"`
	Change  string  `json:"change"`            // its settings, or the files that it edits with a digest of the edits
	Tuned   bool    `json:"tuned,omitempty"`   // settings of the gates were chosen with it
	Verdict string  `json:"verdict,omitempty"` // of all axes, as that of ab; empty: it was not judged
	Axes    []Axis  `json:"axes,omitempty"`
	Bench   uint64  `json:"bench,omitempty"` // signature of the built-in engine; 0: it has none
	Nodes   uint64  `json:"nodes,omitempty"` // that the mutant searched of the suites, without those of the base
	CPU     float64 `json:"cpu,omitempty"`   // seconds of these, as far as they are known; else on the clock
	Fault   string  `json:"fault,omitempty"` // why it was not judged to the end
	Games   *Games  `json:"games,omitempty"` // against the base; nil: none were played
}

// Axis is the verdict of one gate on one suite.
type Axis struct {
	Suite     string   `json:"suite"`
	Axis      string   `json:"axis"`
	Verdict   string   `json:"verdict"`
	Effect    string   `json:"effect,omitempty"` // the size of the change with its 95 % interval
	Reasons   []string `json:"reasons"`
	Positions []string `json:"positions,omitempty"` // that are named as lost
	Base      int      `json:"base"`                // positions that the base solves as they stand
	Head      int      `json:"head"`
	Changed   bool     `json:"changed"` // anything at all was searched in another way
}

// Games are games against the base at a fixed number of nodes for each move.
type Games struct {
	Pairs  stats.Pairs `json:"pairs"` // by the half points of the mutant
	Faults int         `json:"faults,omitempty"`
	Limit  string      `json:"limit"`
}

// newRow returns the row of a mutant before it is measured.
func newRow(m *mutant.Mutant) Row {
	return Row{Name: m.Name, Kind: m.Kind.String(), What: m.What, Change: changeText(m), Tuned: m.Tuned}
}

// changeText returns the settings of a mutant, or the files that it edits with a digest of the edits. Mutants with
// the same text make the same change.
func changeText(m *mutant.Mutant) string {
	var words, edits []string
	for _, o := range m.Options {
		words = append(words, o.Name+"="+o.Value)
	}
	for _, e := range m.Edits {
		if !slices.Contains(words, e.File) {
			words = append(words, e.File)
		}
		edits = append(edits, e.File, e.Old, e.New)
	}
	if len(edits) > 0 {
		words = append(words, digest(edits))
	}
	return strings.Join(words, " ")
}

// digest returns eight digits of the SHA-256 of a value as JSON.
func digest(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // the types here are texts and numbers
	}
	return fmt.Sprintf("%.4x", sha256.Sum256(text))
}

// Damaging reports whether the mutant does damage.
func (r *Row) Damaging() bool { return r.Kind == mutant.Damaging.String() }

// isRed reports whether the gate keeps the mutant out: an axis fails, or none can be judged
// because of the mutant's behavior, such as faults.
func (r *Row) isRed() bool {
	return r.Verdict == compare.Fail.String() || r.Verdict == compare.Inconclusive.String()
}

// failed reports whether a gate on an axis fails.
func (r *Row) failed(axis string) bool {
	return slices.ContainsFunc(r.Axes, func(a Axis) bool { return a.Axis == axis && a.Verdict == compare.Fail.String() })
}

// Changed reports whether anything was searched in another way than by the base.
func (r *Row) Changed() bool {
	return slices.ContainsFunc(r.Axes, func(a Axis) bool { return a.Changed })
}

// Solved returns how many positions base and mutant solve as they stand, over all suites but
// those that are judged by their nodes alone.
func (r *Row) Solved() (base, head int) {
	seen := make(map[string]bool)
	for _, a := range r.Axes {
		if !seen[a.Suite] && a.Axis != compare.Nodes.String() {
			seen[a.Suite] = true
			base, head = base+a.Base, head+a.Head
		}
	}
	return base, head
}
