package game

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/shogi"
)

// The initial position of each game, and one with many kinds of moves.
const (
	chessStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	shogiStart = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
	chessRich  = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 3 17"
	shogiRich  = "sfen l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 101"
)

func TestPositions(t *testing.T) {
	tests := []struct {
		text      string
		game      Game
		side      Side
		fullmove  int
		legal     int
		epd       string
		move, san string // one way to write a move of engines and of suites
	}{
		{chessStart, Chess, First, 1, 20, strings.TrimSuffix(chessStart, " 0 1"), "g1f3", "Nf3"},
		{shogiStart, Shogi, First, 1, 30, strings.TrimSuffix(shogiStart, " 1"), "7g7f", "7g7f"},
		{chessRich, Chess, First, 17, 48, strings.TrimSuffix(chessRich, " 3 17"), "e1g1", "O-O"},
		{shogiRich, Shogi, Second, 51, 207, strings.TrimSuffix(shogiRich, " 101"), "G*2h", "G*2h"},
	}
	for _, test := range tests {
		t.Run(test.text, func(t *testing.T) {
			p := must.Get(ParsePosition(test.text))(t)
			if p.String() != test.text || p.EPD() != test.epd || p.Game() != test.game || GameOf(test.text) != test.game || p.Side() != test.side || p.Fullmove() != test.fullmove {
				t.Errorf("position %s, %q of %s, side %d, move %d", p, p.EPD(), p.Game(), p.Side(), p.Fullmove())
			}
			moves := p.LegalMoves()
			if len(moves) != test.legal || p.CountLegal() != test.legal {
				t.Errorf("%d and %d legal moves, want %d", len(moves), p.CountLegal(), test.legal)
			}
			for _, m := range moves {
				byEngine, err1 := p.ParseMove(m.String())
				bySuite, err2 := p.ParseNotation(p.Notation(m))
				if err := errors.Join(err1, err2); err != nil || byEngine != m || bySuite != m || !p.IsLegal(m) {
					t.Errorf("move %s reads as %s and %s: %v", m, byEngine, bySuite, err)
				}
			}
			m, err := p.ParseMove(test.move)
			if err != nil || p.Notation(m) != test.san {
				t.Errorf("%s is %s: %v", test.move, p.Notation(m), err)
			}
			if next := p.After(m); next.Side() == p.Side() || next == p || next != p.After(m) || next.Key() == p.Key() {
				t.Errorf("after %s: %s", m, next)
			}
			for _, none := range []Move{NoMove, Resign, DeclareWin, NoMate} {
				if p.IsLegal(none) {
					t.Errorf("%s is legal", none)
				}
			}
		})
	}
}

// TestOtherGame checks that a move of one game is not legal in the other.
func TestOtherGame(t *testing.T) {
	c, s := Chess.Start(), Shogi.Start()
	if slices.ContainsFunc(c.LegalMoves(), s.IsLegal) || slices.ContainsFunc(s.LegalMoves(), c.IsLegal) {
		t.Error("a move is legal in both games")
	}
	if _, ok := ToChess(s); ok {
		t.Error("a position of shogi is one of chess")
	}
	if _, ok := ToShogi(c); ok {
		t.Error("a position of chess is one of shogi")
	}
	if FromShogiMove(shogi.NoMove) != NoMove || FromChessMove(chess.NoMove) != NoMove {
		t.Error("no move is a move")
	}
}

func TestErrors(t *testing.T) {
	tests := []struct {
		name, text string
		offset     int
		want       string
	}{
		{"chess", "8/8/8/8/8/8/8/8 w - -", 0, "no white king (expected one king of each side)"},
		{"shogi", "sfen 9/9/9/9/9/9/9/9/9 b - 1", 5, ""},
		{"side of shogi", "sfen 4k4/9/9/9/9/9/9/9/4K4 x - 1", 27, ""},
		{"sfen alone", "sfen", 4, ""},
		{"sfen and a tab", "sfen\t", 5, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p, err := ParsePosition(test.text)
			bad, ok := errors.AsType[*PositionError](err)
			if p != nil || !ok || bad.What == "" || bad.Want == "" || err.Error() == "" {
				t.Fatalf("position %v, error %v", p, err)
			}
			if bad.Offset != test.offset {
				t.Errorf("offset %d of %q, want %d: %v", bad.Offset, test.text, test.offset, err)
			}
		})
	}
	for _, p := range []Position{Chess.Start(), Shogi.Start()} {
		for _, text := range []string{"", "e2", "e2e5", "7g7e", "resign"} {
			_, err := p.ParseMove(text)
			if bad, ok := errors.AsType[*MoveError](err); !ok || bad.Why == "" || len(bad.Candidates) == 0 || err.Error() == "" {
				t.Errorf("%s: %q: %v", p.Game(), text, err)
			}
		}
	}
}

