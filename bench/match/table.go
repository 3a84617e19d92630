package match

import (
	"context"
	"fmt"
	"sync"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// Remote plays planned games on other machines, in any order, and calls finished with one game at a
// time, from the caller's goroutine. A later game of a number replaces a wrong one. A Void game, which
// has nothing but its number, withdraws one until there is another. Remote returns when all are
// played, ctx is done, or an error keeps it from going on. Here plays games on this machine that have
// to be certain.
type Remote func(ctx context.Context, here *Table, games []Game, finished func(Game)) error

// Table plays one game after the other, with a seat for every player. It is not safe for concurrent
// use.
type Table struct {
	seats      []*seat // by player
	config     *Config
	answeredBy map[int]string
}

// NewTable sets up a table for players whose engines are known by their identities. Of the
// configuration Rules, Margin and Now count.
func NewTable(players []Player, ids []engine.ID, config Config) *Table {
	var lock sync.Mutex
	openers := make([]*opener, len(players))
	for i := range players {
		openers[i] = &opener{player: &players[i], lock: &lock, id: ids[i]}
	}
	return newTable(openers, 0, nil, &config)
}

// newTable sets up the table of a board; at the first one engines may be open already.
func newTable(openers []*opener, board int, open []*seat, config *Config) *Table {
	t := &Table{config: config}
	if board == 0 && open != nil {
		t.seats = open
	} else {
		for _, o := range openers {
			t.seats = append(t.seats, &seat{opener: o, board: board})
		}
	}
	for _, seat := range t.seats {
		seat.now = config.Now
	}
	return t
}

// Play plays a planned game. Its error is that of a done context, after which the game is not
// finished, or that the game cannot be played from its opening. Engines of other players are closed,
// so that many players do not fill the memory.
func (t *Table) Play(ctx context.Context, g *Game) error {
	for i, seat := range t.seats {
		if i != g.White && i != g.Black {
			_ = seat.closeEngine()
		}
	}
	b, err := newBoard(g, [2]*seat{game.First: t.seats[g.White], game.Second: t.seats[g.Black]}, t.config)
	if err != nil {
		return err
	}
	return b.play(ctx)
}

// Probe has the engine of a player search a task after a Reset. After an error it is another
// engine.
func (t *Table) Probe(ctx context.Context, player int, task engine.Task) (engine.Result, error) {
	s := t.seats[player]
	if err := s.prepare(ctx); err != nil {
		return engine.Result{}, &bench.OpenError{Class: bench.Classify(err, bench.FaultStart), Err: fmt.Errorf("player %s: %w", s.opener.player.Name, err)}
	}
	result, _, err := s.search(ctx, task)
	if err != nil {
		_ = s.closeEngine() // its error belongs to no game
	}
	return result, err
}

// AnsweredBy returns the workers that played finished pairs in earlier attempts at the match, by the
// pairs.
func (t *Table) AnsweredBy() map[int]string { return t.answeredBy }

// PlannedGame returns a game of the schedule of the match before it is played.
func (t *Table) PlannedGame(number int) (Game, error) { return t.config.Schedule.planGame(number) }

// ID returns who plays for a player.
func (t *Table) ID(player int) engine.ID { return t.seats[player].opener.id }

// Close closes the engines. What one does at its end belongs to no game.
func (t *Table) Close() {
	for _, seat := range t.seats {
		_ = seat.closeEngine()
	}
}
