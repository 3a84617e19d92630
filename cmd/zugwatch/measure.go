package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/audit"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/matrix"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/export"
	"github.com/zugwatch/zugwatch/bench/report/finding"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/cmd/command"
	"github.com/zugwatch/zugwatch/cmd/flags"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/engine/search"
	"github.com/zugwatch/zugwatch/engine/text"
	"github.com/zugwatch/zugwatch/suites"
	"github.com/zugwatch/zugwatch/suites/proven"
)

// maxUnfinishedRows is the number of positions listed for a run that was cut short.
const maxUnfinishedRows = 20

// runCommand returns the command run.
func runCommand() *cli.Command {
	return command.New("run SUITE|FILE.epd", "run one suite and show the result of each position",
		command.ReportAction(command.RangeArgs(1, 1, "one suite or EPD file"), runSuite), flags.Limits(), []cli.Flag{
			&cli.StringSliceFlag{Name: "filter", Usage: "run only what `PATTERN` names: an id, 'WAC.1*', a range of places such as 1-50, or kind:bm, am, dm, points or none"},
			&cli.IntFlag{Name: "forms", Value: 1, Usage: "search each position in up to `N` forms that mean the same: flipped, mirrored and turned"},
			&cli.StringFlag{Name: "shard", Usage: "run only `i/n` of the suite, for zugwatch merge; slurm, kubernetes or github reads it from the environment"},
			&cli.IntFlag{Name: "max-faults", DefaultText: "10, or one in 20 positions if that is more", Usage: "give the run up when more than `N` positions have an engine fault"},
			&cli.IntFlag{Name: "repeat", Value: 1, Usage: "search each position `N` times, and fault those whose results differ"},
			&cli.BoolFlag{Name: "answers", Usage: "keep the answer of each iteration in the file too"},
			&cli.BoolFlag{Name: "counters", Usage: "show what the null-move family did, and keep it by depth in the file too"},
			flags.Out("write the run to `FILE`, and its times beside it; {engine} in it stands for the name of the engine"),
			&cli.StringSliceFlag{Name: "engine", Usage: "run `ENGINE`: zugwatch, a name in " + config.FileName + " or a program that speaks UCI, with arguments in one word as in 'gnuchess --uci'"},
			flags.Option(), flags.NoBuild(),
		}, flags.Checkpoint(), flags.Runner(), flags.Farm(), command.ReportFlags(), []cli.Flag{flags.NoTimes()})
}

// runSuite runs one suite as the command line says, on one engine after the other.
func runSuite(in *flags.Reader, args []string, to *command.Publication) (found command.Finding, err error) {
	suite, err := bench.OpenSuite(args[0], in.Number("forms", 1, suites.MaxForms), in.StringSlice("filter")...)
	if in.AddErr(err); in.Err() != nil {
		return found, in.Err()
	}
	limit, _ := in.Limit(bench.DefaultLimits(suite))
	several := &runner.MultiEngineRun{Suite: suite, Mode: in.Mode(), Config: bench.Config{
		Limits: limit, Shard: in.Shard(), Repeat: in.Number("repeat", 1, bench.MaxRepeat),
		CountDepths: in.Bool("counters"), Iterations: in.Bool("answers"), MaxFaults: in.Number("max-faults", 1, math.MaxInt),
	}}
	if in.IsSet("farm") && !limit.Exact() {
		in.Failf("flag --farm: limits %s read a clock, and machines differ (expected depth, nodes or mate)", limit)
	}
	r, err := in.ReadyRunner()
	if err == nil {
		err = several.FindEngines(in.Ctx(), r, in.StringSlice("engine"), in.Path("out"))
	}
	if err != nil {
		return found, err
	}
	found.Told, err = several.Run(in.Ctx(), r, func(place int, run *bench.Run, timing *bench.Timing) {
		on := several.Engines[place]
		printFaults(in.Context, on, several.Files[place], run)
		trial := report.Trial{Run: run}
		if !in.Bool("no-times") {
			trial.Timing = timing
		}
		to.Locate(&trial, several.Suite, report.Place{})
		found.Verdict = "complete"
		if len(several.Engines) == 1 {
			found.Report.Trials, found.Fields = []report.Trial{trial}, report.RunFields(run)
			return
		}
		trial.Engine = on.Name
		found.Report.Trials = append(found.Report.Trials, trial)
		found.Fields = report.ContestFields(found.Report.Trials)
	})
	if err != nil {
		found.MaxRows = maxUnfinishedRows
	}
	return found, err
}

