package gate

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/engine"
)

// memoized is an engine that gives the answers of earlier equal searches again. It is for exact limits, where an answer
// depends on the tasks since the last reset alone.
type memoized struct {
	engine.Engine
	tasks    []engine.Task // since the last reset
	answers  []*answer     // to them
	searched int           // of these by the engine itself
}

// answer is what a search reported and returned.
type answer struct {
	infos   []engine.Info
	result  engine.Result
	stopped bool // the caller ended the search at the last info
}

// known holds the answers of all engines of the tests, by the engine and its tasks since the last reset.
var known sync.Map

// memoize returns an engine that searches nothing twice.
func memoize(e engines.Engine) engines.Engine {
	open := e.Open
	e.Open = func() (engine.Engine, error) {
		opened, err := open()
		if err != nil {
			return nil, err
		}
		return &memoized{Engine: opened}, nil
	}
	return e
}

// Reset forgets the tasks.
func (m *memoized) Reset(ctx context.Context) error {
	m.tasks, m.answers, m.searched = nil, nil, 0
	return m.Engine.Reset(ctx)
}

// Search answers from an earlier search if the caller ends both at the same info.
func (m *memoized) Search(ctx context.Context, task engine.Task, each func(engine.Info)) (engine.Result, error) {
	m.tasks = append(m.tasks, task)
	key, told := m.key(), 0
	if found, ok := known.Load(key); ok {
		a := found.(*answer)
		for ; told < len(a.infos) && ctx.Err() == nil; told++ {
			if each != nil {
				each(a.infos[told])
			}
		}
		if told == len(a.infos) && (ctx.Err() != nil) == a.stopped {
			m.answers = append(m.answers, a)
			return a.result, nil
		}
	}
	for ; m.searched < len(m.answers); m.searched++ {
		a := m.answers[m.searched]
		stopAt := func(infos int) bool { return a.stopped && infos == len(a.infos) }
		if _, err := m.ask(ctx, m.tasks[m.searched], nil, stopAt); err != nil {
			return engine.Result{}, err
		}
	}
	a, err := m.ask(ctx, task, func(i int, info engine.Info) {
		if each != nil && i > told {
			each(info)
		}
	}, func(infos int) bool { return infos >= told && ctx.Err() != nil })
	if err != nil {
		return engine.Result{}, err
	}
	m.answers, m.searched = append(m.answers, a), m.searched+1
	known.Store(key, a)
	return a.result, nil
}

// ask has the engine itself search, and stops it when stop says so after the given number of infos.
func (m *memoized) ask(ctx context.Context, task engine.Task, each func(number int, info engine.Info), stop func(infos int) bool) (*answer, error) {
	own, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	a := new(answer)
	var err error
	a.result, err = m.Engine.Search(own, task, func(info engine.Info) {
		info.PV = slices.Clone(info.PV)
		a.infos = append(a.infos, info)
		if each != nil {
			each(len(a.infos), info)
		}
		if !a.stopped && stop(len(a.infos)) {
			a.stopped = true
			end()
		}
	})
	return a, err
}

// key names the engine and its tasks since the last reset.
func (m *memoized) key() string {
	var b strings.Builder
	b.WriteString(m.ID().Text())
	for i := range m.tasks {
		t := &m.tasks[i]
		fmt.Fprintf(&b, "\n%v %v %+v %v %d", t.Start, t.Moves, t.Limits, t.SearchMoves, t.MultiPV)
		if i < len(m.answers) {
			fmt.Fprintf(&b, " %d", len(m.answers[i].infos))
		}
	}
	return b.String()
}
