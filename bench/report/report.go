package report

import (
	"slices"
	"strconv"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/explain"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites"
)

// Options say how much to show.
type Options struct {
	// Verbose shows every position, not only those that call for a look.
	Verbose bool
	// Counters shows what the null-move family did in a run.
	Counters bool
}

// Report is what one command found, the same for every form of output. It is a
// plain value; writing does not change it.
type Report struct {
	Tool    string   // version of the program
	Verdict string   // one word, as the last line of a command says it
	Code    int      // exit code of the command
	Problem *Problem // why there is no more; nil: there is all
	Trials  []Trial  // in the order of the command
	Races   []Race   // likewise
	Shifts  []Shifts // likewise

	Accepted bool     // that it is worse, and nothing else is wrong
	Doubted  []string // suites in which more is wrong, so that it is not accepted

	Claimed      bool       // every commit from the base to the head says that nothing changes
	Revisions    []Revision // that were compared; nil: what was run are no revisions
	Left         []Left     // suites that did not fit into a budget
	SkippedTiers []string   // suites of higher tiers, which nobody asked for
}

// Problem is an error that kept a command from its end.
type Problem struct {
	Text   string               `json:"text"` // for people, from outside
	Place                       // what it is about, if that is a line of a file
	Unlike []compare.Difference `json:"unlike,omitempty"` // what keeps two runs from being compared
}

// Place is a line of a file.
type Place struct {
	File string `json:"file,omitempty"` // relative to the root of the repository, with slashes; empty: no place
	Line int    `json:"line,omitempty"` // from 1; 0: the file as a whole
}

// Trial is one suite as it was searched and, with a base, judged.
type Trial struct {
	Engine string // its name among several that searched one suite; empty: it is the only one

	Run    *bench.Run
	Timing *bench.Timing // of the run; nil: no times are shown

	Warnings []string // what went wrong around the searches, where Timing is of a judged run: see Warnings

	Base       *bench.Run          // what the run was compared with; nil: nothing
	Comparison *compare.Comparison // of Base and Run; nil without Base

	Explanation *explain.Explanation // of the first lost position; nil: none is explained
	Unexplained string               // why not, where that was tried

	Entry Place  // of the suite: its line of the configuration
	File  string // that holds the positions, as Place.File; empty: they stand at Entry
	Lines []int  // of each position in File

	Suite *suites.Suite // that was searched; nil: it is not known, as of many stored runs
}

// Title tells a trial from the others.
func (t *Trial) Title() string {
	if t.Engine == "" {
		return t.Run.Suite.Name
	}
	return t.Run.Suite.Name + " on " + t.Engine
}

// FEN returns a position as it was searched, empty where the suite is not known.
func (t *Trial) FEN(index int) string {
	if t.Suite == nil || index < 0 || index >= len(t.Suite.Records) {
		return ""
	}
	return t.Suite.Records[index].Position.String()
}

// fenOf is FEN by the ID of a position.
func (t *Trial) fenOf(id string) string {
	if t.Suite == nil {
		return ""
	}
	return t.FEN(slices.IndexFunc(t.Suite.Records, func(r epd.Record) bool { return r.Key() == id }))
}

// Place returns where a position stands.
func (t *Trial) Place(index int) Place {
	if t.File != "" && index < len(t.Lines) {
		return Place{File: t.File, Line: t.Lines[index]}
	}
	return t.Entry
}

// Document tells the whole report on a page: the verdict first, and every table.
func (r *Report) Document(options Options) doc.Document {
	if r.Compared() {
		return r.page(options)
	}
	d := doc.Document{doc.Title("Zugwatch: " + r.headline())}
	d = append(append(append(append(d, r.conduct()...), Revisions(r.Revisions)...), r.accepted()...), r.effects()...)
	d = append(d, r.together()...)
	for _, part := range r.sections(options) {
		d = append(d, part)
	}
	d = append(append(append(d, LeftOut(r.Left, r.SkippedTiers)...), r.gateLines()...), r.foot()...)
	if r.Problem != nil {
		d = append(d, doc.Problem{Text: doc.Sentence(r.Problem.Text), Details: Differences(r.Problem.Unlike)})
	}
	return d
}

// tables returns all that a comparison found, which few read.
func (r *Report) tables(options Options) doc.Fold {
	parts := []doc.Sections{{All: []doc.Document{append(r.untoldLines(), r.answered()...)}}}
	parts = append(parts, r.sections(options)...)
	gates := doc.Sections{Noun: "gate"}
	for _, gate := range r.gateLines() {
		gates.All = append(gates.All, doc.Document{gate})
	}
	return doc.Fold{Name: "all tables", Parts: append(parts, gates)}
}

