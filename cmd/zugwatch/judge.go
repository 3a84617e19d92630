package main

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/bisect"
	"github.com/zugwatch/zugwatch/bench/commits"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/explain"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/gate"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/explanation"
	"github.com/zugwatch/zugwatch/bench/report/export"
	"github.com/zugwatch/zugwatch/bench/report/finding"
	"github.com/zugwatch/zugwatch/bench/report/progress"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/bench/speed"
	"github.com/zugwatch/zugwatch/bench/speed/race"
	"github.com/zugwatch/zugwatch/cmd/command"
	"github.com/zugwatch/zugwatch/cmd/flags"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/suites"
)

// ciCommand returns the command ci.
func ciCommand() *cli.Command {
	return command.New("ci [SUITE]...", "run the suites of zugwatch.yaml and judge them by their baselines",
		command.IfFlag("list", command.ActionOf(command.ArbitraryArgs(), listSuites), command.ReportAction(command.ArbitraryArgs(), judgeByBaselines)),
		flags.Runner(), flags.Farm(), []cli.Flag{
			&cli.StringFlag{Name: "engine", Usage: "judge `ENGINE` instead of that of " + config.FileName + ": zugwatch, a name in it or a program that speaks UCI, with arguments in one word"},
			flags.Tier(),
			&cli.DurationFlag{Name: "budget", DefaultText: "none", Usage: "run what fits into `TIME`, such as 10m, and say what was left out"},
			&cli.BoolFlag{Name: "list", Usage: "print the names of the suites that would be run, one on a line, and run none"},
			flags.Exact(""),
			flags.Folder("save", "write the runs into `FOLDER`, as far as they went, to compare them later"),
			flags.Again(), flags.Explain(), flags.NoBuild(),
		}, command.ReportFlags(), []cli.Flag{flags.NoTimes()})
}

// listSuites prints the names of the suites that ci would run, for scripts that run each in its own job. It fails if
// ci could not open one.
func listSuites(in *flags.Reader, _ []string) error {
	settings := in.Config()
	chosen, games := in.Judged(settings)
	names, err := settings.JudgedNames(chosen, games, flags.Today())
	if in.AddErr(err); in.Err() != nil {
		return in.Err()
	}
	for _, name := range names {
		fmt.Fprintln(in.App.Writer, name)
	}
	return nil
}

// judgeByBaselines runs and compares the suites.
func judgeByBaselines(in *flags.Reader, args []string, to *command.Publication) (found command.Finding, err error) {
	options, r := gateOptions(in)
	if options.Budget = in.Duration("budget"); in.IsSet("budget") && options.Budget < gate.MinBudget {
		in.Failf("flag --budget=%v (expected %v or more)", options.Budget, gate.MinBudget)
	}
	if err := in.Err(); err != nil {
		return found, err
	}
	options.Engine, options.All = in.String("engine"), len(args) == 0
	result, err := gate.Judge(in.Ctx(), r, options)
	return findingOf(in, to, r, result, err), err
}

// gateOptions reads the flags that ci and ab have in common.
func gateOptions(in *flags.Reader) (*gate.Options, *runner.Runner) {
	o := &gate.Options{Save: in.Path("save"), SearchAgain: in.Number("again", 0, gate.MaxSearchAgain), Explain: in.TimeOrZero("explain", time.Millisecond), EqualOptions: in.EqualOptions(), Today: flags.Today(), Answers: in.Path("html") != ""}
	r := in.Runner()
	o.Suites, o.Games = in.Judged(r.Config)
	return o, r
}

// findingOf returns the finding of a judgement. One that ended early has fewer fields.
func findingOf(in *flags.Reader, to *command.Publication, r *runner.Runner, result *gate.Result, err error) (found command.Finding) {
	found.Report = report.NewReport(result, to.Root, r.Config.File, !in.Bool("no-times"))
	found.Fields = report.ResultFields(result, err == nil)
	found.Verdict, found.Kind = result.Verdict.String(), result.Failure
	return found
}

