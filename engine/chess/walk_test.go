package chess

import (
	"testing"

	"github.com/zugwatch/zugwatch/engine/notation"
	"github.com/zugwatch/zugwatch/engine/random"
)

// mustParse returns the position of a FEN that a test knows to be good.
func mustParse(t testing.TB, fen string) Position {
	t.Helper()
	p, err := ParseFEN(fen)
	if err != nil {
		t.Fatalf("ParseFEN(%q): %v", fen, err)
	}
	return p
}

// scatter throws pieces onto an empty board until the result is a legal position:
// such boards have pins, double checks and promoted pieces that games seldom show.
func scatter(seed *random.Source) Position {
	const pieces = "PPPPPPPNBRRQpppppppnbrrq"
	for {
		var board [64]string
		board[seed.Below(64)] = "K"
		board[seed.Below(64)] = "k"
		for range 2 + seed.Below(14) {
			if s := seed.Below(64); board[s] == "" {
				at := seed.Below(len(pieces))
				board[s] = pieces[at : at+1]
			}
		}
		text := notation.AppendBoard(nil, 8, func(row, file int) string { return board[8*(7-row)+file] })
		if p, err := ParseFEN(string(text) + [...]string{" w - -", " b - -"}[seed.Below(2)]); err == nil {
			return p
		}
	}
}

// delicate positions show what chance seldom does.
var delicate = []string{
	"4k3/8/8/8/8/5n2/1B6/r3K3 w - -",                        // double check, the slider could be taken
	"4k3/8/8/8/8/5n2/3N4/r3K3 w - -",                        // double check, the knight could be taken, the slider blocked
	"4r1k1/8/8/8/8/2B2n2/8/4K3 w - -",                       // double check on the file
	"8/8/8/2k5/3Pp3/8/8/4K3 b - d3",                         // en passant takes the pawn that checks
	"8/8/8/8/k2Pp2Q/8/8/3K4 b - -",                          // en passant would uncover the rank
	"7k/8/8/8/3p1p2/8/4P3/B3K3 w - -",                       // only one of two pawns may take en passant
	"rnb2k1r/pp1Pbppp/2p5/q7/2B5/8/PPPQNnPP/RNB1K2R w KQ -", // a pinned queen, promotions that take
}

// beginnings returns where random games begin: the positions with known perft
// counts, as many scattered ones and the delicate ones.
func beginnings(t testing.TB, seed *random.Source) []Position {
	t.Helper()
	facts := perftFacts(t)
	positions := make([]Position, 0, 2*len(facts))
	for _, fact := range facts {
		positions = append(positions, mustParse(t, fact.fen), scatter(seed))
	}
	for _, fen := range delicate {
		positions = append(positions, mustParse(t, fen))
	}
	return positions
}

// randomGames plays rounds games of random moves from each beginning, up to 80 plies each. It calls visit for each
// position with the next move, NoMove at the end of a game.
func randomGames(t testing.TB, seed random.Source, rounds int, visit func(p *Position, follows Move)) {
	t.Helper()
	for range rounds {
		for _, p := range beginnings(t, &seed) {
			randomGame(&p, &seed, 80, visit)
		}
	}
}

func randomGame(p *Position, seed *random.Source, plies int, visit func(p *Position, follows Move)) {
	for range plies {
		moves := p.LegalMoves()
		if len(moves) == 0 {
			break
		}
		m := moves[seed.Below(len(moves))]
		visit(p, m)
		*p = p.After(m)
	}
	visit(p, NoMove)
}

// TestRandomGamesCoverage keeps the properties below from passing for want of
// the positions that make them hard.
func TestRandomGamesCoverage(t *testing.T) {
	seen := make(map[string]int)
	randomGames(t, 1, 4, func(p *Position, follows Move) {
		count := func(what string, is bool) {
			if is {
				seen[what]++
			}
		}
		var l MoveList
		p.Legal(&l)
		count("check", p.InCheck())
		count("double check", p.checkers.MoreThanOne())
		count("mate", l.Len() == 0 && p.InCheck())
		count("stalemate", l.Len() == 0 && !p.InCheck())
		count("pin", p.Pinned(p.Side()) != 0)
		for _, m := range l.Slice() {
			count("en passant", m.IsEnPassant())
			count("short castling", m&special == castleShort)
			count("long castling", m&special == castleLong)
			count("capturing promotion", m.IsCapture() && m.IsPromotion())
			count("underpromotion", m.Promotion() == Knight)
			count("capture in check", m.IsCapture() && p.InCheck())
			count("en passant in check", m.IsEnPassant() && p.InCheck())
		}
		count("castling played", follows.IsCastle())
		count("en passant played", follows.IsEnPassant())
	})
	for _, what := range []string{
		"check", "double check", "mate", "stalemate", "pin", "en passant", "short castling", "long castling",
		"capturing promotion", "underpromotion", "capture in check", "en passant in check", "castling played",
		"en passant played",
	} {
		if seen[what] == 0 {
			t.Errorf("no %s among the positions", what)
		}
	}
	t.Log(seen)
}