// sections returns a section for each suite, race and profile.
func (r *Report) sections(options Options) []doc.Sections {
	trials := doc.Sections{Noun: "suite"}
	var races, profiles doc.Sections
	for i := range r.Trials {
		switch t := &r.Trials[i]; {
		case t.Comparison != nil:
			trials.All = append(trials.All, Comparison(t, options))
		case t.Engine == "":
			trials.All = append(trials.All, Run(t, options))
		case i == 0: // the first of several engines on one suite
			trials = doc.Sections{All: []doc.Document{SideBySide(r.Trials, options)}}
		}
	}
	for i := range r.Races {
		races.All = append(races.All, Speed(r.Races[i].Suite, r.Races[i].Measured))
	}
	for i := range r.Shifts {
		profiles.All = append(profiles.All, ProfileShifts(&r.Shifts[i], options))
	}
	return []doc.Sections{trials, races, profiles}
}

// gateLines returns a line for each gate.
func (r *Report) gateLines() (d doc.Document) {
	for i := range r.Trials {
		if c := r.Trials[i].Comparison; c != nil {
			d = append(d, Gates(c.Suite.Name, c.Gates...)...)
		}
	}
	for i := range r.Races {
		d = append(d, Gates(r.Races[i].Suite, r.Races[i].Gate())...)
	}
	for i := range r.Shifts {
		d = append(d, ProfileGate(&r.Shifts[i])...)
	}
	return d
}

// Revision is a revision that a comparison is of.
type Revision struct {
	Label    string   `json:"label"`  // "base" or "head"
	Commit   string   `json:"commit"` // short hash
	Subject  string   `json:"subject"`
	WorkTree bool     `json:"work_tree,omitempty"` // the work tree on top of the commit
	Changed  []string `json:"changed,omitempty"`   // its files that differ from the commit
}

// Variants returns revisions that were built, as a report shows them.
func Variants(built []engines.Variant) []Revision {
	var shown []Revision
	for _, v := range built {
		shown = append(shown, Revision{Label: v.Label, Commit: v.Commit.Short(), Subject: v.Commit.Subject, WorkTree: v.WorkTree, Changed: v.Dirty})
	}
	return shown
}

// RevisionFields returns the fields of revisions in the last line: the commit of each, and
// behind the head how many files differ from it.
func RevisionFields(built []engines.Variant) []Field {
	var fields []Field
	for _, v := range built {
		fields = append(fields, Field{Key: v.Label, Value: v.Commit.Short()})
		if v.Label == "head" {
			fields = append(fields, Field{Key: "dirty", Value: strconv.Itoa(len(v.Dirty))})
		}
	}
	return fields
}

// maxChanged is how many changed files are named.
const maxChanged = 5

// Revisions tells which revisions are compared, one paragraph for each.
func Revisions(revisions []Revision) (d doc.Document) {
	for _, r := range revisions {
		text := doc.Text(r.Label+": "+r.Commit+" ") + doc.Message(r.Subject) + when(r.WorkTree, ", the work tree as it is")
		if n := len(r.Changed); n > 0 {
			names := doc.Join(doc.Quote, r.Changed[:min(n, maxChanged)], ", ")
			text += " with " + doc.Plural(n, "changed file") + " (" + names + when(n > maxChanged, ", …") + ")"
		}
		d = append(d, doc.Paragraph{text})
	}
	return d
}

// Left is a suite that was not run to its end, and why.
type Left struct {
	Suite string `json:"suite"`
	Why   string `json:"why"`
}

// LeftOut tells which suites do not stand behind a verdict: those that a budget
// left out, and those that nobody asked for, with their tiers.
func LeftOut(left []Left, beyond []string) (d doc.Document) {
	for _, l := range left {
		d = append(d, doc.Paragraph{doc.Textf("left out: %s (%s)", l.Suite, doc.Sentence(l.Why))})
	}
	if len(beyond) > 0 {
		d = append(d, doc.Paragraph{"not asked for, of higher tiers: " + doc.Join(doc.Quote, beyond, ", ")})
	}
	return d
}

// maxNamed is how many positions a line of a gate names.
const maxNamed = 10

// Gates tells of each gate of a suite: the axis, the verdict, the suite, why, and
// the first positions that count against it; and what it notes beside that.
func Gates(suite string, results ...compare.Result) (d doc.Document) {
	for _, r := range results {
		named := r.Positions[:min(len(r.Positions), maxNamed)]
		hidden := len(r.Positions) - len(named)
		text := doc.Join(doc.Sentence, r.Reasons, "; ") +
			when(len(named) > 0, "; positions "+doc.Join(doc.Quote, named, ", ")) + when(hidden > 0, doc.Textf(" and %d more", hidden))
		verdict := doc.Verdict{Axis: doc.Word(r.Axis), Word: toned(doc.Word(r.Verdict)), Subject: doc.Quote(suite), Text: text}
		for _, note := range r.Notes {
			verdict.Notes = append(verdict.Notes, doc.Sentence(note))
		}
		d = append(d, verdict)
	}
	return d
}
