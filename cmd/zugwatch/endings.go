package main

import (
	"strconv"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/audit"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/engine/search"
	"github.com/zugwatch/zugwatch/suites/proven"
)

// examPolicies are the policies of audit endings without --nullmove.
func examPolicies() []string {
	return []string{"off", "r3,guard=none", "r3", "r3,guard=two", "verified3", "nmr3-4", search.DefaultPolicy}
}

// auditEndingsCommand examines rules on endings that are known exactly.
func auditEndingsCommand() *cli.Command {
	return &cli.Command{
		Name:      "endings",
		Usage:     "examine policies on endings of at most four men, with leaves of known value",
		ArgsUsage: "[ENDING...]",
		Description: "Searches every mutual zugzwang of the endings, with either side to move, and\n" +
			"positions before them, with leaves that are scored by the exact tables. Such a\n" +
			"search is right at every depth unless a rule makes it wrong, so each wrong result\n" +
			"is the rule's. Without an argument the endings are those of zugzwang-proven.\n\n" +
			"   zugwatch audit endings KPK KRKN KNKP\n" +
			"   zugwatch audit endings KRKN --nullmove r3 --nullmove r3,guard=two --max-depth 9\n" +
			"   zugwatch audit endings KPK --nullmove off --search plain,rfp=120,rfpdepth=4",
		Flags: concat(
			[]cli.Flag{
				&cli.StringSliceFlag{Name: "nullmove", DefaultText: alternatives(examPolicies()), Usage: "examine the `POLICY`; may be given more than once"},
				&cli.StringFlag{Name: "search", Value: search.Plain().String(), Usage: "the `RULES` beside the null move"},
				&cli.IntFlag{Name: "min-depth", Value: 1, Usage: "search from `N` plies on"},
				&cli.IntFlag{Name: "max-depth", Value: 7, Usage: "search up to `N` plies"},
				&cli.IntFlag{Name: "ancestors", Value: 1, Usage: "search `N` positions before each zugzwang too"},
				&cli.IntFlag{Name: "back", Value: 6, Usage: "at most `N` plies before it"},
				&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "choose these by `SEED`"},
			},
			tablebaseFlags(), pageFlags()),
		Action: func(c *cli.Context) error {
			return conclude(c, func() (conclusion, error) { return examineRules(c, c.Args().Slice()) })
		},
	}
}

// newExam reads what to examine.
func newExam(c *cli.Context, names []string) (exam audit.Exam, err error) {
	exam = audit.Exam{
		Endings: proven.Defaults().Endings, MinDepth: c.Int("min-depth"), MaxDepth: c.Int("max-depth"),
		Ancestors: c.Int("ancestors"), Back: c.Int("back"), Seed: c.Uint64("seed"),
	}
	if len(names) > 0 {
		if exam.Endings, err = parseEndings(names); err != nil {
			return exam, err
		}
	}
	if exam.Params, err = search.ParseParams(c.String("search")); err != nil {
		return exam, badInput("flag --search: %w", err)
	}
	policies := c.StringSlice("nullmove")
	if len(policies) == 0 {
		policies = examPolicies()
	}
	for _, text := range policies {
		policy, err := nullmove.Parse(text)
		if err != nil {
			return exam, badInput("flag --nullmove: %w", err)
		}
		exam.Policies = append(exam.Policies, policy)
	}
	return exam, withCode(codeInput, exam.Check())
}

// examineRules examines policies on endings of at most four men.
func examineRules(c *cli.Context, names []string) (end conclusion, err error) {
	options, err := pageOptions(c)
	if err != nil {
		return end, err
	}
	exam, err := newExam(c, names)
	if err != nil {
		return end, err
	}
	set, err := openTables(c, exam.Endings...)
	if err != nil {
		return end, err
	}
	marks, err := audit.Endings(c.Context, set, exam)
	if err != nil {
		return end, interruption(c.Context, err)
	}
	wrong := uint64(0)
	for _, row := range marks.Rows {
		wrong += row.Total.Wrong
	}
	end = conclusion{verdict: "complete", fields: []report.Field{
		{Key: "policies", Value: strconv.Itoa(len(marks.Rows))},
		{Key: "positions", Value: strconv.Itoa(marks.Zugzwangs + marks.Ancestors)},
		{Key: "wrong", Value: strconv.FormatUint(wrong, 10)},
	}}
	return end, report.Endings(c.App.Writer, marks, options)
}
