package tablebase

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/zugwatch/zugwatch/engine/chess"
)

// A cell holds the state of a position while its table is built. The lowest byte is its code, final once the rounds
// have reached it. Above are the number of open moves and the latest loss among moves that left the ending.
//
// Open moves are counted in halves. In a position that is its own mirror image, two moves correspond to one backward
// step. From such a position, two backward steps correspond to one move. The amounts that a step subtracts compensate
// for that.
type cell = uint32

const (
	codeMask   cell = 0xff
	openShift  int  = 8
	floorShift int  = 16

	// Instead of a count of open moves:
	neverLost cell = 255 // a move holds the draw
	watched   cell = 254 // the moves are looked at one by one in each round
)

// builder works a table out.
type builder struct {
	*layout
	parts   tables // the tables that captures and promotions lead to
	cells   []cell
	pending atomic.Int32 // the largest code given so far
	watched []int        // indices of the watched positions that are not decided
}

// build works out the table of an ending from those of its parts, in cells of
// at least its size, whose content does not matter. It stops with the context's
// error.
func build(ctx context.Context, l *layout, parts tables, cells []cell, workers int) (*table, error) {
	b := &builder{layout: l, parts: parts, cells: cells[:l.size()]}
	if err := splitWork(ctx, len(b.cells), workers, b.begin); err != nil {
		return nil, err
	}
	if pawns := l.ending.counts; pawns[0][chess.Pawn] > 0 && pawns[1][chess.Pawn] > 0 { // en passant may arise
		b.collectWatched()
	}
	for round := mated; cell(round) <= cell(b.pending.Load()); round++ {
		if round == longest {
			return nil, fmt.Errorf("ending %s has a mate in more than %d plies", l.ending, longest)
		}
		if err := splitWork(ctx, len(b.cells), workers, func(from, to int) { b.round(round, from, to) }); err != nil {
			return nil, err
		}
		b.decideWatched(round)
	}
	t := &table{layout: l, codes: make([]code, len(b.cells))}
	err := splitWork(ctx, len(b.cells), workers, func(from, to int) {
		for i := from; i < to; i++ {
			t.codes[i] = code(b.cells[i])
		}
	})
	return t, err
}

// noteCode raises the largest code given so far.
func (b *builder) noteCode(c code) {
	for {
		old := b.pending.Load()
		if int32(c) <= old || b.pending.CompareAndSwap(old, int32(c)) {
			return
		}
	}
}

// begin sets the cells that the positions' own moves decide: mates, stalemates, captures and promotions.
func (b *builder) begin(from, to int) {
	var m moves
	largest := undecided
	for i := from; i < to; i++ {
		side, at := b.position(i)
		now := board{layout: b.layout, side: side, at: at, passant: chess.NoSquare}
		if again, _ := b.index(side, &at); again != i || !now.isLegal() {
			b.cells[i] = cell(unused)
			continue
		}
		b.cells[i] = b.first(&now, &m)
		if c := code(b.cells[i]); c > largest {
			largest = c
		}
		if floor := code(b.cells[i] >> floorShift); floor > largest {
			largest = floor
		}
	}
	b.noteCode(largest)
}

// first returns the cell of a position before the first round.
func (b *builder) first(now *board, m *moves) cell {
	now.legal(m)
	if m.n == 0 {
		if now.inCheck() {
			return cell(mated)
		}
		return neverLost << openShift
	}
	open, best, out := cell(0), undecided, false
	for i := range m.all() {
		next := &m.list[i]
		if next.isQuiet() {
			if now.opensPassant(next) {
				return watched << openShift
			}
			open += 2
			continue
		}
		if c := codeBefore(b.parts.codeAfter(now, next)); !out || better(c, best) {
			best, out = c, true
		}
	}
	switch {
	case out && rank(best) > 0:
		return cell(best) | neverLost<<openShift
	case out && best == undecided:
		return neverLost << openShift
	case open == 0:
		return cell(best)
	}
	return open<<openShift | cell(best)<<floorShift
}

