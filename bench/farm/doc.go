// Package farm sends positions and games to other machines.
//
// A coordinator, the command that measures, puts items into a queue of NATS JetStream. An item is a position in one
// form, the games of a pair, or a race. Workers pull items, do them and send the results to the coordinator. It alone
// decides: it keeps each result in the journal of its own file, and an item leaves the queue when its result has
// arrived. Items that the queue loses are given out again, so nothing is missing in the end.
//
// Programs that are sent lie in an object store, by their digests.
//
// All else is repeated all the time and stored nowhere: which jobs there are, and which workers.
//
// The subjects, all below "zugwatch.":
//
//	work.JOB.ITEM.COPY  an item, in the stream
//	result.JOB          a Result, answered when it was taken in
//	job                 a Job, every Timeouts.Heartbeat
//	worker              a WorkerStatus, every Timeouts.Heartbeat
package farm
