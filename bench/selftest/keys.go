package selftest

import (
	"errors"
	"slices"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/store"
)

// baselineWith returns a change that makes a baseline solve some positions and miss others.
func baselineWith(solved []string, missed ...string) func(*bench.Run) {
	return func(run *bench.Run) {
		for i := range run.Outcomes {
			o := &run.Outcomes[i]
			switch {
			case slices.Contains(solved, o.ID):
				setSolved(o)
			case slices.Contains(missed, o.ID):
				setMissed(o)
			}
		}
	}
}

// injectRoles checks that roles of single positions are judged: must-solve, quarantine, control and expected
// failure.
func (r *rehearsal) injectRoles() error {
	never := []string{"NEVER.1", "NEVER.2"}
	r.expect("a quarantine that has expired", failure.Input, "expired after 2000-01-01", r.ci("expired")...)
	r.expect("positions that must be solved and are", failure.None, "gate tactics  pass", r.ci("must")...)
	r.expect("a position that must be solved and never was", failure.Regression, "must solve and does not: NEVER.1", r.ci("never")...)
	return errors.Join(
		r.changeBaseline("kept", "as many lost positions as are allowed", failure.None, "gate tactics  pass", baselineWith(never[:1])),
		r.changeBaseline("kept", "one more lost position than is allowed", failure.Regression, "gate tactics  fail", baselineWith(never)),
		r.changeBaseline("waiting", "a lost position beside a gained one", failure.Regression, "gate tactics  fail", baselineWith(never, "MATE.1")),
		r.changeBaseline("waiting", "a lost position in quarantine", failure.None, "in quarantine and not as before", baselineWith(never[:1])),
		r.changeBaseline("control", "a lost control", failure.Regression, "gate tactics  fail", baselineWith(never[:1])),
		r.changeBaseline("expected", "a lost position that is expected to fail", failure.None, "gate tactics  pass", baselineWith(never[:1])),
		r.changeBaseline("expected", "an expected failure that is solved", failure.None, "expected to fail and solved now", baselineWith(nil, "MATE.2")))
}

// injectGateKeys checks the other keys of a gate.
func (r *rehearsal) injectGateKeys() error {
	sooner := func(run *bench.Run) {
		for i := range run.Outcomes {
			if stable := run.Outcomes[i].Stable; stable != nil {
				stable.Nodes = stable.Nodes * 100 / 140
			}
		}
	}
	one := func(run *bench.Run) {
		for i := range run.Outcomes {
			run.Outcomes[i].Nodes = 1
		}
	}
	deeper := func(run *bench.Run) { run.Outcomes[0].SelDepth++ }
	r.expect("as many points as are asked for", failure.None, "14 of 20 points (at least: 14)", r.ci("graded")...)
	r.expect("fewer points than are asked for", failure.Regression, "14 of 20 points (at least: 15)", r.ci("poor")...)
	return errors.Join(
		r.changeBaseline("exact", "one ply of selective depth less", failure.Regression, "gate exact    fail", deeper),
		r.changeBaseline("solution", "+40% nodes to the solution", failure.Regression, "gate nodes    fail", sooner),
		r.changeBaseline("small", "more nodes of positions below the floor", failure.None, "gate nodes    pass", one),
		r.changeBaseline("large", "more nodes of positions beyond the floor", failure.Regression, "gate nodes    fail", one))
}

// injectClockLosses checks that under a clock six lost positions are inconclusive and seven fail.
func (r *rehearsal) injectClockLosses() error {
	baseline, err := store.LoadBaseline(r.file("bench/baselines/tactics.json"))
	if err != nil {
		return err
	}
	run := baseline.Run
	run.Limits = "movetime=10ms"
	save := func(name string, lost int) error {
		for i := range run.Outcomes {
			o := &run.Outcomes[i]
			setSolved(o)
			o.Stable = nil
			if i < lost {
				setMissed(o)
			}
		}
		return store.Save(r.file(name), run)
	}
	if err := errors.Join(save("clock.json", 0), save("clock6.json", 6), save("clock7.json", 7)); err != nil {
		return err
	}
	undecided := "gate tactics  " + compare.Inconclusive.String()
	r.expect("6 lost positions under a clock, which may be chance", failure.Undecided, undecided, "compare", r.file("clock.json"), r.file("clock6.json"), "--verbose")
	r.expect("7 lost positions under a clock, which are not", failure.Regression, "gate tactics  fail", "compare", r.file("clock.json"), r.file("clock7.json"), "--verbose")
	return nil
}
