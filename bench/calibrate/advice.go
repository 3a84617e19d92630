package calibrate

import (
	"time"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/config"
)

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
	// probability of passing a change that costs more than is allowed.
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
