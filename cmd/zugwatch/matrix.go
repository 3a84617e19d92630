package main

import (
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/matrix"
	"github.com/zugwatch/zugwatch/bench/report"
)

// matrixCommand runs policies or engines on suites under limits.
func matrixCommand() *cli.Command {
	return &cli.Command{
		Name:  "matrix",
		Usage: "run policies or engines on several suites and limits, and show what nothing beats",
		Description: "Runs every policy in every search on every suite under every limit: solved,\n" +
			"zugzwangs solved, nodes, and their ratio to a reference. Rows that no other row\n" +
			"is as good as in all of these, and in the share of wrong claims where both have\n" +
			"one, and better than in one are marked with a star.\n\n" +
			"   zugwatch matrix --nullmove off --nullmove r3 --nullmove nmr3-4 --suite crafty@sd --suite zugzwang@nodes=200000\n" +
			"   zugwatch matrix --preset table2 --dir matrix\n" +
			"   zugwatch matrix --engine /usr/games/toga2 --variant 'NullMove Pruning=Never' --variant 'NullMove Reduction=2' --suite crafty@sd\n\n" +
			"With --dir every cell is a run file, kept as it goes on: the same command goes on\n" +
			"where it was ended, cells that are there are not run again, nor are claims of\n" +
			"--sample checked again, and with --shard i/n several machines make a part of the\n" +
			"cells each. A preset is the tables of the null-move papers, beside what they say;\n" +
			"--into writes it between the lines <!-- matrix NAME --> and <!-- end --> of a file.\n\n" +
			presetList(),
		Flags: concat(
			[]cli.Flag{
				&cli.StringFlag{Name: "preset", Usage: "what `NAME` stands for in the list above; other flags add to it"},
				&cli.StringSliceFlag{Name: "nullmove", Usage: "a row for each `POLICY` of the built-in engine"},
				&cli.StringSliceFlag{Name: "search", DefaultText: "modern", Usage: "all these rows in each search `PRESET`"},
				&cli.StringSliceFlag{Name: "engine", Usage: "a row for each `ENGINE`, as run has it"},
				&cli.StringSliceFlag{Name: "variant", Usage: "each of the engines with `NAME=VALUE;NAME=VALUE` as UCI options"},
				&cli.StringSliceFlag{Name: "suite", Usage: "a column for each `SUITE@LIMIT`, such as crafty@sd or ecm@nodes=50000"},
				&cli.StringSliceFlag{Name: "limit", Usage: "a column of each suite without a limit for each `LIMIT`"},
				&cli.StringFlag{Name: "reference", Usage: "the `POLICY` that ratios are to (default: the first)"},
				&cli.StringFlag{Name: "sample", Usage: "check one of so many claims of the null-move family as audit does, `1/N`"},
				&cli.PathFlag{Name: "dir", Usage: "keep the run of every cell in `FOLDER`"},
				&cli.StringFlag{Name: "shard", Usage: "run only `i/n` of the cells, into --dir"},
				&cli.PathFlag{Name: "into", Usage: "write the table of the preset into `FILE`"},
				&cli.IntFlag{Name: "hash", Value: 64, Usage: "transposition table of the built-in engine in `MIB`"},
				optionFlag(),
				&cli.IntFlag{Name: "workers", DefaultText: "the number of cores", Usage: "search `N` positions at once; changes times, never results"},
				&cli.PathFlag{Name: "config", Usage: "read `FILE` instead of " + configName},
				&cli.StringFlag{Name: "format", Value: "text", Usage: "print the table as `text`, markdown or json"},
				&cli.BoolFlag{Name: "no-times", Usage: "leave out speeds, so that equal runs give equal tables"},
			}),
		Action: func(c *cli.Context) error {
			if _, err := arguments(c, 0, 0, "no argument"); err != nil {
				return err
			}
			return conclude(c, func() (conclusion, error) { return runMatrix(c) })
		},
	}
}

// runMatrix fills the cells and prints the table.
func runMatrix(c *cli.Context) (end conclusion, err error) {
	format, err := matrixFormat(c)
	if err != nil {
		return end, err
	}
	g, err := newGrid(c)
	if err != nil {
		return end, err
	}
	finished, total := 0, len(g.rows)*len(g.columns)
	var faults []error
	for i := range total {
		cell, err := g.fill(c, i)
		if err != nil && codeOf(err) != codeEngine {
			return end, err
		}
		faults = append(faults, err)
		if cell.Finished {
			finished++
		}
	}
	g.table.Finish()
	end = conclusion{verdict: "complete", fields: []report.Field{
		{Key: "rows", Value: strconv.Itoa(len(g.rows))},
		{Key: "columns", Value: strconv.Itoa(len(g.columns))},
		{Key: "cells", Value: fmt.Sprintf("%d/%d", finished, total)},
	}}
	if finished < total {
		end.verdict, end.code = "incomplete", codeUndecided
		if g.shard != (bench.Shard{}) {
			end.code = codePass
		}
	}
	write := func(w io.Writer) error { return report.Matrix(w, g.table, format) }
	if file := c.Path("into"); file != "" {
		if finished < total {
			return end, &failure{code: codeUndecided, err: fmt.Errorf("matrix has %d of %d cells and is not written into %s", finished, total, file)}
		}
		format.Form = report.MatrixMarkdown
		err = writeInto(file, "matrix", g.preset, write)
	} else {
		err = write(c.App.Writer)
	}
	return end, errors.Join(append(faults, err)...)
}

// matrixFormat reads how to print the table.
func matrixFormat(c *cli.Context) (format report.MatrixOptions, err error) {
	format.Form, err = report.ParseMatrixForm(c.String("format"))
	if err != nil {
		return format, badInput("flag --format: %w", err)
	}
	format.NoTimes = c.Bool("no-times") || c.Path("into") != ""
	if c.Path("into") != "" && c.String("preset") == "" {
		return format, badInput("flag --into is of no use without --preset")
	}
	return format, nil
}

// fill runs or reads one cell; the cells of a row follow each other. A cell of
// another shard is read where it is there and else left open.
func (g *grid) fill(c *cli.Context, index int) (*matrix.Cell, error) {
	row, column := &g.rows[index/len(g.columns)], &g.columns[index%len(g.columns)]
	cell := &g.table.Rows[index/len(g.columns)].Cells[index%len(g.columns)]
	run, timing, err := g.measure(c, row, column, !g.shard.Has(index))
	if run == nil {
		return cell, err
	}
	*cell = matrix.NewCell(run, timing, column.depths())
	if g.sample > 0 && row.builtin && err == nil {
		cell.Audit, err = g.audit(c, row, column, !g.shard.Has(index))
	}
	return cell, err
}
