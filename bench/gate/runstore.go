package gate

import (
	"slices"
	"sync"

	"github.com/zugwatch/zugwatch/bench/revision"
	"github.com/zugwatch/zugwatch/bench/runner"
)

// runStore holds the runs of revisions that are judged more than once.
type runStore struct {
	runs sync.Map // from a runKey to a *runner.Stored
}

// runKey identifies a run: two searches with one key have the same answers.
type runKey struct {
	revision string // a commit; empty: the one base of a Comparer
	question string // engine, its restarts, positions and limits
}

// retain drops the runs of all commits but the given ones.
func (s *runStore) retain(commits []revision.Commit) {
	for key := range s.runs.Range {
		if !slices.ContainsFunc(commits, func(c revision.Commit) bool { return c.Hash == key.(runKey).revision }) {
			s.runs.Delete(key)
		}
	}
}

// keptRuns are the runs of a store for one pair of revisions. Without a revision of the
// head only runs of the base are kept. The nil one keeps nothing.
type keptRuns struct {
	store      *runStore
	base, head string
}

// between returns the runs of the store for a pair.
func (s *runStore) between(base, head string) *keptRuns { return &keptRuns{s, base, head} }

// key returns the key of a side's answer to a question. It is not ok for a side whose runs are not kept,
// such as a search to see whether an engine repeats its answers.
func (k *keptRuns) key(label, question string) (key runKey, ok bool) {
	switch {
	case k == nil:
		return key, false
	case label == "base":
		return runKey{k.base, question}, true
	case label == "head" && k.head != "":
		return runKey{k.head, question}, true
	}
	return key, false
}

// find returns the run of a side that was kept, with its times, nil without one.
func (k *keptRuns) find(label, question string) *runner.Stored {
	key, ok := k.key(label, question)
	if !ok {
		return nil
	}
	kept, _ := k.store.runs.Load(key)
	run, _ := kept.(*runner.Stored)
	return run
}

// keep stores the run of a side if any other search would repeat it. The limits must be exact and kept by the engine.
// The run must have no fault, as that may be the machine's.
func (k *keptRuns) keep(label, question string, searched *runner.Stored) {
	key, ok := k.key(label, question)
	totals := searched.Run.Totals()
	if ok && searched.Run.Exact() && totals.Faults() == 0 {
		k.store.runs.Store(key, searched)
	}
}
