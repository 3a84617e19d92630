package profile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/google/pprof/profile"
	"github.com/zugwatch/zugwatch/bench/failure"
)

// Summary is a CPU profile summed up. Counts are samples, one for each pass.
type Summary struct {
	Notes     Notes
	SampleNS  float64    // nanoseconds of CPU time that one sample stands for
	Samples   []int64    // by pass
	Functions []Function // sorted by name
	Phases    []Phase    // sorted by phase, then tree; empty where samples have none
}

// Function counts the samples of one function. Flat counts those in which it was running itself. Cum counts those in
// which it was on the stack: once for each stack, however often it calls itself. A function that was inlined into
// others counts as if it had been called.
type Function struct {
	Name      string
	Flat, Cum []int64 // by pass
}

// Phase counts the samples of one activity in one part of the tree.
type Phase struct {
	Phase, Tree string
	Samples     []int64 // by pass
}

// key returns the phase and the tree, which order phases.
func (p Phase) key() string { return p.Phase + "\x00" + p.Tree }

// Processes returns how many processes made the passes. Passes of an unknown process count as
// one process.
func (s *Summary) Processes() int { return len(s.Notes.processes(len(s.Samples))) }

// Total returns the sum over the passes.
func Total(byPass []int64) (sum int64) {
	for _, n := range byPass {
		sum += n
	}
	return sum
}

// Summarise sums up a CPU profile. It is an error if it is another one.
func (p *Profile) Summarise() (*Summary, error) {
	count, nanoseconds, err := p.cpuIndexes()
	if err != nil {
		return nil, err
	}
	passes := max(1, len(p.Notes.Passes))
	s := &Summary{Notes: p.Notes, Samples: make([]int64, passes)}
	functions := make(map[string]*Function)
	phases := make(map[[2]string]*Phase)
	var spent, samples int64
	for _, sample := range p.p.Sample {
		n, pass := sample.Value[count], passOf(sample)-1
		if pass >= passes {
			return nil, failure.Inputf("profile has a sample of pass %d of %d", pass+1, passes)
		}
		samples, spent = samples+n, spent+sample.Value[nanoseconds]
		s.Samples[pass] += n
		countStack(functions, sample, pass, passes, n)
		countPhase(phases, sample, pass, passes, n)
	}
	if samples == 0 || spent == 0 {
		return nil, failure.Inputf("profile has no samples of CPU time")
	}
	s.SampleNS = float64(spent) / float64(samples)
	for _, f := range functions {
		s.Functions = append(s.Functions, *f)
	}
	slices.SortFunc(s.Functions, func(a, b Function) int { return strings.Compare(a.Name, b.Name) })
	for _, phase := range phases {
		s.Phases = append(s.Phases, *phase)
	}
	slices.SortFunc(s.Phases, func(a, b Phase) int { return strings.Compare(a.key(), b.key()) })
	return s, nil
}

// LoadSummary reads a CPU profile from a file and sums it up. What is wrong with it is
// bad input.
func LoadSummary(file string) (*Summary, error) {
	loaded, err := Load(file)
	if err != nil {
		return nil, err
	}
	summary, err := loaded.Summarise()
	if err != nil {
		return nil, failure.Inputf("%s: %w", file, err)
	}
	return summary, nil
}

func countStack(functions map[string]*Function, sample *profile.Sample, pass, passes int, n int64) {
	seen := make(map[string]bool)
	for i, name := range stackOf(sample) {
		if seen[name] {
			continue // it calls itself
		}
		seen[name] = true
		f := functions[name]
		if f == nil {
			f = &Function{Name: name, Flat: make([]int64, passes), Cum: make([]int64, passes)}
			functions[name] = f
		}
		f.Cum[pass] += n
		if i == 0 {
			f.Flat[pass] += n
		}
	}
}

// countPhase counts the phase of one sample, if it has one.
func countPhase(phases map[[2]string]*Phase, sample *profile.Sample, pass, passes int, n int64) {
	key := [2]string{strings.Join(sample.Label[phaseLabel], " "), strings.Join(sample.Label[treeLabel], " ")}
	if key == [2]string{} {
		return
	}
	phase := phases[key]
	if phase == nil {
		phase = &Phase{Phase: key[0], Tree: key[1], Samples: make([]int64, passes)}
		phases[key] = phase
	}
	phase.Samples[pass] += n
}

// placeName returns the name of a place without a function.
func placeName(location *profile.Location) string {
	if location.Mapping != nil && location.Mapping.File != "" {
		return fmt.Sprintf("%s+%#x", baseName(location.Mapping.File), location.Address)
	}
	return fmt.Sprintf("%#x", location.Address)
}

// Nodes returns how many nodes all passes searched; 0 when it is not known.
func (s *Summary) Nodes() uint64 { return s.Notes.Nodes() }

// time returns the CPU time of all samples in nanoseconds.
func (s *Summary) time() float64 { return float64(Total(s.Samples)) * s.SampleNS }

// NSPerNode returns the CPU time for each node in nanoseconds of a number of samples;
// 0 when the nodes are not known.
func (s *Summary) NSPerNode(samples int64) float64 {
	if s.Nodes() == 0 {
		return 0
	}
	return float64(samples) * s.SampleNS / float64(s.Nodes())
}
