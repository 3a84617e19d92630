package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/audit"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/engine/search"
)

// defaultSample is the share of the claims that an audit checks.
const defaultSample = "1/16"

// maxSample is the least share: one of so many positions.
const maxSample = 1 << 20

// auditCommand checks what null-move pruning claims.
func auditCommand() *cli.Command {
	return &cli.Command{
		Name:      "audit",
		Usage:     "check a sample of what null-move pruning claims, and say how often it is wrong",
		ArgsUsage: "SUITE|FILE.epd",
		Description: "Searches a suite with the built-in engine and has a sample of the cutoffs and\n" +
			"reductions of the null-move family, and of reverse futility, searched again\n" +
			"without them to the depth that they stood for. Says how many were wrong, with\n" +
			"95 % confidence, by rule, depth, reduction and material, and shows positions.\n\n" +
			"   zugwatch audit zugzwang --nullmove r3,guard=none --depth 10\n" +
			"   zugwatch audit wac --depth 8 --sample 1/4 -o r3.json --nullmove r3\n" +
			"   zugwatch audit compare r3.json deep4.json --gate\n" +
			"   zugwatch audit endings KPK KRKN --nullmove r3 --nullmove r3,guard=two\n\n" +
			"What is audited visits the same nodes as without an audit.",
		Flags: concat(
			[]cli.Flag{
				&cli.StringFlag{Name: "sample", Value: defaultSample, Usage: "check one of so many positions, always the same ones, `1/N`"},
				&cli.IntFlag{Name: "positions", Value: 10, Usage: "show at most `N` positions with a wrong claim"},
				&cli.StringFlag{Name: "max-rate", Usage: "fail when surely more than `P%` of the claims are wrong"},
				&cli.PathFlag{Name: "epd", Usage: "write the positions with wrong claims to `FILE`"},
				outFlag("write the audit to `FILE`, for audit compare"),
				&cli.StringSliceFlag{Name: "filter", Usage: "search only what `PATTERN` names, as run does"},
			},
			limitFlags(), auditMeasurementFlags(), pageFlags()),
		Action: func(c *cli.Context) error {
			args, err := arguments(c, 1, 1, "one suite or EPD file, compare or endings")
			if err != nil {
				return err
			}
			return conclude(c, func() (conclusion, error) { return auditSuite(c, args[0]) })
		},
		BashComplete: completeSuites,
		Subcommands:  []*cli.Command{auditCompareCommand(), auditEndingsCommand()},
	}
}

// auditMeasurementFlags are those of a measurement in this process.
func auditMeasurementFlags() (flags []cli.Flag) {
	for _, flag := range measurementFlags() {
		if name := flag.Names()[0]; !slices.Contains([]string{"isolate", "affinity", "threads"}, name) {
			flags = append(flags, flag)
		}
	}
	return flags
}

// parseSample reads a share such as 1/16.
func parseSample(text string) (uint64, error) {
	digits, found := strings.CutPrefix(text, "1/")
	n, err := strconv.ParseUint(digits, 10, 32)
	if !found || err != nil || n < 1 || n > maxSample {
		return 0, badInput("flag --sample=%s (expected 1/N with a number from 1 to %d)", text, maxSample)
	}
	return n, nil
}

// parseRate reads a share such as 2%, as a part of one; nothing is none.
func parseRate(text string) (float64, error) {
	if text == "" {
		return 1, nil
	}
	digits, found := strings.CutSuffix(text, "%")
	percent, err := strconv.ParseFloat(digits, 64)
	if !found || err != nil || !(percent >= 0 && percent <= 100) {
		return 0, badInput("flag --max-rate=%s (expected a share from 0%% to 100%%)", text)
	}
	return percent / 100, nil
}

// auditConfig reads what to audit and how.
func auditConfig(c *cli.Context) (config audit.Config, err error) {
	_, m, err := setUp(c)
	if err != nil {
		return config, err
	}
	options := search.Defaults()
	options.HashMB, options.Policy, options.Params = m.own.hash, m.own.policy, m.own.params
	config = audit.Config{Options: options, Workers: m.workers, Offenders: c.Int("positions")}
	if config.Offenders < 0 {
		return config, badInput("flag --positions=%d (expected 0 or more)", config.Offenders)
	}
	config.Every, err = parseSample(c.String("sample"))
	return config, err
}

