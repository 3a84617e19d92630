package profile

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
)

// model is a program: how many samples each function gives in one pass on the
// average.
type model map[string]float64

// process holds standard deviations, in parts, of the differences between processes: whole
// is common to all functions of a process, each is of every function by itself, first is of
// the first functions.
type process struct{ whole, each, first float64 }

// drawn takes passes of a model by chance, so many of each process; the speed of the
// machine wavers by drift between passes.
func drawn(random *rand.Rand, m model, processes, passes int, drift float64, by process) *Summary {
	s := &Summary{SampleNS: 1e7, Notes: Notes{Machine: "m"}, Samples: make([]int64, processes*passes)}
	speeds := make([]float64, len(s.Samples))
	effects := make([][]float64, processes)
	for p := range effects {
		whole := by.whole * random.NormFloat64()
		for i := range len(m) {
			effect := 1 + whole + by.each*random.NormFloat64()
			if i < 6 {
				effect += by.first * random.NormFloat64()
			}
			effects[p] = append(effects[p], effect)
		}
		for pass := range passes {
			s.Notes.Passes = append(s.Notes.Passes, Pass{Nodes: 1_000_000, Process: fmt.Sprintf("process%06d", p)})
			speeds[p*passes+pass] = 1 + drift*random.NormFloat64()
		}
	}
	for i := range len(m) {
		name := fmt.Sprintf("f%02d", i)
		f := Function{Name: name, Flat: make([]int64, len(speeds)), Cum: make([]int64, len(speeds))}
		for at := range speeds {
			n := poisson(random, m[name]*speeds[at]*effects[at/passes][i])
			f.Flat[at], f.Cum[at] = n, n
			s.Samples[at] += n
		}
		s.Functions = append(s.Functions, f)
	}
	return s
}

// poisson returns a Poisson variable: exact for small means, a rounded normal one
// for large.
func poisson(random *rand.Rand, mean float64) int64 {
	if mean > 30 {
		return int64(math.Max(0, math.Round(mean+math.Sqrt(mean)*random.NormFloat64())))
	}
	limit, product, n := math.Exp(-mean), random.Float64(), int64(0)
	for product > limit {
		product *= random.Float64()
		n++
	}
	return n
}

// engineModel falls off as the functions of an engine do.
func engineModel() model {
	m := make(model)
	for i := range 60 {
		m[fmt.Sprintf("f%02d", i)] = 120 * math.Pow(0.92, float64(i))
	}
	return m
}

