package farm

import (
	"bytes"
	"cmp"
	"context"
	crand "crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/file"
)

// window is the largest number of items of a job in the queue.
const window = 4096

// checkShare is the N in the rule that a second worker checks one in N items.
const checkShare = 50

// The waits of a coordinator, each so many times Timeouts.Offline: half a minute and five minutes.
const (
	maxSilentLooks = 2  // before it reports that no worker does its job
	maxAbsence     = 20 // to wait for a lost server, or for a worker if all refuse
)

// maxWorkers is the largest number of workers that a coordinator remembers, and of refusals that it
// reports.
const maxWorkers = 10_000

// maxName is the largest length of a worker's name, in bytes.
const maxName = 200

// Task is a job and what the coordinator does about it on its own machine. Its functions
// are called in the goroutine of Coordinate, except Here.
type Task struct {
	Job   Job
	Items []int // to be done, in order
	// Earlier are the workers that have done other items in earlier attempts. Whoever turns
	// out to lie has these done again too.
	Earlier map[int]string
	// Discard drops what was taken in of an item. Nil: nothing has to be done.
	Discard func(index int)
	Item    func(index int) Item // for the queue
	// Read reads a result. It returns the part that is the same on every machine, and a function that accepts the
	// result. An error of that function ends the job. An error of Read means that no honest worker sends such a
	// result.
	Read func(r Result) (same []byte, take func() error, err error)
	// Here does an item on this machine. It is called in a goroutine of its own, one call
	// at a time.
	Here     func(ctx context.Context, index int) (Result, error)
	Progress *Progress // of the measurement; what Read's functions change
	// Differs says that no two results of an item are the same: none is done twice, and the
	// first one that comes counts.
	Differs bool
}

// failedItem returns the values of Task.Read for an item at which an engine failed, which ends the
// job.
func failedItem(format string, args ...any) (same []byte, take func() error, err error) {
	why := failure.With(failure.Engine, fmt.Errorf("farm: "+format, args...))
	return nil, func() error { return why }, nil
}

// Coordinate has the items of a job done by the workers of a farm until all are settled, or ctx is
// done. The error is a *ConnectionError, that of accepting a result, that of Here, or that of an
// item that is too long.
func (f *Farm) Coordinate(ctx context.Context, t *Task) error {
	nc, err := f.Access.Connect("zugwatch " + t.Job.Title)
	if err != nil {
		return err
	}
	defer nc.Close()
	t.Job.ID, t.Job.Protocol, t.Job.Tool, t.Job.Timeouts = crand.Text(), Protocol, f.Tool, f.Timeouts
	q, err := newQueue(nc, &t.Job)
	if err != nil {
		return err
	}
	c := &coordinator{farm: f, task: t, connection: nc, queue: q, seen: make(map[string]workerState), here: make(chan verdict, 1), refused: make(map[string]bool), returned: make(map[int]int)}
	settled := 0
	checks := func() bool { // which no worker foresees
		settled++
		return !t.Differs && (settled == 1 || rand.IntN(cmp.Or(f.CheckShare, checkShare)) == 0)
	}
	c.ledger = newLedger(c, t.Items, t.Earlier, window, checks)
	if err := c.begin(ctx); err != nil {
		return err
	}
	working, cancel := context.WithCancel(ctx)
	err = c.run(working)
	cancel()
	c.looking.Wait()
	if c.busy {
		<-c.here
	}
	c.end()
	return err
}

// coordinator is the state of one job. It belongs to the goroutine of Coordinate.
type coordinator struct {
	farm         *Farm
	task         *Task
	connection   *nats.Conn
	queue        *queue
	ledger       *ledger
	results      chan *nats.Msg
	presences    chan *nats.Msg
	seen         map[string]workerState // workers
	refused      map[string]bool        // that were reported
	returned     map[int]int            // how often items were given back
	judging      []int                  // items that wait for this machine; the first is being done
	busy         bool
	here         chan verdict
	looking      sync.WaitGroup // at the queue
	alone        time.Time      // the time since which no worker can do the job
	toldNoWorker bool           // it was reported that no worker can
	wasAble      bool           // some worker could
	err          error
}

// workerState is a worker as its last message told it.
type workerState struct {
	at      time.Time
	able    bool // to do the job
	refuses bool
}

// verdict is this machine's own result for an item.
type verdict struct {
	result Result
	err    error
}

// begin subscribes and makes the queue.
func (c *coordinator) begin(ctx context.Context) error {
	c.results, c.presences = make(chan *nats.Msg, 2*window), make(chan *nats.Msg, 2*window)
	if _, err := c.connection.ChanSubscribe(ResultSubject(c.task.Job.ID), c.results); err != nil {
		return c.connectionError(err)
	}
	if _, err := c.connection.ChanSubscribe(PresenceSubject, c.presences); err != nil {
		return c.connectionError(err)
	}
	limited, cancel := context.WithTimeout(ctx, connectTime)
	defer cancel()
	if err := c.queue.ensure(limited); err != nil {
		return c.connectionError(fmt.Errorf("JetStream: %w", err))
	}
	err := c.queue.storePrograms(ctx)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		return c.connectionError(err)
	}
	return nil
}

