// Package bisect finds the first commit at which an engine answers differently on one
// position: the position is lost, or takes other nodes. Only limits that read no clock are
// accepted, so that every step repeats. Several forms of the position decide whether it is
// lost, so that the chance of one search misleads no step.
package bisect

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/effect"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/revision"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/text"
)

// Metric decides whether a commit is good or bad: by solved forms or by nodes.
type Metric uint8

// The metrics.
const (
	Solved Metric = iota // the position is solved in less than half as many forms as by the good end: see answer
	Nodes                // its nodes are nearer to those of the bad end, by their ratios
)

// ParseMetric reads "solved" or "nodes".
func ParseMetric(word string) (Metric, error) {
	switch word {
	case "solved":
		return Solved, nil
	case "nodes":
		return Nodes, nil
	}
	return 0, failure.Inputf("flag --metric=%s (expected solved or nodes)", word)
}

// Options choose the position, the ends and the metric of a bisection.
type Options struct {
	Position  string // its id
	Suite     string // that it is of; empty: any of the configuration
	Good, Bad string // revisions; Bad has Good among its ancestors
	Metric    Metric
	Limit     *bench.Limits // nil: that of the suite
	Forms     int           // that the position is searched in, by Solved; 0: DefaultForms; 1: as it stands
	Rebuild   bool          // ignore and do not fill the cache of builds
	// Tell receives a line for each step, without its end.
	Tell func(format string, args ...any)
}

// Result names the commits that may be the first bad one.
type Result struct {
	Suite, Position string
	Forms           int               // that the position was searched in
	Suspects        []revision.Commit // that may be the first bad one; one alone is it
	Steps           int               // commits between the ends that were tried
	Skipped         int               // of these, those that could not be
}

// Run builds the engine of the position at both ends and at commits between them. A result
// comes with an error if the commit was found, but not shown beside the one before it.
func Run(ctx context.Context, r *runner.Runner, o *Options) (result *Result, err error) {
	if err := o.checkForms(); err != nil {
		return nil, err
	}
	chosen, suite, err := findPosition(r.Config, o)
	if err != nil {
		return nil, err
	}
	if err := checkLimit(o, chosen.Limit, r.Own.Chess.Threads); err != nil {
		return nil, err
	}
	b, err := engines.NewBuilder(ctx, r.Config, o.Rebuild, r.Tell)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, b.Close(ctx)) }()
	name := builtin.ResolveName(cmp.Or(chosen.Engine, r.Config.Engine), suite.Game())
	if err := r.Check([]engines.Engine{{Name: name}}); err != nil {
		return nil, err
	}
	recipe, err := b.Recipe(&r.Finder, name)
	if err != nil {
		return nil, err
	}
	built := &builds{Builder: b, runner: *r, recipe: recipe, suite: suite, limit: chosen.Limit}
	built.runner.Workers = 1
	return newBisection(o, built, name, chosen.Name, chosen.Limit, len(suite.Records)).run(ctx)
}

// subject is the repository and engine that are bisected.
type subject interface {
	// Find returns the revision with a name.
	Find(ctx context.Context, label, name string) (engines.Variant, error)
	// between begins the search between two commits.
	between(ctx context.Context, good, bad revision.Commit) (search, error)
	// answer returns the answer of a revision's engine on the forms of the position. An error
	// of the kinds failure.Engine and failure.Input concerns that revision alone.
	answer(ctx context.Context, of engines.Variant) (*answer, error)
}

// search chooses the next commit to try; see revision.Bisection.
type search interface {
	Next(ctx context.Context) (next revision.Commit, done bool, suspects []revision.Commit, err error)
	Left() (commits, steps int)
	MarkCommit(commit revision.Commit, state revision.State)
}

// bisection is a bisection that goes on.
type bisection struct {
	*Options
	result    Result
	subject   subject
	engine    string // its name
	limit     bench.Limits
	good, bad answer             // at the ends
	tried     map[string]*answer // by the hashes of commits
}

