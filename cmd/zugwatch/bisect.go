package main

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/revision"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites"
)

// bisectCommand finds the commit that changed a position.
func bisectCommand() *cli.Command {
	return &cli.Command{
		Name:  "bisect",
		Usage: "find the commit since which a position is lost, or costs other nodes",
		Description: "Builds commits between a good and a bad one in a temporary folder, each as ab does,\n" +
			"and searches the position with them under the limit of its suite. Only limits by\n" +
			"depth or nodes are taken: then every step is exact. Commits that do not build, or\n" +
			"whose engine has a fault, are left out, and it is said.\n\n" +
			"   zugwatch bisect --position ZUG.006 --good v1.2 --bad main\n" +
			"   zugwatch bisect --position WAC.002 --good v1.2 --bad HEAD --metric nodes --limit depth=10",
		Flags: concat(
			[]cli.Flag{
				&cli.StringFlag{Name: "position", Usage: "the `ID` of a position in a suite of " + configName},
				&cli.StringFlag{Name: "good", Usage: "a `REVISION` at which it was right"},
				&cli.StringFlag{Name: "bad", Usage: "a later `REVISION` at which it is wrong"},
				&cli.StringFlag{Name: "metric", Value: "solved", Usage: "what went wrong: `solved`, or nodes"},
				&cli.StringFlag{Name: "suite", Usage: "the `SUITE` that the position is of, where there are several"},
				&cli.StringFlag{Name: "limit", DefaultText: "that of the suite", Usage: "search to `LIMIT`, such as depth=12"},
			},
			workshopFlags(), measurementFlags()),
		Action: func(c *cli.Context) error {
			if _, err := arguments(c, 0, 0, "no argument"); err != nil {
				return err
			}
			return conclude(c, func() (conclusion, error) { return findCommit(c) })
		},
	}
}

// pursuit is the search for a commit.
type pursuit struct {
	c           *cli.Context
	workshop    *workshop
	measurement *measurement
	config      suiteConfig
	suite       *suites.Suite // of the one position
	recipe      recipe
	byNodes     bool
	good, bad   bench.Outcome // at the ends
	tried       map[string]*bench.Outcome
	steps       int
	skipped     int
}

// findCommit does what the command line asks for.
func findCommit(c *cli.Context) (end conclusion, err error) {
	for _, name := range []string{"position", "good", "bad"} {
		if c.String(name) == "" {
			return end, badInput("flag --%s is missing (expected --position ID --good REVISION --bad REVISION)", name)
		}
	}
	p := &pursuit{c: c, byNodes: c.String("metric") == "nodes", tried: make(map[string]*bench.Outcome)}
	if !p.byNodes && c.String("metric") != "solved" {
		return end, badInput("flag --metric=%s (expected solved or nodes)", c.String("metric"))
	}
	settings, measurement, err := setUp(c)
	if err != nil {
		return end, err
	}
	p.measurement = measurement
	if err := p.locate(settings); err != nil {
		return end, err
	}
	if p.workshop, err = openWorkshop(c, settings); err != nil {
		return end, err
	}
	defer func() { err = errors.Join(err, p.workshop.close(c.Context)) }()
	name := cmp.Or(p.config.Engine, settings.Engine)
	if err := checkBuiltin(c, []contender{{name: name}}); err != nil {
		return end, err
	}
	if p.recipe, err = p.workshop.recipe(measurement, name); err != nil {
		return end, err
	}
	return p.run()
}

// locate finds the position and its limit.
func (p *pursuit) locate(settings *config) error {
	var names []string
	if name := p.c.String("suite"); name != "" {
		names = append(names, name)
	}
	selected, err := settings.selection(names)
	if err != nil {
		return err
	}
	id := p.c.String("position")
	var homes, near []string
	for _, chosen := range selected {
		suite, err := settings.open(chosen)
		if err != nil {
			return err
		}
		for i := range suite.Records {
			near = append(near, suite.Records[i].Key())
			if suite.Records[i].Key() == id {
				homes = append(homes, chosen.Name)
				part := *suite
				part.Records = []epd.Record{suite.Records[i]}
				p.config, p.suite = chosen, &part
			}
		}
	}
	switch {
	case len(homes) == 0:
		return badInput("position %q is in no suite of %s (expected an id of %s%s)", id, settings.File, suiteNames(selected), didYouMean(id, near))
	case len(homes) > 1:
		return badInput("position %q is in several suites (expected --suite with %s)", id, alternatives(homes))
	}
	return p.limit()
}

