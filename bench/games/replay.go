package games

import (
	"context"
	"fmt"

	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/engine/text"
)

// maxReplays is the largest number of games that are searched again.
const maxReplays = 3

// replay holds the result of searching again the games that the head lost by a fault.
type replay struct {
	searched  int         // games
	shared    int         // games in which the base fails as well
	confirmed *match.Game // in which the head fails again, and the base does not; nil: none
}

// searchFaults searches games again that the head lost by a fault, after those of earlier looks. It stops when one
// confirms that the base does not share the fault. A base with faults of its own ends that, as they are counted. The
// error is that of a game or of a context that ended.
func (r *replay) searchFaults(ctx context.Context, m *match.Match, players []match.Player) error {
	if len(faultsOf(m, basePlayer)) > 0 {
		return nil
	}
	for _, g := range faultsOf(m, headPlayer)[r.searched:] {
		if r.searched == maxReplays || r.confirmed != nil {
			break
		}
		r.searched++
		side, _ := g.Loser()
		var fails [2]bool // by player
		for _, player := range []int{headPlayer, basePlayer} {
			ending, err := match.Replay(ctx, g, side, &players[player])
			if err != nil {
				return err
			}
			if fails[player] = ending.IsFailure(); !fails[player] {
				break
			}
		}
		switch {
		case fails[basePlayer]:
			r.shared++
		case fails[headPlayer]:
			r.confirmed = g
		}
	}
	return nil
}

// text says what became of the games of a head whose faults were not confirmed.
func (r *replay) text() string {
	if r.shared > 0 {
		return fmt.Sprintf("the base fails too in %d of %s searched again", r.shared, text.Count(r.searched, "game"))
	}
	return fmt.Sprintf("the head does not fail in %s searched again", text.Count(r.searched, "game"))
}
