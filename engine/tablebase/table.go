package tablebase

import "github.com/zugwatch/zugwatch/engine/chess"

// table is the codes of all positions of an ending, by index.
type table struct {
	*layout
	codes []code
}

// statistics returns the statistics of a whole table.
func (t *table) statistics() Statistics {
	f := Statistics{Ending: t.ending, Bytes: len(t.codes)}
	for i, c := range t.codes {
		if c == unused {
			continue
		}
		side := i / t.half
		v := valueOf(c)
		f.Positions[side]++
		f.Outcomes[side][v.Outcome+1]++
		longest, count := &f.Longest[side][v.Outcome+1], &f.LongestCount[side][v.Outcome+1]
		if v.Outcome == Draw || v.Plies < longest.Plies {
			continue
		}
		if v.Plies > longest.Plies {
			*count = 0
		}
		*longest = v
		*count++
	}
	return f
}

// Statistics are the figures of an ending. Positions that are the same up to symmetry count once. The first index is
// the side to move, White being the stronger side; the last is Outcome+1.
type Statistics struct {
	Ending       Ending
	Bytes        int // of its table
	Positions    [2]int
	Outcomes     [2][3]int
	Longest      [2][3]Value // the farthest mates; a draw has none
	LongestCount [2][3]int   // positions that are so far from the mate
}

// place locates the value of a position in a table.
type place struct {
	table     *table
	exchanged bool // the pieces's colors have to change places
}

// tables finds the table of an ending.
type tables map[Ending]*table

// codeAfter returns the code of the position that a capture or promotion of b leads to.
func (ts tables) codeAfter(b *board, m *move) code {
	var e Ending
	pieces := b.pieces
	pieces[m.mover].kind = kindAfter(b.pieces[m.mover].kind, m)
	for i := 2; i < b.n; i++ {
		if i != int(m.victim) {
			e.counts[pieces[i].color][pieces[i].kind]++
		}
	}
	e, exchanged := e.normal()
	at := place{ts[e], exchanged}
	side := b.side.Other()
	var arranged squares
	var used [MaxPieces]bool
	used[m.victim] = m.victim != 0
	for i := range at.table.n {
		want := at.table.pieces[i]
		if at.exchanged {
			want.color = want.color.Other()
		}
		for j := range b.n {
			if !used[j] && pieces[j] == want {
				used[j] = true
				arranged[i] = at.square(m.at[j])
				break
			}
		}
	}
	if at.exchanged {
		side = side.Other()
	}
	index, _ := at.table.index(side, &arranged)
	return at.table.codes[index]
}

// kindAfter returns the kind of a piece after a move.
func kindAfter(k chess.Kind, m *move) chess.Kind {
	if m.promoted != chess.NoKind {
		return m.promoted
	}
	return k
}

// square returns s as the table sees it.
func (p place) square(s chess.Square) chess.Square {
	if p.exchanged {
		return s ^ 56
	}
	return s
}

// arrange returns the side and squares of a position of the ending, in the piece order and colors of the table.
func (p place) arrange(position *chess.Position) (side chess.Color, at squares) {
	side = position.Side()
	for i, m := range p.table.pieces[:p.table.n] {
		if p.exchanged {
			m.color = m.color.Other()
		}
		pieces := position.Of(m.color, m.kind)
		at[i] = p.square(pieces.First())
		if i == 3 && p.table.samePieces {
			at[i] = p.square(pieces.Last())
		}
	}
	if p.exchanged {
		side = side.Other()
	}
	return side, at
}

// index returns the number of a position whose pieces are those of the table.
func (p place) index(position *chess.Position) int {
	side, at := p.arrange(position)
	index, _ := p.table.index(side, &at)
	return index
}
