package search

import (
	"fmt"
	"math/bits"
	"sync/atomic"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/chess"
)

// table is the transposition table: buckets of one cache line with four entries
// of two words. The first word is the key, changed by the second, so that an
// entry of which two threads wrote one word each never matches.
type table struct {
	buckets []bucket
	age     uint64
	shared  bool // by several threads, so words are stored atomically
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
func (t *table) put(e *entry, check, data uint64) {
	if t.shared {
		atomic.StoreUint64(&e.check, check)
		atomic.StoreUint64(&e.data, data)
		return
	}
	e.check, e.data = check, data
}

// The parts of entry.data, from its lowest bit: move 16, value 16, static
// value 16, depth 10 (quarter plies), bound 2, on a principal variation 1,
// age 3.
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

// bound says how the value of an entry is to be read. They are bits: exact is
// both.
type bound uint8

const (
	boundUpper bound = 1
	boundLower bound = 2
	boundExact bound = 3
)

// hit is what the table knows of a position.
type hit struct {
	move  chess.Move
	value int32 // from the node, noValue for none
	eval  int32 // noValue for none
	depth int   // quarter plies
	bound bound
	pv    bool
	found bool
}

// noValue stands for a value that is not known.
const noValue = int32(engine.Infinity) + 1

// newTable makes a table of at most so many MiB, at least one bucket: a power
// of two of buckets. The error is that there is no memory for it.
func newTable(megabytes int) (*table, error) {
	n := uint64(megabytes) << 20 / 64
	t := &table{}
	var err error
	if t.buckets, t.release, err = allocate(t, 1<<(bits.Len64(n)-1)); err != nil {
		return nil, fmt.Errorf("hash of %d MiB: %w", megabytes, err)
	}
	adviseHuge(t.buckets)
	return t, nil
}

// shrink gives the memory back and leaves a table of one bucket.
func (t *table) shrink() {
	release := t.release
	t.buckets, t.release = make([]bucket, 1), func() {}
	release()
}

// clear forgets everything.
func (t *table) clear() {
	clear(t.buckets)
	t.age = 0
}

// nextAge makes what is in the table older than what comes.
func (t *table) nextAge() { t.age = (t.age + 1) & ageMask }

func (t *table) bucket(key uint64) *bucket {
	return &t.buckets[key&uint64(len(t.buckets)-1)]
}

// probe looks a key up; ply turns mate values into values from this node.
func (t *table) probe(key uint64, ply int) hit {
	b := t.bucket(key)
	for i := range b {
		e := b[i].load()
		data := e.data
		if e.check^data != key || data == 0 {
			continue
		}
		return hit{
			move:  chess.Move(data),
			value: fromTable(int32(int16(data>>valueShift)), ply),
			eval:  evalFromTable(int16(data >> evalShift)),
			depth: int(data >> depthShift & depthMask),
			bound: bound(data >> boundShift & 3),
			pv:    data>>pvShift&1 != 0,
			found: true,
		}
	}
	return hit{value: noValue, eval: noValue}
}

// store remembers what a search found. It replaces the entry of the same
// position, else the least valuable of the bucket: shallow and old.
func (t *table) store(key uint64, ply int, move chess.Move, value, eval int32, depth int, b bound, pv bool) {
	bk := t.bucket(key)
	victim := &bk[0]
	worst := 1 << 30
	for i := range bk {
		e := bk[i].load()
		if e.check^e.data == key && e.data != 0 {
			if move == chess.NoMove {
				move = chess.Move(e.data)
			}
			kept := int(e.data >> depthShift & depthMask)
			fresh := e.data>>ageShift == t.age
			if b != boundExact && fresh && kept > depth+4*onePly {
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

// hashfull is the share of entries of the present age in permille, from the
// first thousand.
func (t *table) hashfull() int {
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
	if v == noValue {
		return noEval
	}
	return int16(v)
}

func evalFromTable(v int16) int32 {
	if v == noEval {
		return noValue
	}
	return int32(v)
}

// toTable turns a mate value, which counts from the root, into one that counts
// from the node.
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