// printFaults prints the first faults of an engine, each with a command line that reproduces it. It leaves out flags
// that do not affect the search of a position.
func printFaults(c *cli.Context, on engines.Engine, file string, run *bench.Run) {
	var more []string
	if on.GivenName != "" {
		more = []string{"--engine", on.GivenName}
	}
	fmt.Fprint(c.App.ErrWriter, report.Faults(run, file, func(id string) string {
		return command.ShellCommand(c, append(more, "--filter", id), "engine", "no-build", "filter", "shard", "out", "resume", "fresh", "salvage",
			"workers", "farm", "format", "report", "github", "verbose", "no-times")
	}))
}

// auditCommand returns the command audit.
func auditCommand() *cli.Command {
	made := command.New("audit SUITE|FILE.epd", "check a sample of what null-move pruning claims, and say how often it is wrong",
		command.PageAction(command.RangeArgs(1, 1, "one suite or EPD file, compare or endings"), auditSuite), []cli.Flag{
			&cli.StringFlag{Name: "sample", Value: "1/16", Usage: "check one of so many positions, always the same ones, `1/N`"},
			&cli.IntFlag{Name: "positions", Value: 10, Usage: "show at most `N` positions with a wrong claim"},
			&cli.StringFlag{Name: "max-rate", Usage: "fail when surely more than `P%` of the claims are wrong"},
			flags.File("epd", "write the positions with wrong claims to `FILE`"),
			flags.Out("write the audit to `FILE`, for audit compare"),
			&cli.StringSliceFlag{Name: "filter", Usage: "search only what `PATTERN` names, as run does"},
		}, flags.Limits(), flags.RunnerWithout("isolate", "affinity", "threads"), command.PageFlags())
	made.Subcommands = []*cli.Command{
		command.New("compare BASE.json CANDIDATE.json", "compare two audits: is the pruning looser or stricter?",
			command.PageAction(command.RangeArgs(2, 2, "two files of audits"), compareAudits),
			[]cli.Flag{&cli.BoolFlag{Name: "gate", Usage: "fail when the candidate is looser, in all or in zugzwang"}}, command.PageFlags()),
		auditEndingsCommand(),
	}
	return made
}

// auditSuite audits one suite as the command line says.
func auditSuite(in *flags.Reader, args []string, _ command.Page) (end command.Conclusion, err error) {
	most := 1.0
	if in.IsSet("max-rate") {
		most = flags.ParseNamed(in, "max-rate", audit.ParseRate)
	}
	suite, err := bench.OpenSuite(args[0], 1, in.StringSlice("filter")...)
	if err != nil {
		return end, err
	}
	config := audit.Config{Counterexamples: in.Number("positions", 0, math.MaxInt), Every: flags.ParseNamed(in, "sample", audit.ParseSample)}
	config.Limits, _ = in.Limit(bench.DefaultLimits(suite))
	in.AddErr(config.Check())
	r, err := in.ReadyRunner()
	if err != nil {
		return end, err
	}
	config.Workers = r.Workers
	if config.Own, err = r.OwnSettings(suite.Game()); err != nil {
		return end, err
	}
	event, shown := r.Watch(suite.Name, len(suite.Records), 0)
	began := time.Now()
	config.Progress = func(finished, total int) {
		event(bench.Event{Finished: finished, Total: total, Elapsed: time.Since(began)})
	}
	found, err := audit.Run(in.Ctx(), suite, config)
	shown()
	if err != nil {
		return end, failure.Default(failure.Input, failure.Interruption(in.Ctx(), err))
	}
	end = command.Conclusion{Verdict: "complete", Fields: finding.AuditFields(found), Page: finding.Audit(found)}
	end.FailIf(found.Total.Interval().Low > most, "fail", failure.Regression)
	for flag, write := range map[string]func(io.Writer) error{"epd": found.WriteCounterexamples, "out": found.Write} {
		if path := in.Path(flag); path != "" && err == nil {
			err = file.Output(path, write)
		}
	}
	return end, err
}

// compareAudits compares two files.
func compareAudits(in *flags.Reader, args []string, _ command.Page) (end command.Conclusion, err error) {
	found, err := audit.CompareFiles(args[0], args[1])
	if err != nil {
		return end, err
	}
	end = command.Conclusion{Verdict: "complete", Fields: finding.AuditComparisonFields(found), Page: finding.AuditComparison(found)}
	if in.Bool("gate") {
		end.Verdict = "pass"
		end.FailIf(found.IsWorse(), "fail", failure.Regression)
	}
	return end, nil
}

