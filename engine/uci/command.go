package uci

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/process"
	"github.com/zugwatch/zugwatch/engine/text"
)

// Command says which program to run as an engine, and how.
type Command struct {
	// Path is the program: a path, or a name to be found in PATH.
	Path     string
	Args     []string
	Protocol Protocol
	// Dir is the working directory. Empty: a private one, empty at the start
	// and removed at the end, because engines write logs and read books there.
	Dir string
	// Environ is the environment to choose from; nil: that of this process.
	// Few variables are passed on: those that a program needs to run, and Env.
	Environ []string
	// Env names more variables to pass on, or sets them as "NAME=value".
	// Variables of a CI service and those named like a secret are refused.
	Env []string
	// Options are set before the first position, in this order, after a check against the declarations of the engine.
	// An own book is switched off, unless OwnBook is among them.
	Options []engine.Option
	// MateScore is the score of a mate on the board, in centipawns, for an engine that tells a mate in n plies as cp
	// MateScore-n. It is 0 for an engine that tells mates as such.
	MateScore int
	// Allowance bounds the time, output and memory of the engine.
	Allowance Allowance
	// Affinity lists the processors that the engine may use, on Linux; empty:
	// all. Elsewhere it has no effect.
	Affinity []int
}

// Allowance bounds what an engine may take. All times are absolute: output never
// extends them. A field that is 0 has its default.
type Allowance struct {
	Start    time.Duration // from the start to uciok; 10 s
	Ready    time.Duration // from isready to readyok; 15 s
	Position time.Duration // for a whole search, whatever its limits; 60 s
	Overrun  time.Duration // beyond a move time or clock before stop is sent; 1 s
	Stall    time.Duration // without work, under a CPU limit before stop is sent, or a second after go; 250 ms
	Stop     time.Duration // from stop to the answer; 3 s
	Write    time.Duration // for the engine to read a command; 5 s
	Close    time.Duration // after closing its output or input, for the engine to end; 500 ms
	Quit     time.Duration // from quit to the end of the process; 3 s
	Term     time.Duration // from the polite signal to the other; 500 ms
	Kill     time.Duration // from that to giving the process up; 500 ms
	Output   int64         // bytes printed on one position; 256 MiB
	Memory   int64         // bytes resident of all its processes together, on Linux; 2 GiB; below 0: not watched
}

// withDefaults replaces zero fields by their defaults.
func (a Allowance) withDefaults() Allowance {
	return Allowance{
		Start:    cmp.Or(a.Start, 10*time.Second),
		Ready:    cmp.Or(a.Ready, 15*time.Second),
		Position: cmp.Or(a.Position, 60*time.Second),
		Overrun:  cmp.Or(a.Overrun, time.Second),
		Stall:    cmp.Or(a.Stall, 250*time.Millisecond),
		Stop:     cmp.Or(a.Stop, 3*time.Second),
		Write:    cmp.Or(a.Write, 5*time.Second),
		Close:    cmp.Or(a.Close, 500*time.Millisecond),
		Quit:     cmp.Or(a.Quit, 3*time.Second),
		Term:     cmp.Or(a.Term, 500*time.Millisecond),
		Kill:     cmp.Or(a.Kill, 500*time.Millisecond),
		Output:   cmp.Or(a.Output, 256<<20),
		Memory:   cmp.Or(a.Memory, 2<<30),
	}
}

// Search returns the longest that a search with these limits may take before it
// fails: Position, or more where the limits of the search themselves need more.
// It is 0 for a search without any limit, which ends with its context alone.
func (a Allowance) Search(of engine.Limits) time.Duration {
	if of == (engine.Limits{}) {
		return 0
	}
	a = a.withDefaults()
	longest := max(a.Position, 4*of.CPUTime)
	if of.MoveTime > 0 {
		longest = max(longest, of.MoveTime+a.Overrun+a.Stop)
	}
	if of.Clock != nil {
		longest = max(longest, max(of.Clock.Left[0], of.Clock.Left[1])+of.Clock.Byoyomi+a.Overrun+a.Stop)
	}
	return longest
}

// Opening returns the longest that a process can take from its start to readyok.
func (a Allowance) Opening() time.Duration {
	a = a.withDefaults()
	return a.Start + a.Write + a.Ready
}

// Budget returns the longest time that one position can take, from its reset to the death of an unresponsive engine.
func (a Allowance) Budget(of engine.Limits) time.Duration {
	longest := a.Search(of)
	a = a.withDefaults()
	return a.Ready + a.Write + longest + a.Stop + a.Ready + a.Quit + a.Term + 3*a.Kill
}

// program returns the program of the command, in an absolute path.
func (c *Command) program() *exec.Cmd {
	path, err := exec.LookPath(c.Path)
	if err == nil {
		path, err = filepath.Abs(path)
	}
	return &exec.Cmd{Path: path, Args: append([]string{c.Path}, c.Args...), Env: c.Environ, Dir: c.Dir, Err: err}
}

// start runs a program of the command, with the functions of the options to hear of it. The error is a
// *Fault where the program did not start.
func (c *Command) start(program *exec.Cmd, options process.Options) (*process.Tree, error) {
	may := c.Allowance.withDefaults()
	options.Env, options.Affinity = c.Env, c.Affinity
	options.Quota = process.Quota{Quit: may.Quit, Term: may.Term, Kill: may.Kill, Output: may.Output, Memory: may.Memory}
	tree, err := process.Start(program, options)
	if failed, ok := errors.AsType[*process.StartError](err); ok {
		return nil, &Fault{Class: ClassStart, Detail: fmt.Sprintf("engine %s did not start: %v", text.Escaped(c.Path), reason(failed.Err))}
	}
	return tree, err
}

// reason returns the cause of an error of the system, without the call and the path.
func reason(err error) error {
	var call *exec.Error
	var path *os.PathError
	switch {
	case errors.As(err, &call):
		return reason(call.Err)
	case errors.As(err, &path):
		return path.Err
	}
	return err
}

// check finds a command that cannot be run.
func (c *Command) check() error {
	if c.Path == "" {
		return fmt.Errorf("engine command is empty (expected the path of a program)")
	}
	for _, o := range c.Options {
		if o.Name == "" || strings.ContainsAny(o.Name+o.Value, "\r\n\x00") {
			return fmt.Errorf("option %.60q=%.60q (expected a name and a value on one line)", o.Name, o.Value)
		}
	}
	return nil
}