func newBisection(o *Options, of subject, engine, suite string, limit bench.Limits, forms int) *bisection {
	return &bisection{
		Options: o, result: Result{Suite: suite, Position: o.Position, Forms: forms}, subject: of,
		engine: engine, limit: limit, tried: make(map[string]*answer),
	}
}

// run checks both ends, narrows the commits between them down and shows the answer.
func (p *bisection) run(ctx context.Context) (*Result, error) {
	good, err := p.subject.Find(ctx, "good", p.Good)
	if err != nil {
		return nil, err
	}
	bad, err := p.subject.Find(ctx, "bad", p.Bad)
	if err != nil {
		return nil, err
	}
	search, err := p.subject.between(ctx, good.Commit, bad.Commit)
	if err != nil {
		return nil, failure.Interruption(ctx, err)
	}
	in := ""
	if p.result.Forms > 1 {
		in = fmt.Sprintf(" in %d forms", p.result.Forms)
	}
	p.Tell("position %s of %s%s, limits %s", p.Position, p.result.Suite, in, p.limit)
	if err := p.checkEnds(ctx, good, bad); err != nil {
		return nil, err
	}
	suspects, err := p.narrowRange(ctx, search)
	if err != nil {
		return nil, err
	}
	p.result.Suspects = suspects
	if len(suspects) == 1 {
		p.Tell("first bad commit: %s %s", suspects[0].Hash, text.Printable(suspects[0].Subject))
		return &p.result, p.tellFirstBad(ctx, suspects[0])
	}
	p.Tell("the first bad commit is one of these; only the last could be tried:")
	for _, commit := range suspects {
		p.Tell("  %s %s", commit.ShortHash(), text.Printable(commit.Subject))
	}
	return &p.result, nil
}

// checkEnds returns an error unless good is good and bad is bad.
func (p *bisection) checkEnds(ctx context.Context, good, bad engines.Variant) error {
	for _, side := range []struct {
		of engines.Variant
		to *answer
	}{{good, &p.good}, {bad, &p.bad}} {
		answer, err := p.tryCommit(ctx, side.of)
		if err != nil {
			return err
		}
		p.tellAnswer(side.of.Label, side.of.Commit, answer)
		if answer.Verdict == bench.Faulted {
			return failure.With(failure.Engine, fmt.Errorf("engine %s at %s: %s (expected an answer at both ends)", p.engine, side.of, answer.Fault))
		}
		*side.to = *answer
	}
	switch {
	case p.Metric == Nodes && p.good.Nodes == p.bad.Nodes:
		return failure.Inputf("revisions %s and %s search the same %d nodes (expected ends that differ)", good, bad, p.good.Nodes)
	case p.Metric == Nodes:
		return nil
	case p.good.Solved == 0:
		return failure.Inputf("revision %s does not solve the position%s (expected a good one at --good)", good, p.good.inForms())
	case p.good.Forms == 1 && p.bad.Solved == 1:
		return failure.Inputf("revision %s solves the position (expected a bad one at --bad)", bad)
	case p.good.Forms == 1:
		return nil
	}
	return p.checkDifference(good, bad)
}

// checkDifference returns an error unless the good end solves clearly more forms than the bad one. The p-value of the
// loss must be at most maxEndsPValue. The bad end must also be bad by the rule of the steps.
func (p *bisection) checkDifference(good, bad engines.Variant) error {
	chance := effect.PermutationPValue([]effect.Solved{{Base: p.good.Solved, Head: p.bad.Solved, Forms: p.good.Forms}})
	if chance <= maxEndsPValue && p.bad.lostFrom(&p.good) {
		return nil
	}
	return failure.Inputf("revision %s solves the position in %s and %s in %s, p=%.4f (expected ends that differ clearly: less than half as many at --bad, and p of at most %v)",
		good, p.good.counts(), bad, p.bad.counts(), chance, maxEndsPValue)
}