// TestFalseAlarms compares equal programs many times, 2,000 times with ZUGWATCH_SLOW=1. At
// most 1 % of the differences may have any change at all, even if each process has an
// effect of its own. The bound leaves three standard errors of the number of alarms.
func TestFalseAlarms(t *testing.T) {
	trials := 300.0
	if must.Slow() {
		trials = 2000
	}
	for _, test := range []struct {
		name      string
		measure   Measure
		processes int
		passes    int // of each
		drift     float64
		longer    float64 // how much longer a pass is
		by        process
		baseline  int // processes of the baseline; 0: two profiles are compared
	}{
		{"shares, five processes", Shares, 5, 1, 0, 1, process{}, 0},
		{"shares, six processes on a wavering machine", Shares, 6, 2, 0.05, 1, process{}, 0},
		{"ns per node", PerNode, 6, 1, 0, 1, process{}, 0},
		{"ns per node on a wavering machine", PerNode, 6, 1, 0.03, 1, process{}, 0},
		{"ns per node, long passes on a wavering machine", PerNode, 6, 1, 0.03, 8, process{}, 0},
		{"ns per node, processes differ by 2 %", PerNode, 5, 6, 0.01, 8, process{whole: 0.02}, 0},
		{"ns per node, functions of processes differ by 2 %", PerNode, 5, 6, 0.01, 8, process{each: 0.02}, 0},
		{"shares, functions of processes differ by 2 %", Shares, 5, 6, 0.01, 8, process{each: 0.02}, 0},
		{"ns per node, some functions of processes differ by 8 %", PerNode, 5, 6, 0.01, 8, process{whole: 0.01, first: 0.08}, 0},
		{"ns per node, ten processes differ by 2 %", PerNode, 10, 3, 0.01, 8, process{whole: 0.02, each: 0.02}, 0},
		{name: "against a baseline", processes: 5, passes: 2, drift: 0.02, longer: 1, by: process{whole: 0.02, each: 0.05}, baseline: 5},
		{name: "against a baseline of six processes", processes: 5, passes: 2, drift: 0.02, longer: 1, by: process{whole: 0.02, each: 0.05}, baseline: 6},
	} {
		t.Run(test.name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(1, 2))
			alarms := 0
			program := engineModel()
			for name := range program {
				program[name] *= test.longer
			}
			rule := Rule{FalseAlarms: 0.01, Measure: test.measure}
			for range int(trials) {
				if test.baseline > 0 {
					b := NewBaseline(drawn(random, program, test.baseline, test.passes, test.drift, test.by), "r", "2026-01-02")
					functions, phases, err := b.Shifts(drawn(random, program, test.processes, test.passes, test.drift, test.by), rule)
					if must.Do(t, err); len(functions)+len(phases) > 0 {
						alarms++
					}
					continue
				}
				base := drawn(random, program, test.processes, test.passes, test.drift, test.by)
				head := drawn(random, program, test.processes, test.passes, test.drift, test.by)
				d := must.Get(Compare(base, head, rule))(t)
				if len(d.ClearFunctions()) > 0 || d.Whole.Clear {
					alarms++
				}
			}
			t.Logf("%d alarms of %.0f (%.2f %%)", alarms, trials, 100*float64(alarms)/trials)
			if most := 0.01*trials + 3*math.Sqrt(0.01*trials); float64(alarms) > most {
				t.Errorf("%d alarms of %.0f (allowed: %.0f)", alarms, trials, most)
			}
		})
	}
}

// TestPower makes one function half as slow again: it has to be named first,
// with the size within three standard errors.
func TestPower(t *testing.T) {
	const trials = 300
	by := process{whole: 0.02, each: 0.02}
	for _, measure := range []Measure{Shares, PerNode} {
		t.Run(measure.String(), func(t *testing.T) {
			random := rand.New(rand.NewPCG(3, 4))
			slower := engineModel()
			slower["f10"] *= 1.5
			first, right := 0, 0
			for range trials {
				d := must.Get(Compare(drawn(random, engineModel(), 8, 3, 0.01, by), drawn(random, slower, 8, 3, 0.01, by), Rule{FalseAlarms: 0.01, Measure: measure}))(t)
				top := d.Functions[0]
				if top.Name == "f10" && top.Flat.Clear {
					first++
					want := (slower["f10"] - engineModel()["f10"]) * 1e7 / 1e6
					if measure == Shares {
						want = slower["f10"]/sum(slower) - engineModel()["f10"]/sum(engineModel())
					}
					if math.Abs(top.Flat.Change-want) < 3*top.Flat.Error {
						right++
					}
				}
			}
			t.Logf("first in %d, of the right size in %d of %d", first, right, trials)
			if first < trials*95/100 || right < first*98/100 {
				t.Errorf("first in %d, of the right size in %d of %d", first, right, trials)
			}
		})
	}
}

func sum(m model) (total float64) {
	for i := range len(m) {
		total += m[fmt.Sprintf("f%02d", i)]
	}
	return total
}

