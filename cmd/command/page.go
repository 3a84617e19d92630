package command

import (
	"errors"
	"io"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/export"
	"github.com/zugwatch/zugwatch/cmd/flags"
)

// Page holds the format and the options of a report for people.
type Page struct {
	format doc.Format
	screen doc.Screen
	html   string // a file that gets the page as well; empty: none
	report.Options
}

// PageFlags returns the flags of a command whose report is for people alone.
func PageFlags() []cli.Flag {
	return []cli.Flag{
		flags.Format("report", "text", "markdown"),
		flags.HTML(),
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
	return Page{doc.Format(format), Screen(c), c.Path("html"), report.Options{Verbose: c.Bool("verbose")}}, nil
}

// WriteHTML writes a page below a title; without a path it writes nothing.
func WriteHTML(path string, title doc.Text, d doc.Document) error {
	if path == "" {
		return nil
	}
	titled := append(doc.Document{doc.Title("Zugwatch: " + title)}, d...)
	return file.Stream(path, func(w io.Writer) error { return doc.Write(w, titled, doc.HTML, doc.Extent{}) })
}

// ExportOptions returns the flags of a table that may be written for programs too.
func ExportOptions(in *flags.Reader) export.Options {
	format := export.Format(in.String("format"))
	if format != export.JSON && !format.ForPeople() {
		in.Failf("flag --format: format %q (expected text, markdown or json)", format)
	}
	return export.Options{Format: format, Options: report.Options{Verbose: in.Bool("verbose")}, Extent: doc.Extent{Screen: Screen(in.Context)}}
}

// Print writes a part of a report on the standard output alone.
func (p Page) Print(w io.Writer, d doc.Document) error {
	return doc.Write(w, d, p.format, doc.Extent{Screen: p.screen})
}

// Show writes a report on the standard output, and to the file of --html as well, below a
// title.
func (p Page) Show(w io.Writer, title doc.Text, d doc.Document) error {
	return errors.Join(p.Print(w, d), WriteHTML(p.html, title, d))
}
