package games

import (
	"context"

	"github.com/zugwatch/zugwatch/bench/match"
)

// maxReplays is the largest number of games that are searched again.
const maxReplays = 3

// replay says what became of games that the head lost by a fault when their positions were searched again.
type replay struct {
	confirmed bool // in one the head fails again, and the base does not
	shared    bool // in one both fail
}

// replayFaults searches positions of games again that the head lost by a fault, until one confirms that the base does not
// share the fault. The error is that of a context that ended.
func replayFaults(ctx context.Context, m *match.Match, players []match.Player) (r replay, err error) {
	for i, g := range faultsOf(m, headPlayer) {
		if i == maxReplays || r.confirmed {
			break
		}
		side, _ := g.Loser()
		var fails [2]bool
		for player := range fails {
			if player == basePlayer && !fails[headPlayer] {
				break
			}
			ending, err := match.Replay(ctx, g, side, &players[player])
			if err != nil {
				return r, err
			}
			fails[player] = ending.IsFailure()
		}
		r.confirmed = fails[headPlayer] && !fails[basePlayer]
		r.shared = r.shared || fails[basePlayer]
	}
	return r, nil
}

// text says what became of the games of a head whose fault was not confirmed.
func (r replay) text() string {
	if r.shared {
		return "the base fails too when it searches the positions of that game"
	}
	return "the head does not fail when it searches the positions of that game again"
}
