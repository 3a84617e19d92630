package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/store"
)

func baselineCheckCommand() *cli.Command {
	return &cli.Command{
		Name:      "check",
		Usage:     "say whether the baselines are those of the engine as it is",
		ArgsUsage: "[SUITE]...",
		Description: "Measures the suites of " + configName + ", or those named, and says of each baseline\n" +
			"whether it is current, better, worse or changed, or stale because it is of other\n" +
			"positions or limits; and of each file beside them that no suite has, that it is an\n" +
			"orphan. Exit code 0 when all are current, 1 when something became worse than the\n" +
			"gates allow, and 5 when a baseline should be accepted anew, also because the engine\n" +
			"became better.",
		Flags: concat(
			[]cli.Flag{&cli.BoolFlag{Name: "static", Usage: "measure nothing: look for what is missing, stale, damaged or an orphan only"}},
			measurementFlags()),
		Action: func(c *cli.Context) error {
			return conclude(c, func() (conclusion, error) { return checkBaselines(c) })
		},
	}
}

// standing says how a baseline stands to the engine as it is.
type standing struct {
	word string // current, better, worse, changed, stale, missing, damaged or orphan
	text string // more of it; may be empty
}

// checkBaselines prints the standing of every baseline.
func checkBaselines(c *cli.Context) (conclusion, error) {
	settings, m, err := setUp(c)
	if err != nil {
		return conclusion{}, err
	}
	selected, err := settings.selection(c.Args().Slice())
	if err != nil {
		return conclusion{}, err
	}
	engines := make([]contender, len(selected))
	if !c.Bool("static") {
		if engines, err = m.engines(c, selected); err != nil {
			return conclusion{}, err
		}
	}
	count := make(map[string]int)
	tell := func(file string, s standing) {
		count[s.word]++
		line := file + ": " + s.word
		if s.text != "" {
			line += ": " + s.text
		}
		fmt.Fprintln(c.App.Writer, line)
	}
	for i, chosen := range selected {
		found, err := settings.standing(c, m, engines[i], chosen)
		if err != nil {
			return conclusion{}, err
		}
		tell(settings.path(chosen.Baseline), found)
	}
	if c.NArg() == 0 {
		orphans, err := settings.orphans()
		if err != nil {
			return conclusion{}, withCode(codeMachine, err)
		}
		for _, file := range orphans {
			tell(file, standing{"orphan", "no suite of " + settings.File + " has it (expected an entry, or the file to be removed)"})
		}
	}
	return standingConclusion(selected, count), nil
}

// standingConclusion sums the standings up.
func standingConclusion(selected []suiteConfig, count map[string]int) conclusion {
	end := conclusion{verdict: "current", code: codePass}
	total := 0
	for _, n := range count {
		total += n
	}
	switch {
	case count["worse"] > 0:
		end.verdict, end.code = "worse", codeRegression
	case count["current"] < total:
		end.verdict, end.code = "stale", codeBaseline
	}
	var names []string
	for _, chosen := range selected {
		names = append(names, chosen.Name)
	}
	end.fields = []report.Field{{Key: "suite", Value: strings.Join(names, ",")}}
	for _, word := range []string{"current", "better", "worse", "changed", "stale", "missing", "damaged", "orphan"} {
		end.fields = append(end.fields, report.Field{Key: word, Value: fmt.Sprint(count[word])})
	}
	return end
}

// standing is how the baseline of a suite stands.
func (c *config) standing(ctx *cli.Context, m *measurement, on contender, chosen suiteConfig) (standing, error) {
	suite, err := c.open(chosen)
	if err != nil {
		return standing{}, err
	}
	chosen.Gate.Today = today()
	if err := c.fits(chosen, suite); err != nil {
		return standing{}, err
	}
	baseline, err := store.LoadBaseline(c.path(chosen.Baseline))
	var bad *store.FileError
	switch {
	case errors.As(err, &bad) && bad.Reason == store.Missing:
		return standing{"missing", "make it with: zugwatch baseline accept " + chosen.Name + " --reason TEXT"}, nil
	case err != nil:
		return standing{"damaged", err.Error()}, nil
	case baseline.Run.Suite.Digest != suite.Digest:
		return standing{"stale", "the positions of the suite are others now"}, nil
	case baseline.Run.Limits != chosen.Limit.String():
		return standing{"stale", fmt.Sprintf("its limits are %s, and %s now", printable(baseline.Run.Limits), chosen.Limit)}, nil
	case ctx.Bool("static"):
		return standing{"current", "not measured"}, nil
	}
	run, timing, err := m.run(ctx.Context, on, suite, chosen.Limit)
	if err == nil {
		err = faultError(run, timing)
	}
	if err != nil {
		return standing{}, err
	}
	comparison, err := compareRuns(baseline.Run, run, chosen.Gate, compare.Evidence{Alike: alikeOptions(ctx)})
	var unlike *compare.NotComparableError
	if errors.As(err, &unlike) {
		return standing{"stale", err.Error()}, nil
	}
	if err != nil {
		return standing{}, err
	}
	return standingOf(chosen.Name, baseline.Run, run, comparison), nil
}

// standingOf is the standing of a baseline that can be compared with a run.
func standingOf(name string, base, run *bench.Run, c *compare.Comparison) standing {
	text := fmt.Sprintf("lost %d, gained %d, nodes %d to %d", len(c.Lost), len(c.Gained), c.Base.Totals.Nodes, c.Head.Totals.Nodes)
	hint := "; accept it with: zugwatch baseline accept " + name + " --reason TEXT"
	switch {
	case sameRun(base, run):
		return standing{"current", ""}
	case !c.Exact && c.Verdict == compare.Pass:
		return standing{"current", "within what the gate allows under a clock"}
	case c.Verdict == compare.Fail:
		return standing{"worse", text}
	case len(c.Lost) == 0 && (len(c.Gained) > 0 || c.Work.Head < c.Work.Base):
		return standing{"better", text + hint}
	}
	return standing{"changed", text + hint}
}

// orphans are the files in the folder of the baselines that belong to no suite.
func (c *config) orphans() ([]string, error) {
	known := make(map[string]bool)
	for _, suite := range c.Suites {
		known[filepath.Clean(c.path(suite.Baseline))] = true
		if suite.Profile != profileUnused {
			known[filepath.Clean(profileBaselineFile(c, suite))] = true
		}
	}
	entries, err := os.ReadDir(c.path(baselineDir))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var orphans []string
	for _, entry := range entries {
		file := filepath.Join(c.path(baselineDir), entry.Name())
		if filepath.Ext(file) == ".json" && !known[filepath.Clean(file)] {
			orphans = append(orphans, file)
		}
	}
	return orphans, nil
}