// narrowRange tries commits until one is left, or those that cannot be tried.
func (p *bisection) narrowRange(ctx context.Context, search search) ([]revision.Commit, error) {
	for {
		next, done, suspects, err := search.Next(ctx)
		if err != nil || done {
			return suspects, failure.Interruption(ctx, err)
		}
		commits, more := search.Left()
		p.result.Steps++
		p.Tell("step %d: %d commits are left, about %d more to try", p.result.Steps, commits, more)
		answer, err := p.tryCommit(ctx, engines.Variant{Label: "step " + strconv.Itoa(p.result.Steps), Commit: next})
		kind := failure.Of(err)
		switch {
		case kind == failure.Engine, kind == failure.Input: // of this commit: the flags did for the ends
			p.Tell("skip %s %s: %s", next.ShortHash(), text.Printable(next.Subject), text.Printable(err.Error()))
			p.result.Skipped++
			search.MarkCommit(next, revision.Unknown)
			continue
		case err != nil:
			return nil, err
		}
		state := p.stateOf(answer)
		p.tellAnswer([...]string{"skip", "good", "bad"}[state], next, answer)
		if state == revision.Unknown {
			p.result.Skipped++
		}
		search.MarkCommit(next, state)
	}
}

// stateOf says on which side of the change an answer is. By nodes the border is
// the geometric mean of both ends.
func (p *bisection) stateOf(a *answer) revision.State {
	switch {
	case a.Verdict == bench.Faulted:
		return revision.Unknown
	case p.Metric == Nodes && isNearer(a.Nodes, p.bad.Nodes, p.good.Nodes), p.Metric == Solved && a.lostFrom(&p.good):
		return revision.Bad
	}
	return revision.Good
}

// tryCommit has the engine of a commit answer, once.
func (p *bisection) tryCommit(ctx context.Context, of engines.Variant) (*answer, error) {
	if known := p.tried[of.Commit.Hash]; known != nil {
		return known, nil
	}
	answer, err := p.subject.answer(ctx, of)
	if err != nil {
		return nil, err
	}
	p.tried[of.Commit.Hash] = answer
	return answer, nil
}

// tellFirstBad tells the answers of the first bad commit and of the one before it.
func (p *bisection) tellFirstBad(ctx context.Context, first revision.Commit) error {
	for _, row := range []struct{ label, name string }{{"before", first.Hash + "^"}, {"after", first.Hash}} {
		of, err := p.subject.Find(ctx, row.label, row.name)
		if err != nil {
			return err
		}
		answer, err := p.tryCommit(ctx, of)
		if err != nil {
			return err
		}
		p.tellAnswer(row.label, of.Commit, answer)
	}
	return nil
}

func (p *bisection) tellAnswer(label string, commit revision.Commit, a *answer) {
	answer := a.Verdict.String()
	switch {
	case a.Verdict == bench.Faulted:
		answer += " " + a.Fault.String()
	case a.Forms > 1:
		answer = fmt.Sprintf("solved in %s, %d nodes", a.counts(), a.Nodes)
	default:
		answer += strings.TrimRight(" "+text.Printable(a.Best), " ") + fmt.Sprintf(", %d nodes", a.Nodes)
	}
	p.Tell("%s %s: %s (%s)", label, commit.ShortHash(), answer, text.Printable(commit.Subject))
}

// isNearer reports whether n is nearer to a than to b by its ratio to them. It then lies on a's side of their
// geometric mean, or on the mean. A 0 counts as 1.
func isNearer(n, a, b uint64) bool {
	n, a, b = max(n, 1), max(a, 1), max(b, 1)
	highSquare, lowSquare := bits.Mul64(n, n)
	highBorder, lowBorder := bits.Mul64(a, b)
	above := highSquare > highBorder || highSquare == highBorder && lowSquare >= lowBorder
	below := highSquare < highBorder || highSquare == highBorder && lowSquare <= lowBorder
	if a > b {
		return above
	}
	return below
}