// abCommand returns the command ab.
func abCommand() *cli.Command {
	return command.New("ab [SUITE]...", "build two revisions of the engine, run the suites on both and judge the difference",
		command.IfFlag("range", command.PageAction(command.ArbitraryArgs(), judgeRange), command.ReportAction(command.ArbitraryArgs(), judgeRevisions)), []cli.Flag{
			&cli.StringFlag{Name: "base", Usage: "the `REVISION` to compare with"},
			&cli.StringFlag{Name: "head", DefaultText: "the work tree as it is", Usage: "the `REVISION` to be judged"},
			&cli.StringFlag{Name: "since", Usage: "judge the head by the release at `REVISION` as well, where small losses add up"},
			flags.Tier(),
			flags.Exact("; asked without this flag too where every commit since the base says so, as with \"No functional change\", unless --exact=false"),
			flags.Folder("save", "write the runs into `FOLDER`, as SUITE-base.json and SUITE-head.json"),
			flags.Again(), flags.Explain(),
			&cli.DurationFlag{Name: "speed", Value: time.Minute, Usage: "race the two for about a `TIME` on each suite whose gate has a speed; 0 does not"},
			&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "order the searches of a race by `N`"},
			&cli.BoolFlag{Name: "accept-worse", Usage: "end with exit code 0 where all that is wrong is that it is worse, and say so; faults and what is not decided fail all the same"},
			flags.NoCache(),
			&cli.StringFlag{Name: "range", Usage: "judge each commit of `A..B` by its first parent, instead of --head by --base"},
		}, rangeFlags(), flags.Runner(), flags.Farm(), command.ReportFlags(), []cli.Flag{flags.NoTimes()})
}

// rangeFlags returns the flags of ab that are of a range alone.
func rangeFlags() []cli.Flag {
	return []cli.Flag{
		flags.Out("of a range: add each finished pair to `FILE`, and go on with the pairs that it lacks"),
		&cli.BoolFlag{Name: "reverse", Usage: "of a range: judge each parent as the head as well, as if the commit were taken back"},
		onlyFlag("judge"),
		&cli.IntFlag{Name: "limit-pairs", DefaultText: "all", Usage: "of a range: end after `N` more pairs"},
		&cli.BoolFlag{Name: "retry", Usage: "of a range: judge the pairs of --out that ended in an error again"},
		&cli.BoolFlag{Name: "fail", Usage: "of a range: end with exit code 1 where a pair fails"},
	}
}

// onlyFlag returns the flag that restricts a range to listed commits; verb completes its usage text.
func onlyFlag(verb string) cli.Flag {
	return &cli.PathFlag{Name: "only", Usage: "of a range: " + verb + " only the commits in `FILE`, one on a line, with # before a comment"}
}

// refuseWithoutRange notes the flags of a range that are given without one.
func refuseWithoutRange(in *flags.Reader, of []cli.Flag) {
	for _, flag := range of {
		if name := flag.Names()[0]; in.IsSet(name) {
			in.Failf("flag --%s is of a range (expected --range A..B beside it)", name)
		}
	}
}

// judgeRevisions builds, runs and compares.
func judgeRevisions(in *flags.Reader, _ []string, to *command.Publication) (found command.Finding, err error) {
	in.Required("base", "a commit, branch or tag, such as --base main")
	refuseWithoutRange(in, rangeFlags())
	options, r := gateOptions(in)
	options.Race, options.Seed = in.TimeOrZero("speed", speed.MinBudget), in.Uint64("seed")
	if err := in.Err(); err != nil {
		return found, err
	}
	options.RaceProgress = progress.Race(in.App.ErrWriter, options.Race)
	of := gate.Revisions{Base: in.String("base"), Head: in.String("head"), Claims: !in.IsSet("exact"), Rebuild: in.Bool("no-cache"), Since: in.String("since")}
	result, err := gate.JudgeRevisions(in.Ctx(), r, of, options)
	if in.Bool("accept-worse") && err == nil {
		result.AcceptWorse()
	}
	found = findingOf(in, to, r, result, err)
	found.Fields = append(found.Fields, report.RevisionFields(result.Revisions)...)
	return found, err
}

