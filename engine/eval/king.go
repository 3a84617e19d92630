package eval

import "github.com/zugwatch/zugwatch/engine/chess"

// kingSafety returns the square, the shelter and the danger of c's king. All attacks
// must be known.
func (b *board) kingSafety(c chess.Color) (score pair) {
	king := b.king[c&1]
	shelter := b.pawn.shelterOf(b.tracer, b.position, c)
	score = b.piece(c, chess.King, king) + shelter.score
	if b.position.Kind(chess.Pawn)&flanks[king.File()] == 0 {
		score += b.one(c, termKingNoPawns)
	}
	units := b.danger[c&1] + b.units(c, dangerOpen, shelter.open) + b.checks(c) + b.flank(c)
	if middle, end := dangerPenalty(units); middle != 0 || end != 0 {
		score -= newPair(int(middle), int(end))
	}
	return score
}

// The danger of a king lowers its side's value by units²/DangerDivisor in the middlegame and units/DangerEnd in the
// endgame. More units than MaxDanger count as MaxDanger.
const (
	DangerDivisor = 512
	DangerEnd     = 8
	MaxDanger     = 800
)

// dangerPenalty returns what so many units of danger cost a king's side in the
// middlegame and the endgame.
func dangerPenalty(units int32) (middle, end int32) {
	units = min(max(units, 0), MaxDanger)
	return units * units / DangerDivisor, units / DangerEnd
}

// checks returns the danger of c's king from weak squares, checks and pins.
func (b *board) checks(c chess.Color) int32 {
	them := c.Other()
	p := b.position
	king := b.king[c&1]
	weak := b.all[them&1] &^ b.twice[c&1] & (^b.all[c&1] | b.by[c&1][chess.Queen] | b.by[c&1][chess.King])
	units := b.units(c, dangerWeak, (weak & b.ring[c&1]).Count())
	units += b.units(c, dangerNear, (b.by[c&1][chess.King] & b.all[them&1]).Count())
	safe := ^p.Color(them) & (^b.all[c&1] | weak&b.twice[them&1])
	occupied := b.occupied &^ p.Of(c, chess.Queen)
	straight := chess.RookAttacks(king, occupied)
	diagonal := chess.BishopAttacks(king, occupied)
	checks := [4]chess.Bitboard{
		chess.KnightAttacks(king) & b.by[them&1][chess.Knight],
		diagonal & b.by[them&1][chess.Bishop],
		straight & b.by[them&1][chess.Rook],
		(straight | diagonal) & b.by[them&1][chess.Queen],
	}
	unsafe := chess.Bitboard(0)
	for i, squares := range checks {
		good := squares & safe
		if good == 0 {
			if i < 3 {
				unsafe |= squares
			}
			continue
		}
		units += b.units(c, dangerCheck+1+i, 1)
		if good.MoreThanOne() {
			units += b.units(c, dangerChecks+1+i, 1)
		}
	}
	units += b.units(c, dangerUnsafe, (unsafe &^ p.Color(them)).Count())
	if b.by[c&1][chess.King]&p.Of(c, chess.Knight) != 0 {
		units += b.units(c, dangerKnight, 1)
	}
	if p.Of(them, chess.Queen) == 0 {
		units += b.units(c, dangerNoQueen, 1)
	}
	return units + b.units(c, dangerOffset, 1)
}

// flanks is the files that count as a king's side of the board, by its file.
var flanks = [8]chess.Bitboard{
	chess.FileA * 0x07, chess.FileA * 0x0f, chess.FileA * 0x0f, chess.FileA * 0x3c,
	chess.FileA * 0x3c, chess.FileA * 0xf0, chess.FileA * 0xf0, chess.FileA * 0xe0,
}

// camps is the five ranks nearest to a side.
var camps = [2]chess.Bitboard{0x000000ffffffffff, 0xffffffffff000000}

// flank returns the danger of c's king from attacks on its side of the board.
func (b *board) flank(c chess.Color) int32 {
	region := flanks[b.king[c&1].File()] & camps[c&1]
	attacked := region & b.all[c&1^1]
	return b.units(c, dangerFlank, attacked.Count()) +
		b.units(c, dangerFlankTwice, (attacked&b.twice[c&1^1]).Count()) +
		b.units(c, dangerFlankHeld, (region&b.all[c&1]).Count())
}

// shelter holds the king safety terms that depend only on a king's square and the pawns.
type shelter struct {
	score pair
	open  int // files at the king without an own pawn
	king  chess.Square
	known bool
}

// shelterOf looks the shelter of c's king up, or works it out.
func (entry *pawnEntry) shelterOf(t tracer, p *chess.Position, c chess.Color) *shelter {
	s := &entry.shelters[c&1]
	if king := p.King(c); Tracing || !s.known || s.king != king {
		*s = shelter{king: king, known: true}
		s.fill(t, p, c)
	}
	return s
}

// fill scores the pawns of both sides in front of the king, on the three files nearest to it. It also scores the
// distance to the nearest pawn.
func (s *shelter) fill(t tracer, p *chess.Position, c chess.Color) {
	own, enemy := p.Of(c, chess.Pawn), p.Of(c.Other(), chess.Pawn)
	front := fill(c, chess.Rank1<<(8*s.king.Rank()))
	middle := min(max(s.king.File(), 1), 6)
	for file := middle - 1; file <= middle+1; file++ {
		column := chess.FileA << file & front
		edge := 8 * min(file, 7-file)
		mine, theirs := nearestRank(c, column&own), nearestRank(c, column&enemy)
		s.score += t.one(c, termShelter+edge+mine)
		if mine != 0 && theirs == mine+1 {
			s.score += t.one(c, termStormBlocked+theirs)
		} else {
			s.score += t.one(c, termStorm+edge+theirs)
		}
		if chess.FileA<<file&own == 0 {
			s.open++
		}
	}
	if pawns := p.Kind(chess.Pawn); pawns != 0 {
		s.score += t.one(c, termKingPawn+nearest(s.king, pawns))
	}
}

// nearest returns the distance from s to the nearest of a set that is not empty.
func nearest(s chess.Square, set chess.Bitboard) int {
	least := 7
	for ; set != 0; set &= set - 1 {
		least = min(least, distance(s, set.First()))
	}
	return least
}

// nearestRank returns the rank, as c sees it, of the square nearest to c's side, 0
// for none.
func nearestRank(c chess.Color, b chess.Bitboard) int {
	if b == 0 {
		return 0
	}
	if c == chess.White {
		return b.First().Rank()
	}
	return 7 - b.Last().Rank()
}
