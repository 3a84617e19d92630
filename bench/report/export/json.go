package export

import (
	"bytes"
	"encoding/json"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/explain"
	"github.com/zugwatch/zugwatch/bench/games"
	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/speed"
	"github.com/zugwatch/zugwatch/engine"
)

// schemaVersion is the version of the meaning of JSON and JSONLines. It grows by one
// with every change that a reader of an older version could not understand;
// keys are added without that.
const schemaVersion = 1

// jsonFormat tells a report from every other JSON.
const jsonFormat = "zugwatch report"

// jsonHead holds the fields of a report as a whole.
type jsonHead struct {
	Format  string          `json:"format"`
	Schema  int             `json:"schema"`
	Tool    string          `json:"tool,omitempty"`
	Verdict string          `json:"verdict"`
	Code    int             `json:"code"`
	Problem *report.Problem `json:"problem,omitempty"`

	Accepted     bool     `json:"accepted,omitempty"`         // that it is worse, and nothing else is wrong
	Unacceptable []string `json:"not_accepted_for,omitempty"` // suites in which more is wrong

	// Of comparisons: what was asked and answered, and whether anything changed at all.
	Question string            `json:"question,omitempty"`
	Answer   string            `json:"answer,omitempty"`
	Change   *compare.Equality `json:"change,omitempty"`
	Claimed  bool              `json:"claimed,omitempty"` // that nothing changed

	Revisions    []report.Revision `json:"revisions,omitempty"`
	Left         []report.Left     `json:"left_out,omitempty"`
	SkippedTiers []string          `json:"not_asked_for,omitempty"`
	Races        []jsonRace        `json:"races,omitempty"`
	Games        []jsonGames       `json:"games,omitempty"`
	Profiles     []jsonShifts      `json:"profiles,omitempty"`
	Unplayed     []string          `json:"not_played,omitempty"`  // games that baselines cannot judge
	Uncounted    []string          `json:"not_counted,omitempty"` // counts of legal moves that the base cannot make
}

// jsonSuite holds the fields of one suite as a whole.
type jsonSuite struct {
	Suite      bench.SuiteRef  `json:"suite"`
	Alias      string          `json:"alias,omitempty"` // of the engine among several
	Engine     engine.ID       `json:"engine"`
	Limits     string          `json:"limits"`
	Exact      bool            `json:"exact"`
	Shard      string          `json:"shard,omitempty"`
	Complete   bool            `json:"complete"`
	Totals     bench.Totals    `json:"totals"`                         // of the shard
	NullSaved  *int64          `json:"null_nodes_saved_est,omitempty"` // an estimate, of runs that count by depth
	Time       *jsonTime       `json:"time,omitempty"`
	Conduct    []string        `json:"conduct,omitempty"` // remarks to read before believing the results
	Comparison *jsonComparison `json:"comparison,omitempty"`
}

// jsonTime is the time of a run as a whole.
type jsonTime struct {
	Wall     time.Duration `json:"wall_ns"`
	CPU      time.Duration `json:"cpu_ns,omitempty"`
	Workers  int           `json:"workers"`
	Warnings []string      `json:"warnings,omitempty"`
}

// jsonComparison lists the changes since the base. The changed positions stand in the list of
// positions.
type jsonComparison struct {
	Verdict  compare.Verdict `json:"verdict"`
	Question string          `json:"question"`
	Answer   string          `json:"answer"`
	compare.Identity
	Gates       []compare.Result     `json:"gates"`
	Base        compare.Side         `json:"base"`
	Differences []compare.Difference `json:"engine_differences"`
	Work        compare.Work         `json:"work"`
	Mates       *compare.Mates       `json:"mates,omitempty"`
	Forms       *compare.Forms       `json:"forms,omitempty"`
	Controls    *compare.Forms       `json:"controls,omitempty"`
	Lost        int                  `json:"lost"`
	Gained      int                  `json:"gained"`
	Replayed    int                  `json:"replayed"`
	Broken      int                  `json:"broken"`
	Mended      int                  `json:"mended"`
	Moved       int                  `json:"moved"`
	MateScores  int                  `json:"mate_scores"`

	Explanation *explain.Explanation `json:"explanation,omitempty"` // of the first lost position
	Unexplained string               `json:"unexplained,omitempty"` // why there is no explanation, if one was tried
}

// jsonPosition is one position: the keys of its outcome and some more.
type jsonPosition struct {
	Index  int    `json:"index"` // in the suite, from 0
	Status status `json:"standing"`
	Change string `json:"change,omitempty"`
	FEN    string `json:"fen,omitempty"` // where the suite is known
	bench.Outcome
	Base *bench.Outcome      `json:"base,omitempty"` // where the outcome is another one
	Time *bench.PositionTime `json:"time,omitempty"`
	report.Place
}

// jsonRace is a race with its verdict.
type jsonRace struct {
	Suite string `json:"suite"`
	*speed.Report
	Gate compare.Result `json:"gate"`
}

// jsonGames is a suite of kind games with its verdict.
type jsonGames struct {
	Suite  string `json:"suite"`
	Limits string `json:"limits"`
	*games.Judgement
}

// jsonShifts is a profile with its verdict.
type jsonShifts struct {
	Suite     string                  `json:"suite"`
	Verdict   string                  `json:"verdict"`
	Measure   profile.Measure         `json:"measure"`
	Functions []profile.FunctionDelta `json:"functions"`
	Phases    []profile.PhaseDelta    `json:"phases"`
}

// emptyIfNil returns the same list, where there is none an empty one: no list is null in JSON.
func emptyIfNil[T any](some []T) []T {
	if some == nil {
		return []T{}
	}
	return some
}

