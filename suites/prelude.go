package suites

import (
	"fmt"

	"github.com/zugwatch/zugwatch/engine/game"
)

// PreludeDepth is how deep a Prelude is searched, in plies.
const PreludeDepth = 5

// preludes are middle games after the first moves of a Closed Spanish, a Queen's Gambit
// (Lasker), a Najdorf, a King's Indian, an English, a French (Steinitz) and a Queen's
// Indian: enough rounds for MaxForms of a position in which somebody may castle.
var preludes = [...]string{
	"r1bq1rk1/2pnbppp/p2p1n2/1p2p3/3PP3/1BP2N1P/PP3PP1/RNBQR1K1 w - - 1 11",
	"rnb2rk1/p1p1qpp1/1p2p2p/3n4/3P4/2N1PN2/PP3PPP/R2QKB1R w KQ - 0 10",
	"rn1q1rk1/1p2bppp/p2pbn2/4p3/4P3/1NN1B3/PPP1BPPP/R2Q1RK1 w - - 6 10",
	"r1bq1rk1/pppnnpbp/3p2p1/3Pp3/2P1P3/2N5/PP2BPPP/R1BQNRK1 w - - 3 10",
	"r1bq1rk1/ppp1bppp/1nn5/4p3/8/P1N2NP1/1P1PPPBP/R1BQ1RK1 w - - 1 9",
	"r1bqk2r/pp1n1ppp/2n1p3/2bpP3/3N1P2/2N1B3/PPP3PP/R2QKB1R w KQkq - 1 9",
	"rn1qk2r/p3bppp/bpp1pn2/3p4/2PP4/1P3NP1/P2BPPBP/RN1Q1RK1 w kq - 0 9",
}

// maxRounds is how many rounds of forms there are: see Suite.Forms.
const maxRounds = 1 + len(preludes)

// Prelude is the position that an engine searches to PreludeDepth, and does not
// forget, before it searches a record of the second round of forms or a later one. What
// it has learnt there of moves in general orders them otherwise. It is false for the
// records of the first round, which come to an engine that has forgotten everything.
func (s *Suite) Prelude(index int) (position game.Position, found bool) {
	if s.InForms < 2 {
		return position, false
	}
	_, _, round := splitForm(s.Records[index].Key())
	if round < 2 {
		return position, false
	}
	position, err := game.ParsePosition(preludes[round-2])
	if err != nil {
		panic(fmt.Sprintf("suites: prelude %d: %v", round, err))
	}
	return position, true
}
