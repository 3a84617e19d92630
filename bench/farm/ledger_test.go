package farm

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// bureau is an executor that records the decisions of a ledger. The true result of an item
// is its number.
type bureau struct {
	ledger  *ledger
	queue   map[order]string // who must not do it
	settled map[int]string
	judging []int
	told    []string
}

func newBureau(items, window, share int) *bureau {
	b := &bureau{queue: make(map[order]string), settled: make(map[int]string)}
	n := 0
	todo := make([]int, items)
	for i := range todo {
		todo[i] = i
	}
	b.ledger = newLedger(b, todo, nil, window, func() bool { n++; return share > 0 && (n-1)%share == 0 })
	return b
}

func (b *bureau) publish(o order, not string) {
	b.told = append(b.told, fmt.Sprintf("publish %d.%d %s", o.item, o.copy, not))
	b.queue[o] = not
}

func (b *bureau) settleItem(c claim) {
	b.told = append(b.told, fmt.Sprintf("settle %d %s", c.Index, c.same))
	_ = c.take()
}

func (b *bureau) queueDisputed(item int) {
	b.told = append(b.told, fmt.Sprintf("judge %d", item))
	b.judging = append(b.judging, item)
}

func (b *bureau) reportBarred(worker string, item int) {
	b.told = append(b.told, fmt.Sprintf("bar %s %d", worker, item))
}

func (b *bureau) discard(item int) { b.told = append(b.told, fmt.Sprintf("discard %d", item)) }

// says returns a worker's result for an item.
func (b *bureau) says(worker string, item, number int, end End, outcome string) claim {
	return claim{Result{Index: item, Copy: number, Worker: worker, End: end}, []byte(outcome), func() error {
		b.settled[item] = outcome
		return nil
	}}
}

// TestLedger follows a ledger through what can happen to an item.
func TestLedger(t *testing.T) {
	for _, test := range []struct {
		name   string
		script string // what happens, with semicolons between
		want   string // the decision about it
		open   int    // orders that are left
	}{
		{"one", "a 0 x", "settle 0 x", 0},
		{"checked alike", "a 0 x +; b 0.1 x", "settle 0 x, publish 0.1 a", 0},
		{"doubled alike", "a 0 x; a 0 x; b 0 x", "settle 0 x", 0},
		{"of no item", "a 7 x; a 0 x", "settle 0 x", 0},
		{"given back", "a 0 released; look; a 0 x", "publish 0.0 , settle 0 x", 0},
		{"given back at once", "a 0 released", "publish 0.0 ", 1},
		{"check given back", "a 0 x +; a 0.1 released; b 0.1 x", "settle 0 x, publish 0.1 a, publish 0.1 a", 0},
		{"given back too late", "a 0 x; b 0 released", "settle 0 x", 0},
		{"lost in the queue", "lose; look; look; a 0 x", "publish 0.0 , settle 0 x", 0},
		{"missed once", "lose; look; find; look; lose; look; a 0 x", "settle 0 x", 0},
		{"given up", "a 0 lost", "settle 0 lost", 0},
		{"given up and there", "a 0 x; b 0 lost", "settle 0 x", 0},
		{"given up too early", "a 0 lost; b 0 x; judge 0 x", "settle 0 lost, judge 0, settle 0 x", 0},
		{"check given up", "a 0 x +; b 0.1 lost", "settle 0 x, publish 0.1 a", 0},
		{"check waived", "a 0 x +; waive", "settle 0 x, publish 0.1 a", 0},
		{"check differs", "a 0 y +; b 0.1 x; judge 0 x", "settle 0 y, publish 0.1 a, judge 0, settle 0 x, bar a 0", 0},
		{"checker lies", "a 0 x +; b 0.1 y; judge 0 x", "settle 0 x, publish 0.1 a, judge 0, settle 0 x, bar b 0", 0},
		{"both lie", "a 0 y +; b 0.1 z; judge 0 x", "settle 0 y, publish 0.1 a, judge 0, settle 0 x, bar a 0, bar b 0", 0},
		{
			"crowd", "a 0 y +; b 0 z; c 0 z; d 0 z; e 0 z; f 0 z; g 0 z; h 0 z; i 0 z; j 0 z; k 0 z; l 0.1 z; judge 0 x",
			"settle 0 y, publish 0.1 a, judge 0, settle 0 x, bar a 0, bar b 0, bar c 0, bar d 0, bar e 0, bar f 0, bar g 0, bar h 0, bar i 0, bar j 0", 0,
		},
		{"of two minds", "a 0 y +; b 0.1 z; judge 0 split", "settle 0 y, publish 0.1 a, judge 0, settle 0 split", 0},
		{"barred", "bar a; a 0 x; look; b 0 x", "bar a 9, publish 0.0 , settle 0 x", 0},
		{"dropped", "a 0 x; bar a; b 0 x", "settle 0 x, bar a 9, discard 0, publish 0.0 , settle 0 x", 0},
		{"nothing came", "look", "", 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := newBureau(1, 10, 1)
			b.ledger.issue()
			b.told = nil
			for step := range strings.SplitSeq(test.script, "; ") {
				b.play(step)
			}
			if got := strings.Join(b.told, ", "); got != test.want || len(b.ledger.open) != test.open || b.ledger.done() != (test.open == 0) {
				t.Errorf("got  %s\nwant %s\n%d orders are open, done is %t", got, test.want, len(b.ledger.open), b.ledger.done())
			}
		})
	}
}

