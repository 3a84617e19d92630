package profile

import (
	"cmp"
	"errors"
	"maps"
	"math"
	"slices"

	"github.com/zugwatch/zugwatch/bench/stat"
)

// Measure says in which unit two profiles are compared.
type Measure uint8

// The measures.
const (
	// Shares are parts of the whole time. They bear another machine, and do not
	// see what became slower everywhere.
	Shares Measure = iota
	// PerNode is nanoseconds of CPU time for each node searched: what changed in
	// the number of nodes is taken out, what became slower everywhere shows.
	PerNode
)

// String returns "share" or "ns/node".
func (m Measure) String() string { return [...]string{"share", "ns/node"}[m] }

// MarshalText writes the name.
func (m Measure) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// Rule says what counts as a change.
type Rule struct {
	// FalseAlarms is the probability, between 0 and 1, that two equal profiles differ at all, over all
	// functions together.
	FalseAlarms float64
	// Least is the smallest change that is reported, as a part of the base's
	// whole time; 0: any beyond its error.
	Least float64
	// Measure is the unit. PerNode asks for the same machine, nodes, and at least
	// minPasses passes on both sides: see Comparable.
	Measure Measure
}

// DefaultRule returns the rule where nothing else is said: 1% of false alarms, and 0.2% of
// the base's time at least.
func DefaultRule() Rule { return Rule{FalseAlarms: 0.01, Least: 0.002} }

// minPasses is the smallest number of passes with which nanoseconds per node are shown at all. To judge
// them takes MinProcesses.
const minPasses = 3

// Delta is the change of one function, phase or sum, in the unit of the rule
// (shares in parts of 1).
type Delta struct {
	Base   float64 `json:"base"`
	Head   float64 `json:"head"`
	Change float64 `json:"change"` // Head - Base
	Error  float64 `json:"error"`  // standard error of Change
	// Clear says that Change is beyond what chance gives, at the rate of false
	// alarms of the rule.
	Clear bool `json:"clear"`
}

// FunctionDelta is the change of one function.
type FunctionDelta struct {
	Name string `json:"name"`
	Flat Delta  `json:"flat"`
	Cum  Delta  `json:"cum"`
}

// PhaseDelta is the change of one phase in one tree.
type PhaseDelta struct {
	Phase string `json:"phase"`
	Tree  string `json:"tree"`
	Delta Delta  `json:"delta"`
}

// Difference lists the changes from one profile to another.
type Difference struct {
	Measure Measure `json:"measure"`
	// Time, Nodes and Cost decompose the change of the time for one pass: the factor of Time is that of
	// Nodes times that of Cost. They are 0 if nodes are not known; Time and Cost also if the machines
	// differ.
	Time        float64         `json:"time"`
	Nodes       float64         `json:"nodes"`
	Cost        float64         `json:"cost"`
	Whole       Delta           `json:"whole"`     // nanoseconds per node; zero under Shares
	Functions   []FunctionDelta `json:"functions"` // all of them: clear changes first, then the larger before the smaller
	Phases      []PhaseDelta    `json:"phases"`    // the larger change before the smaller
	BaseSamples int64           `json:"base_samples"`
	HeadSamples int64           `json:"head_samples"`
	// BaseProcesses and HeadProcesses count the processes that were profiled. With fewer than
	// MinProcesses on a side no change is clear: see Judged.
	BaseProcesses int `json:"base_processes"`
	HeadProcesses int `json:"head_processes"`
}

// Judged reports whether there are enough processes to tell a change from chance.
func (d *Difference) Judged() bool { return min(d.BaseProcesses, d.HeadProcesses) >= MinProcesses }

// ClearFunctions lists the functions with a clear change of their own or with what they
// call.
func (d *Difference) ClearFunctions() []FunctionDelta {
	return filter(d.Functions, func(f FunctionDelta) bool { return f.Flat.Clear || f.Cum.Clear })
}

// ClearPhases lists the phases with a clear change.
func (d *Difference) ClearPhases() []PhaseDelta {
	return filter(d.Phases, func(p PhaseDelta) bool { return p.Delta.Clear })
}

// filter returns the elements that are kept, nil for none.
func filter[T any](all []T, keep func(T) bool) (kept []T) {
	for _, one := range all {
		if keep(one) {
			kept = append(kept, one)
		}
	}
	return kept
}

