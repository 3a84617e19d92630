package tsume

// infinite is a proof number of what cannot be reached, and above all others.
const infinite = 1 << 30

// Values of numbers.loop, the condition of a disproof. With tooLong the line was too long, with n the position
// repeats that of ply n-1. With nowhere the disproof holds in every line.
const (
	tooLong = 0
	nowhere = 1<<16 - 1
)

// numbers are the proof numbers of a position: the effort to prove a mate, and to prove that there is none. One is
// infinite when the other is 0.
type numbers struct {
	proof, disproof uint32
	length          uint16 // plies of the mate, when proven
	loop            uint16 // condition of a disproof
}

// entry holds the numbers of a board with the attacker's hand.
type entry struct {
	board uint64
	line  uint64 // the line that a disproof hangs on; 0: none
	hand  hand
	work  uint32 // nodes, to keep what was dear
	numbers
}

// probes is the number of entries in which a board may be stored.
const probes = 12

// table stores the numbers of searched positions. It is never full: entries with little work are replaced.
type table struct{ entries []entry }

func newTable(megabytes int) *table {
	n := 1
	for n*2*48 <= megabytes<<20 {
		n *= 2
	}
	return &table{make([]entry, n+probes)}
}

func (t *table) clear() { clear(t.entries) }

// bucket returns where a board may be found.
func (t *table) bucket(board uint64) []entry {
	i := board & uint64(len(t.entries)-probes-1)
	return t.entries[i : i+probes]
}

// probe looks a board up. A mate with fewer pieces in hand proves a mate, and a disproof with more proves that there
// is none. This holds because on the same board the defender holds the pieces that the attacker lacks. The ban on
// mates by a pawn drop does not break this, because no drop answers the check of a pawn. A disproof by repetition
// counts only within its own line.
func (t *table) probe(board, line uint64, h hand) numbers {
	found := numbers{proof: 1, disproof: 1, loop: nowhere}
	for i, b := 0, t.bucket(board); i < len(b); i++ {
		e := &b[i]
		switch {
		case e.board != board || e.proof|e.disproof == 0:
		case e.proof == 0 && h.covers(e.hand):
			return e.numbers
		case e.disproof == 0 && (e.line == 0 && e.hand.covers(h) || e.line == line && e.hand == h):
			return e.numbers
		case e.hand == h && e.line == 0:
			found = e.numbers
		}
	}
	return found
}

// store saves the numbers of a board with a hand.
func (t *table) store(board, line uint64, h hand, n numbers, work uint32) {
	if n.loop == nowhere {
		line = 0
	}
	b := t.bucket(board)
	victim := &b[0]
	for i := range b {
		e := &b[i]
		if e.board == board && e.hand == h && e.line == line {
			victim = e
			break
		}
		if e.work < victim.work {
			victim = e
		}
	}
	*victim = entry{board: board, line: line, hand: h, work: max(work, 1), numbers: n}
}
