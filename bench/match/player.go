package match

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"time"

	"github.com/zugwatch/zugwatch/engine"
)

// Player is one of those who play a match.
type Player struct {
	Name    string // no other has it
	Control Control
	// Open makes an engine for a board, from 0: there are as many as workers, and
	// one game at a time at each. It is called from several goroutines, never twice
	// at a time.
	Open func(board int) (engine.Engine, error)
}

// opener opens the engines of one player, all of them the same.
type opener struct {
	player *Player
	lock   *sync.Mutex // of all players
	id     engine.ID
}

// open makes an engine and holds its identity against that of the first.
func (o *opener) open(board int) (engine.Engine, error) {
	o.lock.Lock()
	defer o.lock.Unlock()
	e, err := guarded(func() (engine.Engine, error) { return o.player.Open(board) })
	if err != nil {
		return nil, err
	}
	id, err := guarded(func() (engine.ID, error) { return cleanID(e.ID()), nil })
	if err == nil && o.id.Name != "" && !reflect.DeepEqual(id, o.id) {
		err = fmt.Errorf("engine opened as %v, the match began with %v", id, o.id)
	}
	if err != nil {
		return nil, errors.Join(err, closing(e))
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

// sit makes the engine ready for a new game; one that failed is replaced.
func (s *seat) sit(ctx context.Context) error {
	if s.engine == nil {
		var err error
		if s.engine, err = s.opener.open(s.board); err != nil {
			s.engine = nil
			return err
		}
	}
	_, err := guarded(func() (struct{}, error) { return struct{}{}, s.engine.Reset(ctx) })
	return err
}

// search asks for a move and says how long it took: by the engine's own account
// where it gives one, which holds for processes as well, and leaves out what the
// caller does.
func (s *seat) search(ctx context.Context, task engine.Task) (engine.Result, time.Duration, error) {
	start := s.now()
	result, err := guarded(func() (engine.Result, error) { return s.engine.Search(ctx, task, nil) })
	used := result.Time
	if used == 0 {
		used = s.now().Sub(start)
	}
	return result, used, err
}

// leave closes the engine. What it has to say about that belongs to no game.
func (s *seat) leave() error {
	if s.engine == nil {
		return nil
	}
	e := s.engine
	s.engine = nil
	return closing(e)
}

func closing(e engine.Engine) error {
	_, err := guarded(func() (struct{}, error) { return struct{}{}, e.Close() })
	return err
}

// panicError is a panic of an engine in this process.
type panicError struct{ value any }

// Error gives the value.
func (e *panicError) Error() string { return fmt.Sprintf("engine panic: %v", e.value) }

// guarded turns a panic of an engine into an error.
func guarded[T any](call func() (T, error)) (value T, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &panicError{p}
		}
	}()
	return call()
}

// cleanID is the identity with valid text only, as a file can hold it.
func cleanID(id engine.ID) engine.ID {
	clean := engine.ID{Name: oneLine(id.Name, maxText), Version: oneLine(id.Version, maxText)}
	for _, option := range id.Options {
		clean.Options = append(clean.Options, engine.Option{Name: oneLine(option.Name, maxText), Value: oneLine(option.Value, maxText)})
	}
	return clean
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
