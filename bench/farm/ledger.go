package farm

import (
	"crypto/sha256"
	"maps"
	"slices"
)

// digest stands for the outcome of an item.
type digest [16]byte

func digestOf(outcome []byte) digest {
	sum := sha256.Sum256(outcome)
	return digest(sum[:16])
}

// order is an item in the queue: copy 0, or 1 to check another worker's result.
type order struct{ item, copy int }

// entry is the state of an item that was given out.
type entry struct {
	settled bool
	earlier bool // by an earlier attempt; results for it are ignored unless it is dropped
	sum     digest
	worker  string            // who settled it; empty: this machine
	claims  map[string]digest // results by worker, while this machine finds out which is right
}

// maxClaims is the largest number of results for one item that are kept while this machine finds out
// which is right. No more than a few workers are given one.
const maxClaims = 10

// claim is a result that was read.
type claim struct {
	Result
	same []byte       // the part that is equal on every machine
	take func() error // takes it in; its error ends the job
}

// executor carries out the decisions of a ledger.
type executor interface {
	publish(o order, not string)          // puts an item into the queue, where it may be already
	settleItem(c claim)                   // takes a result in, in place of an earlier one of the item
	queueDisputed(item int)               // does the item on this machine, for ledger.judged
	reportBarred(worker string, item int) // reports a worker and the item that it got wrong
	discard(item int)                     // drops the result that was settled
}

// ledger records which items of a job were given out, and each worker's claims about them. It holds
// no result and does nothing by itself. It belongs to one goroutine.
type ledger struct {
	executor executor
	window   int         // orders in the queue at most
	checks   func() bool // reports whether the next item is to be done twice
	todo     []int
	total    int
	settled  int
	checked  int // items that two workers did alike
	judging  int
	entries  map[int]*entry
	open     map[order]*queuedOrder
	again    []order // to be published again
	barred   map[string]bool
}

// queuedOrder is an order in the queue.
type queuedOrder struct {
	not    string
	missed int // looks at the queue in a row that did not find it
	idle   bool
}

// newLedger makes the ledger of items to be done, and of those that workers of earlier
// attempts have done, by their names.
func newLedger(d executor, todo []int, earlier map[int]string, window int, checks func() bool) *ledger {
	l := &ledger{
		executor: d, window: window, checks: checks, todo: todo, total: len(todo) + len(earlier), settled: len(earlier),
		entries: make(map[int]*entry), open: make(map[order]*queuedOrder), barred: make(map[string]bool),
	}
	for item, worker := range earlier {
		l.entries[item] = &entry{settled: true, earlier: true, worker: worker}
	}
	return l
}

// done reports whether nothing is left to do.
func (l *ledger) done() bool { return l.settled == l.total && len(l.open) == 0 && l.judging == 0 }

// issue fills the queue.
func (l *ledger) issue() {
	for len(l.open) < l.window && len(l.todo) > 0 {
		item := l.todo[0]
		l.todo = l.todo[1:]
		l.entries[item] = &entry{}
		l.publish(order{item, 0}, "")
	}
}

// publish opens an order.
func (l *ledger) publish(o order, not string) {
	l.open[o] = &queuedOrder{not: not}
	l.executor.publish(o, not)
}

// isGiven reports whether an item was given out.
func (l *ledger) isGiven(item int) bool {
	e := l.entries[item]
	return e != nil && !e.earlier
}

// takeClaim takes the result of an item that was given out. Others reports whether another worker
// could check it.
func (l *ledger) takeClaim(r claim, others func() bool) {
	o := order{r.Index, r.Copy}
	e := l.entries[r.Index]
	switch {
	case l.barred[r.Worker]:
		l.republishLater(o) // it is in the queue until the worker has heard of this
	case r.End == Released:
		if s := l.open[o]; s != nil {
			l.executor.publish(o, s.not)
		}
	case r.End == Lost && o.copy > 0:
		delete(l.open, o)
	case r.End == Lost && e.settled:
	default:
		delete(l.open, o)
		l.addClaim(e, r, others)
	}
}

// republishLater has an order published again at the next look at the queue.
func (l *ledger) republishLater(o order) {
	if s := l.open[o]; s != nil && !s.idle {
		s.idle = true
		l.again = append(l.again, o)
	}
}

// addClaim adds the result of a worker.
func (l *ledger) addClaim(e *entry, r claim, others func() bool) {
	sum, worker := digestOf(r.same), r.Worker
	if r.End == Lost {
		worker = "" // which only passes it on
	}
	switch {
	case e.claims != nil:
		if len(e.claims) < maxClaims {
			e.claims[worker] = sum
		}
	case !e.settled:
		e.settled, e.sum, e.worker = true, sum, worker
		l.settled++
		l.executor.settleItem(r)
		if r.Copy == 0 && r.End == Done && l.checks() && others() {
			l.publish(order{r.Index, 1}, r.Worker)
		}
	case e.sum != sum:
		e.claims = map[string]digest{e.worker: e.sum, worker: sum}
		l.judging++
		l.executor.queueDisputed(r.Index)
	case e.worker != worker:
		l.checked++
	}
}

// judged settles an item by the result of this machine, which is the truth. It bars the workers that
// claimed otherwise and drops all their results. If the engine itself is nondeterministic, no worker
// is barred.
func (l *ledger) judged(r claim) {
	e := l.entries[r.Index]
	claims := e.claims
	l.judging--
	*e = entry{settled: true, sum: digestOf(r.same)}
	l.executor.settleItem(r)
	if r.End == Nondeterministic {
		return
	}
	for _, worker := range slices.Sorted(maps.Keys(claims)) {
		if worker != "" && claims[worker] != e.sum && !l.barred[worker] {
			l.barWorker(worker, r.Index)
		}
	}
}

// barWorker drops all results of a worker.
func (l *ledger) barWorker(worker string, item int) {
	l.executor.reportBarred(worker, item)
	l.barred[worker] = true
	var items []int
	for item, e := range l.entries {
		if e.settled && e.worker == worker && e.claims == nil {
			items = append(items, item)
		}
	}
	slices.Sort(items)
	for _, item := range items {
		*l.entries[item] = entry{}
		l.settled--
		l.executor.discard(item)
		delete(l.open, order{item, 1})
		l.publish(order{item, 0}, "")
	}
}

// dropChecks gives up checks, since there is no second worker.
func (l *ledger) dropChecks() {
	maps.DeleteFunc(l.open, func(o order, _ *queuedOrder) bool { return o.copy > 0 })
}

// compareQueue compares the ledger with the queue, and publishes again the orders that were lost
// there or come from barred workers. A single look can come between a message and its arrival.
func (l *ledger) compareQueue(inQueue func(order) bool) {
	for o, s := range l.open {
		switch {
		case s.idle:
		case inQueue(o):
			s.missed = 0
		default:
			if s.missed++; s.missed > 1 {
				l.republishLater(o)
			}
		}
	}
	again := l.again
	l.again = nil
	slices.SortFunc(again, func(a, b order) int { return (a.item-b.item)*2 + a.copy - b.copy })
	for _, o := range again {
		if s := l.open[o]; s != nil {
			l.publish(o, s.not)
		}
	}
}
