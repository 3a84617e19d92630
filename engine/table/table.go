package table

import (
	"fmt"
	"math/bits"
	"runtime"
	"sync/atomic"

	"github.com/zugwatch/zugwatch/engine"
)

// Table is a transposition table: buckets of one cache line with four entries of two
// words. The first word is the key, changed by the second, so that an entry never matches
// if two threads wrote one word each.
type Table struct {
	buckets []bucket
	age     uint64
	shared  bool // words are stored atomically
	release func()
}

type bucket [4]entry

type entry struct {
	check uint64 // key ^ data
	data  uint64
}

// load reads an entry, atomically word by word, which costs nothing.
func (e *entry) load() entry {
	return entry{check: atomic.LoadUint64(&e.check), data: atomic.LoadUint64(&e.data)}
}

// put replaces an entry. Atomic stores are slow, so a table that is not shared
// does without.
func (t *Table) put(e *entry, check, data uint64) {
	if t.shared {
		atomic.StoreUint64(&e.check, check)
		atomic.StoreUint64(&e.data, data)
		return
	}
	e.check, e.data = check, data
}

// These are the parts of entry.data. From its lowest bit: move 16 bits, value 16, static value 16, depth 10 (quarter
// plies), bound 2, on a principal variation 1, age 3.
const (
	valueShift = 16
	evalShift  = 32
	depthShift = 48
	boundShift = 58
	pvShift    = 60
	ageShift   = 61

	depthMask = 1<<10 - 1
	ageMask   = 1<<3 - 1
)

// Bound says how the value of an entry is to be read. They are bits: Exact is
// both, and 0 says nothing of the value.
type Bound uint8

// The bounds: the true value is at most, at least or just the one given.
const (
	Upper Bound = 1
	Lower Bound = 2
	Exact Bound = 3
)

// BoundOf returns the bound of the best value of a node: Lower if it reaches beta, Exact if it raised alpha in a
// window that is not of zero width, else Upper.
func BoundOf(best, beta int32, raised bool) Bound {
	switch {
	case best >= beta:
		return Lower
	case raised:
		return Exact
	}
	return Upper
}

// Hit is the entry of a position in the table.
type Hit struct {
	Move  uint16 // of the game's own kind, 0 for none
	Value int32  // from the node, NoValue for none
	Eval  int32  // NoValue for none
	Depth int    // quarter plies
	Bound Bound
	PV    bool
	Found bool
}

// NoValue stands for a value that is not known.
const NoValue = int32(engine.Infinity) + 1

const (
	mateBound = int32(engine.MateBound)
	onePly    = engine.OnePly
)

// None returns the Hit of a position that the table does not hold.
func None() Hit { return Hit{Value: NoValue, Eval: NoValue} }

// Cuts reports whether the bound of the entry decides a zero-width window below beta.
func (h *Hit) Cuts(beta int32) bool {
	if h.Value >= beta {
		return h.Bound&Lower != 0
	}
	return h.Bound&Upper != 0
}

// IsMate reports whether the entry proves a mate for one side. Such a proof holds
// at every depth: a mate is only stored when no pruning was needed for it.
func (h *Hit) IsMate() bool {
	return h.Value >= mateBound && h.Bound&Lower != 0 || h.Value <= -mateBound && h.Bound&Upper != 0
}

// Improves reports whether the entry's bound says more than the static value.
func (h *Hit) Improves(static int32) bool {
	if h.Value > static {
		return h.Bound&Lower != 0
	}
	return h.Bound&Upper != 0
}

// MaxMB is the largest table size in MiB.
const MaxMB = 1 << 16

// New makes a table of at most so many MiB, at least one bucket: a power
// of two of buckets. The error is that there is no memory for it.
func New(megabytes int) (*Table, error) {
	n := uint64(megabytes) << 20 / 64
	t := &Table{}
	var err error
	if t.buckets, t.release, err = allocate(t, 1<<(bits.Len64(n)-1)); err != nil {
		return nil, fmt.Errorf("hash of %d MiB: %w", megabytes, err)
	}
	return t, nil
}

