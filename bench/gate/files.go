package gate

import (
	"cmp"
	"sync"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/merge"
	"github.com/zugwatch/zugwatch/bench/store"
	"github.com/zugwatch/zugwatch/suites"
)

// JudgeFiles judges the run in the file head by that in the file base, under the gate that of
// returns for the base. Nothing is searched. Engine options named in evidence.EqualOptions must
// not differ. If the head has fewer forms of the suite than the base, for example because a first look decided, the
// base is reduced to these. Open opens the suite, nil if it is not known.
func JudgeFiles(base, head string, open func() (*suites.Suite, error), of func(base *bench.Run) (compare.Gate, error), evidence compare.Evidence) (t Trial, err error) {
	if t.Base, t.Run, err = loadBoth(store.Load, base, head); err != nil {
		return t, err
	}
	if t.Base, err = narrowToHead(t.Base, t.Run, open); err != nil {
		return t, err
	}
	gate, err := of(t.Base)
	if err != nil {
		return t, err
	}
	if !t.Base.Exact() || !t.Run.Exact() { // else times are not compared
		if evidence.Base, evidence.Head, err = loadBoth(store.LoadTiming, base, head); err != nil {
			return t, err
		}
	}
	if suite := bench.KnownSuite(t.Run); suite != nil && byFamily(gate.Axis, t.Run.Suite.Forms) {
		evidence.Families = suite.Families()
	} else if open != nil && byFamily(gate.Axis, t.Run.Suite.Forms) {
		if suite, err = open(); err != nil {
			return t, err
		}
		evidence.Families = suite.Families()
	}
	t.Comparison, err = compare.Compare(t.Base, t.Run, gate, evidence)
	return t, err
}

// narrowToHead returns the base in as many forms as the head, if both are of the suite and exact.
func narrowToHead(base, head *bench.Run, open func() (*suites.Suite, error)) (*bench.Run, error) {
	if open == nil || head.Suite.Forms >= base.Suite.Forms || !base.Exact() || !head.Exact() {
		return base, nil
	}
	suite, err := open()
	if err != nil || !hasFewerForms(head, suite) || base.Suite.Digest != suite.Digest {
		return base, err
	}
	part, err := suite.FormsBetween(0, head.Suite.Forms)
	if err != nil {
		return nil, err
	}
	return merge.Outcomes(part, base)
}

// hasFewerForms reports whether a run is of a suite in fewer forms.
func hasFewerForms(run *bench.Run, suite *suites.Suite) bool {
	if run.Suite.Forms < 2 || run.Suite.Forms >= suite.InForms {
		return false
	}
	part, err := suite.FormsBetween(0, run.Suite.Forms)
	return err == nil && part.Digest == run.Suite.Digest
}

// loadBoth loads two files at the same time. It returns the error of the base if both have one.
func loadBoth[T any](load func(string) (T, error), base, head string) (b, h T, err error) {
	var group sync.WaitGroup
	var headErr error
	group.Go(func() { b, err = load(base) })
	group.Go(func() { h, headErr = load(head) })
	group.Wait()
	return b, h, cmp.Or(err, headErr)
}
