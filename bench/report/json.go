package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/engine"
)

// Schema is the version of the meaning of JSON and JSONLines. It grows by one
// with every change that a reader of an older version could not understand;
// keys are added without that.
const Schema = 1

// jsonFormat tells a report from every other JSON.
const jsonFormat = "zugwatch report"

// jsonHead is what a report says as a whole.
type jsonHead struct {
	Format  string       `json:"format"`
	Schema  int          `json:"schema"`
	Tool    string       `json:"tool,omitempty"`
	Verdict string       `json:"verdict"`
	Code    int          `json:"code"`
	Problem *jsonProblem `json:"problem,omitempty"`

	Revisions []Revision   `json:"revisions,omitempty"`
	Left      []Left       `json:"left_out,omitempty"`
	Beyond    []string     `json:"not_asked_for,omitempty"`
	Races     []jsonRace   `json:"races,omitempty"`
	Profiles  []jsonShifts `json:"profiles,omitempty"`
}

type jsonProblem struct {
	Text string `json:"text"`
	jsonPlace
	Unlike []compare.Difference `json:"unlike,omitempty"` // what keeps two runs from being compared
}

type jsonPlace struct {
	File string `json:"file,omitempty"`
	Line int    `json:"line,omitempty"`
}

// jsonSuite is what a report says of one suite as a whole.
type jsonSuite struct {
	Suite      bench.SuiteRef  `json:"suite"`
	Alias      string          `json:"alias,omitempty"` // of the engine among several
	Engine     engine.ID       `json:"engine"`
	Limits     string          `json:"limits"`
	Exact      bool            `json:"exact"`
	Shard      string          `json:"shard,omitempty"`
	Complete   bool            `json:"complete"`
	Totals     bench.Totals    `json:"totals"` // of the shard
	Time       *jsonTime       `json:"time,omitempty"`
	Comparison *jsonComparison `json:"comparison,omitempty"`
}

// jsonTime is what a run took as a whole.
type jsonTime struct {
	Wall     time.Duration `json:"wall_ns"`
	CPU      time.Duration `json:"cpu_ns,omitempty"`
	Workers  int           `json:"workers"`
	Warnings []string      `json:"warnings,omitempty"`
}

// jsonComparison is what changed since the base. The positions that changed
// stand in the list of positions.
type jsonComparison struct {
	Verdict     compare.Verdict      `json:"verdict"`
	Gates       []compare.Result     `json:"gates"`
	Base        compare.Side         `json:"base"`
	Differences []compare.Difference `json:"engine_differences"`
	Work        compare.Work         `json:"work"`
	Lost        int                  `json:"lost"`
	Gained      int                  `json:"gained"`
	Replayed    int                  `json:"replayed"`
	Broken      int                  `json:"broken"`
	Mended      int                  `json:"mended"`
	Moved       int                  `json:"moved"`
}

// jsonPosition is one position: the keys of its outcome and some more.
type jsonPosition struct {
	Record   string `json:"record,omitempty"` // "position" in JSON Lines
	Suite    string `json:"suite,omitempty"`  // in JSON Lines
	Alias    string `json:"alias,omitempty"`  // in JSON Lines, as of the suite
	Index    int    `json:"index"`            // in the suite, from 0
	Standing string `json:"standing"`         // fine, failing, fault or open
	Change   string `json:"change,omitempty"`
	bench.Outcome
	Base *bench.Outcome      `json:"base,omitempty"` // where the outcome is another one
	Time *bench.PositionTime `json:"time,omitempty"`
	jsonPlace
}

func headOf(r *Report) jsonHead {
	head := jsonHead{Format: jsonFormat, Schema: Schema, Tool: r.Tool, Verdict: r.Verdict, Code: r.Code, Revisions: r.Revisions, Left: r.Left, Beyond: r.Beyond, Races: racesOf(r), Profiles: shiftsOf(r)}
	if r.Problem != nil {
		head.Problem = &jsonProblem{Text: r.Problem.Text, jsonPlace: jsonPlace(r.Problem.Place), Unlike: r.Problem.Unlike}
	}
	return head
}