// Shrink gives the memory back and leaves a table of one bucket.
func (t *Table) Shrink() {
	release := t.release
	t.buckets, t.release = make([]bucket, 1), func() {}
	release()
}

// Share readies the table for threads that store at the same time.
func (t *Table) Share() { t.shared = true }

// Clear forgets everything.
func (t *Table) Clear() {
	clear(t.buckets)
	t.age = 0
	runtime.KeepAlive(t) // its buckets are unmapped when it is gone
}

// NextAge makes all present entries older than those stored from now on.
func (t *Table) NextAge() { t.age = (t.age + 1) & ageMask }

func (t *Table) bucket(key uint64) *bucket {
	return &t.buckets[key&uint64(len(t.buckets)-1)]
}

// Prefetch loads the entry of a key that will be probed soon. It affects only speed.
func (t *Table) Prefetch(key uint64) { prefetch(t.bucket(key)) }

// Probe looks a key up; ply turns mate values into values from this node.
func (t *Table) Probe(key uint64, ply int) Hit {
	b := t.bucket(key)
	for i := range b {
		e := b[i].load()
		data := e.data
		if e.check^data != key || data == 0 {
			continue
		}
		return Hit{
			Move:  uint16(data),
			Value: fromTable(int32(int16(data>>valueShift)), ply),
			Eval:  evalFromTable(int16(data >> evalShift)),
			Depth: int(data >> depthShift & depthMask),
			Bound: Bound(data >> boundShift & 3),
			PV:    data>>pvShift&1 != 0,
			Found: true,
		}
	}
	return Hit{Value: NoValue, Eval: NoValue}
}

// Store saves the result of a search. It replaces the entry of the same position, else the least valuable of the
// bucket: shallow and old.
func (t *Table) Store(key uint64, ply int, move uint16, value, eval int32, depth int, b Bound, pv bool) {
	bk := t.bucket(key)
	victim := &bk[0]
	worst := 1 << 30
	for i := range bk {
		e := bk[i].load()
		if e.check^e.data == key && e.data != 0 {
			if move == 0 {
				move = uint16(e.data)
			}
			kept := int(e.data >> depthShift & depthMask)
			fresh := e.data>>ageShift == t.age
			if b != Exact && fresh && kept > depth+4*onePly {
				return
			}
			victim = &bk[i]
			break
		}
		if e.data == 0 {
			victim = &bk[i]
			worst = -1 << 30
			continue
		}
		old := int((t.age - e.data>>ageShift) & ageMask)
		if worth := int(e.data>>depthShift&depthMask) - old*8*onePly; worth < worst {
			worst = worth
			victim = &bk[i]
		}
	}
	data := uint64(move) | uint64(uint16(toTable(value, ply)))<<valueShift |
		uint64(uint16(evalToTable(eval)))<<evalShift | uint64(min(max(depth, 0), depthMask))<<depthShift |
		uint64(b)<<boundShift | t.age<<ageShift
	if pv {
		data |= 1 << pvShift
	}
	t.put(victim, key^data, data)
}

// Hashfull returns the share of entries of the present age in permille, from the
// first thousand.
func (t *Table) Hashfull() int {
	n, seen := 0, 0
	for i := 0; i < len(t.buckets) && seen < 1000; i++ {
		for j := range t.buckets[i] {
			if e := t.buckets[i][j].load(); e.data != 0 && e.data>>ageShift == t.age {
				n++
			}
			seen++
		}
	}
	return n * 1000 / max(seen, 1)
}

// noEval is the stored form of a static value that is not known.
const noEval = -32768

func evalToTable(v int32) int16 {
	if v == NoValue {
		return noEval
	}
	return int16(v)
}

func evalFromTable(v int16) int32 {
	if v == noEval {
		return NoValue
	}
	return int32(v)
}

// toTable converts a mate value from plies from the root to plies from the node.
func toTable(v int32, ply int) int16 {
	switch {
	case v >= mateBound:
		v += int32(ply)
	case v <= -mateBound:
		v -= int32(ply)
	}
	return int16(v)
}

func fromTable(v int32, ply int) int32 {
	switch {
	case v >= mateBound:
		v -= int32(ply)
	case v <= -mateBound:
		v += int32(ply)
	}
	return v
}
