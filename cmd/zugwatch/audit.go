package main

import (
	"io"
	"math"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/audit"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/cmd/command"
	"github.com/zugwatch/zugwatch/cmd/flags"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/engine/search"
	"github.com/zugwatch/zugwatch/engine/text"
	"github.com/zugwatch/zugwatch/suites/proven"
)

// auditCommand checks what null-move pruning claims.
func auditCommand() *cli.Command {
	made := command.New("audit SUITE|FILE.epd", "check a sample of what null-move pruning claims, and say how often it is wrong",
		command.Paged(command.Takes(1, 1, "one suite or EPD file, compare or endings"), auditSuite), []cli.Flag{
			&cli.StringFlag{Name: "sample", Value: "1/16", Usage: "check one of so many positions, always the same ones, `1/N`"},
			&cli.IntFlag{Name: "positions", Value: 10, Usage: "show at most `N` positions with a wrong claim"},
			&cli.StringFlag{Name: "max-rate", Usage: "fail when surely more than `P%` of the claims are wrong"},
			flags.File("epd", "write the positions with wrong claims to `FILE`"),
			flags.Out("write the audit to `FILE`, for audit compare"),
			&cli.StringSliceFlag{Name: "filter", Usage: "search only what `PATTERN` names, as run does"},
		}, flags.Limits(), slices.DeleteFunc(flags.Runner(), func(flag cli.Flag) bool {
			return slices.Contains([]string{"isolate", "affinity", "threads"}, flag.Names()[0]) // it measures in this process
		}), command.PageFlags())
	made.Subcommands = []*cli.Command{
		command.New("compare BASE.json CANDIDATE.json", "compare two audits: is the pruning looser or stricter?",
			command.Paged(command.Takes(2, 2, "two files of audits"), compareAudits),
			[]cli.Flag{&cli.BoolFlag{Name: "gate", Usage: "fail when the candidate is looser, in all or in zugzwang"}}, command.PageFlags()),
		auditEndingsCommand(),
	}
	return made
}

// auditSuite audits one suite as the command line says.
func auditSuite(in *flags.Reader, args []string, _ command.Page) (end command.Conclusion, err error) {
	most := 1.0
	if in.IsSet("max-rate") {
		most = flags.Kept(in, "max-rate", audit.ParseRate)
	}
	suite, err := bench.OpenSuite(args[0], 1, in.StringSlice("filter")...)
	if err != nil {
		return end, err
	}
	config := audit.Config{Counterexamples: in.Number("positions", 0, math.MaxInt), Every: flags.Kept(in, "sample", audit.ParseSample)}
	config.Limits, _ = in.Limit(bench.DefaultLimits(suite))
	r := in.Runner()
	if r != nil {
		config.Workers = r.Workers
		in.Keep(config.Check())
	}
	if err := in.Err(); err != nil {
		return end, err
	}
	if config.Own, err = r.OwnSettings(suite.Game()); err != nil {
		return end, err
	}
	event, shown := r.Watch(suite.Name, len(suite.Records), 0)
	began := time.Now()
	config.Progress = func(finished, total int) {
		event(bench.Event{Finished: finished, Total: total, Elapsed: time.Since(began)})
	}
	found, err := audit.Suite(in.Ctx(), suite, config)
	shown()
	if err != nil {
		return end, failure.Default(failure.Input, failure.Interruption(in.Ctx(), err))
	}
	end = command.Conclusion{Verdict: "complete", Fields: report.AuditFields(found), Page: report.Audit(found)}
	if found.Total.Interval().Low > most {
		end.Verdict, end.Kind = "fail", failure.Regression
	}
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
	end = command.Conclusion{Verdict: "complete", Fields: report.AuditComparisonFields(found), Page: report.AuditComparison(found)}
	if in.Bool("gate") {
		end.Verdict = "pass"
		if found.IsWorse() {
			end.Verdict, end.Kind = "fail", failure.Regression
		}
	}
	return end, nil
}

// auditEndingsCommand examines rules on endings that are known exactly.
func auditEndingsCommand() *cli.Command {
	exam := audit.Exam{Endings: proven.Defaults().Endings}
	return command.New("endings [ENDING...]", "examine policies on endings of chess of at most four pieces, with leaves of known value",
		command.Paged(command.Anything(), func(in *flags.Reader, args []string, _ command.Page) (command.Conclusion, error) {
			return examineRules(in, args, exam)
		}), []cli.Flag{
			&cli.StringSliceFlag{Name: "nullmove", DefaultText: text.Or(audit.ExamPolicies()), Usage: "examine the `POLICY`; may be given more than once"},
			&cli.StringFlag{Name: "search", Value: search.Plain().String(), Usage: "the `RULES` beside the null move"},
			&cli.IntFlag{Name: "min-depth", Value: 1, Destination: &exam.MinDepth, Usage: "search from `N` plies on"},
			&cli.IntFlag{Name: "max-depth", Value: 7, Destination: &exam.MaxDepth, Usage: "search up to `N` plies"},
			&cli.IntFlag{Name: "ancestors", Value: 1, Destination: &exam.Ancestors, Usage: "search `N` positions before each zugzwang too"},
			&cli.IntFlag{Name: "back", Value: 6, Destination: &exam.Back, Usage: "at most `N` plies before it"},
			&cli.Uint64Flag{Name: "seed", Value: 1, Destination: &exam.Seed, Usage: "choose these by `SEED`"},
		}, flags.Tables(), command.PageFlags())
}

// examineRules examines policies on endings of at most four pieces.
func examineRules(in *flags.Reader, names []string, exam audit.Exam) (end command.Conclusion, err error) {
	exam.Params = flags.Parsed(in, "search", search.ParseParams)
	if len(names) > 0 {
		exam.Endings = in.Endings(names)
	}
	policies := in.StringSlice("nullmove")
	if len(policies) == 0 {
		policies = audit.ExamPolicies()
	}
	for _, text := range policies {
		policy, err := nullmove.Parse(text)
		if err != nil {
			in.Failf("flag --nullmove: %w", err)
		}
		exam.Policies = append(exam.Policies, policy)
	}
	in.Keep(exam.Check())
	set, err := in.Tables(exam.Endings...)
	if err != nil {
		return end, err
	}
	marks, err := audit.Endings(in.Ctx(), set, exam)
	if err != nil {
		return end, err
	}
	return command.Conclusion{Verdict: "complete", Fields: report.EndingsFields(marks), Page: report.Endings(marks)}, nil
}