func suiteNames(selected []suiteConfig) string {
	names := make([]string, len(selected))
	for i := range selected {
		names[i] = selected[i].Name
	}
	return alternatives(names)
}

// limit settles how far the position is searched.
func (p *pursuit) limit() (err error) {
	if text := p.c.String("limit"); text != "" {
		if p.config.Limit, err = bench.ParseLimits(text); err != nil {
			return badInput("flag --limit: %w", err)
		}
	}
	limit := p.config.Limit
	switch {
	case !limit.Exact():
		return badInput("limit %s reads a clock, so that no step would be sure (expected --limit with a depth or nodes)", limit)
	case p.measurement.own.threads > 1:
		return badInput("flag --threads=%d: no step would be sure (expected 1)", p.measurement.own.threads)
	case p.byNodes && limit.FixesNodes():
		return badInput("limit %s fixes the nodes, so that they never change (expected --limit with a depth, such as --limit depth=12)", limit)
	}
	return nil
}

// run checks both ends and narrows the commits between them down.
func (p *pursuit) run() (end conclusion, err error) {
	ctx := p.c.Context
	good, err := p.workshop.find(ctx, "good", p.c.String("good"))
	if err != nil {
		return end, err
	}
	bad, err := p.workshop.find(ctx, "bad", p.c.String("bad"))
	if err != nil {
		return end, err
	}
	search, err := p.workshop.repository.Bisect(ctx, good.commit, bad.commit)
	if err != nil {
		return end, revisionError(ctx, err)
	}
	p.say("position %s of %s, limits %s", p.suite.Records[0].Key(), p.config.Name, p.config.Limit)
	if err := p.ends(good, bad); err != nil {
		return end, err
	}
	suspects, err := p.narrow(search)
	if err != nil {
		return end, err
	}
	return p.answer(search.Bad(), suspects)
}

// ends holds that good is good and bad is bad.
func (p *pursuit) ends(good, bad variant) (err error) {
	for _, side := range []struct {
		of variant
		to *bench.Outcome
	}{{good, &p.good}, {bad, &p.bad}} {
		outcome, err := p.try(side.of)
		if err != nil {
			return err
		}
		p.tell(side.of.label, side.of.commit, outcome)
		if outcome.Verdict == bench.Faulted {
			return &failure{code: codeEngine, err: fmt.Errorf("engine %s at %s: %s (expected an answer at both ends)", p.recipe.name, side.of, outcome.Fault)}
		}
		*side.to = *outcome
	}
	switch {
	case p.byNodes && p.good.Nodes == p.bad.Nodes:
		return badInput("revisions %s and %s search the same %d nodes (expected ends that differ)", good, bad, p.good.Nodes)
	case p.byNodes:
		return nil
	case p.good.Verdict != bench.Solved:
		return badInput("revision %s does not solve the position (expected a good one at --good)", good)
	case p.bad.Verdict == bench.Solved:
		return badInput("revision %s solves the position (expected a bad one at --bad)", bad)
	}
	return nil
}

