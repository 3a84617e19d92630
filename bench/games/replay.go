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
		failing, err := failsAgain(ctx, g, &players[headPlayer])
		if err != nil {
			return err
		}
		if !failing {
			continue
		}
		side, _ := g.Loser()
		ending, _, err := match.Replay(ctx, g, side, &players[basePlayer])
		switch {
		case err != nil:
			return err
		case ending.IsFailure():
			r.shared++
		default:
			r.confirmed = g
		}
	}
	return nil
}

// failsAgain reports whether the head fails at the same ply of a game when that is searched again, or in two searches of the
// game anywhere. One failure elsewhere may be one that happens now and then, in the base as well. Unsound: a fault that
// depends on earlier games of the engine is missed.
func failsAgain(ctx context.Context, g *match.Game, head *match.Player) (bool, error) {
	side, _ := g.Loser()
	for range 2 {
		ending, plies, err := match.Replay(ctx, g, side, head)
		if err != nil || !ending.IsFailure() {
			return false, err
		}
		if plies == len(g.Plies) {
			return true, nil
		}
	}
	return true, nil
}

// text says what became of the games of a head whose faults were not confirmed.
func (r *replay) text() string {
	if r.shared > 0 {
		return fmt.Sprintf("the base fails too in %d of %s searched again", r.shared, text.Count(r.searched, "game"))
	}
	return fmt.Sprintf("its fault is not confirmed in %s searched again", text.Count(r.searched, "game"))
}