func (c *coordinator) connectionError(err error) error {
	return &ConnectionError{URL: c.farm.Access.URL, Err: err}
}

// run goes on until everything is settled.
func (c *coordinator) run(ctx context.Context) error {
	beat := time.NewTicker(c.farm.Timeouts.Heartbeat)
	defer beat.Stop()
	looks := make(chan map[order]bool, 1)
	var looking atomic.Bool
	heard := time.Now()
	c.alone = heard
	c.announce()
	c.ledger.issue()
	for !c.ledger.done() && c.err == nil {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case m := <-c.results:
			c.take(m)
			c.ledger.issue()
		case m := <-c.presences:
			c.addWorkerStatus(m)
		case v := <-c.here:
			c.addDecision(v)
		case found := <-looks:
			heard = time.Now()
			c.ledger.compareQueue(func(o order) bool { return found[o] })
		case <-beat.C:
			c.announce()
			if c.countAble("") < 2 {
				c.ledger.dropChecks()
			}
			if err := c.checkWorkers(); err != nil {
				return err
			}
			if longest := maxAbsence * c.farm.Timeouts.Offline; time.Since(heard) > longest {
				return c.connectionError(fmt.Errorf("it was gone for %v", longest))
			}
			if looking.CompareAndSwap(false, true) {
				c.looking.Go(func() {
					defer looking.Store(false)
					c.checkQueue(ctx, looks)
				})
			}
		}
		c.searchDisputed(ctx)
	}
	return c.err
}

// checkQueue compares the queue with the ledger, and makes the queue anew if it is gone.
func (c *coordinator) checkQueue(ctx context.Context, looks chan<- map[order]bool) {
	limited, cancel := context.WithTimeout(ctx, connectTime)
	defer cancel()
	found, err := c.queue.look(limited)
	if errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, jetstream.ErrConsumerNotFound) {
		err = c.queue.ensure(limited)
	}
	if err != nil { // it is looked at again
		return
	}
	select {
	case looks <- found:
	case <-ctx.Done():
	}
	_ = c.queue.storePrograms(ctx) // puts back what is gone from the store; errors show at the next try
}

// announce tells the workers of the job.
func (c *coordinator) announce() {
	j := &c.task.Job
	j.Progress = *c.task.Progress
	j.Progress.Checked = c.ledger.checked
	j.Barred = slices.Sorted(maps.Keys(c.ledger.barred))
	if text, err := json.Marshal(j); err == nil {
		_ = c.connection.Publish(JobSubject, text) // it is told again
	}
}

// end tells the workers that nothing more is wanted.
func (c *coordinator) end() {
	text, err := json.Marshal(Job{ID: c.task.Job.ID, Protocol: Protocol, Over: true})
	if err == nil {
		_ = c.connection.Publish(JobSubject, text) // who does not hear it hears no more of the job
	}
	_ = c.connection.FlushTimeout(time.Second)
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	c.queue.close(ctx)
}

// take takes in a result and tells the worker that it was.
func (c *coordinator) take(m *nats.Msg) {
	var r Result
	if json.Unmarshal(m.Data, &r) == nil {
		c.read(r)
	}
	if c.err == nil {
		_ = m.Respond(nil) // a worker that does not hear it sends the result again
	}
}

// read has the ledger take a result in. Who sends one that cannot be is barred.
func (c *coordinator) read(r Result) {
	if !c.ledger.isGiven(r.Index) || len(r.Worker) > maxName {
		return
	}
	if r.End == Released && r.Copy == 0 {
		// If all workers give an item back, none can do it, and only they know why.
		if c.returned[r.Index]++; c.returned[r.Index] == maxReturns {
			c.farm.Tell("farm: item %d was given back %d times, at last by worker %.60q, which says why", r.Index+1, maxReturns, r.Worker)
		}
	}
	read := claim{Result: r}
	var err error
	switch {
	case r.End == Released || c.ledger.barred[r.Worker]:
	case r.End == Done || r.End == Lost:
		if read.same, read.take, err = c.task.Read(r); c.task.Differs {
			read.same = nil
		}
	default:
		err = fmt.Errorf("end %.40q", r.End)
	}
	if err != nil {
		c.farm.Tell("farm: result of worker %.60q: %v", r.Worker, err)
		c.ledger.barWorker(r.Worker, r.Index)
		return
	}
	c.ledger.takeClaim(read, func() bool { return c.countAble(r.Worker) > 0 })
}

// maxReturns is the number of times that an item may be given back before this is reported.
const maxReturns = 20