// round goes one step back from every position of a code.
func (b *builder) round(round code, from, to int) {
	largest := undecided
	for i := from; i < to; i++ {
		if code(atomic.LoadUint32(&b.cells[i])) != round {
			continue
		}
		side, at := b.position(i)
		now := board{layout: b.layout, side: side, at: at}
		_, mirror := b.index(side, &at)
		now.eachRetraction(func(at *squares) {
			index, doubled := b.index(side.Other(), at)
			if c := b.step(&b.cells[index], round+1, weight(doubled, mirror)); c > largest {
				largest = c
			}
		})
	}
	b.noteCode(largest)
}

// weight returns how many halves of a move one step back stands for.
func weight(parentMirror, childMirror bool) cell {
	halves := cell(2)
	if parentMirror {
		halves *= 2
	}
	if childMirror {
		halves /= 2
	}
	return halves
}

// step records at a position that one of its moves gives it the value c. It returns the
// code that this settles, or undecided.
func (b *builder) step(at *cell, c code, halves cell) code {
	for {
		old := atomic.LoadUint32(at)
		known, open := code(old), old>>openShift&0xff
		next, got := old, undecided
		switch {
		case known == unused || open == watched:
			return undecided
		case c&1 == 0: // a win
			if known != undecided && known <= c {
				return undecided
			}
			next, got = old&^codeMask|cell(c), c
		case known != undecided || open == neverLost:
			return undecided
		case open > halves:
			next = old - halves<<openShift
		default: // every move loses
			got = max(c, code(old>>floorShift))
			next = cell(got)
		}
		if atomic.CompareAndSwapUint32(at, old, next) {
			return got
		}
	}
}

// collectWatched lists the positions whose moves are looked at one by one.
func (b *builder) collectWatched() {
	largest := undecided
	for _, t := range b.parts {
		for _, c := range t.codes {
			if c != unused && c > largest {
				largest = c
			}
		}
	}
	b.noteCode(largest + 2) // a double step and a capture before the longest mate
	for i, c := range b.cells {
		if c>>openShift&0xff == watched {
			b.watched = append(b.watched, i)
		}
	}
}

// decideWatched decides the watched positions whose value the codes up to round give.
func (b *builder) decideWatched(round code) {
	left := b.watched[:0]
	for _, i := range b.watched {
		side, at := b.position(i)
		c := b.search(&board{layout: b.layout, side: side, at: at, passant: chess.NoSquare}, round)
		if c == undecided || c > round+1 {
			left = append(left, i)
			continue
		}
		b.cells[i] = cell(c)
		b.noteCode(c)
	}
	b.watched = left
}

// search returns the code of a board from its moves, as far as the codes up to
// round tell.
func (b *builder) search(now *board, round code) code {
	var m moves
	now.legal(&m)
	best, any := undecided, false
	for i := range m.all() {
		next := &m.list[i]
		c := b.codeAfter(now, next, round)
		if c > round {
			c = undecided // it came later
		}
		if c = codeBefore(c); !any || better(c, best) {
			best, any = c, true
		}
	}
	return best
}

// codeAfter returns the code of the position after a move.
func (b *builder) codeAfter(now *board, m *move, round code) code {
	switch {
	case !m.isQuiet():
		return b.parts.codeAfter(now, m)
	case now.opensPassant(m):
		return b.search(&board{layout: b.layout, side: now.side.Other(), at: m.at, passant: m.passant}, round)
	}
	index, _ := b.index(now.side.Other(), &m.at)
	return code(b.cells[index])
}

// chunk is the number of indices that a worker takes at a time.
const chunk = 1 << 14

// splitWork calls do for the indices below n, in chunks, on some workers. It stops
// with the context's error.
func splitWork(ctx context.Context, n, workers int, do func(from, to int)) error {
	var next atomic.Int64
	var group sync.WaitGroup
	for range max(1, workers) {
		group.Go(func() {
			for ctx.Err() == nil {
				from := int(next.Add(chunk)) - chunk
				if from >= n {
					return
				}
				do(from, min(from+chunk, n))
			}
		})
	}
	group.Wait()
	return ctx.Err()
}
