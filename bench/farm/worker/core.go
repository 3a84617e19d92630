package worker

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/zugwatch/zugwatch/bench/farm"
	"github.com/zugwatch/zugwatch/bench/file"
)

// itemTimeout is the time that a core waits for an item of one job before it looks at the others.
const itemTimeout = time.Second

// returnTimeout is the timeout for the server to take back an item.
const returnTimeout = time.Second

// core is one core at work.
type core struct {
	*workerRun
	job    *job // whose runner it has; nil: none
	runner ItemRunner
	held   []func() // give back what this worker must not do
}

// runCore does items until ctx is done.
func (s *workerRun) runCore(ctx context.Context, number int) {
	c := &core{workerRun: s}
	defer c.enterJob(nil)
	defer c.returnHeld()
	for ctx.Err() == nil {
		ready, changed := s.readyJobs(number)
		if len(ready) == 0 {
			c.returnHeld()
			c.enterJob(nil)
			select {
			case <-ctx.Done():
			case <-changed:
			}
		}
		for i, j := range ready {
			longest := itemTimeout
			if len(ready) > 1 {
				longest /= time.Duration(2 * len(ready))
			}
			if c.held != nil {
				longest = min(longest, c.waitTime())
			}
			m := c.next(j, longest)
			if m == nil {
				c.returnHeld()
				continue
			}
			c.doItem(ctx, j, m)
			if i == 0 {
				break // its own job first, as long as there are items
			}
		}
	}
}

// next returns an item of a job, nil for none.
func (c *core) next(j *job, longest time.Duration) jetstream.Msg {
	if j.ctx.Err() != nil {
		return nil
	}
	batch, err := j.consumer.Fetch(1, jetstream.FetchMaxWait(longest))
	if err != nil {
		c.pause(j.ctx)
		return nil
	}
	m := <-batch.Messages()
	if m == nil && batch.Error() != nil {
		c.pause(j.ctx)
	}
	return m
}

// pause waits where the server does not answer.
func (c *core) pause(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(c.worker.Timeouts.Heartbeat / 4):
	}
}

// enterJob closes the runner of the job before and makes one for another job, nil for none.
func (c *core) enterJob(at *job) {
	if c.job == at {
		return
	}
	if c.job != nil {
		c.runner.Close()
		c.job.users.Done()
	}
	if c.job = at; at != nil {
		c.runner = at.prepared.NewRunner()
	}
}

// doItem does an item and sends its result. An item that cannot be done here is given back.
func (c *core) doItem(ctx context.Context, j *job, m jetstream.Msg) {
	item := new(farm.Item)
	err := json.Unmarshal(m.Data(), item)
	number, ok := farm.ParseCopy(m.Subject())
	meta, errMeta := m.Metadata()
	if err != nil || errMeta != nil || !ok {
		_ = m.Term() // no worker reads it; the coordinator finds it missing
		return
	}
	result := farm.Result{Index: item.Index, Copy: number, Worker: c.worker.Name, End: farm.Released}
	if item.ExcludedWorker == c.worker.Name {
		c.held = append(c.held, func() { c.send(ctx, j, result, m) })
		return
	}
	c.returnHeld()
	switch {
	case meta.NumDelivered > farm.Attempts:
		result.End = farm.Lost
	case c.openRunner(j):
		result = c.search(j, item, m, result)
		result.Index, result.Copy, result.Worker = item.Index, number, c.worker.Name
	}
	c.send(ctx, j, result, m)
}

// returnHeld gives back the held orders. They are held while the core waits for other work. If they were given back
// at once, two workers could take each other's checks again and again.
func (c *core) returnHeld() {
	for _, give := range c.held {
		give()
	}
	c.held = nil
}

// waitTime returns a random wait of a core that holds an order. Of two such cores one then gives
// back first, while the other waits.
func (c *core) waitTime() time.Duration {
	beat := c.worker.Timeouts.Heartbeat
	return beat/8 + rand.N(beat/4+1)
}

// openRunner makes a runner for a job and reports whether the job still goes on.
func (c *core) openRunner(j *job) bool {
	if c.job == j {
		return j.ctx.Err() == nil
	}
	c.lock.Lock()
	over := c.jobs[j.ID] != j
	if !over {
		j.users.Add(1)
	}
	c.lock.Unlock()
	if !over {
		c.enterJob(j)
	}
	return !over
}

// search does an item, and tells the server meanwhile that it is being done.
func (c *core) search(j *job, item *farm.Item, m jetstream.Msg, released farm.Result) farm.Result {
	c.count(1, 0)
	defer c.count(-1, 1)
	over := make(chan struct{})
	defer close(over)
	go func() {
		beat := time.NewTicker(j.Timeouts.Redelivery / 3)
		defer beat.Stop()
		for {
			select {
			case <-over:
				return
			case <-beat.C:
				_ = m.InProgress() // who is not heard loses the item
			}
		}
	}()
	if j.Race != nil {
		c.worker.floor.Lock()
		defer c.worker.floor.Unlock()
	} else {
		c.worker.floor.RLock()
		defer c.worker.floor.RUnlock()
	}
	result, err := c.runner.Do(j.ctx, item)
	if err == nil {
		return result
	}
	if j.ctx.Err() == nil {
		c.worker.Tell("job %.100q: item %d is given back: %v", j.Title, item.Index+1, err)
		c.pause(j.ctx)
	}
	return released
}

// count notes what is being done and was done.
func (c *core) count(busy, done int) {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.busy += busy
	c.done += done
}

// send sends a result until the coordinator has taken it in, or the job is over. Only
// then is the item taken out of the queue. What is given back leaves the queue first: the
// coordinator puts it there again.
func (c *core) send(ctx context.Context, j *job, r farm.Result, m jetstream.Msg) {
	text, err := file.Line(r)
	if err != nil || len(text) > farm.MaxMessage {
		c.worker.Tell("job %.100q: result of item %d cannot be sent: %d bytes, %v", j.Title, r.Index+1, len(text), err)
		return
	}
	if r.End == farm.Released {
		limited, cancel := context.WithTimeout(context.Background(), returnTimeout)
		_ = m.DoubleAck(limited) // if it is lost, the item is delivered again, or found missing
		cancel()
		_ = c.connection.Publish(farm.ResultSubject(j.ID), text)
		return
	}
	for j.ctx.Err() == nil {
		limited, cancel := context.WithTimeout(j.ctx, j.Timeouts.Redelivery/2)
		_, err := c.connection.RequestWithContext(limited, farm.ResultSubject(j.ID), text)
		cancel()
		if err == nil {
			_ = m.Ack() // if it is lost, the item is done again
			return
		}
		_ = m.InProgress()
		c.pause(j.ctx)
	}
}
