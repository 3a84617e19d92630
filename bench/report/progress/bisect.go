package progress

import (
	"fmt"
	"io"
	"strings"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/bisect"
	"github.com/zugwatch/zugwatch/bench/revision"
	"github.com/zugwatch/zugwatch/engine/text"
)

// Bisect prints a bisection on w, a line for each step.
func Bisect(w io.Writer) bisect.Observer { return bisectLines{w} }

// bisectLines prints a bisection, a line for each step.
type bisectLines struct{ w io.Writer }

func (l bisectLines) printLine(format string, args ...any) { fmt.Fprintf(l.w, format+"\n", args...) }

// Begin prints what is sought.
func (l bisectLines) Begin(suite, position string, limit bench.Limits, forms int) {
	in := ""
	if forms > 1 {
		in = fmt.Sprintf(" in %d forms", forms)
	}
	l.printLine("position %s of %s%s, limits %s", position, suite, in, limit)
}

// Step prints how much is left.
func (l bisectLines) Step(number, commits, more int) {
	l.printLine("step %d: %d commits are left, about %d more to try", number, commits, more)
}

// Answered prints what a commit answers.
func (l bisectLines) Answered(label string, commit revision.Commit, o *bisect.Answer) {
	answer := o.Verdict.String()
	switch {
	case o.Verdict == bench.Faulted:
		answer += " " + o.Fault.String()
	case o.Forms > 1:
		answer = fmt.Sprintf("solved in %d of %d forms, %d nodes", o.Solved, o.Forms, o.Nodes)
	default:
		answer += strings.TrimRight(" "+text.Printable(o.Best), " ") + fmt.Sprintf(", %d nodes", o.Nodes)
	}
	l.printLine("%s %s: %s (%s)", label, commit.ShortHash(), answer, text.Printable(commit.Subject))
}

// Skipped prints why a commit could not be tried.
func (l bisectLines) Skipped(commit revision.Commit, why error) {
	l.printLine("skip %s %s: %s", commit.ShortHash(), text.Printable(commit.Subject), text.Printable(why.Error()))
}

// Found prints the first bad commit, or those among which it is.
func (l bisectLines) Found(suspects []revision.Commit) {
	if len(suspects) == 1 {
		l.printLine("first bad commit: %s %s", suspects[0].Hash, text.Printable(suspects[0].Subject))
		return
	}
	l.printLine("the first bad commit is one of these, of which only the last could be tried:")
	for _, commit := range suspects {
		l.printLine("  %s %s", commit.ShortHash(), text.Printable(commit.Subject))
	}
}