// judgeRange judges each commit of a range by its parent.
func judgeRange(in *flags.Reader, _ []string, shown command.Page) (end command.Conclusion, err error) {
	in.RejectWith("range", "which judges each commit by its parent", "base", "head", "since", "save", "explain", "accept-worse", "report", "github")
	judging, r := gateOptions(in)
	judging.Answers, judging.Explain = false, 0
	if in.IsSet("speed") {
		judging.Race = in.TimeOrZero("speed", speed.MinBudget)
	}
	judging.Seed, judging.RaceProgress = in.Uint64("seed"), func(float64) {}
	o := &commits.Options{
		Gate: *judging, Range: in.String("range"), Only: in.Path("only"), Reverse: in.Bool("reverse"),
		Limit: in.Number("limit-pairs", 1, 1_000_000), Retry: in.Bool("retry"), Claims: !in.IsSet("exact"), Rebuild: in.Bool("no-cache"), Out: in.Path("out"),
		Begin: func(p commits.Progress) { fmt.Fprintln(in.App.ErrWriter, finding.NextText("pair", p)) },
	}
	if err := in.Err(); err != nil {
		return end, err
	}
	found, err := commits.Measure(in.Ctx(), r, o)
	if found == nil {
		return end, err
	}
	if in.Bool("no-times") {
		found = found.WithoutTimes()
	}
	end = command.Conclusion{Verdict: "complete", Fields: finding.RangeFields(found), Page: finding.Range(found, shown.Options.Verbose), Title: finding.RangeTitle(found)}
	if found.Left > 0 {
		end.Verdict = "incomplete"
	}
	end.FailIf(in.Bool("fail") && found.Counts().Fail > 0, "fail", failure.Regression)
	return end, err
}

// bisectCommand returns the command bisect.
func bisectCommand() *cli.Command {
	return command.New("bisect", "find the commit since which a position is lost, or costs other nodes",
		command.MeasureAction(command.NoArgs(), findCommit), []cli.Flag{
			&cli.StringFlag{Name: "position", Usage: "the `ID` of a position in a suite of " + config.FileName},
			&cli.StringFlag{Name: "good", Usage: "a `REVISION` at which it was right"},
			&cli.StringFlag{Name: "bad", Usage: "a later `REVISION` at which it is wrong"},
			flags.OneOf(&cli.StringFlag{Name: "metric", Value: "solved", Usage: "what went wrong: `solved`, or nodes"}, "solved", "nodes"),
			&cli.StringFlag{Name: "suite", Usage: "the `SUITE` that the position is of, where there are several"},
			&cli.StringFlag{Name: "limit", DefaultText: "that of the suite", Usage: "search to `LIMIT`, such as depth=12"},
			&cli.IntFlag{Name: "forms", DefaultText: strconv.Itoa(bisect.DefaultForms), Usage: "judge a revision by `N` forms of the position that mean the same, or by one search with 1"},
			flags.NoCache(),
		}, flags.Runner(), flags.Farm())
}

// findCommit runs the bisection that the flags describe.
func findCommit(in *flags.Reader, _ []string) (end command.Conclusion, err error) {
	for _, name := range []string{"position", "good", "bad"} {
		in.Required(name, "--position ID --good REVISION --bad REVISION")
	}
	options := &bisect.Options{
		Position: in.String("position"), Suite: in.String("suite"), Good: in.String("good"), Bad: in.String("bad"), Metric: flags.ParseNamed(in, "metric", bisect.ParseMetric),
		Forms: in.Number("forms", 1, suites.MaxForms),
		Limit: flags.ParseOptional(in, "limit", bench.ParseLimits), Rebuild: in.Bool("no-cache"),
		Tell: func(format string, args ...any) { fmt.Fprintf(in.App.Writer, format+"\n", args...) },
	}
	r, err := in.ReadyRunner()
	if err != nil {
		return end, err
	}
	result, err := bisect.Run(in.Ctx(), r, options)
	if result == nil {
		return end, err
	}
	end = command.Conclusion{Verdict: "found", Fields: finding.BisectFields(result)}
	end.FailIf(len(result.Suspects) > 1, "inconclusive", failure.Undecided)
	return end, err
}

