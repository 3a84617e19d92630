// Package command holds the parts that the commands of a program share. They are parsing of the command line, the
// range of arguments and the end of a command. Others are the forms of its report, exit codes and shell completion.
package command

import (
	"cmp"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/cmd/flags"
)

// RangeArgs returns a range of numbers of arguments: from least to most, or without upper bound if most is negative.
// What names the arguments in errors.
func RangeArgs(least, most int, what string) ArgRange { return ArgRange{least, most, what} }

// ArgRange is the number of arguments that a command accepts.
type ArgRange struct {
	least, most int
	what        string
}

// NoArgs returns the range of a command that takes no argument.
func NoArgs() ArgRange { return RangeArgs(0, 0, "no argument") }

// ArbitraryArgs returns the range of a command that checks its arguments itself.
func ArbitraryArgs() ArgRange { return RangeArgs(0, -1, "") }

// ActionOf returns the action of a command without a final verdict. It checks before the action that the output files
// can be written. An error of a done context becomes that of its cause, as in all actions.
func ActionOf(w ArgRange, action func(in *flags.Reader, args []string) error) cli.ActionFunc {
	return begin(w, func(in *flags.Reader, args []string, err error) error {
		if err != nil {
			return err
		}
		return failure.Interruption(in.Ctx(), action(in, args))
	})
}

// begin reads the arguments of a command and checks its output files. It passes an error about these to the action.
func begin(w ArgRange, action func(in *flags.Reader, args []string, err error) error) cli.ActionFunc {
	return func(c *cli.Context) error {
		args, err := w.read(c)
		if err != nil {
			return err
		}
		return action(flags.Read(c), args, flags.CheckOutputs(c))
	}
}

// IfFlag returns the first action for a command line with the flag, and the second for any other.
func IfFlag(flag string, with, without cli.ActionFunc) cli.ActionFunc {
	return func(c *cli.Context) error {
		if c.IsSet(flag) && c.Value(flag) != any(false) {
			return with(c)
		}
		return without(c)
	}
}

// New returns a command with the flags of several lists. Use is its name, followed by its arguments.
func New(use, usage string, action cli.ActionFunc, lists ...[]cli.Flag) *cli.Command {
	name, takes, _ := strings.Cut(use, " ")
	return &cli.Command{Name: name, Usage: usage, ArgsUsage: takes, Action: action, Flags: slices.Concat(lists...)}
}

// Group returns a command that does nothing but to name others.
func Group(name, usage string, of ...*cli.Command) *cli.Command {
	return &cli.Command{Name: name, Usage: usage, Subcommands: of}
}

// Conclusion is the final output of a command that measures.
type Conclusion struct {
	Verdict string
	Kind    failure.Kind
	Fields  []report.Field // of the last line
	Page    doc.Document   // for people, in the format of the page flags; nil: there is none
	Title   doc.Text       // of the page; empty: the command and the verdict
}

// FailIf sets the verdict and the kind of failure on a condition.
func (c *Conclusion) FailIf(condition bool, verdict string, kind failure.Kind) {
	if condition {
		c.Verdict, c.Kind = verdict, kind
	}
}

// MeasureAction returns the action of a command that measures: its last line ends the output,
// also when it failed.
func MeasureAction(w ArgRange, action func(in *flags.Reader, args []string) (Conclusion, error)) cli.ActionFunc {
	return begin(w, func(in *flags.Reader, args []string, err error) error {
		var end Conclusion
		if err == nil {
			end, err = action(in, args)
		}
		return end.end(in.Context, failure.Interruption(in.Ctx(), err))
	})
}

// PageAction returns a MeasureAction for a command with page flags, which has a page to show.
func PageAction(w ArgRange, action func(in *flags.Reader, args []string, shown Page) (Conclusion, error)) cli.ActionFunc {
	return begin(w, func(in *flags.Reader, args []string, err error) error {
		c := in.Context
		var shown Page
		if err == nil {
			shown, err = PageOptions(c)
		}
		if err != nil {
			return Conclusion{}.end(c, err)
		}
		end, err := action(in, args, shown)
		err = failure.Interruption(in.Ctx(), err)
		if end.Page != nil {
			title := cmp.Or(end.Title, doc.Text(strings.TrimPrefix(c.Command.HelpName, c.App.Name+" ")+" "+end.Verdict))
			if broken := shown.Show(c.App.Writer, title, end.Page); err == nil {
				err = broken
			}
		}
		return end.end(c, err)
	})
}

// ReportAction returns the action of a command whose report is written in all its formats, also
// when the command failed.
func ReportAction(w ArgRange, action func(in *flags.Reader, args []string, to *Publication) (Finding, error)) cli.ActionFunc {
	return begin(w, func(in *flags.Reader, args []string, err error) error {
		c := in.Context
		var to *Publication
		if err == nil {
			to, err = newPublication(c, os.Getenv)
		}
		if err != nil {
			return Conclusion{}.end(c, err)
		}
		found, err := action(in, args, to)
		return to.publish(c, found, failure.Interruption(in.Ctx(), err))
	})
}

// end prints the last line and gives the error that leads to the exit code: err, or
// a silent one.
func (end Conclusion) end(c *cli.Context, err error) error {
	if err != nil {
		end.fail(err)
	}
	err = end.failure(err)
	if broken := report.Line(c.App.Writer, end.Verdict, CodeOf(err), end.Fields...); broken != nil {
		return broken
	}
	return err
}

// fail sets the conclusion for an error: a verdict of inconclusive, or "error" for bad input, with which nothing was
// measured.
func (end *Conclusion) fail(err error) {
	end.Verdict, end.Kind = compare.Inconclusive.String(), failure.Of(err)
	if end.Kind == failure.Input {
		end.Verdict = "error"
	}
}

// failure returns the error that leads to the exit code: err, or a silent one.
func (end Conclusion) failure(err error) error {
	if err == nil && end.Kind != failure.None {
		return failure.With(end.Kind, nil)
	}
	return err
}
