package command

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/export"
	"github.com/zugwatch/zugwatch/cmd/flags"
	"github.com/zugwatch/zugwatch/epd"
)

// summaryVariable names the file that GitHub shows as the summary of a job.
const summaryVariable = "GITHUB_STEP_SUMMARY"

// Finding holds the verdict of a command that measures, its exit code and its report.
type Finding struct {
	Conclusion
	Report  report.Report // without the conclusion
	MaxRows int           // of a table for people; 0: no such limit
	Told    bool          // the error is one that the positions tell
}

// Publication holds the destinations and formats of a command's report.
type Publication struct {
	options     export.Options // of the standard output
	files       []reportFile
	github      bool
	summary     string // file of the job summary
	report.Root        // that annotations name files from
}

// reportFile is one more form of the report.
type reportFile struct {
	format export.Format
	path   string
}

// ReportFlags returns the flags of every command that prints a report. Page lists aliases of the HTML flag.
func ReportFlags(page ...string) []cli.Flag {
	return []cli.Flag{
		flags.Format("report", export.Formats()...),
		&cli.StringSliceFlag{Name: "report", Usage: "write the report to a file as well, `FORMAT=FILE`; may be given several times"},
		flags.HTML(page...),
		&cli.BoolFlag{Name: "github", Usage: "in a step of GitHub Actions: add the report to the job's summary and print annotations"},
		&cli.BoolFlag{Name: "verbose", Usage: "show every position, not only those that call for a look"},
	}
}

// newPublication reads the report flags. It fails before any measurement if an output cannot be written.
func newPublication(c *cli.Context, getenv func(string) string) (*Publication, error) {
	format, err := export.ParseFormat(c.String("format"))
	if err != nil {
		return nil, failure.Inputf("flag --format: %w", err)
	}
	to := &Publication{
		options: export.Options{Format: format, Options: report.Options{Verbose: c.Bool("verbose"), Counters: c.Bool("counters")}},
		github:  c.Bool("github"),
		summary: getenv(summaryVariable),
		Root:    report.Root(getenv("GITHUB_WORKSPACE")),
	}
	if to.github && !format.ForPeople() {
		return nil, failure.Inputf("flag --github beside --format %s (expected text or markdown on the standard output, where the annotations go)", format)
	}
	if to.github && to.summary == "" {
		return nil, failure.Inputf("flag --github: the variable %s is not set (expected to run in a step of GitHub Actions; elsewhere use --report markdown=FILE)", summaryVariable)
	}
	for _, text := range c.StringSlice("report") {
		if err := to.addFile(text, c.Path("out")); err != nil {
			return nil, failure.With(failure.Of(failure.Default(failure.Input, err)), fmt.Errorf("flag --report=%s: %w", text, err))
		}
	}
	if path := c.Path("html"); path != "" {
		if err := to.addFile("html="+path, c.Path("out")); err != nil {
			return nil, failure.With(failure.Of(failure.Default(failure.Input, err)), fmt.Errorf("flag --html=%s: %w", path, err))
		}
	}
	if to.github {
		if err := file.CheckOutput(to.summary); err != nil {
			return nil, failure.With(failure.Machine, fmt.Errorf("job summary: %w", err))
		}
	}
	return to, nil
}

// addFile reads one --report. Run is the file that the run itself goes to.
func (to *Publication) addFile(text, run string) error {
	word, path, found := strings.Cut(text, "=")
	if !found || path == "" || path == "-" {
		return errors.New("no file is named (expected FORMAT=FILE, such as junit=wac.xml)")
	}
	format, err := export.ParseFormat(word)
	if err != nil {
		return err
	}
	clean := filepath.Clean(path)
	taken := slices.ContainsFunc(to.files, func(f reportFile) bool { return f.path == clean })
	if taken || run != "" && clean == filepath.Clean(run) {
		return fmt.Errorf("%s is written already (expected another file)", path)
	}
	if err := file.CheckOutput(clean); err != nil {
		return err
	}
	to.files = append(to.files, reportFile{format, clean})
	return nil
}

// publish writes the report of a command in all forms, also when it failed.
func (to *Publication) publish(c *cli.Context, found Finding, err error) error {
	if err != nil {
		found.fail(err)
	}
	whole := &found.Report
	whole.Tool, whole.Verdict, whole.Code = c.App.Version, found.Verdict, CodeOf(found.failure(err))
	if err != nil && !found.Told {
		whole.Problem = to.problem(c.App.Name, err)
	}
	if broken := to.write(c, whole, found.MaxRows); broken != nil {
		err = errors.Join(err, broken)
	}
	if to.options.Format.Printed() {
		return found.end(c, err)
	}
	return found.failure(err)
}

// problem returns the form of an error in a report of the program.
func (to *Publication) problem(program string, err error) *report.Problem {
	p := &report.Problem{Text: strings.TrimPrefix(Message(program, err), program+": ")}
	var unlike *compare.NotComparableError
	if errors.As(err, &unlike) && !strings.Contains(p.Text, "\n") { // else it is one of several, which the text tells
		p.Unlike = unlike.Differences
	}
	var places *epd.SyntaxErrors
	var place *epd.SyntaxError
	if errors.As(err, &places) && len(places.First) > 0 {
		place = places.First[0]
	} else {
		errors.As(err, &place)
	}
	if place != nil {
		p.Place = to.Place(place.File, place.Line)
	}
	return p
}

// write writes the report in all forms.
func (to *Publication) write(c *cli.Context, r *report.Report, maxRows int) error {
	var failed []error
	options := to.options
	if !options.Verbose {
		options.Rows = maxRows
	}
	for _, form := range to.files {
		options := options
		options.Format = form.format
		err := file.Stream(form.path, func(w io.Writer) error { return export.Write(w, r, options) })
		failed = append(failed, failure.Default(failure.Machine, err))
	}
	if to.github {
		failed = append(failed, failure.Default(failure.Machine, export.AppendSummary(to.summary, r, options.Counters, c.App.ErrWriter)))
	}
	options.Screen = Screen(c)
	if err := export.Write(c.App.Writer, r, options); err != nil {
		return errors.Join(append(failed, err)...)
	}
	if to.github {
		failed = append(failed, export.Write(c.App.Writer, r, export.Options{Format: export.Annotations}))
	}
	return errors.Join(failed...)
}