func headOf(r *report.Report) jsonHead {
	head := jsonHead{Format: jsonFormat, Schema: schemaVersion, Tool: r.Tool, Verdict: r.Verdict, Code: r.Code, Problem: r.Problem, Accepted: r.Accepted, Unacceptable: r.Unacceptable, Revisions: r.Revisions, Left: r.Left, SkippedTiers: r.SkippedTiers, Unplayed: r.Unplayed, Uncounted: r.Uncounted}
	if r.HasComparison() {
		change := r.Change()
		head.Question, head.Answer, head.Change, head.Claimed = r.Question(), r.Answer(), &change, r.Claimed
	}
	for i := range r.Races {
		race := &r.Races[i]
		head.Races = append(head.Races, jsonRace{race.Suite, race.Measured, race.Gate()})
	}
	for i := range r.Games {
		g := &r.Games[i]
		head.Games = append(head.Games, jsonGames{g.Suite, g.Limits, g.Judgement})
	}
	for i := range r.Shifts {
		s := &r.Shifts[i]
		head.Profiles = append(head.Profiles, jsonShifts{s.Suite, s.Verdict(), s.Measure, emptyIfNil(s.Functions), emptyIfNil(s.Phases)})
	}
	return head
}

func suiteOf(t *report.Trial) jsonSuite {
	run := t.Run
	s := jsonSuite{
		Suite: run.Suite, Alias: t.Engine, Engine: run.Engine, Limits: run.Limits, Exact: run.Exact(),
		Shard: run.Shard.String(), Complete: run.Complete, Totals: run.ShardTotals(), Conduct: t.Remarks(),
	}
	if saved, known := run.NullSaved(); known {
		s.NullSaved = &saved
	}
	if t.Timing != nil {
		s.Time = &jsonTime{Wall: t.Timing.Wall, CPU: t.Timing.CPU(), Workers: t.Timing.Workers, Warnings: t.Timing.Warnings}
	}
	if c := t.Comparison; c != nil {
		lost, gained := c.CountFlips()
		s.Comparison = &jsonComparison{
			Verdict: c.Verdict, Question: c.Question(), Answer: c.Answer(), Identity: c.Identity, Gates: c.Gates, Base: c.Base, Differences: c.Differences, Work: c.Work,
			Lost: lost, Gained: gained, Replayed: len(c.OtherMove),
			Mates: c.Mates, Forms: c.Forms, Controls: c.Controls, Broken: len(c.Broken), Mended: len(c.Fixed), Moved: len(c.NodesChanged), MateScores: len(c.MateScores),
			Explanation: t.Explanation, Unexplained: t.Unexplained,
		}
	}
	return s
}

func positionOf(j *judged, index int) *jsonPosition {
	now, before := j.outcome(index)
	p := &jsonPosition{
		Index: index, Status: j.status(index), Change: j.changes[index], FEN: j.FEN(index),
		Outcome: *now, Place: j.Place(index),
	}
	if before != nil && !now.Equal(before) {
		p.Base = before
	}
	if j.Timing != nil && index < len(j.Timing.Positions) {
		p.Time = &j.Timing.Positions[index]
	}
	return p
}

// json returns a value in its one-line form, up to the next call.
func (w *writer) json(value any) []byte {
	w.value.Reset()
	encoder := json.NewEncoder(&w.value)
	encoder.SetEscapeHTML(false)
	w.keepErr(encoder.Encode(value))
	return printable(bytes.TrimSuffix(w.value.Bytes(), []byte("\n")), jsonEscape)
}

func (w *writer) object(value any) { w.Write(w.json(value)) }

// openObject writes a value without its closing brace.
func (w *writer) openObject(value any) {
	w.Write(bytes.TrimSuffix(w.json(value), []byte("}")))
}

// writeJSON writes one document: the head, and for each suite its sums and all
// positions of its shard, one on a line.
func writeJSON(w *writer, r *report.Report) {
	w.openObject(headOf(r))
	w.WriteString(",\n\"suites\":[")
	for i := range r.Trials {
		if i > 0 {
			w.WriteString(",")
		}
		w.WriteString("\n")
		w.suite(&r.Trials[i])
	}
	w.WriteString("\n]}\n")
}

func (w *writer) suite(t *report.Trial) {
	w.openObject(suiteOf(t))
	w.WriteString(",\n\"positions\":[")
	j, between := judgedOf(t), "\n"
	for i := range t.Run.Outcomes {
		if t.Run.Shard.Has(i) {
			w.WriteString(between)
			w.object(positionOf(j, i))
			between = ",\n"
		}
	}
	w.WriteString("\n]}")
}

// jsonLine is one position in JSON Lines.
type jsonLine struct {
	Record string `json:"record"` // "position"
	Suite  string `json:"suite"`
	Alias  string `json:"alias,omitempty"` // as of the suite
	*jsonPosition
}

// jsonSummary is the last line of JSON Lines.
type jsonSummary struct {
	Record string `json:"record"` // "summary"
	jsonHead
	Suites []jsonSuite `json:"suites"`
}

// writeJSONLines writes one object for each position of the shards, and one with
// the head and the sums of the suites.
func writeJSONLines(w *writer, r *report.Report) {
	last := jsonSummary{Record: "summary", jsonHead: headOf(r), Suites: []jsonSuite{}}
	for n := range r.Trials {
		t := &r.Trials[n]
		j := judgedOf(t)
		for i := range t.Run.Outcomes {
			if !t.Run.Shard.Has(i) {
				continue
			}
			w.object(jsonLine{"position", t.Run.Suite.Name, t.Engine, positionOf(j, i)})
			w.WriteString("\n")
		}
		last.Suites = append(last.Suites, suiteOf(t))
	}
	w.object(last)
	w.WriteString("\n")
}
