package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/epd"
)

// summaryVariable names the file that GitHub shows as the summary of a job.
const summaryVariable = "GITHUB_STEP_SUMMARY"

// maxSummaryRows is the most rows of a table in the summary of a job.
const maxSummaryRows = 50

// finding is what a command that measures has to report.
type finding struct {
	conclusion
	trials    []report.Trial
	races     []report.Race
	shifts    []report.Shifts
	revisions []report.Revision
	left      []report.Left
	beyond    []string
	maxRows   int  // of a table for people; 0: no such limit
	told      bool // the error is one that the positions tell
}

// publication is where the report of a command goes, in which forms.
type publication struct {
	options report.Options // of the standard output
	files   []reportFile
	github  bool
	summary string // file of the job summary
	root    string // folder that the paths of annotations start from
}

// reportFile is one more form of the report.
type reportFile struct {
	format report.Format
	path   string
}

// reportFlags are the flags of every command that prints a report.
func reportFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "format", Value: "text", Usage: "print the report as `FORMAT`: " + alternatives(report.Formats())},
		&cli.StringSliceFlag{Name: "report", Usage: "write the report to a file as well, `FORMAT=FILE`; may be given several times"},
		&cli.BoolFlag{Name: "github", Usage: "in a step of GitHub Actions: add the report to the job's summary and print annotations"},
		&cli.BoolFlag{Name: "verbose", Usage: "show every position, not only those that call for a look"},
	}
}

// newPublication reads the report flags. What can not be written is found out
// before anything is measured.
func newPublication(c *cli.Context, getenv func(string) string) (*publication, error) {
	format, err := report.ParseFormat(c.String("format"))
	if err != nil {
		return nil, badInput("flag --format: %w", err)
	}
	to := &publication{
		options: report.Options{Format: format, Verbose: c.Bool("verbose"), Counters: c.Bool("counters")},
		github:  c.Bool("github"),
		summary: getenv(summaryVariable),
		root:    getenv("GITHUB_WORKSPACE"),
	}
	if to.github && format != report.Text && format != report.Markdown {
		return nil, badInput("flag --github beside --format %s (expected text or markdown on the standard output, where the annotations go)", format)
	}
	if to.github && to.summary == "" {
		return nil, badInput("flag --github: the variable %s is not set (expected to run in a step of GitHub Actions; elsewhere use --report markdown=FILE)", summaryVariable)
	}
	for _, text := range c.StringSlice("report") {
		if err := to.addFile(text, c.Path("out")); err != nil {
			return nil, badInput("flag --report=%s: %w", text, err)
		}
	}
	return to, nil
}

// addFile reads one --report. Run is the file that the run itself goes to.
func (to *publication) addFile(text, run string) error {
	word, path, found := strings.Cut(text, "=")
	if !found || path == "" || path == "-" {
		return errors.New("no file is named (expected FORMAT=FILE, such as junit=wac.xml)")
	}
	format, err := report.ParseFormat(word)
	if err != nil {
		return err
	}
	clean := filepath.Clean(path)
	taken := slices.ContainsFunc(to.files, func(f reportFile) bool { return f.path == clean })
	if taken || run != "" && clean == filepath.Clean(run) {
		return fmt.Errorf("%s is written already (expected another file)", path)
	}
	if stat, err := os.Stat(filepath.Dir(clean)); err != nil || !stat.IsDir() {
		return fmt.Errorf("%s is no folder (expected one that exists)", filepath.Dir(clean))
	}
	to.files = append(to.files, reportFile{format, clean})
	return nil
}

// publish runs a command that measures and writes its report in all forms, also
// when it failed.
func publish(c *cli.Context, measure func(to *publication) (finding, error)) error {
	to, err := newPublication(c, os.Getenv)
	if err != nil {
		return conclude(c, func() (conclusion, error) { return conclusion{}, err })
	}
	found, err := measure(to)
	if err != nil {
		found.verdict, found.code = compare.Inconclusive.String(), codeOf(err)
	}
	whole := &report.Report{
		Tool: version(), Verdict: found.verdict, Code: found.code, Trials: found.trials,
		Races: found.races, Shifts: found.shifts, Revisions: found.revisions, Left: found.left, Beyond: found.beyond,
	}
	if err != nil && !found.told {
		whole.Problem = to.problem(err)
	}
	if broken := to.write(c, whole, found.maxRows); broken != nil {
		err = errors.Join(err, broken)
	}
	if to.options.Format.ForPeople() {
		return conclude(c, func() (conclusion, error) { return found.conclusion, err })
	}
	return found.failure(err)
}

// problem is an error as a report tells it.
func (to *publication) problem(err error) *report.Problem {
	p := &report.Problem{Text: strings.TrimPrefix(message(err), "zugwatch: ")}
	var unlike *compare.NotComparableError
	if errors.As(err, &unlike) {
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
		p.Place = to.place(place.File, place.Line)
	}
	return p
}

// write writes the report in all forms.
func (to *publication) write(c *cli.Context, r *report.Report, maxRows int) error {
	var failed []error
	options := to.options
	if !options.Verbose {
		options.MaxRows = maxRows
	}
	for _, file := range to.files {
		options := options
		options.Format = file.format
		if err := streamFile(file.path, func(w io.Writer) error { return report.Write(w, r, options) }); err != nil {
			failed = append(failed, withCode(codeMachine, err))
		}
	}
	if to.github {
		failed = append(failed, withCode(codeMachine, to.summarize(c.App.ErrWriter, r)))
	}
	if err := report.Write(c.App.Writer, r, options); err != nil {
		return errors.Join(append(failed, err)...)
	}
	if to.github {
		failed = append(failed, report.Write(c.App.Writer, r, report.Options{Format: report.Annotations}))
	}
	return errors.Join(failed...)
}

// summarize adds the report to the summary of the job, which other commands of
// the step may have written to.
func (to *publication) summarize(diagnostics io.Writer, r *report.Report) error {
	file, err := os.OpenFile(to.summary, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return fmt.Errorf("job summary: %w", err)
	}
	defer file.Close()
	stat, err := file.Stat()
	if err != nil {
		return fmt.Errorf("job summary: %w", err)
	}
	room := report.MaxMarkdown - stat.Size() - 1
	if room < report.MinMarkdown {
		fmt.Fprintf(diagnostics, "job summary: full with %d bytes, the report is left out\n", stat.Size())
		return nil
	}
	var text bytes.Buffer
	if stat.Size() > 0 {
		text.WriteString("\n")
	}
	options := report.Options{Format: report.Markdown, Counters: to.options.Counters, MaxRows: maxSummaryRows, MaxBytes: int(room)}
	if err := report.Write(&text, r, options); err != nil {
		return err
	}
	if _, err := file.Write(text.Bytes()); err != nil {
		return fmt.Errorf("job summary: %w", err)
	}
	return nil
}