// auditEndingsCommand returns the command audit endings.
func auditEndingsCommand() *cli.Command {
	exam := audit.EndingsOptions{Endings: proven.Defaults().Endings}
	return command.New("endings [ENDING...]", "examine policies on endings of chess of at most four pieces, with leaves of known value",
		command.PageAction(command.ArbitraryArgs(), func(in *flags.Reader, args []string, _ command.Page) (command.Conclusion, error) {
			return examineRules(in, args, exam)
		}), []cli.Flag{
			&cli.StringSliceFlag{Name: "nullmove", Value: cli.NewStringSlice(audit.DefaultEndingsPolicies()...), DefaultText: text.JoinOr(audit.DefaultEndingsPolicies()), Usage: "examine the `POLICY`; may be given more than once"},
			&cli.StringFlag{Name: "search", Value: search.Plain().String(), Usage: "the `RULES` beside the null move"},
			&cli.IntFlag{Name: "min-depth", Value: 1, Destination: &exam.MinDepth, Usage: "search from `N` plies on"},
			&cli.IntFlag{Name: "max-depth", Value: 7, Destination: &exam.MaxDepth, Usage: "search up to `N` plies"},
			&cli.IntFlag{Name: "ancestors", Value: 1, Destination: &exam.Ancestors, Usage: "search `N` positions before each zugzwang too"},
			&cli.IntFlag{Name: "back", Value: 6, Destination: &exam.Back, Usage: "at most `N` plies before it"},
			&cli.Uint64Flag{Name: "seed", Value: 1, Destination: &exam.Seed, Usage: "choose these by `SEED`"},
		}, flags.Tables(), command.PageFlags())
}

// examineRules examines policies on endings of at most four pieces.
func examineRules(in *flags.Reader, names []string, exam audit.EndingsOptions) (end command.Conclusion, err error) {
	exam.Params = flags.Parse(in, "search", search.ParseParams)
	if len(names) > 0 {
		exam.Endings = in.Endings(names)
	}
	exam.Policies = flags.ParseAll(in, "nullmove", nullmove.Parse)
	in.AddErr(exam.Check())
	set, err := in.Tables(exam.Endings...)
	if err != nil {
		return end, err
	}
	marks, err := audit.ExamineEndings(in.Ctx(), set, exam)
	if err != nil {
		return end, err
	}
	return command.Conclusion{Verdict: "complete", Fields: finding.EndingsFields(marks), Page: finding.Endings(marks)}, nil
}

// matrixCommand returns the command matrix.
func matrixCommand() *cli.Command {
	return command.New("matrix", "run policies or engines on several suites and limits, and show what nothing beats",
		command.MeasureAction(command.NoArgs(), runMatrix), flags.Farm(), []cli.Flag{
			flags.OneOf(&cli.StringFlag{Name: "preset", Usage: "what `NAME` stands for in the list above; other flags add to it"}, finding.PresetNames()...),
			&cli.StringSliceFlag{Name: "nullmove", Usage: "a row for each `POLICY` of the built-in engine"},
			&cli.StringSliceFlag{Name: "search", DefaultText: "modern", Usage: "all these rows in each search `PRESET`"},
			&cli.StringSliceFlag{Name: "engine", Usage: "a row for each `ENGINE`, as run has it"},
			&cli.StringSliceFlag{Name: "variant", Usage: "each of the engines with `NAME=VALUE;NAME=VALUE` as UCI options"},
			&cli.StringSliceFlag{Name: "suite", Usage: "a column for each `SUITE@LIMIT`, such as crafty@sd or ecm@nodes=50000"},
			&cli.StringSliceFlag{Name: "limit", Usage: "a column of each suite without a limit for each `LIMIT`"},
			&cli.IntFlag{Name: "forms", Value: 1, Usage: "search each position in up to `N` forms that mean the same, which are counted one by one"},
			&cli.StringFlag{Name: "reference", Usage: "the `POLICY` that ratios are to (default: the first)"},
			&cli.StringFlag{Name: "sample", Usage: "check one of so many claims of the null-move family as audit does, `1/N`"},
			flags.Folder("dir", "keep the run of every cell in `FOLDER`"),
			&cli.StringFlag{Name: "shard", Usage: "run only `i/n` of the cells, into --dir"},
			flags.File("into", "write the table of the preset into `FILE`"),
			&cli.IntFlag{Name: "hash", Value: 64, Usage: "transposition table of the built-in engine in `MIB`"},
			flags.Option(),
			&cli.IntFlag{Name: "workers", DefaultText: "the number of cores", Usage: "search `N` positions at once; changes times, never results"},
			flags.Config(), flags.NoBuild(),
			flags.Format("table", "text", "markdown", "json"),
			flags.HTML(),
			&cli.BoolFlag{Name: "no-times", Usage: "leave out speeds, so that equal runs give equal tables"},
		})
}

