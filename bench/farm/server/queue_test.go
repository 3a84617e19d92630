package server

import (
	"context"
	"encoding/json"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/zugwatch/zugwatch/bench/farm"
	"github.com/zugwatch/zugwatch/bench/farm/worker"
	"github.com/zugwatch/zugwatch/engine/must"
)

// coordinate has items done that nothing is to come of, until the test is over.
func coordinate(t *testing.T, url string, items int) {
	t.Helper()
	f := farmAt(url, t.Logf)
	f.CheckShare = 1
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = f.Coordinate(ctx, taskOf("queue", items, func(farm.Result) {})) // which is cancelled
	}()
	t.Cleanup(func() {
		cancel()
		<-ended
	})
}

// connect returns a connection to a server, with its stream of items.
func connect(t *testing.T, url string) (*nats.Conn, jetstream.JetStream) {
	t.Helper()
	nc := must.Get(farm.Access{URL: url}.Connect("test"))(t)
	t.Cleanup(nc.Close)
	return nc, must.Get(jetstream.New(nc))(t)
}

// await waits until something is so, or is too long in coming.
func await(t *testing.T, what string, so func() bool) {
	t.Helper()
	for limit := time.Now().Add(10 * time.Minute); !so(); time.Sleep(time.Millisecond) {
		if time.Now().After(limit) {
			t.Fatalf("not so: %s", what)
		}
	}
}

// queued counts the messages in the queue by their subjects.
func queued(t *testing.T, js jetstream.JetStream) map[string]uint64 {
	t.Helper()
	stream, err := js.Stream(t.Context(), farm.Stream)
	if err != nil {
		return nil // it is not there so far
	}
	return must.Get(stream.Info(t.Context(), jetstream.WithSubjectFilter(">")))(t).State.Subjects
}

// TestQueueOnce: an item is in the queue once, however often it is put there.
func TestQueueOnce(t *testing.T) {
	t.Parallel()
	url := serve(t, Options{}).URL()
	_, js := connect(t, url)
	coordinate(t, url, 3)
	await(t, "three items are in the queue", func() bool { return len(queued(t, js)) == 3 })
	for subject := range queued(t, js) {
		if _, err := js.Publish(t.Context(), subject, []byte("{}")); err == nil {
			t.Errorf("%s was put there twice", subject)
		}
	}
	for subject, count := range queued(t, js) {
		if count != 1 {
			t.Errorf("%s is there %d times", subject, count)
		}
	}
}

// TestHeld: a core that is given an order for another worker's check holds it while it looks
// for other work. If it gave it back at once, it would get it again.
func TestHeld(t *testing.T) {
	t.Parallel()
	url := serve(t, Options{}).URL()
	nc, js := connect(t, url)
	var job atomic.Pointer[string]
	ghost := func() { // who could check, and says so again and again
		text, err := json.Marshal(farm.WorkerStatus{Worker: "ghost", Jobs: []string{*job.Load()}})
		if err == nil {
			err = nc.Publish(farm.PresenceSubject, text)
		}
		if err != nil {
			t.Error(err)
		}
	}
	hire(t, url, func(w *worker.Worker) {
		w.Prepare = func(_ context.Context, j *farm.Job) (*worker.Preparation, error) {
			job.Store(&j.ID)
			ghost()
			return by(answerOne), nil
		}
	})
	coordinate(t, url, 20)
	await(t, "one core has two checks", func() bool {
		if job.Load() == nil {
			return false
		}
		ghost()
		waiting := queued(t, js)
		for subject := range waiting {
			if number, _ := farm.ParseCopy(subject); number == 0 {
				return false
			}
		}
		if len(waiting) < 2 {
			return false
		}
		c, err := js.Consumer(t.Context(), farm.Stream, farm.ConsumerName(*job.Load()))
		return err == nil && c.CachedInfo().NumAckPending > 1
	})
}