// explainCommand returns the command explain.
func explainCommand() *cli.Command {
	one := command.MeasureAction(command.RangeArgs(1, 1, "an id of a suite, a FEN or a record of EPD"), explainPosition)
	return command.New("explain ID|FEN", "say at which node an engine loses a position, and by which rule",
		command.IfFlag("all", command.MeasureAction(command.RangeArgs(2, 2, "two run files, the head and the base"), explainPosition), one), []cli.Flag{
			&cli.StringFlag{Name: "base", Usage: "the `REVISION` that solves the position"},
			&cli.StringFlag{Name: "head", DefaultText: "the work tree as it is", Usage: "the `REVISION` that misses it"},
			&cli.StringSliceFlag{Name: "engine", Usage: "an `ENGINE` instead of revisions: the first solves the position, the second misses it"},
			&cli.StringSliceFlag{Name: "switch", Usage: "a UCI option that takes a rule of the head away, `NAME=VALUE`, such as NullMove=false; may be given more than once"},
			&cli.IntFlag{Name: "depth", Value: explain.DefaultDeepest, Usage: "look for the loss to depth `N` in plies"},
			&cli.BoolFlag{Name: "smallest", Usage: "take pieces away as long as the base sees what the head does not"},
			&cli.BoolFlag{Name: "tables", Usage: "prove zugzwangs by tables of at most four pieces, which are solved where they are not kept"},
			flags.File("append", "find the smallest position, and add it to the suite in `FILE`, such as own.epd"),
			&cli.BoolFlag{Name: "hunks", Usage: "of two revisions: find the hunks of the change that are enough to lose the position; each try builds the engine"},
			&cli.BoolFlag{Name: "all", Usage: "of two run files, HEAD.json BASE.json: explain each position that the base solves and the head misses, and count the rules"},
			flags.Format("explanation", "text", "markdown", "json"), flags.HTML(), flags.NoCache(),
		}, flags.Runner())
}

// explainPosition explains a position, or all positions that a run loses, and writes its findings.
func explainPosition(in *flags.Reader, args []string) (end command.Conclusion, err error) {
	exported, q := command.ExportOptions(in), &explain.Request{
		Position: args[0], Base: in.String("base"), Head: in.String("head"), Engines: in.StringSlice("engine"), Deepest: in.Number("depth", 1, engine.MaxDepth),
		Switches: in.Options("switch"), Reduce: in.Bool("smallest"), Append: in.Path("append"), Hunks: in.Bool("hunks"), All: in.Bool("all"), Rebuild: in.Bool("no-cache"),
	}
	if in.AddErr(q.Check()); in.Bool("tables") {
		q.Tables = in.Tables
	}
	r, err := in.ReadyRunner()
	if err != nil {
		return end, err
	}
	if q.All {
		found, err := explain.RunAll(in.Ctx(), r, q, args[0], args[1])
		if err != nil {
			return end, err
		}
		end = command.Conclusion{Verdict: "explained", Fields: finding.LossesFields(found)}
		page := explanation.Losses(found)
		return end, errors.Join(export.Finding(in.App.Writer, page, found, exported), command.WriteHTML(in.Path("html"), explanation.LossesTitle(found), page))
	}
	found, err := explain.Run(in.Ctx(), r, q)
	if err != nil {
		return end, err
	}
	end = command.Conclusion{Verdict: "explained", Fields: finding.ExplanationFields(found)}
	return end, errors.Join(export.Finding(in.App.Writer, explanation.Document(found), found, exported), command.WriteHTML(in.Path("html"), explanation.Title(found), explanation.Page(found)))
}

