package engines

import (
	"context"
	"fmt"
	"os/exec"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine/uci"
)

// Program is an engine in a program of its own. Other machines can run a copy of it.
type Program struct {
	Name    string      `json:"name"`
	Command uci.Command `json:"command"` // without the parts of one machine: the path, the environment, processors
}

// Program returns the program of the engine, and its file on this machine. It is false of the
// built-in engine of this program, which every machine has. The error says why a copy would be
// another engine.
func (e *Engine) Program() (p Program, file string, is bool, err error) {
	c := e.Command
	if c.Path == "" || e.Self {
		return p, "", false, nil
	}
	if c.Dir != "" {
		return p, "", true, failure.Inputf("engine %s works in folder %s, which no other machine has (expected one without dir:)", e.Name, c.Dir)
	}
	if file, err = exec.LookPath(c.Path); err != nil {
		return p, "", true, failure.With(failure.Engine, fmt.Errorf("engine %s: %w", e.Name, err))
	}
	c.Path, c.Environ, c.Affinity = "", nil, nil
	return Program{e.Name, c}, file, true, nil
}

// EngineAt returns the engine of a copy of the program.
func (p Program) EngineAt(ctx context.Context, file string) Engine {
	command := p.Command
	command.Path, command.Dir, command.Environ, command.Affinity = file, "", nil, nil
	return Engine{Name: p.Name, Command: command}.WithOpen(ctx)
}
