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

// Board is what is told in a farm, as far as it was heard lately. It is safe for
// concurrent use.
type Board struct {
	js   jetstream.JetStream
	now  func() time.Time
	pace farm.Pace

	lock    sync.Mutex
	jobs    map[string]heard[farm.Job]
	workers map[string]heard[farm.Presence]
}

// heard is a message and when it came.
type heard[T any] struct {
	at   time.Time
	told T
}

// maxHeard is how many jobs and workers are remembered.
const maxHeard = 10_000

// NewBoard listens on a connection until that is closed.
func NewBoard(nc *nats.Conn, pace farm.Pace, now func() time.Time) (*Board, error) {
	b := &Board{now: now, pace: pace, jobs: make(map[string]heard[farm.Job]), workers: make(map[string]heard[farm.Presence])}
	var err error
	if b.js, err = jetstream.New(nc); err != nil {
		return nil, err
	}
	if _, err := nc.Subscribe(farm.JobSubject, func(m *nats.Msg) { b.job(m.Data) }); err != nil {
		return nil, err
	}
	_, err = nc.Subscribe(farm.PresenceSubject, func(m *nats.Msg) { b.presence(m.Data) })
	return b, err
}

// job takes in what is told of a job.
func (b *Board) job(text []byte) {
	told, err := farm.ParseJob(text)
	if err != nil {
		return
	}
	b.lock.Lock()
	defer b.lock.Unlock()
	if told.Over {
		delete(b.jobs, told.ID)
		return
	}
	note(b.jobs, told.ID, heard[farm.Job]{b.now(), told})
}

// presence takes in what a worker tells of itself.
func (b *Board) presence(text []byte) {
	var told farm.Presence
	if json.Unmarshal(text, &told) != nil {
		return
	}
	b.lock.Lock()
	defer b.lock.Unlock()
	if told.Leaves {
		delete(b.workers, told.Worker)
		return
	}
	note(b.workers, told.Worker, heard[farm.Presence]{b.now(), told})
}

// note remembers what was heard, if there is place.
func note[T any](all map[string]heard[T], key string, h heard[T]) {
	if _, known := all[key]; known || len(all) < maxHeard {
		all[key] = h
	}
}

// State is what a page shows.
type State struct {
	Queue   *Queue // nil: the server does not tell
	Jobs    []farm.Job
	Workers []farm.Presence
	Cores   int
}

// Queue is the items of all jobs together.
type Queue struct{ Items, Bytes uint64 }

// State returns what was heard lately, in the order of names.
func (b *Board) State(ctx context.Context) (s State) {
	if stream, err := b.js.Stream(ctx, farm.Stream); err == nil {
		state := stream.CachedInfo().State
		s.Queue = &Queue{state.Msgs, state.Bytes}
	}
	b.lock.Lock()
	defer b.lock.Unlock()
	s.Jobs = latelyOf(b, b.jobs)
	s.Workers = latelyOf(b, b.workers)
	slices.SortFunc(s.Jobs, func(x, y farm.Job) int { return cmp.Or(cmp.Compare(x.Title, y.Title), cmp.Compare(x.ID, y.ID)) })
	slices.SortFunc(s.Workers, func(x, y farm.Presence) int { return cmp.Compare(x.Worker, y.Worker) })
	for _, w := range s.Workers {
		s.Cores += w.Cores
	}
	return s
}

// latelyOf forgets what was not heard for long, and is the rest.
func latelyOf[T any](b *Board, all map[string]heard[T]) (rest []T) {
	maps.DeleteFunc(all, func(_ string, h heard[T]) bool { return b.now().Sub(h.at) > b.pace.Silence })
	for _, h := range all {
		rest = append(rest, h.told)
	}
	return rest
}
