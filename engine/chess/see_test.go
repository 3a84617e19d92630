package chess

import (
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
)

// exchanges are worked out by hand: pawn 100, knight 320, bishop 330, rook 500,
// queen 950.
var exchanges = []struct {
	name, fen, move string
	want            int
}{
	{"free pawn", "1k6/8/8/4p3/8/8/8/1K2R3 w - -", "e1e5", 100},
	{"rook for a guarded pawn", "1k6/8/3p4/4p3/8/8/8/1K2R3 w - -", "e1e5", 100 - 500},
	{"knight and rook against two pawns", "1k6/8/3p4/4p3/8/3N4/8/1K2R3 w - -", "d3e5", 100 - 320 + 100},
	{"even trade of pawns", "1k6/8/2p5/3p4/4P3/8/8/1K6 w - -", "e4d5", 0},
	{"even trade of knights", "1k6/8/3p4/4n3/8/3N4/8/1K6 w - -", "d3e5", 0},
	{"bishop for a knight, the pawn falls too", "1k6/8/3p4/4n3/8/2B5/8/1K2R3 w - -", "c3e5", 320 - 330 + 100},
	{"guard does not take back", "1k2r3/8/8/4p3/8/8/4R3/1K2R3 w - -", "e2e5", 100},
	{"two rooks against two", "1k2r3/4r3/8/4p3/8/8/4R3/1K2R3 w - -", "e2e5", 100 - 500},
	{"queen in front is the worse taker", "1k2r3/8/8/4p3/8/8/4Q3/1K2R3 w - -", "e2e5", 100 - 950 + 500},
	{"queen behind the rook helps", "1k2r3/8/8/4p3/8/8/4R3/1K2Q3 w - -", "e2e5", 100},
	{"bishop behind a pawn helps", "1k6/2p5/3n4/4P3/8/6B1/8/1K6 w - -", "e5d6", 320},
	{"bishop behind a pawn guards", "1k6/6b1/5p2/4P3/8/8/8/1K2R3 w - -", "e5f6", 0},
	{"queen for a guarded bishop", "1k6/8/3p4/4b3/8/8/8/1K2Q3 w - -", "e1e5", 330 - 950},
	{"queen for a queen", "1k6/8/3p4/4q3/8/8/8/1K2Q3 w - -", "e1e5", 0},
	{"king guards", "8/8/3k4/4p3/8/8/8/1K2R3 w - -", "e1e5", 100 - 500},
	{"king may not take a guarded rook", "8/8/3k4/4p3/8/8/4R3/1K2R3 w - -", "e2e5", 100},
	{"king takes a free knight", "8/8/8/8/7k/8/8/1Kn5 w - -", "b1c1", 320},
	{"king takes a free pawn", "8/8/8/8/7k/8/2p5/1K6 w - -", "b1c2", 100},
	{"three takers against three", "k3r3/8/2n2b2/4p3/8/3N2B1/8/1K2R3 w - -", "d3e5", 100 - 320},
	{"four takers against three", "k3r3/8/2n2b2/4p3/8/3N2B1/4R3/1K2R3 w - -", "d3e5", 100},
	{"knight takes, rook takes back, bishop takes it", "1k2r3/8/8/4p3/8/3N4/8/1K5B w - -", "d3e5", 100 - 320},
	{"bishop that guards lets the knight take", "1k2r3/8/8/4p3/8/3N4/8/BK6 w - -", "d3e5", 100},
	{"pinned guard counts", "k7/8/2n5/4p3/B7/8/8/1K2R3 w - -", "e1e5", 100 - 500},
	{"en passant", "1k6/8/8/3pP3/8/8/8/1K6 w - d6", "e5d6", 100},
	{"en passant, taken back", "1k6/2p5/8/3pP3/8/8/8/1K6 w - d6", "e5d6", 0},
	{"en passant opens the file of the pawn taken", "1k6/8/8/3pP3/8/8/3r4/7K w - d6", "e5d6", 0},
	{"en passant opens the file for us", "1k6/2p5/8/3pP3/8/8/8/1K1R4 w - d6", "e5d6", 100},
	{"promotion", "8/4P3/8/8/8/k7/8/K7 w - -", "e7e8q", 950 - 100},
	{"promotion that is taken", "r7/4P3/8/8/8/k7/8/K7 w - -", "e7e8q", -100},
	{"promotion to a knight", "8/4P3/8/8/8/k7/8/K7 w - -", "e7e8n", 320 - 100},
	{"promotion to a knight that is taken", "r7/4P3/8/8/8/k7/8/K7 w - -", "e7e8n", -100},
	{"promotion takes", "3r4/4P3/8/8/8/k7/8/K7 w - -", "e7d8q", 500 + 950 - 100},
	{"promotion takes, king takes back", "2kr4/4P3/8/8/8/8/8/K7 w - -", "e7d8q", 500 - 100},
	{"promotion takes, king may not", "2kr4/4P3/8/8/8/8/8/K2R4 w - -", "e7d8q", 500 + 950 - 100},
	{"quiet and safe", "1k6/8/8/8/8/2N5/8/1K6 w - -", "c3d5", 0},
	{"quiet into a pawn", "1k6/8/4p3/8/8/2N5/8/1K6 w - -", "c3d5", -320},
	{"quiet and guarded", "1k6/8/4p3/8/2P5/2N5/8/1K6 w - -", "c3d5", -320 + 100},
	{"quiet before a rook that would be lost", "1k1r4/8/8/8/2P5/2N5/8/1K6 w - -", "c3d5", 0},
	{"push that opens the rook behind", "1k6/8/4p3/8/3P4/8/3R4/1K6 w - -", "d4d5", 0},
	{"castling", "4k3/8/8/8/8/8/8/R3K2R w KQ -", "e1c1", 0},
	{"castling before a rook", "4k2r/8/8/8/8/8/6r1/R3K3 w Q -", "e1c1", 0},
	{"black", "1k2r3/8/8/8/4P3/3P4/8/1K6 b - -", "e8e4", 100 - 500},
}