func suiteOf(t *Trial) jsonSuite {
	run := t.Run
	s := jsonSuite{
		Suite: run.Suite, Alias: t.Engine, Engine: run.Engine, Limits: run.Limits, Exact: run.Exact(),
		Shard: run.Shard.String(), Complete: run.Complete, Totals: ownTotals(run),
	}
	if t.Timing != nil {
		s.Time = &jsonTime{Wall: t.Timing.Wall, CPU: t.Timing.CPU(), Workers: t.Timing.Workers, Warnings: t.Timing.Warnings}
	}
	if c := t.Comparison; c != nil {
		s.Comparison = &jsonComparison{
			Verdict: c.Verdict, Gates: c.Gates, Base: c.Base, Differences: c.Differences, Work: c.Work,
			Lost: len(c.Lost), Gained: len(c.Gained), Replayed: len(c.Replayed),
			Broken: len(c.Broken), Mended: len(c.Mended), Moved: len(c.Moved),
		}
	}
	return s
}

func positionOf(j *judged, index int) *jsonPosition {
	now, before := j.outcome(index)
	p := &jsonPosition{
		Index: index, Standing: j.standing(index).String(), Change: j.change(index),
		Outcome: *now, jsonPlace: jsonPlace(j.place(index)),
	}
	if before != nil && !sameOutcome(now, before) {
		p.Base = before
	}
	if j.Timing != nil && index < len(j.Timing.Positions) {
		p.Time = &j.Timing.Positions[index]
	}
	return p
}

// sameOutcome tells whether two outcomes are equal in all that is measured.
func sameOutcome(a, b *bench.Outcome) bool {
	first, second := *a, *b
	first.Found, first.Stable, second.Found, second.Stable = nil, nil, nil, nil
	return first == second && samePoint(a.Found, b.Found) && samePoint(a.Stable, b.Stable)
}

func samePoint(a, b *bench.Point) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

// jsonWriter writes values one after the other and remembers the first error.
type jsonWriter struct {
	out   *bufio.Writer
	value bytes.Buffer
	err   error
}

func newJSONWriter(w io.Writer) *jsonWriter { return &jsonWriter{out: bufio.NewWriter(w)} }

func (w *jsonWriter) text(s string) { w.out.WriteString(s) }

// encode is a value in its one-line form, up to the next call.
func (w *jsonWriter) encode(value any) []byte {
	w.value.Reset()
	encoder := json.NewEncoder(&w.value)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil && w.err == nil {
		w.err = err
	}
	return printable(bytes.TrimSuffix(w.value.Bytes(), []byte("\n")), jsonEscape)
}

func (w *jsonWriter) write(value any) { w.out.Write(w.encode(value)) }

// openObject writes a value without its closing brace.
func (w *jsonWriter) openObject(value any) {
	w.out.Write(bytes.TrimSuffix(w.encode(value), []byte("}")))
}

// end hands everything over.
func (w *jsonWriter) end() error {
	if err := w.out.Flush(); w.err == nil {
		w.err = err
	}
	if w.err != nil {
		return fmt.Errorf("report: %w", w.err)
	}
	return nil
}

// writeJSON writes one document: the head, and for each suite its sums and all
// positions of its shard, one on a line. A reader finds all texts from outside as
// they are; in the bytes no workflow command and nothing unprintable is left.
func writeJSON(out io.Writer, r *Report) error {
	w := newJSONWriter(out)
	w.openObject(headOf(r))
	w.text(",\n\"suites\":[")
	for i := range r.Trials {
		if i > 0 {
			w.text(",")
		}
		w.text("\n")
		w.suite(&r.Trials[i])
	}
	w.text("\n]}\n")
	return w.end()
}

func (w *jsonWriter) suite(t *Trial) {
	w.openObject(suiteOf(t))
	w.text(",\n\"positions\":[")
	j, between := judge(t), "\n"
	for i := range t.Run.Outcomes {
		if t.Run.Shard.Has(i) {
			w.text(between)
			w.write(positionOf(j, i))
			between = ",\n"
		}
	}
	w.text("\n]}")
}

// jsonSummary is the last line of JSON Lines.
type jsonSummary struct {
	Record string `json:"record"` // "summary"
	jsonHead
	Suites []jsonSuite `json:"suites"`
}

// writeJSONLines writes one object for each position of the shards, and one with
// the head and the sums of the suites.
func writeJSONLines(out io.Writer, r *Report) error {
	w := newJSONWriter(out)
	last := jsonSummary{Record: "summary", jsonHead: headOf(r), Suites: []jsonSuite{}}
	for n := range r.Trials {
		t := &r.Trials[n]
		j := judge(t)
		for i := range t.Run.Outcomes {
			if !t.Run.Shard.Has(i) {
				continue
			}
			position := positionOf(j, i)
			position.Record, position.Suite, position.Alias = "position", t.Run.Suite.Name, t.Engine
			w.write(position)
			w.text("\n")
		}
		last.Suites = append(last.Suites, suiteOf(t))
	}
	w.write(last)
	w.text("\n")
	return w.end()
}