// auditSuite audits one suite as the command line says.
func auditSuite(c *cli.Context, name string) (end conclusion, err error) {
	options, err := pageOptions(c)
	if err != nil {
		return end, err
	}
	most, err := parseRate(c.String("max-rate"))
	if err != nil {
		return end, err
	}
	suite, err := openRecords(name, c.StringSlice("filter"))
	if err != nil {
		return end, err
	}
	config, err := auditConfig(c)
	if err != nil {
		return end, err
	}
	if config.Limits, err = flagLimit(c, suite); err != nil {
		return end, err
	}
	if !config.Limits.Exact() || config.Limits.StopSolved > 0 {
		return end, badInput("audit: limits %s (expected depth or nodes alone)", config.Limits)
	}
	shown := newProgress(c.App.ErrWriter, suite.Name, len(suite.Records), 0)
	began := time.Now()
	config.Progress = func(finished, total int) {
		shown.event(bench.Event{Finished: finished, Total: total, Elapsed: time.Since(began)})
	}
	found, err := audit.Suite(c.Context, suite, config)
	shown.end()
	if err != nil {
		return end, withCode(codeInput, interruption(c.Context, err))
	}
	end = conclusion{verdict: "complete", fields: report.AuditFields(found)}
	if found.Total.Interval().Low > most {
		end.verdict, end.code = "fail", codeRegression
	}
	if err := report.Audit(c.App.Writer, found, options); err != nil {
		return end, err
	}
	return end, keepAudit(c, found)
}

// keepAudit writes the files that were asked for.
func keepAudit(c *cli.Context, found *audit.Report) error {
	if file := c.Path("epd"); file != "" {
		err := replaceFile(file, func(w io.Writer) error {
			fmt.Fprintf(w, "# title: Wrong claims of %s on %s\n# kind: zugzwang\n", found.Engine.Option(uciNullMove, "null moves"), found.Suite.Name)
			for _, o := range found.Offenders {
				fmt.Fprintln(w, o.Line)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	if file := c.Path("out"); file != "" {
		return writeAudit(file, found)
	}
	return nil
}

// writeAudit writes the file of an audit.
func writeAudit(file string, found *audit.Report) error {
	return replaceFile(file, func(w io.Writer) error {
		data, err := audit.Encode(found)
		if err == nil {
			_, err = w.Write(data)
		}
		return err
	})
}

// loadAudit reads the file of an audit.
func loadAudit(file string) (*audit.Report, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, badInput("audit: %w", err)
	}
	found, err := audit.Decode(data)
	if err != nil {
		return nil, &failure{code: codeBaseline, err: fmt.Errorf("%s: %w", file, err)}
	}
	return found, nil
}

// auditCompareCommand compares two audits.
func auditCompareCommand() *cli.Command {
	return &cli.Command{
		Name:      "compare",
		Usage:     "compare two audits: is the pruning looser or stricter?",
		ArgsUsage: "BASE.json CANDIDATE.json",
		Description: "Compares two files that audit -o wrote, of two policies or of two revisions, on\n" +
			"one suite under the same limits: the rates of wrong claims and whether the\n" +
			"difference is more than chance, with 95 % confidence.\n\n" +
			"   zugwatch audit compare base.json new.json --gate",
		Flags: concat([]cli.Flag{&cli.BoolFlag{Name: "gate", Usage: "fail when the candidate is looser, in all or in zugzwang"}}, pageFlags()),
		Action: func(c *cli.Context) error {
			args, err := arguments(c, 2, 2, "two files of audits")
			if err != nil {
				return err
			}
			return conclude(c, func() (conclusion, error) { return compareAudits(c, args[0], args[1]) })
		},
	}
}

// compareAudits compares two files.
func compareAudits(c *cli.Context, base, head string) (end conclusion, err error) {
	options, err := pageOptions(c)
	if err != nil {
		return end, err
	}
	one, err := loadAudit(base)
	if err != nil {
		return end, err
	}
	two, err := loadAudit(head)
	if err != nil {
		return end, err
	}
	found, err := audit.Compare(one, two)
	if err != nil {
		return end, &failure{code: codeBaseline, err: err}
	}
	end = conclusion{verdict: "complete", fields: report.AuditComparisonFields(found)}
	if c.Bool("gate") {
		end.verdict = "pass"
		if found.Looser() {
			end.verdict, end.code = "fail", codeRegression
		}
	}
	return end, report.AuditComparison(c.App.Writer, found, options)
}