func TestSEE(t *testing.T) {
	for _, test := range exchanges {
		t.Run(test.name, func(t *testing.T) {
			p := mustParse(t, test.fen)
			m := must.Get(p.ParseMove(test.move))(t)
			if got := p.SEE(m); got != test.want {
				t.Errorf("%s in %s is worth %d, want %d", test.move, test.fen, got, test.want)
			}
			if !p.SEEAtLeast(m, test.want) || p.SEEAtLeast(m, test.want+1) {
				t.Errorf("%s in %s is worth at least %d: %t, at least %d: %t, want true and false", test.move, test.fen,
					test.want, p.SEEAtLeast(m, test.want), test.want+1, p.SEEAtLeast(m, test.want+1))
			}
			q, turned := FlipColors.Position(&p), FlipColors.Move(m)
			if got := q.SEE(turned); got != test.want {
				t.Errorf("%s in %s is worth %d, want %d", turned, q.FEN(), got, test.want)
			}
		})
	}
}

// TestSEEForms: both forms agree with each other and with the plainest.
func TestSEEForms(t *testing.T) {
	values := make(map[int]int)
	randomGames(t, 16, 2, func(p *Position, _ Move) {
		for _, m := range p.LegalMoves() {
			value := p.SEE(m)
			values[value]++
			if want := plainSEE(p, m); value != want {
				t.Fatalf("%s: %s is worth %d, want %d", p.FEN(), m, value, want)
			}
			for _, threshold := range []int{value - 1, value, value + 1} {
				if got := p.SEEAtLeast(m, threshold); got != (value >= threshold) {
					t.Fatalf("%s: %s is worth %d, at least %d: %t", p.FEN(), m, value, threshold, got)
				}
			}
			if m.IsQuiet() {
				continue
			}
			for threshold := -1000; threshold <= 1000; threshold += 50 {
				if got := p.SEEAtLeast(m, threshold); got != (value >= threshold) {
					t.Fatalf("%s: %s is worth %d, at least %d: %t", p.FEN(), m, value, threshold, got)
				}
			}
		}
	})
	if len(values) < 50 {
		t.Errorf("only %d different values: %v", len(values), values)
	}
}

// plainSEE returns the exchange evaluation from its definition: the whole sequence
// of captures is written down, then each side stops where it does best.
func plainSEE(p *Position, m Move) int {
	if m.IsCastle() {
		return 0
	}
	board, white := p.board, p.Color(White)
	gain := ExchangeValue[board[m.To()]]
	if m.IsEnPassant() {
		gain = ExchangeValue[Pawn]
		board[NewSquare(m.To().File(), m.From().Rank())] = NoKind
	}
	standing := board[m.From()]
	if m.IsPromotion() {
		standing = m.Promotion()
		gain += ExchangeValue[standing] - ExchangeValue[Pawn]
	}
	board[m.From()] = NoKind
	board[m.To()] = standing
	taken := []int{gain}
	for side := p.side ^ 1; ; side ^= 1 {
		from := cheapestTaker(&board, white, side, m.To())
		if from == NoSquare {
			break
		}
		kind := board[from]
		board[from] = NoKind
		if kind == King && cheapestTaker(&board, white, side^1, m.To()) != NoSquare {
			break
		}
		taken = append(taken, ExchangeValue[standing])
		standing = kind
	}
	for last := len(taken) - 1; last > 0; last-- {
		taken[last-1] -= max(0, taken[last])
	}
	return taken[0]
}

// cheapestTaker returns the square of side's cheapest piece that reaches the target,
// the lowest of several.
func cheapestTaker(board *[64]Kind, white Bitboard, side Color, target Square) Square {
	occupied := Bitboard(0)
	for s := A1; s <= H8; s++ {
		if board[s] != NoKind {
			occupied |= s.Bit()
		}
	}
	best := NoSquare
	for s := A1; s <= H8; s++ {
		if board[s] == NoKind || white.Has(s) != (side == White) || s == target {
			continue
		}
		var reach Bitboard
		switch board[s] {
		case Pawn:
			reach = PawnAttacks(side, s)
		case Knight:
			reach = KnightAttacks(s)
		case King:
			reach = KingAttacks(s)
		}
		if board[s] == Bishop || board[s] == Queen {
			reach |= walk(s, occupied, &bishopSteps)
		}
		if board[s] == Rook || board[s] == Queen {
			reach |= walk(s, occupied, &rookSteps)
		}
		if reach.Has(target) && (best == NoSquare || board[s] < board[best]) {
			best = s
		}
	}
	return best
}
