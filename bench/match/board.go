package match

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// board plays one game.
type board struct {
	seats  [2]*seat // by color
	clocks [2]clock
	referee
	task   engine.Task
	exact  bool // no time is written down
	margin time.Duration
	record *Game
}

// newBoard sets a game up.
func newBoard(g *Game, seats [2]*seat, config *Config) (*board, error) {
	opening, err := g.Opening()
	if err != nil {
		return nil, err
	}
	b := &board{seats: seats, margin: config.Margin, record: g, exact: true}
	for side := range b.clocks {
		control := seats[side].opener.player.Control
		b.clocks[side] = newClock(control)
		b.exact = b.exact && control.Exact()
	}
	b.referee = referee{rules: config.Rules, history: game.NewHistory(opening.Start)}
	for _, m := range opening.Moves {
		b.history.Play(m)
	}
	b.task = engine.Task{Start: opening.Start, Moves: append([]game.Move(nil), opening.Moves...)}
	return b, nil
}

// play plays the game to its end. Its error is that of a done context, after
// which the game is not finished.
func (b *board) play(ctx context.Context) error {
	for _, side := range []game.Side{game.First, game.Second} {
		err := b.seats[side].prepare(ctx)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err != nil {
			b.fail(side, failureOf(err), err.Error())
			return nil
		}
	}
	for b.record.Ending == Unfinished {
		if result, ending := b.applyRules(); ending != Unfinished {
			b.record.Result, b.record.Ending = result, ending
			break
		}
		if err := b.move(ctx); err != nil {
			return err
		}
	}
	b.endGames()
	return nil
}

// endGames sends the engines the end of the game. One that fails at it fails in its next game.
func (b *board) endGames() {
	loser, decided := b.record.Loser()
	for side := range game.Side(2) {
		halves := 1
		switch {
		case decided && side == loser:
			halves = 0
		case decided:
			halves = 2
		}
		if e, ok := b.seats[side].engine.(engine.GameEnder); ok {
			_ = guard(func() error { return e.EndGame(halves) })
		}
	}
}

// move lets the side to move play.
func (b *board) move(ctx context.Context) error {
	position := b.history.Position()
	side := position.Side()
	b.task.Limits = limits(&b.clocks, side)
	result, used, err := b.seats[side].search(ctx, b.task)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	switch {
	case err != nil:
		b.fail(side, failureOf(err), err.Error())
		return nil
	case result.Best == game.Resign:
		b.record.Result, b.record.Ending = winner(side.Other()), GivenUp
		return nil
	case !isAnswer(position, result.Best):
		b.fail(side, IllegalMove, fmt.Sprintf("answer %s is not legal", result.Best))
		return nil
	case !b.clocks[side].spendTime(used, b.margin):
		b.late(side, used)
		return nil
	case result.Best == game.DeclareWin:
		b.record.Result, b.record.Ending = winner(side), Declaration
		return nil
	}
	ply := Ply{Move: result.Best, Score: canonical(result.Score), Depth: result.Depth, SelDepth: result.SelDepth, Nodes: result.Nodes}
	if !b.exact {
		ply.Time = used.Round(time.Millisecond)
	}
	b.record.Plies = append(b.record.Plies, ply)
	b.task.Moves = append(b.task.Moves, result.Best)
	b.noteScore(side, ply.Score, result.Score != 0 || result.Depth > 0)
	b.history.Play(result.Best)
	if result, ending := b.applyRules(); ending != Unfinished {
		b.record.Result, b.record.Ending = result, ending
	} else {
		b.record.Result, b.record.Ending = b.adjudicate(side)
	}
	return nil
}

// isAnswer reports whether a player may answer with m: a legal move or a declaration that the rules allow.
func isAnswer(position game.Position, m game.Move) bool {
	return position.IsLegal(m) || m == game.DeclareWin && position.MayDeclare()
}

// maxMessage is the longest message of a failure that is kept, in bytes.
const maxMessage = 300

// fail ends the game with the loss of a side whose engine failed. The engine is
// closed: nobody knows in which state it is.
func (b *board) fail(side game.Side, ending Ending, message string) {
	b.record.Result, b.record.Ending = winner(side.Other()), ending
	b.record.Message = oneLine(message, maxMessage)
	_ = b.seats[side].closeEngine() // it failed already
}