func TestMoves(t *testing.T) {
	tests := map[Move]string{NoMove: "0000", Resign: "resign", DeclareWin: "win", NoMate: "nomate"}
	for m, want := range tests {
		if m.String() != want || m.Chess() != chess.NoMove || m.Shogi() != shogi.NoMove {
			t.Errorf("%d is %q, %s and %s", m, m, m.Chess(), m.Shogi())
		}
		for y := range FlipColors | MirrorFiles + 1 {
			if y.Move(m) != m {
				t.Errorf("the image of %s is %s", m, y.Move(m))
			}
		}
	}
	if FromChessMoves() != nil || FromShogiMoves() != nil || ChessMoves(nil) != nil || ShogiMoves(nil) != nil {
		t.Error("no moves are a list")
	}
	s, _ := ToShogi(Shogi.Start())
	if moves := s.LegalMoves(); !slices.Equal(ShogiMoves(FromShogiMoves(moves...)), moves) {
		t.Error("moves of shogi do not come back")
	}
	c, _ := ToChess(Chess.Start())
	if moves := c.LegalMoves(); !slices.Equal(ChessMoves(FromChessMoves(moves...)), moves) {
		t.Error("moves of chess do not come back")
	}
}

// TestSymmetry holds that the images of the legal moves are the legal moves of the
// image, and that each symmetry undoes itself.
func TestSymmetry(t *testing.T) {
	for _, text := range []string{chessStart, shogiStart, chessRich, shogiRich, "6k1/5p2/8/3pP3/8/8/8/R5K1 w - d6 0 1"} {
		p := MustParsePosition(text)
		for y := range FlipColors | MirrorFiles + 1 {
			holds := !strings.Contains(text, "KQkq") || y&MirrorFiles == 0
			if y.Holds(p) != holds {
				t.Errorf("symmetry %d of %s holds: %t", y, text, !holds)
			}
			if !holds {
				continue
			}
			image := y.Position(p)
			if y.Position(image) != p || (image.Side() != p.Side()) != (y&FlipColors != 0) || LeastKey(image) != LeastKey(p) {
				t.Errorf("symmetry %d of %s is %s", y, text, image)
			}
			var images []Move
			for _, m := range p.LegalMoves() {
				images = append(images, y.Move(m))
			}
			if moves := image.LegalMoves(); !slices.Equal(slices.Sorted(slices.Values(images)), slices.Sorted(slices.Values(moves))) {
				t.Errorf("moves of symmetry %d of %s differ", y, text)
			}
		}
	}
}

func TestCourse(t *testing.T) {
	const checks = "5g5f 1g1f 5f5g 1f1g " // the king goes aside, the rook gives check again
	tests := []struct {
		name, start, moves string
		end                End
		halves             int
	}{
		{"start", chessStart, "", Undecided, 1},
		{"mate", chessStart, "f2f3 e7e5 g2g4 d8h4", Checkmate, 0},
		{"stalemate", "7k/5Q2/8/8/8/8/8/K7 w - - 0 1", "f7g6", Stalemate, 1},
		{"third time", chessStart, strings.Repeat("g1f3 g8f6 f3g1 f6g8 ", 2), Repetition, 1},
		{"second time", chessStart, "g1f3 g8f6 f3g1 f6g8", Undecided, 1},
		{"fifty moves", "7k/8/8/8/8/8/8/KR6 w - - 98 80", "b1b2 h8g8", FiftyMoves, 1},
		{"material", "7k/8/8/8/8/8/7p/K5B1 w - - 0 1", "g1h2", Insufficient, 1},
		{"shogi", shogiStart, "", Undecided, 1},
		{"mate in shogi", "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*5b", Checkmate, 0},
		{"no move in shogi", "sfen 8k/6+R2/7G1/9/9/9/9/9/4K4 b - 1", "5i5h", Stalemate, 0},
		{"third time in shogi", shogiStart, strings.Repeat("2h3h 8b7b 3h2h 7b8b ", 2), Undecided, 1},
		{"fourth time in shogi", shogiStart, strings.Repeat("2h3h 8b7b 3h2h 7b8b ", 3), Repetition, 1},
		{"perpetual check, loser to move", "sfen 9/9/9/9/9/9/4k4/8R/K8 b - 1", "1h1g " + strings.Repeat(checks, 3) + "5g5f", PerpetualCheck, 0},
		{"perpetual check, winner to move", "sfen 9/9/9/9/9/9/4k4/8R/K8 b - 1", "1h1g " + strings.Repeat(checks, 3), PerpetualCheck, 2},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			course := NewHistory(MustParsePosition(test.start))
			for word := range strings.FieldsSeq(test.moves) {
				course.Play(must.Get(course.Position().ParseMove(word))(t))
			}
			if end, halves := course.End(); end != test.end || halves != test.halves {
				t.Errorf("end %d with %d half points, want %d with %d", end, halves, test.end, test.halves)
			}
		})
	}
}

