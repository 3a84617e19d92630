package profile

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/file"
)

// baselineSchema is the version of the meaning of a Baseline.
const baselineSchema = 3

// maxBaseline bounds the file of a baseline.
const maxBaseline = 1 << 20

// The least shares that a baseline lists, in hundredths of a percent: functions
// below both, and phases below that of functions themselves, are left out.
const (
	minFlat = 20
	minCum  = 100
)

// whole is a share of everything.
const whole = 10_000

// Baseline is a profile accepted as the measure of later ones. It is summed up by function, so that a change of it
// can be read in a diff. It holds shares only: times cannot be compared with another machine or another day.
type Baseline struct {
	Schema    int     `json:"schema"`
	Reason    string  `json:"reason"`
	Date      string  `json:"date"` // YYYY-MM-DD
	Engine    string  `json:"engine"`
	Suite     string  `json:"suite"`
	Limits    string  `json:"limits"`
	Samples   int64   `json:"samples"`
	Processes int     `json:"processes,omitempty"` // that were profiled; 0 in schema 1, which lacks it
	Phases    []Share `json:"phases"`
	Functions []Share `json:"functions"`
	Calls     []Stack `json:"calls,omitempty"` // each below its caller; none before schema 3
}

// Share is the part of one function, or of one phase in one tree, in hundredths
// of a percent.
type Share struct {
	Name string `json:"name"`
	Tree string `json:"tree,omitempty"` // of a phase
	Flat int64  `json:"flat"`
	Cum  int64  `json:"cum,omitempty"` // of a function
	// FlatSpread and CumSpread are the standard deviations of the parts between processes.
	FlatSpread int64 `json:"flat_spread,omitempty"`
	CumSpread  int64 `json:"cum_spread,omitempty"`
}

// NewBaseline returns the baseline of a profile.
func NewBaseline(s *Summary, reason, date string) *Baseline {
	total, of := Total(s.Samples), newSide(s, Shares)
	b := &Baseline{
		Schema: baselineSchema, Reason: reason, Date: date,
		Engine: s.Notes.Engine, Suite: s.Notes.Suite, Limits: s.Notes.Limits, Samples: total, Processes: len(of.groups),
		Phases: []Share{}, Functions: []Share{},
	}
	for _, p := range s.Phases {
		if flat := shareOf(p.Samples, total); flat >= minFlat {
			b.Phases = append(b.Phases, Share{Name: p.Phase, Tree: p.Tree, Flat: flat, FlatSpread: of.spread(p.Samples)})
		}
	}
	for _, f := range s.Functions {
		flat, cum := shareOf(f.Flat, total), shareOf(f.Cum, total)
		if flat >= minFlat || cum >= minCum {
			b.Functions = append(b.Functions, Share{Name: f.Name, Flat: flat, Cum: cum, FlatSpread: of.spread(f.Flat), CumSpread: of.spread(f.Cum)})
		}
	}
	return b
}

func shareOf(byPass []int64, total int64) int64 {
	return int64(math.Round(whole * float64(Total(byPass)) / float64(total)))
}

// spread returns the standard deviation of a share between processes, in hundredths of a percent.
func (d *side) spread(byPass []int64) int64 {
	_, _, between := d.estimate(byPass)
	return int64(math.Round(whole * math.Sqrt(between*float64(len(d.groups)))))
}

// Shifts says what changed clearly from the baseline to a profile of the same
// searches: functions and phases. The measure of the rule has to be Shares. The
// error says that the two cannot be compared.
func (b *Baseline) Shifts(head *Summary, rule Rule) (functions []FunctionDelta, phases []PhaseDelta, err error) {
	if b.Suite != head.Notes.Suite || b.Limits != head.Notes.Limits {
		return nil, nil, fmt.Errorf("profile is of suite %s under %s, the baseline of %s under %s", head.Notes.Suite, head.Notes.Limits, b.Suite, b.Limits)
	}
	rule.Measure = Shares
	d, err := Compare(b.summary(head), head, rule)
	switch {
	case err != nil:
		return nil, nil, err
	case b.Processes < MinProcesses:
		return nil, nil, fmt.Errorf("baseline is of too few processes to judge by (expected %d or more; accept it again)", MinProcesses)
	case !d.Judged():
		return nil, nil, fmt.Errorf("profile is of %d processes, too few to judge (expected %d or more)", d.HeadProcesses, MinProcesses)
	}
	return d.ClearFunctions(), d.ClearPhases(), nil
}

