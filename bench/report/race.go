package report

import (
	"io"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/speed"
)

// Race is the speed of two engines side by side on one suite.
type Race struct {
	Suite    string
	Entry    Place // of the suite: its line of the configuration
	Measured *speed.Report
}

// gate is the verdict on the race.
func (r *Race) gate() compare.Result { return r.Measured.Finding.Result() }

// title tells a race from the trials of its suite.
func (r *Race) title() string { return "speed of " + r.Suite }

// standing is that of the race as a test.
func (r *Race) standing() standing {
	gate := r.gate()
	if gate.Verdict == compare.Pass {
		return fine
	}
	return standingOf(&gate)
}

// jsonRace is a race with its verdict.
type jsonRace struct {
	Suite string `json:"suite"`
	*speed.Report
	Gate compare.Result `json:"gate"`
}

func racesOf(r *Report) []jsonRace {
	races := make([]jsonRace, len(r.Races))
	for i := range r.Races {
		races[i] = jsonRace{r.Races[i].Suite, r.Races[i].Measured, r.Races[i].gate()}
	}
	return races
}

// races writes a section for each race.
func races(w io.Writer, r *Report, options Options) error {
	for i := range r.Races {
		if err := Speed(w, r.Races[i].Suite, r.Races[i].Measured, options); err != nil {
			return err
		}
	}
	return nil
}
