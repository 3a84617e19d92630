package suites

import (
	"github.com/zugwatch/zugwatch/engine/game"
)

// PreludeDepth is the search depth of a Prelude, in plies.
const PreludeDepth = 5

// preludes are middle games after the first moves of fifteen openings. They are a Closed Spanish, a Queen's Gambit
// (Lasker), a Najdorf, a King's Indian, an English, a French (Steinitz) and a Queen's Indian. The others are a
// Dragon, a Caro-Kann, a Nimzo-Indian, a Slav, an Italian, a Gruenfeld, a Dutch and a Benoni. All of them give enough
// rounds for MaxForms of a position with castling rights.
var preludes = [...]string{
	"r1bq1rk1/2pnbppp/p2p1n2/1p2p3/3PP3/1BP2N1P/PP3PP1/RNBQR1K1 w - - 1 11",
	"rnb2rk1/p1p1qpp1/1p2p2p/3n4/3P4/2N1PN2/PP3PPP/R2QKB1R w KQ - 0 10",
	"rn1q1rk1/1p2bppp/p2pbn2/4p3/4P3/1NN1B3/PPP1BPPP/R2Q1RK1 w - - 6 10",
	"r1bq1rk1/pppnnpbp/3p2p1/3Pp3/2P1P3/2N5/PP2BPPP/R1BQNRK1 w - - 3 10",
	"r1bq1rk1/ppp1bppp/1nn5/4p3/8/P1N2NP1/1P1PPPBP/R1BQ1RK1 w - - 1 9",
	"r1bqk2r/pp1n1ppp/2n1p3/2bpP3/3N1P2/2N1B3/PPP3PP/R2QKB1R w KQkq - 1 9",
	"rn1qk2r/p3bppp/bpp1pn2/3p4/2PP4/1P3NP1/P2BPPBP/RN1Q1RK1 w kq - 0 9",
	"r2q1rk1/pp1bppbp/2np1np1/8/2BNP3/2N1BP2/PPPQ2PP/R3K2R w KQ - 5 10",
	"r2qkbnr/pp1n1pp1/2p1p2p/7P/3P4/3Q1NN1/PPP2PP1/R1B1K2R w KQkq - 0 11",
	"r1b2rk1/ppq2ppp/2n1pn2/2p5/2BP4/P1P1PN2/5PPP/R1BQ1RK1 w - - 1 11",
	"r2q1rk1/pp1n1ppp/2p1pn2/5b2/PbBP4/2N1PN2/1P2QPPP/R1B2RK1 w - - 5 10",
	"r1bq1rk1/bpp2pp1/p1np1n1p/4p3/4P3/1BPP1N1P/PP3PP1/RNBQR1K1 w - - 0 10",
	"rnb2rk1/pp2ppbp/6p1/8/3PP3/5N2/q2BBPPP/1R1QK2R w K - 0 12",
	"r1b1qrk1/ppp1p1bp/n2p1np1/3P1p2/2P5/2N2NP1/PP2PPBP/R1BQ1RK1 w - - 1 9",
	"rnbqr1k1/pp3pbp/3p1np1/2pP4/4P3/2N2N2/PP2BPPP/R1BQ1RK1 w - - 6 10",
}

// shogiPreludes are positions of shogi after 18 plies of seven openings. They are a Bishop Exchange, a Yagura, a
// Fourth-File Rook, a Side Pawn, a Double Wing Attack, a Third-File Rook and a Central Rook. They give enough rounds,
// because all symmetries hold everywhere.
var shogiPreludes = [...]string{
	"sfen ln1gkg1nl/1r7/p2sppspp/1ppp2p2/9/2P2PPP1/PPSPP1N1P/6SR1/LN1GKG2L b Bb 19",
	"sfen ln3k1nl/1r1sg1gb1/p1pp1pspp/1p2p1p2/9/2P1P2P1/PPSP1PP1P/1BG1GS1R1/LN1K3NL b - 19",
	"sfen ln1g1g1nl/1ks2rsb1/1pppp2pp/p4pp2/9/P1P1P2P1/1PBP1PP1P/2K1GS1R1/LNSG3NL b - 19",
	"sfen lnsg1ksnl/6g2/p1ppppb1p/6R2/9/1rP6/P2PPPP1P/1BG1K4/LNS2GSNL b 3P2p 19",
	"sfen ln1gk1snl/1rs3gb1/p1ppppppp/9/9/9/PPPPPPP1P/1BG3SR1/LNS1KG1NL b Pp 19",
	"sfen ln3gsnl/1r2g1kb1/p1ppsp1pp/4p1p2/1p7/2PP5/PPB1PPPPP/2RS2SK1/LN1G1G1NL b - 19",
	"sfen ln3gsnl/1r1sg1kb1/p3pp1pp/2pp2p2/1p7/2P1P4/PPBP1PPPP/3SR1SK1/LN1G1G1NL b - 19",
}

// maxRounds is the number of rounds of forms: see Suite.Forms.
const maxRounds = 1 + len(preludes)

// relatedPosition returns a position after one of the first moves of another one. It plays the move with number n,
// counted from 0. If there are fewer moves, it plays a reply to one of them.
func relatedPosition(p game.Position, n int) game.Position {
	for range 2 {
		moves := p.LegalMoves()
		if len(moves) == 0 {
			break
		}
		p = p.After(moves[n%len(moves)])
		if n < len(moves) {
			break
		}
		n /= len(moves)
	}
	return p
}

// Relate returns the suite with other preludes: positions behind the moves of the record itself. An engine that forgets its
// histories at each search notices no other ones, as only its table remembers them.
func (s *Suite) Relate() (*Suite, error) {
	related := *s
	related.Related = true
	return &related, related.seal()
}

// Prelude returns the position that an engine searches, at most to PreludeDepth, before a record of the second or a later
// round of forms. The engine keeps its memory of that search, which changes the order in which it tries moves. Found is
// false for records of the first round: they follow a Reset.
func (s *Suite) Prelude(index int) (position game.Position, found bool) {
	if s.InForms < 2 {
		return position, false
	}
	_, _, round := splitForm(s.Records[index].Key())
	if round < 2 {
		return position, false
	}
	if s.Related {
		return relatedPosition(s.Records[index].Position, round-2), true
	}
	if s.Game() == game.Shogi {
		return game.MustParsePosition(shogiPreludes[round-2]), true
	}
	return game.MustParsePosition(preludes[round-2]), true
}