// narrow tries commits until one is left, or those that can not be tried.
func (p *pursuit) narrow(search *revision.Bisection) ([]revision.Commit, error) {
	ctx := p.c.Context
	for {
		next, done, suspects, err := search.Next(ctx)
		if err != nil || done {
			return suspects, revisionError(ctx, err)
		}
		commits, steps, err := search.Left(ctx)
		if err != nil {
			return nil, revisionError(ctx, err)
		}
		p.steps++
		p.say("step %d: %d commits are left, about %d more to try", p.steps, commits, steps)
		outcome, err := p.try(variant{label: "step " + strconv.Itoa(p.steps), commit: next})
		code := codeOf(err)
		switch {
		case code == codeEngine, code == codeInput: // of this commit: the flags did for the ends
			p.say("skip %s %s: %s", next.Short(), printable(next.Subject), printable(err.Error()))
			p.skipped++
			search.Mark(next, revision.Unknown)
			continue
		case err != nil:
			return nil, err
		}
		state := p.judge(outcome)
		p.tell([...]string{"skip", "good", "bad"}[state], next, outcome)
		if state == revision.Unknown {
			p.skipped++
		}
		search.Mark(next, state)
	}
}

// judge says on which side of the change an outcome is. By nodes the border is
// the geometric mean of both ends.
func (p *pursuit) judge(o *bench.Outcome) revision.State {
	switch {
	case o.Verdict == bench.Faulted:
		return revision.Unknown
	case p.byNodes && nearer(o.Nodes, p.bad.Nodes, p.good.Nodes), !p.byNodes && o.Verdict != bench.Solved:
		return revision.Bad
	}
	return revision.Good
}

// try builds a commit and searches the position with it, once.
func (p *pursuit) try(of variant) (_ *bench.Outcome, err error) {
	ctx := p.c.Context
	if known := p.tried[of.commit.Hash]; known != nil {
		return known, nil
	}
	tree, err := p.workshop.checkout(ctx, of)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(withCode(codeMachine, tree.Remove(ctx)), err) }()
	engine, err := p.workshop.make(ctx, tree, p.recipe, of)
	if err != nil {
		return nil, err
	}
	m := *p.measurement
	m.workers = 1
	run, _, err := m.run(ctx, engine, p.suite, p.config.Limit)
	if err != nil {
		return nil, err
	}
	if !run.Exact() {
		return nil, badInput("engine %s at %s searches with several threads, so that no step would be sure (expected the option Threads with 1)", p.recipe.name, of)
	}
	p.tried[of.commit.Hash] = &run.Outcomes[0]
	return &run.Outcomes[0], nil
}

// answer tells what was found.
func (p *pursuit) answer(first revision.Commit, suspects []revision.Commit) (conclusion, error) {
	end := conclusion{verdict: "found", fields: []report.Field{
		{Key: "suite", Value: p.config.Name},
		{Key: "position", Value: p.suite.Records[0].Key()},
		{Key: "commit", Value: first.Hash},
		{Key: "steps", Value: strconv.Itoa(p.steps)},
		{Key: "skipped", Value: strconv.Itoa(p.skipped)},
	}}
	if len(suspects) > 1 {
		end.verdict, end.code = "inconclusive", codeUndecided
		end.fields[2].Value = ""
		p.say("the first bad commit is one of these, of which only the last could be tried:")
		for _, commit := range suspects {
			p.say("  %s %s", commit.Short(), printable(commit.Subject))
		}
		return end, nil
	}
	p.say("first bad commit: %s %s", first.Hash, printable(first.Subject))
	for _, row := range []struct{ label, name string }{{"before", first.Hash + "^"}, {"after", first.Hash}} {
		of, err := p.workshop.find(p.c.Context, row.label, row.name)
		if err != nil {
			return end, err
		}
		outcome, err := p.try(of)
		if err != nil {
			return end, err
		}
		p.tell(row.label, of.commit, outcome)
	}
	return end, nil
}

// say prints a line.
func (p *pursuit) say(format string, args ...any) {
	fmt.Fprintf(p.c.App.Writer, format+"\n", args...)
}

// tell prints what a commit answers.
func (p *pursuit) tell(label string, commit revision.Commit, o *bench.Outcome) {
	answer := o.Verdict.String()
	if o.Verdict == bench.Faulted {
		answer += " " + o.Fault.String()
	} else {
		answer += strings.TrimRight(" "+printable(o.Best), " ") + fmt.Sprintf(", %d nodes", o.Nodes)
	}
	p.say("%s %s: %s (%s)", label, commit.Short(), answer, printable(commit.Subject))
}
