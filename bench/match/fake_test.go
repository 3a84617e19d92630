package match

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/search"
)

// scripted is an engine whose moves come from a function.
type scripted struct {
	name string
	play func(n int, p game.Position, task *engine.Task) (engine.Result, error)
	n    int // moves of the present game
	open *int
}

func (e *scripted) ID() engine.ID               { return engine.ID{Name: e.name} }
func (e *scripted) Reset(context.Context) error { e.n = 0; return nil }
func (e *scripted) Close() error                { *e.open--; return nil }

func (e *scripted) Search(_ context.Context, task engine.Task, _ func(engine.Info)) (engine.Result, error) {
	p := task.Start
	for _, m := range task.Moves {
		p = p.After(m)
	}
	e.n++
	return e.play(e.n, p, &task)
}

// classError is an error of an engine with its class.
type classError string

func (e classError) Error() string      { return string(e) + ": told so" }
func (e classError) FaultClass() string { return string(e) }

// fixed returns a control that reads no clock.
func fixed(t testing.TB, text string) Control {
	t.Helper()
	return must.Get(ParseControl(text))(t)
}

// scriptedPlayer plays by a function; opened counts the engines that are open.
func scriptedPlayer(t testing.TB, name, control string, opened *int, play func(n int, p game.Position, task *engine.Task) (engine.Result, error)) Player {
	return Player{Name: name, Control: fixed(t, control), Open: func(int) (engine.Engine, error) {
		*opened++
		return &scripted{name: name, play: play, open: opened}, nil
	}}
}

// firstMove plays the first legal move.
func firstMove(_ int, p game.Position, _ *engine.Task) (engine.Result, error) {
	return engine.Result{Best: p.LegalMoves()[0], Depth: 1, Nodes: 1}, nil
}

// unscored plays the first legal move and tells nothing of its search.
func unscored(_ int, p game.Position, _ *engine.Task) (engine.Result, error) {
	return engine.Result{Best: p.LegalMoves()[0]}, nil
}

// script plays the moves of a text, from both sides.
func script(text string) func(int, game.Position, *engine.Task) (engine.Result, error) {
	words := strings.Fields(text)
	return func(_ int, p game.Position, task *engine.Task) (engine.Result, error) {
		m, err := p.ParseMove(words[len(task.Moves)%len(words)])
		if err != nil {
			return engine.Result{}, fmt.Errorf("script: %w", err)
		}
		return engine.Result{Best: m, Depth: 1}, nil
	}
}

// own returns the built-in engine with some nodes for each move.
func own(t testing.TB, name, control string) Player {
	return Player{Name: name, Control: fixed(t, control), Open: func(int) (engine.Engine, error) {
		o := search.Defaults()
		o.HashMB = 1
		return search.New(o)
	}}
}

// stopped returns a clock that stands still.
func stopped() time.Time { return time.Time{} }

// fromFEN returns a book of one position.
func fromFEN(t testing.TB, fen string) *Book {
	t.Helper()
	p := must.Get(game.ParsePosition(fen))(t)
	return newBook("fen", []Opening{{Start: p}})
}