func TestMayDeclare(t *testing.T) {
	entered := MustParsePosition("sfen +R+BGGK4/SSPPPP3/9/9/9/9/9/9/8k b RB4P 1")
	for p, want := range map[Position]bool{Chess.Start(): false, Shogi.Start(): false, entered: true} {
		if got := p.MayDeclare(); got != want {
			t.Errorf("%s may be declared won: %t", p, got)
		}
	}
}

// TestPerft holds the counts against those that both rules of the game give.
func TestPerft(t *testing.T) {
	for text, want := range map[string]uint64{chessStart: 197_281, shogiStart: 719_731} {
		if got, err := Perft(t.Context(), MustParsePosition(text), 4); err != nil || got != want {
			t.Errorf("perft 4 of %s is %d, want %d: %v", text, got, want, err)
		}
	}
}

// TestDivide holds the parts against the moves and their sum against the whole, for
// trees that are counted at one go and in pieces.
func TestDivide(t *testing.T) {
	for text, whole := range map[string][]uint64{
		chessStart: {1, 20, 400, 8902, 197_281, 4_865_609},
		shogiStart: {1, 30, 900, 25_470, 719_731},
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1": {1, 14, 191},
	} {
		p := MustParsePosition(text)
		for depth, want := range whole {
			moves, sum := p.LegalMoves(), uint64(0)
			leaves, err := Divide(t.Context(), p, depth, func(m Move, below uint64) {
				if len(moves) == 0 || m != moves[0] {
					t.Fatalf("%s: part %s, want the first of %v", text, m, moves)
				}
				moves = moves[1:]
				sum += below
			})
			if err != nil || leaves != want || depth > 0 && (sum != want || len(moves) > 0) {
				t.Errorf("%s: parts at depth %d sum to %d and are said to be %d, want %d; %v, without %v", text, depth, sum, leaves, want, err, moves)
			}
		}
	}
}

// TestDivideEnded checks that a count ends soon after its context, and that it reports the leaves counted so far.
func TestDivideEnded(t *testing.T) {
	for _, p := range []Position{Chess.Start(), Shogi.Start()} {
		ctx, cancel := context.WithCancel(t.Context())
		parts, sum := 0, uint64(0)
		leaves, err := Divide(ctx, p, 3, func(_ Move, below uint64) {
			sum += below
			if parts++; parts == 2 {
				cancel()
			}
		})
		if !errors.Is(err, context.Canceled) || parts != 2 || leaves != sum {
			t.Errorf("%s: %d parts with %d leaves, said to be %d, %v", p, parts, sum, leaves, err)
		}
		if leaves, err = Perft(ctx, p, 12); leaves != 0 || !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %d leaves, %v", p, leaves, err)
		}
	}
}

func TestNames(t *testing.T) {
	for _, g := range []Game{Chess, Shogi} {
		text, err := g.MarshalText()
		var back Game
		if err := errors.Join(err, back.UnmarshalText(text)); err != nil || back != g {
			t.Errorf("%s reads as %s: %v", text, back, err)
		}
	}
	var g Game
	if err := g.UnmarshalText([]byte("go")); err == nil || err.Error() != `game "go" (expected chess or shogi)` {
		t.Error(err)
	}
	got := []string{Chess.SideName(First), Chess.SideName(Second), Shogi.SideName(First), Shogi.SideName(Second)}
	if !slices.Equal(got, []string{"white", "black", "black", "white"}) || First.Other() != Second || Second.Other() != First {
		t.Errorf("sides are %v", got)
	}
}
