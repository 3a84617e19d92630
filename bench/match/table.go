package match

import (
	"context"
	"fmt"
	"sync"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// Remote plays games on other machines, in any order; they are laid out and not yet
// played. It hands over one finished game at a time, in the goroutine of the caller; one
// that turned out wrong is followed by another, which takes its place, or by one that is Void,
// with nothing but its number, until there is another. It returns when
// all are played or ctx is done, or with the error that keeps it from going on. Here
// plays on this machine what is to be known for certain.
type Remote func(ctx context.Context, here *Table, games []Game, finished func(Game)) error

// Table plays one game after the other, with a seat for every player. It is not safe for concurrent
// use.
type Table struct {
	seats      []*seat // by player
	config     *Config
	answeredBy map[int]string
}

// NewTable sets up a table for players of whom it is known which engine each has. Of the
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

// Play plays a game that is laid out. Its error is that of a done context, after which
// the game is not finished, or that it cannot be played from its opening. Engines that
// are not part of it are closed, so that many players do not fill the memory.
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
		_ = s.closeEngine() // what it has to say about that belongs to no game
	}
	return result, err
}

// AnsweredBy returns the workers of earlier attempts at the match that played what is finished, by the
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
