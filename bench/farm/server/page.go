package server

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"html/template"
	"maps"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/farm"
)

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Parse(pageText))

// Page shows a board on a listener, which has to be one on the loopback, until ctx is
// done. It answers requests for that address only, so that no page of the web can read it.
func Page(ctx context.Context, b *Monitor, on net.Listener) error {
	host, _, err := net.SplitHostPort(on.Addr().String())
	if err != nil || !farm.IsLoopback(host) {
		return failure.Inputf("page of the farm: address %s is not on the loopback", on.Addr())
	}
	s := &http.Server{Handler: handler(b, on.Addr().String()), ReadHeaderTimeout: 10 * time.Second, WriteTimeout: 10 * time.Second}
	stop := context.AfterFunc(ctx, func() { s.Close() })
	defer stop()
	if err := s.Serve(on); ctx.Err() == nil && !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// handler answers for an address.
func handler(b *Monitor, address string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Host != address {
			http.Error(w, "not found here", http.StatusMisdirectedRequest)
			return
		}
		if r.URL.Path != "/" || r.Method != http.MethodGet && r.Method != http.MethodHead {
			http.NotFound(w, r)
			return
		}
		ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
		defer cancel()
		var text bytes.Buffer
		if err := page.Execute(&text, b.state(ctx)); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
		w.Header().Set("Cache-Control", "no-store")
		_, _ = w.Write(text.Bytes()) // who asked is gone
	})
}

// Monitor holds the recent messages of a farm. It is safe for concurrent use.
type Monitor struct {
	js       jetstream.JetStream
	now      func() time.Time
	timeouts farm.Timeouts

	lock    sync.Mutex
	jobs    map[string]timedMessage[farm.Job]
	workers map[string]timedMessage[farm.WorkerStatus]
}

// timedMessage is a message and when it came.
type timedMessage[T any] struct {
	at   time.Time
	told T
}

// maxHeard is the largest number of jobs and workers that are remembered.
const maxHeard = 10_000

// NewMonitor listens on a connection until that is closed.
func NewMonitor(nc *nats.Conn, pace farm.Timeouts, now func() time.Time) (*Monitor, error) {
	b := &Monitor{now: now, timeouts: pace, jobs: make(map[string]timedMessage[farm.Job]), workers: make(map[string]timedMessage[farm.WorkerStatus])}
	var err error
	if b.js, err = jetstream.New(nc); err != nil {
		return nil, err
	}
	if _, err := nc.Subscribe(farm.JobSubject, func(m *nats.Msg) { b.addJob(m.Data) }); err != nil {
		return nil, err
	}
	_, err = nc.Subscribe(farm.PresenceSubject, func(m *nats.Msg) { b.addWorkerStatus(m.Data) })
	return b, err
}

// addJob records a message about a job.
func (b *Monitor) addJob(text []byte) {
	if told, err := farm.ParseJob(text); err == nil {
		rememberMessage(b, b.jobs, told.ID, told, told.Over)
	}
}

// addWorkerStatus records a message of a worker about itself.
func (b *Monitor) addWorkerStatus(text []byte) {
	var told farm.WorkerStatus
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

// content holds what a page shows.
type content struct {
	Queue   *queue // nil: the server does not tell
	Jobs    []farm.Job
	Workers []farm.WorkerStatus
	Cores   int
}

// queue is the items of all jobs together.
type queue struct{ Items, Bytes uint64 }

// state returns what was heard lately, in the order of names.
func (b *Monitor) state(ctx context.Context) (s content) {
	if stream, err := b.js.Stream(ctx, farm.Stream); err == nil {
		state := stream.CachedInfo().State
		s.Queue = &queue{state.Msgs, state.Bytes}
	}
	b.lock.Lock()
	defer b.lock.Unlock()
	s.Jobs = recentOf(b, b.jobs)
	s.Workers = recentOf(b, b.workers)
	slices.SortFunc(s.Jobs, func(x, y farm.Job) int { return cmp.Or(cmp.Compare(x.Title, y.Title), cmp.Compare(x.ID, y.ID)) })
	slices.SortFunc(s.Workers, func(x, y farm.WorkerStatus) int { return cmp.Compare(x.Worker, y.Worker) })
	for _, w := range s.Workers {
		s.Cores += w.Cores
	}
	return s
}

// recentOf drops the old messages and returns the others.
func recentOf[T any](b *Monitor, all map[string]timedMessage[T]) (rest []T) {
	maps.DeleteFunc(all, func(_ string, h timedMessage[T]) bool { return b.now().Sub(h.at) > b.timeouts.Offline })
	for _, h := range all {
		rest = append(rest, h.told)
	}
	return rest
}
