package calibrate

import (
	"time"

	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/suites"
)

const (
	// DefaultForms is the default number of forms of each position in a draw: one round of them.
	DefaultForms = 4
	// MinForms is the smallest number of forms: one form has no variance.
	MinForms = 2
	// MaxForms is the largest number of forms: the other draw needs as many.
	MaxForms = suites.MaxForms / 2
	// DefaultBudget is the default time that the suites may take together.
	DefaultBudget = time.Minute
)

// Options choose the suites and the purpose of a calibration.
type Options struct {
	Suites []config.Suite // those that were chosen; without forms they are left out
	Engine string         // the engine of all of them; empty: those of the configuration
	Forms  int            // of each position in each of the two draws, from MinForms to MaxForms
	Budget time.Duration  // of wall time, for all suites together in the most forms
	Both   bool           // base and head are searched, as ab does; else the head alone, as ci does
	// LeaveOut leaves out positions of suites of tactics and of zugzwangs if no form is solved. Positions
	// that the gate names or that ask for a mate of a length stay.
	LeaveOut bool
	// KeepForms concludes for the forms that the configuration has, instead of those that the budget resolves.
	KeepForms bool

	Command string // for the reasons of the settings, one line
	Today   string // the date, YYYY-MM-DD
}

// splitSuites parts the suites that have forms from the names of those that do not.
func (o *Options) splitSuites(c *config.Config) (chosen []config.Suite, left []string, err error) {
	for _, s := range o.Suites {
		if s.Forms > 1 {
			chosen = append(chosen, s)
		} else {
			left = append(left, s.Name)
		}
	}
	if len(chosen) == 0 {
		return nil, nil, failure.Inputf("%s: no suite that was asked for has forms, so that chance cannot be told from damage (expected forms: 4 in its entry)", c.File)
	}
	return chosen, left, nil
}
