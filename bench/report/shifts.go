package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/zugwatch/zugwatch/bench/profile"
)

// Shifts are the clear changes of the profile of a suite against the accepted
// one.
type Shifts struct {
	Suite     string
	Gate      bool            // a function that grew counts against the suite
	Measure   profile.Measure // of the changes
	Functions []profile.FunctionDelta
	Phases    []profile.PhaseDelta
	Entry     Place // of the suite: its line of the configuration
}

// Failed tells whether it counts against the suite.
func (s *Shifts) Failed() bool { return s.Gate && len(s.Grown()) > 0 }

// title tells the profile from the trials of its suite.
func (s *Shifts) title() string { return "profile of " + s.Suite }

// verdict is pass or fail, and "info" where it is no gate.
func (s *Shifts) verdict() string {
	switch {
	case !s.Gate:
		return "info"
	case s.Failed():
		return "fail"
	}
	return "pass"
}

// standing is that of the profile as a test.
func (s *Shifts) standing() standing {
	if s.Failed() {
		return failing
	}
	return fine
}

// text says what shifted, with texts from outside.
func (s *Shifts) text() string {
	if len(s.Functions)+len(s.Phases) == 0 {
		return "the hot spots did not shift"
	}
	text := "shifted: " + plural(len(s.Functions), "function") + ", " + plural(len(s.Phases), "phase")
	grown := s.Grown()
	if len(grown) == 0 {
		return text
	}
	var named []string
	for _, f := range grown[:min(len(grown), maxNamed)] {
		if s.Measure == profile.PerNode {
			named = append(named, fmt.Sprintf("%s %+.1f ns/node", f.Name, f.Flat.Change))
		} else {
			named = append(named, fmt.Sprintf("%s %+.1f pp", f.Name, 100*f.Flat.Change))
		}
	}
	text += "; larger are " + strings.Join(named, ", ")
	if hidden := len(grown) - len(named); hidden > 0 {
		text += fmt.Sprintf(" and %d more", hidden)
	}
	return text
}

// jsonShifts is a profile with its verdict.
type jsonShifts struct {
	Suite     string                  `json:"suite"`
	Verdict   string                  `json:"verdict"`
	Measure   profile.Measure         `json:"measure"`
	Functions []profile.FunctionDelta `json:"functions"`
	Phases    []profile.PhaseDelta    `json:"phases"`
}

func shiftsOf(r *Report) []jsonShifts {
	all := make([]jsonShifts, len(r.Shifts))
	for i := range r.Shifts {
		s := &r.Shifts[i]
		all[i] = jsonShifts{s.Suite, s.verdict(), s.Measure, s.Functions, s.Phases}
	}
	return all
}

// allShifts writes a section for each profile.
func allShifts(w io.Writer, r *Report, options Options) error {
	for _, s := range r.Shifts {
		if err := ProfileShifts(w, s, options); err != nil {
			return err
		}
	}
	return nil
}

// Grown lists the functions that take a clearly larger share themselves.
func (s *Shifts) Grown() []profile.FunctionDelta {
	var grown []profile.FunctionDelta
	for _, f := range s.Functions {
		if f.Flat.Clear && f.Flat.Change > 0 {
			grown = append(grown, f)
		}
	}
	return grown
}

// ProfileShifts writes the phases and functions whose share of the time changed;
// nothing where none did.
func ProfileShifts(w io.Writer, s Shifts, options Options) error {
	p := &page{options: options}
	d := &profile.Difference{Measure: s.Measure, Functions: s.Functions, Phases: s.Phases}
	if len(s.Functions)+len(s.Phases) > 0 {
		p.heading("profile of " + p.safe(s.Suite) + ": the hot spots shifted")
		p.phaseDeltas(d)
		if len(s.Functions) > 0 {
			p.functionDeltas(d)
		}
	}
	return p.writeTo(w)
}

// ProfileGate writes one line for the profile of a suite, as Gates does for its
// results. One that is no gate has the verdict "info".
func ProfileGate(w io.Writer, s Shifts, options Options) error {
	p := &page{options: options}
	if p.options.Format == Markdown {
		p.line(fmt.Sprintf("- **%s** profile, %s: %s", s.verdict(), p.safe(s.Suite), p.own(s.text())))
	} else {
		p.line(fmt.Sprintf("gate %-8s %-12s %s: %s", "profile", s.verdict(), p.safe(s.Suite), p.own(s.text())))
	}
	return p.writeTo(w)
}
