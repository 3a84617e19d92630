// Package farm sends positions and games to other machines.
//
// A coordinator, which is the command that measures, puts items into a queue of NATS
// JetStream: a position in one form, the games of a pair, or a race. Workers pull them, do them and
// send the results to the coordinator, which alone decides: it keeps each result in the
// journal of its own file, and an item leaves the queue when its result has arrived. What
// the queue loses is given out again, so that a queue may lose anything at any time and
// nothing is missing in the end.
//
// Programs that are sent lie in an object store, by their digests.
//
// All else is told again and again and kept nowhere: which jobs there are, and who works.
//
// The subjects, all below "zugwatch.":
//
//	work.JOB.ITEM.COPY  an item, in the stream
//	result.JOB          a Result, answered when it was taken in
//	job                 a Job, every Pace.Beat
//	worker              a Presence, every Pace.Beat
package farm
