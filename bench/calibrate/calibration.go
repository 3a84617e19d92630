package calibrate

import (
	"context"
	"time"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/suites"
)

// Calibration holds the measurements of all suites and the settings that follow.
type Calibration struct {
	Command string        `json:"command,omitempty"`
	Date    string        `json:"date,omitempty"` // YYYY-MM-DD
	Budget  time.Duration `json:"budget_ns"`
	Both    bool          `json:"both"`    // base and head are searched
	Workers int           `json:"workers"` // positions searched at once
	Tests   int           `json:"tests"`   // of all suites of the configuration, which share their false alarms
	Suites  []Advice      `json:"suites"`
	Left    []string      `json:"left,omitempty"` // suites without forms, which are not measured
}

// Measure searches two draws of each suite that has forms, and derives the advice from their differences. Nothing
// is written. The errors are those of the runs, and one of the kind Input if no suite has forms.
func Measure(ctx context.Context, r *runner.Runner, o *Options) (*Calibration, error) {
	chosen, left, err := o.splitSuites(r.Config)
	if err != nil {
		return nil, err
	}
	found, err := r.ForSuites(ctx, o.Engine, chosen)
	if err != nil {
		return nil, err
	}
	for i := range chosen {
		// Report errors in a suite before anything is measured.
		wide := chosen[i]
		wide.Forms = 2 * o.Forms
		if _, err := r.Config.OpenForGate(&wide, o.Today); err != nil {
			return nil, err
		}
	}
	c := &Calibration{
		Command: o.Command, Date: o.Today, Budget: o.Budget, Both: o.Both, Workers: r.Workers, Tests: r.Config.Tests(), Left: left,
	}
	for i := range chosen {
		s, run, err := measureScatter(ctx, r, found[i].WithCPUTime(), chosen[i], o)
		if err != nil {
			return nil, err
		}
		c.Suites = append(c.Suites, Advice{
			Suite: chosen[i].Name, Kind: chosen[i].Gate.Axis, Limit: chosen[i].Limit.String(), Engine: engineName(run.Engine), Scatter: *s,
		})
	}
	c.conclude(chosen, o.KeepForms)
	return c, nil
}

// conclude chooses the forms of the suites, unless they keep those of the configuration, and derives the advice. A
// suite of rules keeps its forms, since it has no chance to average out.
func (c *Calibration) conclude(chosen []config.Suite, keep bool) {
	sides := 1
	if c.Both {
		sides = 2
	}
	var each []time.Duration
	var free []int // suites whose forms are chosen here
	budget := c.Budget
	for i := range c.Suites {
		cost := c.Suites[i].Scatter.Wall * time.Duration(sides)
		if keep || c.Suites[i].Kind == compare.Rules {
			budget -= cost * time.Duration(chosen[i].Forms)
			adviseSuite(&c.Suites[i], &chosen[i], chosen[i], c.Tests, sides)
			continue
		}
		each, free = append(each, cost), append(free, i)
	}
	for at, most := range allotForms(each, budget) {
		i := free[at]
		adviseSuite(&c.Suites[i], &chosen[i], suiteInForms(most), c.Tests, sides)
	}
	for i := range c.Suites {
		c.Suites[i].Settings = c.settings(&c.Suites[i], &chosen[i])
	}
}

// UsualTime returns the wall time of the first looks of all suites.
func (c *Calibration) UsualTime() (sum time.Duration) {
	for i := range c.Suites {
		sum += c.Suites[i].Usual
	}
	return sum
}

// LongestTime returns the wall time of all looks of all suites.
func (c *Calibration) LongestTime() (sum time.Duration) {
	for i := range c.Suites {
		sum += c.Suites[i].Longest
	}
	return sum
}

// FitsBudget reports whether all looks of all suites stay within the budget.
func (c *Calibration) FitsBudget() bool { return c.LongestTime() <= c.Budget }

// CountChanged counts the settings that are not as they are now.
func (c *Calibration) CountChanged() (n int) {
	for i := range c.Suites {
		for _, s := range c.Suites[i].Settings {
			if s.Old != s.Value {
				n++
			}
		}
	}
	return n
}

