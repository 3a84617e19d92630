package gate

import (
	"cmp"
	"sync"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/store"
)

// JudgeFiles judges the run in the file of the head by that in the file of the base,
// under the gate that of gives for the latter. Options of the engine that are alike
// must not differ. Nothing is searched.
func JudgeFiles(base, head string, of func(base *bench.Run) (compare.Gate, error), evidence compare.Evidence) (t Trial, err error) {
	if t.Base, t.Run, err = both(store.Load, base, head); err != nil {
		return t, err
	}
	gate, err := of(t.Base)
	if err != nil {
		return t, err
	}
	if !t.Base.Exact() || !t.Run.Exact() { // else times are not compared
		if evidence.Base, evidence.Head, err = both(store.LoadTiming, base, head); err != nil {
			return t, err
		}
	}
	t.Comparison, err = compare.Compare(t.Base, t.Run, gate, evidence)
	return t, err
}

// both loads two files side by side. The error is that of the base if both have one.
func both[T any](load func(string) (T, error), base, head string) (b, h T, err error) {
	var group sync.WaitGroup
	var headErr error
	group.Go(func() { b, err = load(base) })
	group.Go(func() { h, headErr = load(head) })
	group.Wait()
	return b, h, cmp.Or(err, headErr)
}
