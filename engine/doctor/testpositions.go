package doctor

import "github.com/zugwatch/zugwatch/engine/uci"

// testPositions holds the positions that the doctor asks about, by protocol, in the form of
// game.ParsePosition.
type testPositions struct {
	start, middlegame, tactics, endgame string // tactics is a mate in two
	mated, stuck                        string // there is no move
	more                                []string
	move                                string // one that is legal at the start
	movetime                            string // the command to search for 200 ms
	mate                                string // the command to find the mate in two
	none                                string // the usual answer where there is no move
}

// testPositionsOf returns the test positions of a protocol.
func testPositionsOf(p uci.Protocol) *testPositions {
	if p == uci.USI {
		return &shogiSheet
	}
	return &chessSheet
}

var chessSheet = testPositions{
	start:      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	middlegame: "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 9",
	tactics:    "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1",
	endgame:    "8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - 0 1",
	mated:      "R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1",
	stuck:      "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
	more: []string{
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
		"8/2P5/4k3/8/8/4K3/5p2/8 b - - 0 1",
		"4k3/8/8/8/7b/8/3PP3/4K2R w K - 0 1",
	},
	move: "a2a3", movetime: "go movetime 200", mate: "go mate 2", none: "bestmove (none)",
}

var shogiSheet = testPositions{
	start:      "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
	middlegame: "sfen ln3k1nl/1r1sg1gb1/p1pp1pspp/1p2p1p2/9/2P1P2P1/PPSP1PP1P/1BG1GS1R1/LN1K3NL b - 19",
	tactics:    "sfen 7nl/7k1/9/7P1/9/9/9/9/K8 b 2G2r2b2g4s3n3l17p 1",
	endgame:    "sfen l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 101",
	mated:      "sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 2",
	stuck:      "sfen 8k/6+R2/7G1/9/9/9/9/4K4/9 w - 2",
	more: []string{
		"sfen ln1gkg1nl/1r7/p2sppspp/1ppp2p2/9/2P2PPP1/PPSPP1N1P/6SR1/LN1GKG2L b Bb 19",
		"sfen lnsgkgsnl/1r7/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b b 3",
		"sfen 4k4/1P7/9/9/9/9/9/7p1/4K4 w GSgs 1",
	},
	move: "9g9f", movetime: "go btime 0 wtime 0 byoyomi 200", mate: "go mate infinite", none: "bestmove resign",
}