// MinProcesses is the number of fresh processes that each side needs before a change is judged. The
// memory layout of a process makes it faster or slower by some percent as long as it lives. What its
// passes have in common is therefore no property of the code.
const MinProcesses = 5

// Comparable returns an error if nanoseconds per node of two profiles cannot be compared, and says why.
func Comparable(base, head *Summary) error {
	switch {
	case base.Nodes() == 0 || head.Nodes() == 0:
		return errors.New("nodes of a profile are not known")
	case base.Notes.Machine == "" || base.Notes.Machine != head.Notes.Machine:
		return errors.New("profiles are not of one machine since its start")
	case len(base.Samples) < minPasses || len(head.Samples) < minPasses:
		return errors.New("profiles have too few passes for a time per node (expected 3 or more)")
	}
	return nil
}

// CompareFiles compares two profiles in files, by nanoseconds per node where the two allow it and shares
// are not asked for.
func CompareFiles(base, head string, rule Rule, shares bool) (*Difference, error) {
	before, err := LoadSummary(base)
	if err != nil {
		return nil, err
	}
	after, err := LoadSummary(head)
	if err != nil {
		return nil, err
	}
	if Comparable(before, after) == nil && !shares {
		rule.Measure = PerNode
	}
	return Compare(before, after, rule)
}

// Compare says what changed from base to head. The error says that the rule's
// measure does not fit the profiles.
func Compare(base, head *Summary, rule Rule) (*Difference, error) {
	if rule.FalseAlarms <= 0 || rule.FalseAlarms >= 1 || rule.Least < 0 {
		return nil, errors.New("rate of false alarms or least change is out of its range")
	}
	if rule.Measure == PerNode {
		if err := Comparable(base, head); err != nil {
			return nil, err
		}
	}
	d := &Difference{Measure: rule.Measure, BaseSamples: Total(base.Samples), HeadSamples: Total(head.Samples)}
	d.decompose(base, head)
	functions := pairUp(base.Functions, head.Functions, func(f Function) string { return f.Name })
	var phases []pair[Phase]
	if len(base.Phases) > 0 && len(head.Phases) > 0 {
		phases = pairUp(base.Phases, head.Phases, Phase.key)
	}
	j := significance{rule: rule, base: newSide(base, rule.Measure), head: newSide(head, rule.Measure)}
	j.tests = 2*countTested(functions) + len(phases) + 1
	d.BaseProcesses, d.HeadProcesses = len(j.base.groups), len(j.head.groups)
	j.judged = d.Judged()
	if rule.Measure == PerNode {
		d.Whole = j.delta(base.Samples, head.Samples)
	}
	for _, p := range functions {
		d.Functions = append(d.Functions, FunctionDelta{
			Name: cmp.Or(p.base.Name, p.head.Name), Flat: j.delta(p.base.Flat, p.head.Flat), Cum: j.delta(p.base.Cum, p.head.Cum),
		})
	}
	for _, p := range phases {
		d.Phases = append(d.Phases, PhaseDelta{
			Phase: cmp.Or(p.base.Phase, p.head.Phase), Tree: cmp.Or(p.base.Tree, p.head.Tree), Delta: j.delta(p.base.Samples, p.head.Samples),
		})
	}
	d.sort()
	return d, nil
}

// decompose fills in the factors.
func (d *Difference) decompose(base, head *Summary) {
	if base.Nodes() == 0 || head.Nodes() == 0 {
		return
	}
	d.Nodes = perPass(float64(head.Nodes()), head) / perPass(float64(base.Nodes()), base)
	if base.Notes.Machine == "" || base.Notes.Machine != head.Notes.Machine {
		return
	}
	d.Time = perPass(head.time(), head) / perPass(base.time(), base)
	d.Cost = d.Time / d.Nodes
}

func perPass(sum float64, s *Summary) float64 { return sum / float64(len(s.Samples)) }

// sort puts clear changes first, those of the function itself before those of
// what it calls, and the larger before the smaller.
func (d *Difference) sort() {
	slices.SortStableFunc(d.Functions, func(a, b FunctionDelta) int {
		return cmp.Or(
			-cmp.Compare(clearness(a), clearness(b)),
			-cmp.Compare(math.Abs(a.Flat.Change), math.Abs(b.Flat.Change)),
			-cmp.Compare(math.Abs(a.Cum.Change), math.Abs(b.Cum.Change)),
		)
	})
	slices.SortStableFunc(d.Phases, func(a, b PhaseDelta) int {
		return -cmp.Compare(math.Abs(a.Delta.Change), math.Abs(b.Delta.Change))
	})
}