// speedCommand returns the command speed.
func speedCommand() *cli.Command {
	return command.New("speed [SUITE|FILE.epd]", "measure two engines side by side and judge whether one is slower",
		command.ReportAction(command.RangeArgs(0, 1, "at most one suite or EPD file"), measureSpeed), []cli.Flag{
			&cli.StringFlag{Name: "base", Value: builtin.Name, Usage: "the `ENGINE` to compare with: zugwatch, or a program that speaks UCI, with arguments in one word"},
			&cli.StringFlag{Name: "head", Value: builtin.Name, Usage: "the `ENGINE` to be judged"},
			&cli.PathFlag{Name: "base-folder", Usage: "the base is the engine of the head as it was built in `FOLDER`, which holds another revision of the working directory; the head then is the engine of " + config.FileName + " if --head does not say"},
			&cli.StringSliceFlag{Name: "base-option", Usage: "set a UCI option of the base, `NAME=VALUE`"},
			&cli.StringSliceFlag{Name: "head-option", Usage: "set a UCI option of the head, `NAME=VALUE`"},
			&cli.StringFlag{Name: "depth", Usage: "search to depth `N` in plies"},
			&cli.StringFlag{Name: "nodes", Usage: "search at most `N` nodes (default: 5000)"},
			&cli.DurationFlag{Name: "budget", Value: time.Minute, Usage: "measure for about a `TIME`"},
			&cli.StringFlag{Name: "allowed", Usage: "how much slower the head may be, such as `2%` (default: speed in the gate of the suite in " + config.FileName + ", or else 2%)"},
			&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "order the searches by `N`"},
			flags.Config(), flags.NoBuild(),
			&cli.Uint64Flag{Name: "slower", Hidden: true, Usage: "make the head slower by `N` percent: see selftest"},
			flags.Out("write what was measured to `FILE`, to judge it again"),
			&cli.PathFlag{Name: "stored", Usage: "judge what --out wrote to `FILE`, and measure nothing"},
		}, flags.Farm(), command.ReportFlags())
}

// measureSpeed races two engines on a suite, or judges a race again.
func measureSpeed(in *flags.Reader, args []string, to *command.Publication) (found command.Finding, err error) {
	in.RejectWith("stored", "which measures nothing", "base", "head", "base-folder", "base-option", "head-option", "depth", "nodes", "budget", "seed", "out", "farm")
	budget := in.Duration("budget")
	o := &race.Options{
		Suite: append(args, race.DefaultSuite)[0], Stored: in.Path("stored"), Out: in.Path("out"), BaseFolder: in.Path("base-folder"), Budget: budget, Seed: in.Uint64("seed"),
		Slower: in.Uint64("slower"), Progress: progress.Race(in.App.ErrWriter, budget),
		Allowed: flags.ParseOptional(in, "allowed", compare.ParseGrowth), Limits: in.ExactLimit(engine.Limits{Nodes: speed.DefaultNodes}),
	}
	switch {
	case budget < speed.MinBudget:
		in.Failf("flag --budget=%v (expected at least %v)", budget, speed.MinBudget)
	case in.IsSet("farm") && o.Slower > 0:
		in.Failf("flag --slower beside --farm (expected one of the two)")
	case o.BaseFolder != "" && in.IsSet("base"):
		in.Failf("flag --base beside --base-folder (expected one of the two)")
	}
	o.Base.Engine, o.Head.Engine = in.String("base"), in.String("head")
	o.Base.Options, o.Head.Options = in.Options("base-option"), in.Options("head-option")
	r, err := in.ReadyRunner()
	if err != nil {
		return found, err
	}
	if o.BaseFolder != "" && !in.IsSet("head") {
		o.Head.Engine = r.Config.Engine
	}
	result, err := race.Run(in.Ctx(), r, o)
	if err != nil {
		return found, err
	}
	shown := report.Race{Suite: result.Suite, Measured: result.Measured}
	if result.Line > 0 {
		shown.Entry = to.Place(r.Config.File, result.Line)
	}
	found.Report.Races = []report.Race{shown}
	verdict := result.Measured.Assessment.Result()
	found.Verdict, found.Kind = verdict.Verdict.String(), verdict.Verdict.Failure(false)
	found.Fields = append([]report.Field{{Key: "suite", Value: result.Suite}}, report.SpeedFields(result.Measured)...)
	found.Fields = append(found.Fields, report.AxisFields([]compare.Result{verdict})...)
	return found, nil
}
