package report

import (
	"fmt"
	"io"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
)

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

	Revisions []Revision // that were compared; nil: what was run are no revisions
	Left      []Left     // suites that did not fit into a budget
	Beyond    []string   // suites of higher tiers, which nobody asked for
}

// Problem is an error that kept a command from its end.
type Problem struct {
	Text   string               // for people, from outside
	Place  Place                // what it is about, if that is a line of a file
	Unlike []compare.Difference // what keeps two runs from being compared
}

// Place is a line of a file.
type Place struct {
	File string // relative to the root of the repository, with slashes; empty: no place
	Line int    // from 1; 0: the file as a whole
}

// Trial is one suite as it was searched and, with a base, judged.
type Trial struct {
	Engine string // its name among several that searched one suite; empty: it is the only one

	Run    *bench.Run
	Timing *bench.Timing // of the run; nil: no times are shown

	Base       *bench.Run          // what the run was compared with; nil: nothing
	Comparison *compare.Comparison // of Base and Run; nil without Base

	Entry Place  // of the suite: its line of the configuration
	File  string // that holds the positions, as Place.File; empty: they stand at Entry
	Lines []int  // of each position in File
}

// title tells a trial from the others.
func (t *Trial) title() string {
	if t.Engine == "" {
		return t.Run.Suite.Name
	}
	return t.Run.Suite.Name + " on " + t.Engine
}

// contest tells whether the trials are those of several engines on one suite.
func (r *Report) contest() bool { return len(r.Trials) > 0 && r.Trials[0].Engine != "" }

// place is where a position stands.
func (t *Trial) place(index int) Place {
	if t.File != "" && index < len(t.Lines) {
		return Place{File: t.File, Line: t.Lines[index]}
	}
	return t.Entry
}

// Write writes the report in the format of the options. Memory does not grow
// with the positions but by some bytes for each, whatever the texts in them;
// what is for programs leaves out no position, what is for people says how many
// it does not show.
func Write(w io.Writer, r *Report, options Options) error {
	switch options.Format {
	case Text:
		return writeText(w, r, options)
	case Markdown:
		return writeMarkdown(w, r, options)
	case JSON:
		return writeJSON(w, r)
	case JSONLines:
		return writeJSONLines(w, r)
	case JUnit:
		return writeJUnit(w, r)
	case Annotations:
		return writeAnnotations(w, r)
	case Benchmark:
		return writeBenchmark(w, r)
	}
	return fmt.Errorf("report: %s is unknown", options.Format)
}

// writeText writes a section for each suite and race and then every gate. The
// problem is the command's to tell, but for what keeps runs from being compared.
func writeText(w io.Writer, r *Report, options Options) error {
	if err := Revisions(w, r.Revisions, options); err != nil {
		return err
	}
	if r.contest() {
		return SideBySide(w, r.Trials, options)
	}
	for i := range r.Trials {
		if err := section(w, &r.Trials[i], options); err != nil {
			return err
		}
	}
	for _, part := range []func(io.Writer, *Report, Options) error{races, allShifts, leftOut, gates, unlike} {
		if err := part(w, r, options); err != nil {
			return err
		}
	}
	return nil
}

func leftOut(w io.Writer, r *Report, options Options) error {
	return LeftOut(w, r.Left, r.Beyond, options)
}

func unlike(w io.Writer, r *Report, options Options) error {
	if r.Problem == nil {
		return nil
	}
	return Differences(w, r.Problem.Unlike, options)
}

// section writes a run or what changed.
func section(w io.Writer, t *Trial, options Options) error {
	if t.Comparison != nil {
		return Comparison(w, t.Comparison, options)
	}
	return Run(w, t.Run, t.Timing, options)
}

// gates writes the gates of all suites, races and profiles.
func gates(w io.Writer, r *Report, options Options) error {
	for _, write := range r.gates() {
		if err := write(w, options); err != nil {
			return err
		}
	}
	return nil
}

// gates are what writes the lines of each gate.
func (r *Report) gates() (all []func(io.Writer, Options) error) {
	add := func(suite string, result compare.Result) {
		all = append(all, func(w io.Writer, o Options) error { return Gates(w, suite, []compare.Result{result}, o) })
	}
	for i := range r.Trials {
		if c := r.Trials[i].Comparison; c != nil {
			for _, result := range c.Gates {
				add(c.Suite.Name, result)
			}
		}
	}
	for i := range r.Races {
		add(r.Races[i].Suite, r.Races[i].gate())
	}
	for _, s := range r.Shifts {
		all = append(all, func(w io.Writer, o Options) error { return ProfileGate(w, s, o) })
	}
	return all
}
