// Package worker does the items of a farm. It learns of jobs, checks that the engines of this
// machine reproduce the coordinator's references, and pulls items with all its cores.
package worker

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/farm"
	"github.com/zugwatch/zugwatch/bench/file"
)

// Worker does the items of jobs until it is told to stop.
type Worker struct {
	Name     string // no other worker has it
	Tool     string // version of the program; jobs of others are refused
	Cores    int    // items at once
	Tell     engines.Logf
	Timeouts farm.Timeouts
	// Prepare finds the engines of a job and tries them. The error says why the job is
	// refused.
	Prepare func(ctx context.Context, job *farm.Job) (*Preparation, error)

	floor       sync.RWMutex // of the benches: a race and a calibration have it for themselves
	calibration atomic.Pointer[farm.Calibration]
}

// Calibrate measures this machine when nothing is being done on it, for Workshop.
func (w *Worker) Calibrate(ctx context.Context) (farm.Calibration, error) {
	w.floor.Lock()
	defer w.floor.Unlock()
	c, err := farm.Calibrate(ctx, w.Cores, time.Now)
	if err == nil {
		w.calibration.Store(&c)
	}
	return c, err
}

// Preparation makes the runners of a job's items. All cores use it.
type Preparation struct {
	NewRunner func() ItemRunner // for a core
	Close     func() error      // called when no runner works any more
}

// ItemRunner does one item after the other, on one core.
type ItemRunner struct {
	// Do does an item. The error is that of the context or a lack of the machine.
	Do    func(ctx context.Context, item *farm.Item) (farm.Result, error)
	Close func()
}

// Run works until ctx is done; what it is doing then is given back.
func (w *Worker) Run(ctx context.Context, nc *nats.Conn) error {
	js, err := jetstream.New(nc)
	if err != nil {
		return err
	}
	s := &workerRun{worker: w, connection: nc, js: js, jobs: make(map[string]*job), refused: make(map[string]string), delayed: make(map[string]bool), changed: make(chan struct{})}
	told := make(chan *nats.Msg, 1024)
	subscription, err := nc.ChanSubscribe(farm.JobSubject, told)
	if err != nil {
		return err
	}
	defer subscription.Unsubscribe()
	var cores sync.WaitGroup
	for number := range w.Cores {
		cores.Go(func() { s.runCore(ctx, number) })
	}
	s.listen(ctx, told)
	cores.Wait()
	s.endAll()
	s.sendStatus(true)
	_ = nc.FlushTimeout(time.Second) // who does not hear it finds this worker silent
	return nil
}

// workerRun is the state of one Worker.Run.
type workerRun struct {
	worker     *Worker
	connection *nats.Conn
	js         jetstream.JetStream
	preparing  sync.WaitGroup

	lock    sync.Mutex
	changed chan struct{} // closed, and made anew, when a job is ready
	jobs    map[string]*job
	refused map[string]string // why, by the ID of a job
	delayed map[string]bool   // jobs already reported as tried again
	busy    int
	done    int
}

// job is one that was heard of.
type job struct {
	farm.Job
	ctx      context.Context
	cancel   context.CancelFunc
	heard    time.Time
	prepared *Preparation // nil: it is not prepared, or refused
	consumer jetstream.Consumer
	users    sync.WaitGroup // benches
}

// listen receives the messages on jobs, and sends the presence of this worker.
func (s *workerRun) listen(ctx context.Context, told <-chan *nats.Msg) {
	beat := time.NewTicker(s.worker.Timeouts.Heartbeat)
	defer beat.Stop()
	s.sendStatus(false)
	for {
		select {
		case <-ctx.Done():
			return
		case m := <-told:
			if told, err := farm.ParseJob(m.Data); err == nil && told.Protocol == farm.Protocol {
				s.addJob(ctx, told)
			}
		case <-beat.C:
			s.endForgotten()
			s.sendStatus(false)
		}
	}
}

// addJob takes the message of a job.
func (s *workerRun) addJob(ctx context.Context, told farm.Job) {
	s.lock.Lock()
	defer s.lock.Unlock()
	known := s.jobs[told.ID]
	barred := slices.Contains(told.Barred, s.worker.Name)
	switch {
	case told.Over || barred:
		if known != nil {
			s.end(known)
		}
		if barred && s.refused[told.ID] == "" {
			s.worker.Tell("job %s: a result of this worker was not so; it gets no more items", told.Title)
			s.refused[told.ID] = "a result was not so"
		}
	case known != nil:
		known.heard = time.Now()
	case s.refused[told.ID] != "":
	case told.Tool != s.worker.Tool:
		s.refuseJob(told, fmt.Errorf("it is of version %.60q (this worker: %s)", told.Tool, s.worker.Tool))
	default:
		fresh := &job{Job: told, heard: time.Now()}
		fresh.ctx, fresh.cancel = context.WithCancel(ctx)
		s.jobs[told.ID] = fresh
		s.preparing.Go(func() { s.prepare(fresh) })
	}
}

