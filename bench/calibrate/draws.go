package calibrate

import (
	"context"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/merge"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/suites"
)

// draws are two runs of one engine on a suite. They share no form.
type draws struct {
	suite *suites.Suite // in the forms of both
	runs  [2]*bench.Run
	times [2]*bench.Timing
	wall  time.Duration // of one form of all positions, with the workers at hand
}

// searchDraws searches both draws. The error is of the kind Engine where there are more faults
// than the gate bears.
func searchDraws(ctx context.Context, r *runner.Runner, on engines.Engine, chosen *config.Suite, forms int, today string) (*draws, error) {
	d := new(draws)
	var err error
	if d.suite, err = r.Config.OpenForGate(chosen, today); err != nil {
		return nil, err
	}
	for i := range d.runs {
		part, err := d.suite.FormsBetween(i*forms, (i+1)*forms)
		if err != nil {
			return nil, err
		}
		run, timing, err := r.Run(ctx, on, part, bench.Config{Limits: chosen.Limit, MaxFaults: max(chosen.Gate.MaxFaults, runner.FaultLimit(len(part.Records)))})
		if err == nil {
			if totals := run.Totals(); totals.Faults() > chosen.Gate.MaxFaults {
				err = runner.FaultError(run, timing)
			}
		}
		if err != nil {
			return nil, err
		}
		d.runs[i], d.times[i] = run, timing
		d.wall += wall(r, timing) / time.Duration(2*forms)
	}
	return d, nil
}

// wall returns how long a run takes with the workers of this machine, also where others have
// searched.
func wall(r *runner.Runner, t *bench.Timing) time.Duration {
	if r.Farm == nil {
		return t.Wall
	}
	return t.Searched() / time.Duration(r.Workers)
}

// scatter compares the draws as a gate does.
func (d *draws) scatter(gate compare.Gate) (*Scatter, error) {
	s, err := scatterOf(d.runs[0], d.runs[1], gate, d.suite.Families())
	if err != nil {
		return nil, err
	}
	s.Wall, s.CPU = d.wall, (d.times[0].CPU()+d.times[1].CPU())/time.Duration(2*s.Forms)
	return s, nil
}

// unsolvedToLeaveOut returns the never solved positions that can be left out. A position that asks for a mate of a
// length stays, since an engine may claim a wrong one. So do all positions of suites of mates, and those
// that the gate names. All stay where the rest would be too few for an interval.
func (d *draws) unsolvedToLeaveOut(never []string, positions int, gate *compare.Gate) (ids []string) {
	if gate.Axis != compare.Tactics && gate.Axis != compare.Zugzwang {
		return nil
	}
	kept := make(map[string]bool)
	for i := range d.suite.Records {
		if r := &d.suite.Records[i]; r.HasMate {
			kept[r.Key()] = true
		}
	}
	for _, id := range never {
		if !kept[id] && !gate.Names(id) {
			ids = append(ids, id)
		}
	}
	if positions-len(ids) < compare.MinInterval {
		return nil
	}
	return ids
}

// withoutPositions returns the draws of a suite that leaves out more positions.
func (d *draws) withoutPositions(c *config.Config, chosen *config.Suite, forms int, today string) (*draws, error) {
	rest := new(draws)
	var err error
	if rest.suite, err = c.OpenForGate(chosen, today); err != nil {
		return nil, err
	}
	for i := range d.runs {
		part, err := rest.suite.FormsBetween(i*forms, (i+1)*forms)
		if err != nil {
			return nil, err
		}
		if rest.runs[i], err = merge.Outcomes(part, d.runs[i]); err != nil {
			return nil, err
		}
		rest.times[i] = merge.Times(part, d.times[i])
	}
	all, left := d.times[0].Searched()+d.times[1].Searched(), rest.times[0].Searched()+rest.times[1].Searched()
	if all > 0 {
		rest.wall = time.Duration(float64(d.wall) * (float64(left) / float64(all)))
	}
	return rest, nil
}
