package server

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/zugwatch/zugwatch/bench/farm"
)

// Monitor holds the recent messages of a farm. It is safe for concurrent use.
type Monitor struct {
	js   jetstream.JetStream
	now  func() time.Time
	pace farm.Pace

	lock    sync.Mutex
	jobs    map[string]timedMessage[farm.Job]
	workers map[string]timedMessage[farm.Presence]
}

// timedMessage is a message and when it came.
type timedMessage[T any] struct {
	at   time.Time
	told T
}

// maxHeard is the largest number of jobs and workers that are remembered.
const maxHeard = 10_000

// NewMonitor listens on a connection until that is closed.
func NewMonitor(nc *nats.Conn, pace farm.Pace, now func() time.Time) (*Monitor, error) {
	b := &Monitor{now: now, pace: pace, jobs: make(map[string]timedMessage[farm.Job]), workers: make(map[string]timedMessage[farm.Presence])}
	var err error
	if b.js, err = jetstream.New(nc); err != nil {
		return nil, err
	}
	if _, err := nc.Subscribe(farm.JobSubject, func(m *nats.Msg) { b.addJob(m.Data) }); err != nil {
		return nil, err
	}
	_, err = nc.Subscribe(farm.PresenceSubject, func(m *nats.Msg) { b.addPresence(m.Data) })
	return b, err
}

// addJob records a message about a job.
func (b *Monitor) addJob(text []byte) {
	if told, err := farm.ParseJob(text); err == nil {
		rememberMessage(b, b.jobs, told.ID, told, told.Over)
	}
}

// addPresence records a message of a worker about itself.
func (b *Monitor) addPresence(text []byte) {
	var told farm.Presence
	if json.Unmarshal(text, &told) == nil {
		rememberMessage(b, b.workers, told.Worker, told, told.Leaves)
	}
}

// rememberMessage stores a message if there is room, and forgets what its sender said before if it is the last.
func rememberMessage[T any](b *Monitor, all map[string]timedMessage[T], key string, told T, last bool) {
	b.lock.Lock()
	defer b.lock.Unlock()
	if last {
		delete(all, key)
	} else if _, known := all[key]; known || len(all) < maxHeard {
		all[key] = timedMessage[T]{b.now(), told}
	}
}

// State is the content of a page.
type State struct {
	Queue   *Queue // nil: the server does not tell
	Jobs    []farm.Job
	Workers []farm.Presence
	Cores   int
}

// Queue is the items of all jobs together.
type Queue struct{ Items, Bytes uint64 }

// State returns what was heard lately, in the order of names.
func (b *Monitor) State(ctx context.Context) (s State) {
	if stream, err := b.js.Stream(ctx, farm.Stream); err == nil {
		state := stream.CachedInfo().State
		s.Queue = &Queue{state.Msgs, state.Bytes}
	}
	b.lock.Lock()
	defer b.lock.Unlock()
	s.Jobs = recentOf(b, b.jobs)
	s.Workers = recentOf(b, b.workers)
	slices.SortFunc(s.Jobs, func(x, y farm.Job) int { return cmp.Or(cmp.Compare(x.Title, y.Title), cmp.Compare(x.ID, y.ID)) })
	slices.SortFunc(s.Workers, func(x, y farm.Presence) int { return cmp.Compare(x.Worker, y.Worker) })
	for _, w := range s.Workers {
		s.Cores += w.Cores
	}
	return s
}

// recentOf drops the old messages and returns the others.
func recentOf[T any](b *Monitor, all map[string]timedMessage[T]) (rest []T) {
	maps.DeleteFunc(all, func(_ string, h timedMessage[T]) bool { return b.now().Sub(h.at) > b.pace.Silence })
	for _, h := range all {
		rest = append(rest, h.told)
	}
	return rest
}
