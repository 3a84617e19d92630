package bench

import (
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/text"
)

// guarded turns a panic of an in-process engine into an error: the run is to
// lose one position by it, not all.
func guarded[T any](call func() (T, error)) (value T, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &FaultError{Class: FaultInternal, Text: fmt.Sprintf("engine panic: %v", p), Detail: string(debug.Stack())}
		}
	}()
	return call()
}

// openGuarded opens an engine and asks who it is; an open that gives neither
// an engine nor an error is an error.
func openGuarded(open func() (engine.Engine, error)) (engine.Engine, engine.ID, error) {
	opened, err := guarded(open)
	if err == nil && opened == nil {
		err = errors.New("open gave no engine")
	}
	if err != nil {
		return nil, engine.ID{}, err
	}
	id, err := guarded(func() (engine.ID, error) { return CleanID(opened.ID(), text.ValidUTF8), nil })
	if err != nil {
		return nil, engine.ID{}, errors.Join(err, closeGuarded(opened))
	}
	return opened, id, nil
}

// closeGuarded closes an engine.
func closeGuarded(opened engine.Engine) error {
	_, err := guarded(func() (struct{}, error) { return struct{}{}, opened.Close() })
	return err
}

// CleanID returns the identity with all its texts made clean.
func CleanID(id engine.ID, clean func(string) string) engine.ID {
	made := engine.ID{Name: clean(id.Name), Version: clean(id.Version), Game: id.Game}
	for _, option := range id.Options {
		made.Options = append(made.Options, engine.Option{Name: clean(option.Name), Value: clean(option.Value)})
	}
	return made
}

func idText(id engine.ID) string {
	text := fmt.Sprintf("%q version %q", id.Name, id.Version)
	for _, option := range id.Options {
		text += fmt.Sprintf(" %s=%q", option.Name, option.Value)
	}
	return text
}
