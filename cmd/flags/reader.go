// Package flags holds the flags that several commands share, each group beside what
// reads it.
package flags

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine"
)

// Reader reads the flags of a command line. It keeps the first thing that is wrong
// with them; what is read behind it means nothing.
type Reader struct {
	*cli.Context
	err error
}

// Read begins to read a command line.
func Read(c *cli.Context) *Reader { return &Reader{Context: c} }

// Ctx returns the context that a signal ends.
func (r *Reader) Ctx() context.Context { return r.Context.Context }

// Print writes a text on the standard output of the command.
func (r *Reader) Print(text string) error {
	_, err := io.WriteString(r.App.Writer, text)
	return err
}

// Err returns the first thing that was wrong, nil if nothing was.
func (r *Reader) Err() error { return r.err }

// Failf notes something that is wrong with the flags.
func (r *Reader) Failf(format string, args ...any) {
	r.AddErr(failure.Inputf(format, args...))
}

// AddErr notes an error that says by itself what is wrong. It ignores nil.
func (r *Reader) AddErr(err error) {
	r.err = cmp.Or(r.err, failure.Default(failure.Input, err))
}

// Number reads a flag that is a number from least to most. A flag that is not given
// has its default, which is not looked at.
func (r *Reader) Number(name string, least, most int) int {
	n := r.Int(name)
	switch {
	case !r.IsSet(name), n >= least && n <= most:
	case most == math.MaxInt:
		r.Failf("flag --%s=%d (expected a number from %d)", name, n, least)
	default:
		r.Failf("flag --%s=%d (expected a number from %d to %d)", name, n, least, most)
	}
	return n
}

// TimeOrZero reads a flag that is 0 or a time of at least least.
func (r *Reader) TimeOrZero(name string, least time.Duration) time.Duration {
	d := r.Duration(name)
	if d != 0 && d < least {
		r.Failf("flag --%s=%v (expected 0 or at least %v)", name, d, least)
	}
	return d
}

// Required notes a flag that is missing.
func (r *Reader) Required(name, expected string) {
	if strings.TrimSpace(r.String(name)) == "" {
		r.Failf("flag --%s is missing (expected %s)", name, expected)
	}
}

// CommandLine returns the command as it was typed, with its arguments and only the flags of the
// names.
func (r *Reader) CommandLine(names ...string) string {
	words := []string{r.Command.HelpName}
	for _, name := range names {
		if r.IsSet(name) {
			words = append(words, fmt.Sprintf("--%s=%v", name, r.Value(name)))
		}
	}
	return strings.Join(append(words, r.Args().Slice()...), " ")
}

// RequireFlag notes an error if a flag is given without the one that it needs.
func (r *Reader) RequireFlag(name, other, why string) {
	if r.IsSet(name) && r.String(other) == "" {
		r.Failf("flag --%s is of no use without --%s%s", name, other, why)
	}
}

// RejectWith notes an error if a flag is given together with one that makes it meaningless. Why
// says so.
func (r *Reader) RejectWith(name, why string, others ...string) {
	for _, other := range others {
		if r.IsSet(name) && r.IsSet(other) {
			r.Failf("flag --%s beside --%s, %s (expected one of the two)", other, name, why)
		}
	}
}

// Parse parses a flag with the function parse. An empty flag gives the zero value.
func Parse[T any](r *Reader, name string, parse func(string) (T, error)) (value T) {
	if text := r.String(name); text != "" {
		var err error
		if value, err = parse(text); err != nil {
			r.Failf("flag --%s: %w", name, err)
		}
	}
	return value
}

// Text returns the value of a flag that may be left out: nil then.
func (r *Reader) Text(name string) *string {
	if text := r.String(name); r.IsSet(name) {
		return &text
	}
	return nil
}

// ParseNamed parses a flag with a function whose errors name the flag.
func ParseNamed[T any](r *Reader, name string, parse func(string) (T, error)) T {
	value, err := parse(r.String(name))
	r.AddErr(err)
	return value
}

// ParseOptional parses a flag like Parse, and returns nil if it is not given.
func ParseOptional[T any](r *Reader, name string, parse func(string) (T, error)) *T {
	if r.String(name) == "" {
		return nil
	}
	value := Parse(r, name, parse)
	return &value
}

// ParseAll parses a flag that may be given several times.
func ParseAll[T any](r *Reader, name string, parse func(string) (T, error)) (values []T) {
	for _, text := range r.StringSlice(name) {
		value, err := parse(text)
		if err != nil {
			r.Failf("flag --%s: %w", name, err)
		}
		values = append(values, value)
	}
	return values
}

// Options reads a flag of UCI options.
func (r *Reader) Options(name string) []engine.Option { return ParseAll(r, name, engine.ParseOption) }

// joined returns the flags of the names that are given, as NAME=VALUE with commas
// between.
func (r *Reader) joined(names ...string) string {
	var parts []string
	for _, name := range names {
		if text := r.String(name); text != "" {
			parts = append(parts, fmt.Sprintf("%s=%s", name, text))
		}
	}
	return strings.Join(parts, ",")
}