// summary returns the baseline as a summary to compare head with. Functions and phases that the
// baseline does not list were below the least share. They count with that share, or with that of
// head if it is less, so that only growth beyond it shows.
func (b *Baseline) summary(head *Summary) *Summary {
	processes := max(1, b.Processes)
	s := &Summary{SampleNS: head.SampleNS, Samples: make([]int64, processes)}
	for i := range s.Samples {
		s.Samples[i] = b.Samples / int64(processes)
		s.Notes.Passes = append(s.Notes.Passes, Pass{Process: fmt.Sprint(i)})
	}
	each, total := float64(s.Samples[0]), Total(head.Samples)
	count := func(share, spread float64) []int64 {
		counts := make([]int64, processes)
		for i, away := range spreadOut(processes, spread) {
			counts[i] = int64(math.Round(max(0, share+away) * each / whole))
		}
		return counts
	}
	unlisted := func(byPass []int64, least float64) []int64 {
		return count(math.Min(least, whole*float64(Total(byPass))/float64(total)), 0)
	}
	type key struct{ name, tree string }
	listed := make(map[key]bool)
	for _, f := range b.Functions {
		s.Functions = append(s.Functions, Function{
			Name: f.Name, Flat: count(float64(f.Flat), float64(f.FlatSpread)), Cum: count(float64(f.Cum), float64(f.CumSpread)),
		})
		listed[key{f.Name, ""}] = true
	}
	for _, p := range b.Phases {
		s.Phases = append(s.Phases, Phase{Phase: p.Name, Tree: p.Tree, Samples: count(float64(p.Flat), float64(p.FlatSpread))})
		listed[key{p.Name, p.Tree}] = true
	}
	for _, f := range head.Functions {
		if !listed[key{f.Name, ""}] {
			s.Functions = append(s.Functions, Function{Name: f.Name, Flat: unlisted(f.Flat, minFlat), Cum: unlisted(f.Cum, minCum)})
		}
	}
	for _, p := range head.Phases {
		if !listed[key{p.Phase, p.Tree}] {
			s.Phases = append(s.Phases, Phase{Phase: p.Phase, Tree: p.Tree, Samples: unlisted(p.Samples, minFlat)})
		}
	}
	return s
}

// spreadOut returns n values around 0 with a standard deviation.
func spreadOut(n int, deviation float64) []float64 {
	values := make([]float64, n)
	pairs := n / 2
	if pairs == 0 {
		return values
	}
	away := deviation * math.Sqrt(float64(n-1)/float64(2*pairs))
	for i := range pairs {
		values[2*i], values[2*i+1] = away, -away
	}
	return values
}

// Encode returns the baseline as a file, in its only spelling. The file has a header, one line for each phase,
// function and call, and a digest of all lines before.
func (b *Baseline) Encode() ([]byte, error) {
	var w file.Layout
	w.Field("schema", b.Schema)
	w.Field("reason", b.Reason)
	w.Field("date", b.Date)
	w.Field("engine", b.Engine)
	w.Field("suite", b.Suite)
	w.Field("limits", b.Limits)
	w.Field("samples", b.Samples)
	if b.Schema > 1 {
		w.Field("processes", b.Processes)
	}
	w.List("phases", len(b.Phases), func(i int) any { return b.Phases[i] })
	w.List("functions", len(b.Functions), func(i int) any { return b.Functions[i] })
	if b.Schema > 2 {
		w.List("calls", len(b.Calls), func(i int) any { return b.Calls[i] })
	}
	data, err := w.Seal()
	if err != nil {
		return nil, fmt.Errorf("profile baseline encode: %w", err)
	}
	return data, nil
}

// baselineDocument is the file of a baseline.
type baselineDocument struct {
	Baseline
	Digest string `json:"digest"` // SHA-256 of all bytes above its line
}

// DecodeBaseline reads what Encode writes. Anything else, an edited file among
// it, is an error of the kind Input.
func DecodeBaseline(data []byte) (*Baseline, error) {
	if len(data) > maxBaseline {
		return nil, failure.Inputf("profile baseline is larger than %d KiB", maxBaseline>>10)
	}
	var stored baselineDocument
	if err := json.Unmarshal(data, &stored); err != nil {
		return nil, failure.Inputf("profile baseline is damaged: %.120s", err.Error())
	}
	b := stored.Baseline
	if b.Schema > baselineSchema {
		return nil, failure.Inputf("profile baseline has schema %d, which is newer than %d", b.Schema, baselineSchema)
	}
	again, err := b.Encode()
	if err != nil || !bytes.Equal(again, data) {
		return nil, failure.Inputf("profile baseline was edited or damaged (expected what baseline accept has written)")
	}
	if b.Samples < 1 || b.Samples > 1<<40 || b.Processes < 0 || b.Processes > maxPasses {
		return nil, failure.Inputf("profile baseline has %d samples of %d processes", b.Samples, b.Processes)
	}
	return &b, b.checkCalls()
}

