package sensitivity

import (
	_ "embed"
	"io"
	"slices"
	"strconv"

	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/mutant"
)

// Report holds the results on all mutants, in the order of their lists. Its file is JSON Lines: a head,
// and a line for each mutant that is finished.
type Report struct {
	Head
	Rows []Row
	Left []string // mutants that need the source, which is not there
}

// Head describes the measurement.
type Head struct {
	Format  string   `json:"format"`
	Schema  int      `json:"schema"`
	Command string   `json:"command,omitempty"` // that wrote it
	Date    string   `json:"date,omitempty"`    // YYYY-MM-DD, of the first mutant
	Engine  string   `json:"engine"`
	Program string   `json:"program,omitempty"` // first digits of the SHA-256 of that of the base; empty: it is the built-in engine
	Bench   uint64   `json:"bench,omitempty"`   // signature of the base; 0: it has none
	Suites  []string `json:"suites,omitempty"`  // how each is judged, its gate as a digest
	Tests   int      `json:"tests,omitempty"`   // that all gates of the configuration make: they share one rate of false alarms
	Again   int      `json:"again,omitempty"`   // how often positions lost under a clock are searched again
	Games   string   `json:"games,omitempty"`   // how many, and under what limit; empty: none are played
}

// The head of every file.
const (
	format = "zugwatch-sensitivity"
	schema = 1
)

// fileSchema is the format and version that this program writes and reads.
var fileSchema = file.Schema{Format: format, Version: schema}

// FileSchema returns the format of the file and its version.
func (h Head) FileSchema() file.Schema { return file.Schema{Format: h.Format, Version: h.Schema} }

// differences lists the differences between two attempts at one report, the values of both; empty if
// they agree.
func (h *Head) differences(other *Head) string {
	var d file.Differences
	d.Add("engine", h.Engine, other.Engine)
	d.Add("program", strconv.Quote(h.Program), strconv.Quote(other.Program))
	d.Add("bench", h.Bench, other.Bench)
	d.AddEach("suite", h.Suites, other.Suites)
	d.Add("tests", h.Tests, other.Tests)
	d.Add("again", h.Again, other.Again)
	d.Add("games", strconv.Quote(h.Games), strconv.Quote(other.Games))
	return d.String()
}

// find returns the row of a mutant with a change, nil without one: a mutant of the same name
// may have been another.
func (r *Report) find(name, change string) *Row {
	for i := range r.Rows {
		if r.Rows[i].Name == name && r.Rows[i].Change == change {
			return &r.Rows[i]
		}
	}
	return nil
}

// findRow returns the row of a mutant with its present description, nil if the mutant is new or has
// changed.
func (r *Report) findRow(m *mutant.Mutant) *Row {
	now := newRow(m)
	row := r.find(now.Name, now.Change)
	if row != nil {
		row.Kind, row.What, row.Tuned = now.Kind, now.What, now.Tuned
	}
	return row
}

// putRow takes a row up, in the place of another of that name.
func (r *Report) putRow(row *Row) {
	at := slices.IndexFunc(r.Rows, func(other Row) bool { return other.Name == row.Name })
	if at < 0 {
		r.Rows = append(r.Rows, *row)
		return
	}
	r.Rows[at] = *row
}

// Compared returns the report with the games of PlayedGames for the mutants that have none, where the
// engine is the built-in one. Said is the head of these, nil where none was added.
func (r *Report) Compared(games *Report) (compared *Report, said *Head) {
	if r.Program != "" {
		return r, nil
	}
	whole := *r
	whole.Rows = slices.Clone(r.Rows)
	for i := range whole.Rows {
		row := &whole.Rows[i]
		if old := games.find(row.Name, row.Change); row.Games == nil && old != nil {
			row.Games, said = old.Games, &games.Head
		}
	}
	return &whole, said
}

// WithoutTimes returns the report without what differs between equal measurements.
func (r *Report) WithoutTimes() *Report {
	plain := *r
	plain.Date, plain.Command = "", ""
	plain.Rows = slices.Clone(r.Rows)
	for i := range plain.Rows {
		plain.Rows[i].CPU = 0
	}
	return &plain
}

func (r *Report) write(w io.Writer) error { return file.WriteRecords(w, &r.Head, r.Rows) }

// hasMeasurement reports whether anything was measured: the file that comes with the program has a head
// alone until games are played.
func (r *Report) hasMeasurement() bool { return r.Engine != "" || len(r.Rows) > 0 }

// save replaces the file of a report.
func (r *Report) save(path string) error { return file.Output(path, r.write) }

// load reads the file of a report; nil where there is none.
func load(path string) (*Report, error) {
	head, rows, err := file.LoadRecords[Head, Row](path, fileSchema)
	if head == nil {
		return nil, err
	}
	return &Report{Head: *head, Rows: rows}, nil
}

// parse reads a report. The error names file and line.
func parse(path string, data []byte) (*Report, error) {
	head, rows, err := file.ParseRecords[Head, Row](path, data, fileSchema)
	if err != nil {
		return nil, err
	}
	return &Report{Head: *head, Rows: rows}, nil
}

// played is the games of the mutants of the built-in engine, as a command has written
// them that stands in its head.
//
//go:embed games.jsonl
var played []byte

// PlayedGames returns the results of games by the mutants of the built-in engine. They were played
// once, with the command and the date in the head.
func PlayedGames() (*Report, error) { return parse("games.jsonl", played) }