// TestDecompose takes a change apart: all functions are a tenth slower, and
// there are a fifth fewer nodes.
func TestDecompose(t *testing.T) {
	of := func(processes int, nodes uint64, lines ...string) *Profile {
		notes, passes := Notes{Machine: "m"}, make([][]string, MinProcesses)
		for i := range passes {
			passes[i] = lines
			notes.Passes = append(notes.Passes, Pass{Nodes: nodes, Process: fmt.Sprint(i % processes)})
		}
		return stacks(t, notes, passes...)
	}
	base, head := of(5, 1000, "1000 a", "1000 b"), of(5, 800, "880 a", "880 b")
	d := compared(t, base, head, Rule{FalseAlarms: 0.01, Measure: PerNode})
	near := func(got, want float64) bool { return math.Abs(got-want) < 1e-9*math.Abs(want) }
	if !near(d.Time, 0.88) || !near(d.Nodes, 0.8) || !near(d.Cost, 1.1) {
		t.Errorf("time %v, nodes %v, cost %v", d.Time, d.Nodes, d.Cost)
	}
	if !d.Whole.Clear || !near(d.Whole.Head/d.Whole.Base, 1.1) {
		t.Errorf("whole %+v", d.Whole)
	}
	if len(d.ClearFunctions()) != 2 {
		t.Errorf("clear are %v", d.ClearFunctions())
	}
	few := compared(t, base, of(4, 800, "880 a", "880 b"), Rule{FalseAlarms: 0.01, Measure: PerNode})
	if few.Judged() || few.Whole.Clear || len(few.ClearFunctions()) > 0 || few.BaseProcesses != 5 || few.HeadProcesses != 4 {
		t.Errorf("four processes are judged: %+v", few)
	}
	shares := compared(t, base, head, Rule{FalseAlarms: 0.01})
	if len(shares.ClearFunctions()) != 0 || shares.Whole != (Delta{}) {
		t.Errorf("shares see %+v, whole %+v", shares.ClearFunctions(), shares.Whole)
	}
}

func compared(t *testing.T, base, head *Profile, rule Rule) *Difference {
	t.Helper()
	before := must.Get(base.Summarise())(t)
	return must.Get(Compare(before, must.Get(head.Summarise())(t), rule))(t)
}

// TestSwapped has the same changes with the other sign when base and head
// change places.
func TestSwapped(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	a, b := drawn(random, engineModel(), 6, 1, 0.02, process{}), drawn(random, engineModel(), 5, 2, 0.02, process{})
	rule := Rule{FalseAlarms: 0.01, Measure: PerNode}
	there := must.Get(Compare(a, b, rule))(t)
	back := must.Get(Compare(b, a, rule))(t)
	for i, f := range there.Functions {
		g := back.Functions[i]
		if f.Name != g.Name || f.Flat.Change != -g.Flat.Change || math.Abs(f.Flat.Error-g.Flat.Error) > 1e-12 {
			t.Errorf("%+v and %+v", f, g)
		}
	}
}

func TestComparable(t *testing.T) {
	pass := []string{"a"}
	three := []Pass{{Nodes: 1}, {Nodes: 1}, {Nodes: 1}}
	good := stacks(t, Notes{Machine: "m", Passes: three}, pass, pass, pass)
	tests := []struct {
		name string
		head *Profile
		want string
	}{
		{"foreign", stacks(t, Notes{}, pass), "nodes of a profile are not known"},
		{"other machine", stacks(t, Notes{Machine: "n", Passes: three}, pass, pass, pass), "not of one machine"},
		{"few passes", stacks(t, Notes{Machine: "m", Passes: three[:2]}, pass, pass), "too few passes"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			base := must.Get(good.Summarise())(t)
			head := must.Get(test.head.Summarise())(t)
			for _, err := range []error{Comparable(base, head), Comparable(head, base)} {
				if err == nil || !strings.Contains(err.Error(), test.want) {
					t.Errorf("error %v, want %q", err, test.want)
				}
			}
		})
	}
}

// TestProcesses checks that passes of one process are one observation. Passes of an
// unknown process are one more.
func TestProcesses(t *testing.T) {
	a, b := ProcessName(), ProcessName()
	n := Notes{Passes: []Pass{{Process: a}, {}, {Process: b}, {Process: a}, {}}}
	if got := fmt.Sprint(n.processes(5)); got != "[[0 3] [1 4] [2]]" || a == b {
		t.Errorf("processes are %s of %q and %q", got, a, b)
	}
	for _, test := range []struct {
		name    string
		comment string
	}{
		{"short name", "zugwatch.pass.1.process=abc"},
		{"other signs", "zugwatch.pass.1.process=ABCDEFGHIJKLM"},
		{"of no pass", "zugwatch.pass.2.process=" + a},
	} {
		if _, err := readNotes([]string{"zugwatch.pass.1.nodes=5", test.comment}); err == nil {
			t.Errorf("%s: %q is read", test.name, test.comment)
		}
	}
}
