package command

import (
	"io"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/export"
	"github.com/zugwatch/zugwatch/cmd/flags"
)

// Page is how a report for people alone is shown, and how much of it.
type Page struct {
	format doc.Format
	screen doc.Screen
	report.Options
}

// PageFlags are the flags of a command whose report is for people alone.
func PageFlags() []cli.Flag {
	return []cli.Flag{
		flags.Format("report", "text", "markdown"),
		&cli.BoolFlag{Name: "verbose", Usage: "show everything, not only what calls for a look"},
	}
}

// PageOptions reads the page flags.
func PageOptions(c *cli.Context) (Page, error) {
	format, err := export.ParseFormat(c.String("format"))
	if err != nil {
		return Page{}, failure.Inputf("flag --format: %w", err)
	}
	if !format.ForPeople() {
		return Page{}, failure.Inputf("flag --format %s (expected text or markdown)", format)
	}
	return Page{doc.Format(format), Screen(c), report.Options{Verbose: c.Bool("verbose")}}, nil
}

// Exported is how the standard output is written in a format, which may be one for
// programs.
func Exported(c *cli.Context, format export.Format) export.Options {
	return export.Options{Format: format, Options: report.Options{Verbose: c.Bool("verbose")}, Extent: doc.Extent{Screen: Screen(c)}}
}

// Show writes a report on the standard output.
func (p Page) Show(w io.Writer, d doc.Document) error {
	return doc.Write(w, d, p.format, doc.Extent{Screen: p.screen})
}