// runMatrix measures a matrix and prints it.
func runMatrix(in *flags.Reader, _ []string) (end command.Conclusion, err error) {
	exported, preset, into := command.ExportOptions(in), in.String("preset"), in.Path("into")
	in.RequireFlag("into", "preset", "")
	in.CheckInto("matrix", preset)
	options, settings, own := matrixOptions(in), in.Config(), builtin.DefaultEngines()
	own.SetHash(in.Number("hash", 1, search.MaxHashMB))
	r := in.RunnerOf(settings, own)
	if err := in.Err(); err != nil {
		return end, err
	}
	table, err := matrix.Run(in.Ctx(), r, options)
	if table == nil {
		return end, err
	}
	finished, total := table.CountFinished()
	end = command.Conclusion{Verdict: "complete", Fields: finding.MatrixFields(table)}
	if finished < total {
		end.Verdict = "incomplete"
		if options.Shard == (bench.Shard{}) {
			end.Kind = failure.Undecided
		}
	}
	if in.Bool("no-times") || into != "" {
		table = table.WithoutTimes()
	}
	err = errors.Join(err, command.WriteHTML(in.Path("html"), finding.MatrixTitle(table), finding.Matrix(table)))
	switch {
	case into == "":
		return end, errors.Join(err, export.Matrix(in.App.Writer, table, exported))
	case finished < total:
		return end, failure.With(failure.Undecided, fmt.Errorf("matrix has %d of %d cells and is not written into %s", finished, total, into))
	}
	return end, errors.Join(err, file.OutputBetweenMarks(into, "matrix", preset, func(w io.Writer) error {
		return export.Matrix(w, table, export.Options{Format: export.Format(doc.Markdown)})
	}))
}

// matrixOptions reads the entries of the matrix: the preset's and those of the other flags.
func matrixOptions(in *flags.Reader) matrix.Options {
	o, err := matrix.PresetOptions(in.String("preset"))
	in.AddErr(err)
	for flag, list := range map[string]*[]matrix.Entry{"nullmove": &o.Policies, "engine": &o.Engines, "variant": &o.Variants} {
		*list = append(*list, matrix.Entries(in.StringSlice(flag)...)...)
	}
	if searches := in.StringSlice("search"); len(searches) > 0 {
		o.Searches = searches
	}
	o.Suites = append(o.Suites, in.StringSlice("suite")...)
	o.Limits = append(o.Limits, in.StringSlice("limit")...)
	o.Reference = cmp.Or(in.String("reference"), o.Reference)
	o.Forms = in.Number("forms", 1, suites.MaxForms)
	o.Folder, o.Shard = in.Path("dir"), in.Shard()
	if o.Shard != (bench.Shard{}) {
		in.RequireFlag("shard", "dir", ", which keeps the cells")
	}
	if in.IsSet("sample") {
		o.Sample = flags.ParseNamed(in, "sample", audit.ParseSample)
	}
	return o
}

// zugzwangCommand returns the command zugzwang.
func zugzwangCommand() *cli.Command {
	return command.New("zugzwang [ENGINE...]", "what the null move costs engines on positions of zugzwang",
		command.PageAction(command.ArbitraryArgs(), measureCosts), []cli.Flag{
			&cli.StringSliceFlag{Name: "suite", DefaultText: strings.Join(matrix.CostSuites(), ", "), Usage: "search `SUITE|FILE.epd`, one of Zugwatch or an EPD file; may be given more than once"},
			&cli.StringSliceFlag{Name: "filter", Usage: "search only what `PATTERN` names, as run does"},
			&cli.IntFlag{Name: "forms", DefaultText: strconv.Itoa(matrix.DefaultCostForms) + ", or 1 under limits that read a clock", Usage: "search each position in up to `N` forms that mean the same"},
			&cli.StringFlag{Name: "off", Usage: "the UCI option `NAME=VALUE` that switches the null move of the other engines off"},
		}, flags.Limits(), []cli.Flag{flags.Option(), flags.NoBuild()}, flags.Runner(), command.PageFlags())
}

// measureCosts measures the cost of the null move.
func measureCosts(in *flags.Reader, engines []string, shown command.Page) (end command.Conclusion, err error) {
	options := matrix.CostOptions{
		Engines: engines, Suites: in.StringSlice("suite"), Filter: in.StringSlice("filter"), Off: flags.Parse(in, "off", engine.ParseOption),
		Forms: in.Number("forms", 1, suites.MaxForms),
	}
	if limit, given := in.Limit(bench.DefaultNodes); given {
		options.Limits = limit
	} else {
		options.Limits.StopSolved = limit.StopSolved
	}
	r, err := in.ReadyRunner()
	if err != nil {
		return end, err
	}
	costs, err := matrix.MeasureCosts(in.Ctx(), r, options)
	if costs == nil {
		return end, err
	}
	return command.Conclusion{Verdict: "complete", Fields: report.NullMoveCostFields(costs), Page: report.NullMoveCosts(costs, shown.Options)}, err
}