func clearness(f FunctionDelta) int {
	switch {
	case f.Flat.Clear:
		return 2
	case f.Cum.Clear:
		return 1
	}
	return 0
}

// pair is a function or a phase on both sides. A side that lacks it has the zero value.
type pair[T any] struct{ base, head T }

// pairUp matches what two profiles have by a key, in the order of the keys.
func pairUp[T any](base, head []T, key func(T) string) (pairs []pair[T]) {
	found := make(map[string]*pair[T])
	get := func(one T) *pair[T] {
		if found[key(one)] == nil {
			found[key(one)] = new(pair[T])
		}
		return found[key(one)]
	}
	for _, one := range base {
		get(one).base = one
	}
	for _, one := range head {
		get(one).head = one
	}
	for _, name := range slices.Sorted(maps.Keys(found)) {
		pairs = append(pairs, *found[name])
	}
	return pairs
}

// countTested counts the functions that were seen often enough to be tested at
// all.
func countTested(pairs []pair[Function]) (n int) {
	for _, p := range pairs {
		if Total(p.base.Cum)+Total(p.head.Cum) >= minSamples {
			n++
		}
	}
	return n
}

// minSamples is the number of samples of both sides together from which on a change is tested. With fewer
// the counts are not normally distributed.
const minSamples = 20

// side is one of the two profiles as the test sees it.
type side struct {
	groups [][]int   // the passes of each process
	units  []float64 // divisors that turn counts into the unit of the measure, by process
	total  float64   // samples
	unit   float64   // for the sum of the processes
}

func newSide(s *Summary, m Measure) side {
	d := side{groups: s.Notes.processes(len(s.Samples)), total: float64(Total(s.Samples))}
	for _, passes := range d.groups {
		unit := 0.0
		for _, i := range passes {
			if m == PerNode {
				unit += float64(s.Notes.Passes[i].Nodes) / s.SampleNS
			} else {
				unit += float64(s.Samples[i])
			}
		}
		d.units = append(d.units, unit)
		d.unit += unit
	}
	return d
}

// estimate returns the rate of something and two variances of it: sampled, from the number of samples
// alone, and between, from the differences between processes. The latter is the variance of the ratio of
// two sums over the processes, and includes the former (W. G. Cochran, Sampling Techniques, 1977,
// section 6.4). Without counts nothing was seen.
func (d *side) estimate(byPass []int64) (rate, sampled, between float64) {
	n := float64(Total(byPass))
	rate = n / d.unit
	// Binomial, with half a count more, so that a count of 0 is not taken for certain.
	sampled = (n*(1-n/d.total) + 0.5) / (d.unit * d.unit)
	processes := float64(len(d.groups))
	if processes < 2 {
		return rate, sampled, 0
	}
	for i, passes := range d.groups {
		count := 0.0
		for _, pass := range passes {
			if byPass != nil {
				count += float64(byPass[pass])
			}
		}
		between += math.Pow((count-rate*d.units[i])/d.unit, 2)
	}
	return rate, sampled, between * processes / (processes - 1)
}

// significance tests changes. All tests together keep the rate of false alarms.
type significance struct {
	rule       Rule
	base, head side
	tests      int
	judged     bool // there are enough processes
}

// delta returns the change of something that was counted on both sides. Its error is that
// between processes, but not less than the number of samples gives. Each process is one
// observation, however long it was profiled. Student's distribution has the degrees of
// freedom of B. L. Welch and F. E. Satterthwaite.
func (j *significance) delta(base, head []int64) Delta {
	before, s0, b0 := j.base.estimate(base)
	after, s1, b1 := j.head.estimate(head)
	v0, v1 := max(s0, b0), max(s1, b1)
	d := Delta{Base: before, Head: after, Change: after - before, Error: math.Sqrt(v0 + v1)}
	if !j.judged || Total(base)+Total(head) < minSamples || d.Error == 0 {
		return d
	}
	freedom := (v0 + v1) * (v0 + v1) / (v0*v0/float64(len(j.base.groups)-1) + v1*v1/float64(len(j.head.groups)-1))
	chance := stat.StudentTail(math.Abs(d.Change)/d.Error, freedom)
	whole := j.base.total / j.base.unit
	d.Clear = chance < j.rule.FalseAlarms/float64(j.tests) && math.Abs(d.Change) >= j.rule.Least*whole
	return d
}