// maxRefused is the largest number of refusals and delays that are remembered.
const maxRefused = 1000

// refuseJob records why a job is not done. The lock is held.
func (s *workerRun) refuseJob(told farm.Job, why error) {
	if len(s.refused) >= maxRefused {
		clear(s.refused)
	}
	s.refused[told.ID] = why.Error()
	s.worker.Tell("job %.100q is refused: %v", told.Title, why)
}

// delayJob reports once that a job is tried again at its next message. The lock is held.
func (s *workerRun) delayJob(told farm.Job, why error) {
	if s.delayed[told.ID] {
		return
	}
	if len(s.delayed) >= maxRefused {
		clear(s.delayed)
	}
	s.delayed[told.ID] = true
	s.worker.Tell("job %.100q is tried again and again: %v", told.Title, why)
}

// prepare finds the engines of a job.
func (s *workerRun) prepare(j *job) {
	prepared, err := s.worker.Prepare(j.ctx, &j.Job)
	if err == nil {
		j.consumer, err = s.js.Consumer(j.ctx, farm.Stream, farm.ConsumerName(j.ID))
		if err != nil {
			err = errors.Join(err, prepared.Close())
		}
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	switch {
	case s.jobs[j.ID] != j: // it is over
		if err == nil {
			_ = prepared.Close()
		}
	case err != nil:
		switch {
		case j.ctx.Err() != nil:
		case isPermanent(err):
			s.refuseJob(j.Job, err)
		default:
			s.delayJob(j.Job, err)
		}
		s.end(j)
	default:
		j.prepared = prepared
		s.worker.Tell("job %.100q: engines come to what they should", j.Title)
		close(s.changed)
		s.changed = make(chan struct{})
	}
}

// isPermanent reports whether a job is refused for good: not where the server could not be
// asked, or lacks what its coordinator puts there again.
func isPermanent(err error) bool {
	return !errors.Is(err, jetstream.ErrBucketNotFound) && !errors.Is(err, jetstream.ErrObjectNotFound) && !errors.Is(err, jetstream.ErrMsgNotFound) &&
		!errors.Is(err, jetstream.ErrConsumerNotFound) && !errors.Is(err, jetstream.ErrStreamNotFound) &&
		!errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, nats.ErrTimeout) && !errors.Is(err, nats.ErrNoResponders) && !errors.Is(err, nats.ErrConnectionClosed)
}

// endForgotten ends the jobs whose coordinators are silent.
func (s *workerRun) endForgotten() {
	s.lock.Lock()
	defer s.lock.Unlock()
	for _, j := range s.jobs {
		if time.Since(j.heard) > s.worker.Timeouts.Offline {
			s.worker.Tell("job %.100q: its coordinator is silent", j.Title)
			s.end(j)
		}
	}
}

// end ends a job, and closes its engines when the last item is dropped. The lock is
// held.
func (s *workerRun) end(j *job) {
	j.cancel()
	delete(s.jobs, j.ID)
	if j.prepared != nil {
		s.preparing.Go(func() {
			j.users.Wait()
			if err := j.prepared.Close(); err != nil {
				s.worker.Tell("job %.100q: %v", j.Title, err)
			}
		})
	}
}

// endAll ends everything.
func (s *workerRun) endAll() {
	s.lock.Lock()
	for _, j := range s.jobs {
		s.end(j)
	}
	s.lock.Unlock()
	s.preparing.Wait()
}

// sendStatus sends a message about this worker.
func (s *workerRun) sendStatus(leaves bool) {
	s.lock.Lock()
	p := farm.WorkerStatus{
		Worker: s.worker.Name, Tool: s.worker.Tool, Cores: s.worker.Cores, Busy: s.busy, Done: s.done, Refused: maps.Clone(s.refused), Leaves: leaves,
		Calibration: s.worker.calibration.Load(),
	}
	for _, id := range slices.Sorted(maps.Keys(s.jobs)) {
		if s.jobs[id].prepared != nil {
			p.Jobs = append(p.Jobs, id)
		}
	}
	s.lock.Unlock()
	if text, err := file.Line(p); err == nil {
		_ = s.connection.Publish(farm.PresenceSubject, text) // it is told again
	}
}

// readyJobs returns the jobs that can be done, in a fixed order that each core begins at another
// place. Changed is closed when there are more.
func (s *workerRun) readyJobs(number int) (ready []*job, changed <-chan struct{}) {
	s.lock.Lock()
	defer s.lock.Unlock()
	for _, id := range slices.Sorted(maps.Keys(s.jobs)) {
		if s.jobs[id].prepared != nil {
			ready = append(ready, s.jobs[id])
		}
	}
	if len(ready) < 2 {
		return ready, s.changed
	}
	at := number % len(ready)
	return append(slices.Clone(ready[at:]), ready[:at]...), s.changed
}
