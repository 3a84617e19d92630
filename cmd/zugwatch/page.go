package main

import (
	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/report"
)

// pageFlags are the flags of a command whose report is for people alone.
func pageFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "format", Value: "text", Usage: "print the report as `text` or markdown"},
		&cli.BoolFlag{Name: "verbose", Usage: "show everything, not only what calls for a look"},
	}
}

// pageOptions reads the page flags.
func pageOptions(c *cli.Context) (report.Options, error) {
	format, err := report.ParseFormat(c.String("format"))
	if err == nil && format != report.Text && format != report.Markdown {
		return report.Options{}, badInput("flag --format %s (expected text or markdown)", format)
	}
	if err != nil {
		return report.Options{}, badInput("flag --format: %w", err)
	}
	return report.Options{Format: format, Verbose: c.Bool("verbose")}, nil
}