// addWorkerStatus records what a worker says about itself.
func (c *coordinator) addWorkerStatus(m *nats.Msg) {
	var p WorkerStatus
	if json.Unmarshal(m.Data, &p) != nil || len(p.Worker) > maxName {
		return
	}
	if p.Leaves {
		delete(c.seen, p.Worker)
		return
	}
	if _, known := c.seen[p.Worker]; !known && len(c.seen) >= maxWorkers {
		maps.DeleteFunc(c.seen, func(_ string, s workerState) bool { return time.Since(s.at) > c.farm.Timeouts.Offline })
		if len(c.seen) >= maxWorkers {
			return
		}
	}
	id := c.task.Job.ID
	why, refused := p.Refused[id]
	c.seen[p.Worker] = workerState{time.Now(), slices.Contains(p.Jobs, id), refused}
	if refused && !c.refused[p.Worker] && len(c.refused) < maxWorkers {
		c.refused[p.Worker], c.alone = true, time.Now() // it is another one who came
		c.farm.Tell("farm: worker %.60q refuses: %.300q", p.Worker, why)
	}
}

// countAble counts the workers that can do the job, except one.
func (c *coordinator) countAble(but string) (n int) {
	for worker, s := range c.seen {
		if s.able && worker != but && !c.ledger.barred[worker] && time.Since(s.at) < c.farm.Timeouts.Offline {
			n++
		}
	}
	return n
}

// checkWorkers reports once that no worker does the job. The job ends after a while if all present
// workers refuse it, which is final, and none has ever accepted it.
func (c *coordinator) checkWorkers() error {
	if c.countAble("") > 0 {
		c.alone, c.wasAble = time.Now(), true
		return nil
	}
	there, refusing := c.present()
	silence, alone := c.farm.Timeouts.Offline, time.Since(c.alone)
	switch {
	case refusing < there || alone < maxSilentLooks*silence: // a worker prepares, or may come
		return nil
	case there > 0 && !c.wasAble && alone > maxAbsence*silence:
		return c.connectionError(fmt.Errorf("all its workers refuse %s, %d of them, and no other came for %v", c.task.Job.Title, there, maxAbsence*silence))
	case c.toldNoWorker:
		return nil
	case there > 0:
		c.farm.Tell("farm: all its workers refuse %s, %d of them; waiting for another", c.task.Job.Title, there)
	default:
		c.farm.Tell("farm: no worker is there (expected zugfarm work %s somewhere)", c.farm.Access.URL)
	}
	c.toldNoWorker = true
	return nil
}

// present counts the workers heard of lately, and those of them that refuse the job.
func (c *coordinator) present() (there, refusing int) {
	for _, s := range c.seen {
		if time.Since(s.at) < c.farm.Timeouts.Offline {
			there++
			if s.refuses {
				refusing++
			}
		}
	}
	return there, refusing
}

// publish puts an item into the queue.
func (c *coordinator) publish(o order, not string) {
	item := c.task.Item(o.item)
	item.Index, item.ExcludedWorker = o.item, not
	text, err := file.Line(item)
	if err == nil && len(text) > MaxMessage {
		err = fmt.Errorf("farm: item %d has %d bytes (expected at most %d)", o.item+1, len(text), MaxMessage)
	}
	if err != nil {
		c.err = err
		return
	}
	c.queue.publish(o, text)
}

// settleItem takes the result of an item.
func (c *coordinator) settleItem(r claim) {
	if err := r.take(); err != nil && c.err == nil {
		c.err = err
	}
}

// reportBarred reports a worker whose results are dropped.
func (c *coordinator) reportBarred(worker string, item int) {
	c.farm.Tell("farm: worker %.60q said of item %d what is not so; all its results are dropped and done again", worker, item+1)
}

// discard drops what was taken in of an item.
func (c *coordinator) discard(item int) {
	if c.task.Discard != nil {
		c.task.Discard(item)
	}
}

// queueDisputed adds an item to those that this machine is to do.
func (c *coordinator) queueDisputed(item int) { c.judging = append(c.judging, item) }

// searchDisputed does the next disputed item twice, while everything else goes on.
func (c *coordinator) searchDisputed(ctx context.Context) {
	if c.busy || len(c.judging) == 0 {
		return
	}
	c.busy = true
	item := c.judging[0]
	go func() {
		first, err := c.task.Here(ctx, item)
		if err != nil {
			c.here <- verdict{err: err}
			return
		}
		second, err := c.task.Here(ctx, item)
		if err == nil && !bytes.Equal(first.Outcome, second.Outcome) {
			first = Result{Index: item, End: Nondeterministic}
		}
		c.here <- verdict{first, err}
	}()
}

// addDecision takes the result of this machine on a disputed item.
func (c *coordinator) addDecision(v verdict) {
	c.busy, c.judging = false, c.judging[1:]
	read, err := claim{Result: v.result}, v.err
	if err == nil {
		read.same, read.take, err = c.task.Read(v.result)
	}
	if err == nil {
		c.ledger.judged(read)
	} else if c.err == nil {
		c.err = err
	}
}
