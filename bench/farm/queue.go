package farm

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Stream is the name of the stream of items.
const Stream = "ZUGWATCH"

// The subjects.
const (
	workSubject     = "zugwatch.work."
	resultSubject   = "zugwatch.result."
	JobSubject      = "zugwatch.job"
	PresenceSubject = "zugwatch.worker"
)

// Limits of the stream, for all jobs together. A job without an end is gone after a while.
const (
	maxQueueBytes = 256 << 20
	maxQueueAge   = 24 * time.Hour
	consumerIdle  = 10 * time.Minute
)

// MinStore is the disk space that a server needs if no programs are sent, in bytes.
const MinStore = maxQueueBytes

// The errors of a server, or of an account on it, that has no room left for a stream.
const (
	errInsufficient jetstream.ErrorCode = 10023
	errNoStorage    jetstream.ErrorCode = 10047
)

// tooSmall adds the space that is needed, in bytes, to an error of a server without room.
func tooSmall(err error, what string, need int) error {
	if told, ok := errors.AsType[*jetstream.APIError](err); ok && (told.ErrorCode == errNoStorage || told.ErrorCode == errInsufficient) {
		return fmt.Errorf("it has no room for %s (expected zugfarm serve --store-limit %d or more there)", what, need>>20)
	}
	return err
}

// ResultSubject returns the subject of the results of a job.
func ResultSubject(job string) string { return resultSubject + job }

// ConsumerName returns the consumer of a job's items.
func ConsumerName(job string) string { return "job-" + job }

// queue is the stream as the coordinator of one job sees it.
type queue struct {
	js  jetstream.JetStream
	job *Job
}

// newQueue makes a queue on a connection. What it could not publish is found missing at a
// look, and no error.
func newQueue(nc *nats.Conn, job *Job) (*queue, error) {
	js, err := jetstream.New(nc, jetstream.WithPublishAsyncMaxPending(2*window))
	return &queue{js, job}, err
}

// ensure makes the stream and the job's consumer, where they are not there.
func (q *queue) ensure(ctx context.Context) error {
	_, err := q.js.Stream(ctx, Stream)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		_, err = q.js.CreateStream(ctx, jetstream.StreamConfig{
			Name: Stream, Description: "positions and games of Zugwatch", Subjects: []string{workSubject + ">"},
			Retention: jetstream.WorkQueuePolicy, Discard: jetstream.DiscardNew, MaxMsgsPerSubject: 1, DiscardNewPerSubject: true,
			MaxBytes: maxQueueBytes, MaxAge: maxQueueAge, MaxMsgSize: MaxMessage, Storage: jetstream.FileStorage,
		})
	}
	if err != nil {
		return tooSmall(err, "the queue", MinStore)
	}
	_, err = q.js.CreateOrUpdateConsumer(ctx, Stream, jetstream.ConsumerConfig{
		Durable: ConsumerName(q.job.ID), FilterSubject: workSubject + q.job.ID + ".>", AckPolicy: jetstream.AckExplicitPolicy,
		AckWait: q.job.Timeouts.Redelivery, MaxAckPending: 4 * window, InactiveThreshold: consumerIdle,
	})
	return err
}

// publish puts an item into the queue. One that is there already stays as it is.
func (q *queue) publish(o order, item []byte) {
	_, _ = q.js.PublishAsync(fmt.Sprintf("%s%s.%d.%d", workSubject, q.job.ID, o.item, o.copy), item)
}

// look lists the orders that are in the queue, with those that are being done.
func (q *queue) look(ctx context.Context) (map[order]bool, error) {
	stream, err := q.js.Stream(ctx, Stream)
	if err != nil {
		return nil, err
	}
	if _, err := stream.Consumer(ctx, ConsumerName(q.job.ID)); err != nil {
		return nil, err
	}
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(workSubject+q.job.ID+".>"))
	if err != nil {
		return nil, err
	}
	found := make(map[order]bool, len(info.State.Subjects))
	for subject := range info.State.Subjects {
		if o, ok := parseOrder(subject); ok {
			found[o] = true
		}
	}
	return found, nil
}

// close takes what is left of the job out of the queue.
func (q *queue) close(ctx context.Context) {
	_ = q.js.DeleteConsumer(ctx, Stream, ConsumerName(q.job.ID)) // which ends by itself
	if stream, err := q.js.Stream(ctx, Stream); err == nil {
		_ = stream.Purge(ctx, jetstream.WithPurgeSubject(workSubject+q.job.ID+".>")) // and so do the items
	}
}

func parseOrder(subject string) (o order, ok bool) {
	words := strings.Split(subject, ".")
	if len(words) != 5 {
		return o, false
	}
	item, errItem := strconv.Atoi(words[3])
	number, errCopy := strconv.Atoi(words[4])
	return order{item, number}, errItem == nil && errCopy == nil
}

// ParseCopy returns which copy of its item a message in the queue is.
func ParseCopy(subject string) (int, bool) {
	o, ok := parseOrder(subject)
	return o.copy, ok
}