// WithoutTimes returns the calibration without the times, which differ between equal measurements. Conclusions
// from them stay.
func (c *Calibration) WithoutTimes() *Calibration {
	plain := *c
	plain.Command, plain.Date, plain.Suites = "", "", make([]Advice, len(c.Suites))
	for i := range c.Suites {
		a := c.Suites[i]
		a.Scatter.Wall, a.Scatter.CPU, a.Usual, a.Longest = 0, 0, 0, 0
		a.Settings = make([]Setting, len(a.Settings))
		for j, s := range c.Suites[i].Settings {
			if s.Key == formsKey {
				s.Reason = ""
			}
			a.Settings[j] = s
		}
		plain.Suites[i] = a
	}
	return &plain
}

// allotForms returns the largest number of forms for each suite with which all of them together stay
// within the budget. Each holds the time of one form of a suite. All begin with MinForms, which may
// exceed the budget. The suite with the fewest forms is doubled first, the cheapest of several: each
// doubling halves the variance of its suite.
func allotForms(each []time.Duration, budget time.Duration) []int {
	forms := make([]int, len(each))
	rest := budget
	for i, cost := range each {
		forms[i] = MinForms
		rest -= cost * MinForms
	}
	for {
		next := -1
		for i, cost := range each {
			more := cost * time.Duration(forms[i])
			if 2*forms[i] <= suites.MaxForms && more <= rest && (next < 0 || forms[i] < forms[next] || forms[i] == forms[next] && cost < each[next]) {
				next = i
			}
		}
		if next < 0 {
			return forms
		}
		rest -= each[next] * time.Duration(forms[next])
		forms[next] *= 2
	}
}

// confidence is the probability with which a re-roll passes, or a change is red.
const confidence = 0.95

// Advice holds the settings that a suite should be judged with, and the changes that it would
// then find.
type Advice struct {
	Suite   string       `json:"suite"`
	Kind    compare.Axis `json:"kind"`
	Limit   string       `json:"limit"`
	Engine  string       `json:"engine"` // with its version
	Scatter Scatter      `json:"scatter"`
	// Risk is the probability of a false alarm of one test in the last look. Passes is the
	// risk of an upper bound that has to pass.
	Risk   float64 `json:"risk"`
	Passes float64 `json:"passes"`
	First  int     `json:"first,omitempty"` // forms of the first look; 0: there is one look
	Most   int     `json:"most"`            // forms of the last look
	// Usual and Longest are the wall times of these looks, of both sides where both are
	// searched.
	Usual    time.Duration `json:"usual_ns"`
	Longest  time.Duration `json:"longest_ns"`
	Tests    []Test        `json:"tests"`
	Settings []Setting     `json:"settings"`

	early float64 // risk of an earlier look as a part of that of the last one
}

// suiteInForms returns a suite in at most so many forms, which begins with DefaultForms.
func suiteInForms(most int) config.Suite {
	s := config.Suite{Forms: most}
	if most > DefaultForms {
		s.First = DefaultForms
	}
	return s
}

// adviseSuite concludes what follows for a suite in the forms of looked. Tests is the number of
// tests of all suites of the configuration.
func adviseSuite(a *Advice, chosen *config.Suite, looked config.Suite, tests, sides int) {
	looks, most := looked.Looks(), looked.Forms
	evidence := compare.Evidence{Tests: tests, Looks: len(looks)}
	a.First, a.Most = looked.First, most
	a.Risk, a.Passes = evidence.Risk(chosen.Gate), evidence.Passes()
	evidence.More = true
	a.early = evidence.Passes() / a.Passes
	a.Usual, a.Longest = a.Scatter.Wall*time.Duration(sides*looks[0]), a.Scatter.Wall*time.Duration(sides*most)
	forms := looks[:1]
	if len(looks) > 1 {
		forms = []int{looks[0], most}
	}
	a.Tests = a.tests(&chosen.Gate, forms)
}

func (a *Advice) lookRisks(forms int) (risk, passes float64) {
	if forms < a.Most {
		return a.Risk * a.early, a.Passes * a.early
	}
	return a.Risk, a.Passes
}