// play plays one step of a script.
func (b *bureau) play(step string) {
	var who, what, outcome, other string
	fmt.Sscan(step, &who, &what, &outcome, &other)
	item, number := 0, 0
	fmt.Sscanf(what, "%d.%d", &item, &number)
	end := Done
	if slices.Contains([]End{Released, Lost, Nondeterministic}, End(outcome)) {
		end = End(outcome)
	}
	switch who {
	case "look":
		b.ledger.compareQueue(func(o order) bool { _, there := b.queue[o]; return there })
	case "lose":
		clear(b.queue)
	case "find":
		b.queue[order{0, 0}] = ""
	case "waive":
		b.ledger.dropChecks()
	case "bar":
		b.ledger.barWorker(what, 9)
	case "judge":
		b.ledger.judged(b.says("", item, 0, end, outcome))
	default:
		if b.ledger.isGiven(item) {
			b.ledger.takeClaim(b.says(who, item, number, end, outcome), func() bool { return other == "+" })
		}
	}
}

// TestLedgerEarlier: what a worker of an earlier attempt has done is done again when it is
// found to lie, and else nothing is heard of it.
func TestLedgerEarlier(t *testing.T) {
	b := newBureau(1, 10, 1)
	b.ledger = newLedger(b, []int{0}, map[int]string{1: "a", 2: "b", 3: "a"}, 10, func() bool { return false })
	b.ledger.issue()
	for step := range strings.SplitSeq("c 1 y; a 0 x; bar a; c 1 x; c 3 x; c 0 x; c 2 y; look", "; ") {
		b.play(step)
	}
	const want = "publish 0.0 , settle 0 x, bar a 9, discard 0, publish 0.0 , discard 1, publish 1.0 , discard 3, publish 3.0 , settle 1 x, settle 3 x, settle 0 x"
	if got := strings.Join(b.told, ", "); got != want || !b.ledger.done() {
		t.Errorf("got  %s\nwant %s\ndone is %t", got, want, b.ledger.done())
	}
}

// TestLedgerWindow: no more is given out than has place.
func TestLedgerWindow(t *testing.T) {
	b := newBureau(10, 3, 0)
	b.ledger.issue()
	if len(b.queue) != 3 {
		t.Errorf("%d items are in the queue", len(b.queue))
	}
	b.play("a 1 x")
	b.ledger.issue()
	if _, next := b.queue[order{3, 0}]; !next || len(b.queue) != 4 {
		t.Errorf("the queue is %v", b.queue)
	}
}

// TestLedgerStorm: every item is settled correctly in the end, and the liar is found. The
// queue loses, doubles and holds back messages, workers die, and one lies now and then.
func TestLedgerStorm(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 1))
		const items = 300
		b := newBureau(items, 40, 50)
		b.ledger.issue()
		var wires []claim // results on their way
		for rounds := 0; !b.ledger.done(); rounds++ {
			if rounds > 100_000 {
				t.Fatalf("seed %d: %d of %d items are settled, %d orders open", seed, b.ledger.settled, items, len(b.ledger.open))
			}
			wires = append(wires, b.work(r)...)
			if len(wires) > 0 {
				at := r.IntN(len(wires))
				c := wires[at]
				if r.IntN(10) > 0 { // else it is doubled
					wires = slices.Delete(wires, at, at+1)
				}
				if r.IntN(10) > 0 && b.ledger.isGiven(c.Index) { // else it is lost
					b.ledger.takeClaim(c, func() bool { return true })
				}
			}
			if len(b.judging) > 0 && r.IntN(5) == 0 {
				item := b.judging[0]
				b.judging = b.judging[1:]
				b.ledger.judged(b.says("", item, 0, Done, fmt.Sprint(item)))
			}
			if rounds%20 == 0 {
				b.ledger.compareQueue(func(o order) bool { _, there := b.queue[o]; return there })
				b.ledger.issue()
			}
		}
		wrong := 0
		for item, outcome := range b.settled {
			if outcome != fmt.Sprint(item) {
				wrong++
			}
		}
		if len(b.settled) != items || wrong > 0 && b.ledger.barred["liar"] {
			t.Errorf("seed %d: %d of %d items settled, %d wrong, barred %v", seed, len(b.settled), items, wrong, b.ledger.barred)
		}
		if b.ledger.barred["one"] || b.ledger.barred["two"] {
			t.Errorf("seed %d: barred %v", seed, b.ledger.barred)
		}
	}
}

// work takes one order out of the queue, which may be lost with its worker.
func (b *bureau) work(r *rand.Rand) []claim {
	orders := slices.SortedFunc(maps.Keys(b.queue), func(x, y order) int { return (x.item-y.item)*2 + x.copy - y.copy })
	if len(orders) == 0 {
		return nil
	}
	o := orders[r.IntN(min(5, len(orders)))]
	worker := [...]string{"one", "two", "liar"}[r.IntN(3)]
	if b.queue[o] == worker {
		return nil
	}
	delete(b.queue, o)
	outcome := fmt.Sprint(o.item)
	switch n := r.IntN(20); {
	case n == 0: // it dies
		return nil
	case n == 1:
		return []claim{b.says(worker, o.item, o.copy, Released, "")}
	case n < 7 && worker == "liar":
		outcome = "a lie"
	}
	return []claim{b.says(worker, o.item, o.copy, Done, outcome)}
}