// late ends the game with the loss on time of a side. Its engine is well.
func (b *board) late(side game.Side, used time.Duration) {
	control := b.clocks[side].control
	b.record.Result, b.record.Ending = winner(side.Other()), TimeLoss
	if control.HasClock() {
		b.record.Message = fmt.Sprintf("move %d took %v, %v more than was left", b.history.Position().Fullmove(), used.Round(time.Millisecond), -(b.clocks[side].left + control.Byoyomi).Round(time.Millisecond))
		return
	}
	b.record.Message = fmt.Sprintf("move %d took %v of %v", b.history.Position().Fullmove(), used.Round(time.Millisecond), control.Limits.MoveTime)
}

// canonical returns a score as its text form gives it back.
func canonical(score engine.Score) engine.Score {
	score = min(max(score, -engine.MateScore), engine.MateScore)
	if back, err := engine.ParseScore(score.String()); err == nil {
		return back
	}
	return score
}

// Player is one of those who play a match.
type Player struct {
	Name    string // no other has it
	Control Control
	// Open makes an engine for a board, from 0: there are as many as workers, and
	// one game at a time at each. It is called from several goroutines, never twice
	// at a time.
	Open func(board int) (engine.Engine, error)
	// Fresh opens an engine for each game, for those whose state outlives a game. It does not go with Config.Remote.
	Fresh bool
}

// opener opens identical engines for one player.
type opener struct {
	player *Player
	lock   *sync.Mutex // of all players
	id     engine.ID
}

// open opens an engine and returns an error if its identity differs from that of the first.
func (o *opener) open(board int) (engine.Engine, error) {
	o.lock.Lock()
	defer o.lock.Unlock()
	e, err := guarded(func() (engine.Engine, error) { return o.player.Open(board) })
	if err != nil {
		return nil, err
	}
	id, err := guarded(func() (engine.ID, error) {
		return bench.CleanID(e.ID(), func(text string) string { return oneLine(text, maxText) }), nil
	})
	if err == nil && o.id.Name != "" && !reflect.DeepEqual(id, o.id) {
		err = fmt.Errorf("engine opened as %v, the match began with %v", id, o.id)
	}
	if err != nil {
		return nil, errors.Join(err, guard(e.Close))
	}
	o.id = id
	return e, nil
}

// seat is a player at one board.
type seat struct {
	opener *opener
	board  int
	engine engine.Engine // nil: there is none
	now    func() time.Time
}

// prepare makes the engine ready for a new game, and replaces one that failed.
func (s *seat) prepare(ctx context.Context) error {
	if s.engine == nil {
		var err error
		if s.engine, err = s.opener.open(s.board); err != nil {
			s.engine = nil
			return err
		}
	}
	return guard(func() error { return s.engine.Reset(ctx) })
}

// search asks for a move and returns the time that it took. If the engine reports a time, that
// counts: it is known for processes as well and excludes the caller's own work.
func (s *seat) search(ctx context.Context, task engine.Task) (engine.Result, time.Duration, error) {
	start := s.now()
	result, err := guarded(func() (engine.Result, error) { return s.engine.Search(ctx, task, nil) })
	used := result.Time
	if used == 0 {
		used = s.now().Sub(start)
	}
	return result, used, err
}

// closeEngine closes the engine. Its error belongs to no game.
func (s *seat) closeEngine() error {
	if s.engine == nil {
		return nil
	}
	e := s.engine
	s.engine = nil
	return guard(e.Close)
}

// guard is guarded for a call without a value.
func guard(call func() error) error {
	_, err := guarded(func() (struct{}, error) { return struct{}{}, call() })
	return err
}

// guarded turns a panic of an engine into an error.
func guarded[T any](call func() (T, error)) (value T, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("engine panic: %v", p)
		}
	}()
	return call()
}

// maxText is the longest text of an engine that is kept, in bytes.
const maxText = 1000

// oneLine makes a text valid and one line that is not too long.
func oneLine(text string, most int) string {
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "")
	}
	return text
}

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
	err = b.play(ctx)
	for _, seat := range b.seats {
		if seat.opener.player.Fresh {
			_ = seat.closeEngine() // its error belongs to no game
		}
	}
	return err
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
