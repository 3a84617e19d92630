package chess

import (
	"math/bits"

	"github.com/zugwatch/zugwatch/engine/memory"
)

// magic finds the attacks of a slider on one square. It hashes the occupied squares that matter (mask) by a
// multiplication into the slider's part of sliderAttacks.
type magic struct {
	mask   Bitboard
	factor uint64
	offset uint32
	shift  uint8
}

// The tables of this file are written once, by init.
var (
	pawnAttacks   [2][64]Bitboard
	knightAttacks [64]Bitboard
	kingAttacks   [64]Bitboard
	rookMagics    [64]magic
	bishopMagics  [64]magic
	between       [64][64]Bitboard // strictly between two aligned squares
	lines         [64][64]Bitboard // the whole line through two aligned squares

	sliderAttacks = (*[102400 + 5248]Bitboard)(memory.MakePermanent[Bitboard](102400 + 5248)) // rooks, then bishops
)

var (
	rookSteps   = [4][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}
	bishopSteps = [4][2]int{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}
	knightSteps = [8][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
)

func init() {
	for s := A1; s <= H8; s++ {
		bit := s.Bit()
		pawnAttacks[White][s] = bit.North().East() | bit.North().West()
		pawnAttacks[Black][s] = bit.South().East() | bit.South().West()
		row := bit | bit.East() | bit.West()
		kingAttacks[s] = (row | row.North() | row.South()) &^ bit
		for _, step := range knightSteps {
			knightAttacks[s] |= stepFrom(s, step)
		}
	}
	offset := fillMagics(&rookMagics, &rookFactors, &rookSteps, 0)
	fillMagics(&bishopMagics, &bishopFactors, &bishopSteps, offset)
	fillLines()
}

// stepFrom returns the square one step away, empty outside the board.
func stepFrom(s Square, step [2]int) Bitboard {
	file, rank := s.File()+step[0], s.Rank()+step[1]
	if file < 0 || file > 7 || rank < 0 || rank > 7 {
		return 0
	}
	return NewSquare(file, rank).Bit()
}

// walk returns the plain form of a slider's attacks: go until something stands in
// the way.
func walk(s Square, occupied Bitboard, steps *[4][2]int) (attacks Bitboard) {
	for _, step := range steps {
		for at := s; ; {
			next := stepFrom(at, step)
			attacks |= next
			if next == 0 || next&occupied != 0 {
				break
			}
			at = next.First()
		}
	}
	return attacks
}

// relevant returns the squares whose occupation changes the attacks from s: all on
// its lines but the last of each.
func relevant(s Square, steps *[4][2]int) (mask Bitboard) {
	for _, step := range steps {
		for at := s; ; {
			next := stepFrom(at, step)
			if next == 0 || stepFrom(next.First(), step) == 0 {
				break
			}
			mask |= next
			at = next.First()
		}
	}
	return mask
}

func fillMagics(magics *[64]magic, factors *[64]uint64, steps *[4][2]int, offset uint32) uint32 {
	var rays [4]rays
	for i := range rays {
		rays[i].fill(steps[i])
	}
	for s := A1; s <= H8; s++ {
		m := &magics[s]
		m.mask = relevant(s, steps)
		m.factor = factors[s]
		m.offset = offset
		m.shift = uint8(64 - m.mask.Count())
		for occupied := Bitboard(0); ; {
			sliderAttacks[m.index(occupied)] = rays[0].attacks(s, occupied) | rays[1].attacks(s, occupied) |
				rays[2].attacks(s, occupied) | rays[3].attacks(s, occupied)
			if occupied = (occupied - m.mask) & m.mask; occupied == 0 {
				break
			}
		}
		offset += 1 << m.mask.Count()
	}
	return offset
}

// rays holds the squares from each square to the edge in one direction. Every start of the program fills the tables of
// sliders from them, which takes a fraction of the time of walk.
type rays struct {
	from [64]Bitboard
	up   bool // towards squares of higher numbers
}

func (r *rays) fill(step [2]int) {
	r.up = step[1] > 0 || step[1] == 0 && step[0] > 0
	for s := A1; s <= H8; s++ {
		r.from[s] = walk(s, 0, &[4][2]int{step, step, step, step})
	}
}

// attacks returns the squares from s to the first occupied one.
func (r *rays) attacks(s Square, occupied Bitboard) Bitboard {
	reach := r.from[s&63]
	if occupied &= reach; occupied != 0 {
		first := bits.TrailingZeros64(uint64(occupied))
		if !r.up {
			first = 63 - bits.LeadingZeros64(uint64(occupied))
		}
		reach &^= r.from[first&63]
	}
	return reach
}

func fillLines() {
	for a := A1; a <= H8; a++ {
		for _, steps := range []*[4][2]int{&rookSteps, &bishopSteps} {
			reach := walk(a, 0, steps)
			for rest := reach; rest != 0; rest &= rest - 1 {
				b := rest.First()
				lines[a][b] = reach&walk(b, 0, steps) | a.Bit() | b.Bit()
				between[a][b] = walk(a, b.Bit(), steps) & walk(b, a.Bit(), steps)
			}
		}
	}
}

func (m *magic) index(occupied Bitboard) uint32 {
	return m.offset + uint32(uint64(occupied&m.mask)*m.factor>>(m.shift&63))
}

// PawnAttacks returns the squares that a pawn of color c on s attacks.
func PawnAttacks(c Color, s Square) Bitboard { return pawnAttacks[c&1][s&63] }

// KnightAttacks returns the squares that a knight on s attacks.
func KnightAttacks(s Square) Bitboard { return knightAttacks[s&63] }

// KingAttacks returns the squares that a king on s attacks.
func KingAttacks(s Square) Bitboard { return kingAttacks[s&63] }

// RookAttacks returns the squares that a rook on s attacks when occupied stand in
// its way.
func RookAttacks(s Square, occupied Bitboard) Bitboard {
	m := &rookMagics[s&63]
	return sliderAttacks[m.offset+uint32(uint64(occupied&m.mask)*m.factor>>(m.shift&63))]
}

// BishopAttacks is RookAttacks for a bishop.
func BishopAttacks(s Square, occupied Bitboard) Bitboard {
	m := &bishopMagics[s&63]
	return sliderAttacks[m.offset+uint32(uint64(occupied&m.mask)*m.factor>>(m.shift&63))]
}

// QueenAttacks is RookAttacks for a queen.
func QueenAttacks(s Square, occupied Bitboard) Bitboard {
	return RookAttacks(s, occupied) | BishopAttacks(s, occupied)
}

// Attacks returns the squares that a piece of a kind on s attacks when occupied stand in its way. A pawn has none, as
// it needs a color.
func Attacks(k Kind, s Square, occupied Bitboard) Bitboard {
	switch k {
	case Knight:
		return KnightAttacks(s)
	case Bishop:
		return BishopAttacks(s, occupied)
	case Rook:
		return RookAttacks(s, occupied)
	case Queen:
		return QueenAttacks(s, occupied)
	case King:
		return KingAttacks(s)
	}
	return 0
}

// PawnSetAttacks returns the squares attacked by any of the pawns of color c.
func PawnSetAttacks(c Color, pawns Bitboard) Bitboard {
	ahead := pawns.Forward(c)
	return ahead.East() | ahead.West()
}