// Shifts say which functions and phases take another part of the time than in the
// base.
type Shifts struct {
	Gate      bool    // a larger part is a failure
	Measure   Measure // of Functions and Phases
	Functions []FunctionDelta
	Phases    []PhaseDelta
	// Calls are the stacks of both sides, to be drawn; those of the head alone where the base
	// does not tell its own. Nil: they are not known.
	Calls *Call
}

// GrownFunctions returns the functions that clearly take a larger part themselves.
func (s *Shifts) GrownFunctions() []FunctionDelta {
	return filter(s.Functions, func(f FunctionDelta) bool { return f.Flat.Clear && f.Flat.Change > 0 })
}

// Failed reports whether the profile is a gate and a function takes a larger part.
func (s *Shifts) Failed() bool { return s.Gate && len(s.GrownFunctions()) > 0 }

// ShiftSamples is the default number of samples of a profile that is judged: enough for a
// percentage point.
const ShiftSamples = 2000

// ShiftRule returns what counts as a shift of the hot spots: a percentage point or more,
// and one false alarm in a hundred comparisons.
func ShiftRule() Rule { return Rule{FalseAlarms: 0.01, Least: 0.01} }

// Stack is a call in an accepted profile, to draw it beside a later one.
type Stack struct {
	Depth int    `json:"depth"` // callers above it
	Name  string `json:"name"`
	Cum   int64  `json:"cum"` // its share with what it calls, in hundredths of a percent
}

// The calls that a baseline lists: those of a share, and the largest of very many.
const (
	minStack  = 20
	maxStacks = 1000
)

// KeepCalls has the baseline list the stacks of the profile that it is of, so that a later
// one can be drawn against it.
func (b *Baseline) KeepCalls(of *Profile) error {
	root, err := Calls(nil, of)
	if err != nil {
		return err
	}
	var all []Stack
	for _, called := range root.Calls {
		all = called.stacks(all, 0)
	}
	if len(all) > maxStacks { // a caller has no smaller share than what it calls, and stays
		sorted := slices.SortedFunc(slices.Values(all), func(a, b Stack) int { return cmp.Compare(b.Cum, a.Cum) })
		all = slices.DeleteFunc(all, func(s Stack) bool { return s.Cum <= sorted[maxStacks].Cum })
	}
	b.Calls = all
	return nil
}

// stacks appends the head's share of a call and of what it calls.
func (c *Call) stacks(to []Stack, depth int) []Stack {
	share := int64(math.Round(whole * c.Head))
	if share < minStack {
		return to
	}
	to = append(to, Stack{Depth: depth, Name: c.Name, Cum: share})
	for _, called := range c.Calls {
		to = called.stacks(to, depth+1)
	}
	return to
}

// checkCalls finds a call without its caller.
func (b *Baseline) checkCalls() error {
	depth := 0
	for _, s := range b.Calls {
		if s.Depth < 0 || s.Depth > depth || s.Cum < 0 || s.Cum > whole {
			return failure.Inputf("profile baseline has the call %.40q at depth %d with %d hundredths of a percent (expected one below its caller)", s.Name, s.Depth, s.Cum)
		}
		depth = s.Depth + 1
	}
	return nil
}

// CallsTo returns the stacks of the baseline and of a later profile as one tree, as Calls does. If the baseline lists
// no stacks, the tree lacks the base.
func (b *Baseline) CallsTo(head *Profile) (*Call, error) {
	root := &Call{Name: "all"}
	path := []*Call{root}
	for _, s := range b.Calls {
		root.Base = 1
		call := path[s.Depth].call(s.Name)
		call.Base += float64(s.Cum) / whole
		path = append(path[:s.Depth+1], call)
	}
	if err := head.addCalls(root, func(c *Call) *float64 { return &c.Head }); err != nil {
		return nil, err
	}
	root.sort()
	return root, nil
}
