package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/audit"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/matrix"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/export"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/cmd/command"
	"github.com/zugwatch/zugwatch/cmd/flags"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/search"
	"github.com/zugwatch/zugwatch/suites"
)

// matrixCommand runs policies or engines on suites under limits.
func matrixCommand() *cli.Command {
	return command.New("matrix", "run policies or engines on several suites and limits, and show what nothing beats",
		command.Measure(command.None(), runMatrix), flags.Farm(), []cli.Flag{
			flags.OneOf(&cli.StringFlag{Name: "preset", Usage: "what `NAME` stands for in the list above; other flags add to it"}, report.PresetNames()...),
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
	exported, preset, into := command.Exported(in), in.String("preset"), in.Path("into")
	in.Needs("into", "preset", "")
	in.Into("matrix", preset)
	options, r := matrixOptions(in), matrixRunner(in)
	if err := in.Err(); err != nil {
		return end, err
	}
	table, err := matrix.Run(in.Ctx(), r, options)
	if table == nil {
		return end, err
	}
	finished, total := table.Count()
	end = command.Conclusion{Verdict: "complete", Fields: report.MatrixFields(table)}
	if finished < total {
		end.Verdict = "incomplete"
		if options.Shard == (bench.Shard{}) {
			end.Kind = failure.Undecided
		}
	}
	if in.Bool("no-times") || into != "" {
		table = table.WithoutTimes()
	}
	err = errors.Join(err, command.WriteHTML(in.Path("html"), report.MatrixTitle(table), report.Matrix(table)))
	switch {
	case into == "":
		return end, errors.Join(err, export.Matrix(in.App.Writer, table, exported))
	case finished < total:
		return end, failure.With(failure.Undecided, fmt.Errorf("matrix has %d of %d cells and is not written into %s", finished, total, into))
	}
	return end, errors.Join(err, file.OutputInto(into, "matrix", preset, func(w io.Writer) error {
		return export.Matrix(w, table, export.Options{Format: export.Format(doc.Markdown)})
	}))
}

// matrixRunner runs suites on a built-in engine that the rows set.
func matrixRunner(in *flags.Reader) *runner.Runner {
	settings := in.Config()
	if settings == nil {
		return nil
	}
	own := builtin.DefaultTeam()
	own.SetHash(in.Number("hash", 1, search.MaxHashMB))
	return in.RunnerOf(settings, own)
}

// matrixOptions reads what the matrix is made of: the preset, and what the other
// flags add to it.
func matrixOptions(in *flags.Reader) matrix.Options {
	o, err := matrix.PresetOptions(in.String("preset"))
	in.Keep(err)
	for flag, list := range map[string]*[]matrix.Entry{"nullmove": &o.Policies, "engine": &o.Engines, "variant": &o.Variants} {
		for _, text := range in.StringSlice(flag) {
			*list = append(*list, matrix.Entry{Text: text})
		}
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
		in.Needs("shard", "dir", ", which keeps the cells")
	}
	if in.IsSet("sample") {
		o.Sample = flags.Kept(in, "sample", audit.ParseSample)
	}
	return o
}

// zugzwangCommand measures zugzwang safety.
func zugzwangCommand() *cli.Command {
	return command.New("zugzwang [ENGINE...]", "what the null move costs engines on positions of zugzwang",
		command.Paged(command.Anything(), measureCosts), []cli.Flag{
			&cli.StringSliceFlag{Name: "suite", DefaultText: strings.Join(matrix.CostSuites(), ", "), Usage: "search `SUITE|FILE.epd`, one of Zugwatch or an EPD file; may be given more than once"},
			&cli.StringSliceFlag{Name: "filter", Usage: "search only what `PATTERN` names, as run does"},
			&cli.IntFlag{Name: "forms", DefaultText: strconv.Itoa(matrix.DefaultCostForms) + ", or 1 under limits that read a clock", Usage: "search each position in up to `N` forms that mean the same"},
			&cli.StringFlag{Name: "off", Usage: "the UCI option `NAME=VALUE` that switches the null move of the other engines off"},
		}, flags.Limits(), []cli.Flag{flags.Option(), flags.NoBuild()}, flags.Runner(), command.PageFlags())
}

// measureCosts measures what the null move costs.
func measureCosts(in *flags.Reader, engines []string, shown command.Page) (end command.Conclusion, err error) {
	options := matrix.CostOptions{
		Engines: engines, Suites: in.StringSlice("suite"), Filter: in.StringSlice("filter"), Off: flags.Parsed(in, "off", engine.ParseOption),
		Forms: in.Number("forms", 1, suites.MaxForms),
	}
	if limit, given := in.Limit(bench.DefaultNodes); given {
		options.Limits = limit
	} else {
		options.Limits.StopSolved = limit.StopSolved
	}
	r := in.Runner()
	if err := in.Err(); err != nil {
		return end, err
	}
	costs, err := matrix.Costs(in.Ctx(), r, options)
	if costs == nil {
		return end, err
	}
	return command.Conclusion{Verdict: "complete", Fields: report.TaxFields(costs), Page: report.Taxes(costs, shown.Options)}, err
}
