package report

import (
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/figure"
)

// tables returns all that a comparison found, which few read.
func (r *Report) tables(options Options) doc.Fold {
	_, conduct := r.remarkLines()
	parts := []doc.Sections{{All: []doc.Document{{conduct, r.answerDocument()}}}}
	parts = append(parts, r.sections(options)...)
	gates := doc.Sections{Noun: "gate"}
	for _, gate := range r.gateLines().Blocks() {
		gates.All = append(gates.All, doc.Document{gate})
	}
	return doc.Fold{Name: "all tables", Parts: append(parts, gates)}
}

// sections returns a section for each suite, race and profile.
func (r *Report) sections(options Options) []doc.Sections {
	trials := doc.Sections{Noun: "suite"}
	var races, played, profiles doc.Sections
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
	for i := range r.Games {
		played.All = append(played.All, gamesSection(&r.Games[i]))
	}
	for i := range r.Shifts {
		profiles.All = append(profiles.All, ProfileShifts(&r.Shifts[i], options))
	}
	return []doc.Sections{trials, races, played, profiles}
}

func (r *Report) gateLines() (d doc.Document) {
	for _, g := range r.results() {
		d = append(d, Gates(g.suite, g.Result))
	}
	for i := range r.Shifts {
		d = append(d, ProfileGate(&r.Shifts[i]))
	}
	return d
}

// effects returns the effects that all gates measured, each with its allowed size.
func (r *Report) effects() doc.Document {
	var all doc.Effects
	add := func(subject string, results ...compare.Result) {
		for _, result := range results {
			for _, e := range result.Effects {
				all = append(all, doc.Effect{
					Name: doc.Quote(subject) + " " + doc.Sentence(e.What),
					Low:  100 * e.Low, Mean: 100 * e.Mean, High: 100 * e.High, Allowed: 100 * e.Allowed, Word: doc.Word(e.Verdict),
				})
			}
		}
	}
	for _, c := range r.comparisons() {
		add(c.Suite.Name, c.Gates...)
	}
	for i := range r.Races {
		add(r.Races[i].Suite, r.Races[i].Gate())
		all = append(all, figure.BaseAgainstItself(r.Races[i].Suite, r.Races[i].Measured)...)
	}
	for i := range r.Games {
		add(r.Games[i].Suite, r.Games[i].Result)
	}
	return doc.If(len(all) > 0, all)
}

// togetherPlot draws stored runs of one suite on one plot, where there are several.
func (r *Report) togetherPlot() doc.Document {
	var sameSuite []Trial
	for i := range r.Trials {
		if t := &r.Trials[i]; t.Comparison == nil && t.Engine == "" && t.Run.Suite == r.Trials[0].Run.Suite {
			sameSuite = append(sameSuite, *t)
		}
	}
	if len(sameSuite) < 2 {
		return nil
	}
	name := func(t *Trial) doc.Text { return EngineText(t.Run.Engine) }
	return figure.SolvedCurves(namedRuns(sameSuite, name))
}

// footer says where the figures come from: the program, the suites, the engines and, where times
// are known, the machine.
func (r *Report) footer() doc.Document {
	var lines doc.Footer
	if r.Tool != "" {
		lines = append(lines, "made by zugwatch "+doc.Quote(r.Tool))
	}
	for i := range r.Trials {
		t := &r.Trials[i]
		if t.Run == nil {
			continue
		}
		lines = append(lines, doc.Textf("suite %s: digest %s, limits %s", t.Run.Suite.Name, t.Run.Suite.Digest, t.Run.Limits))
		if t.Base != nil {
			lines = append(lines, "base: "+EngineText(t.Base.Engine))
		}
		lines = append(lines, "head: "+EngineText(t.Run.Engine))
		if t.Timing != nil {
			h := &t.Timing.Host
			lines = append(lines, doc.Textf("measured on %s/%s, %s, ", h.OS, h.Arch, h.CPU)+doc.Plural(h.Cores, "core")+", "+doc.Plural(t.Timing.Workers, "worker")+", "+doc.Quote(h.Go))
		}
	}
	return doc.Document{lines}
}

// maxNamed is the largest number of positions that a line of a gate names.
const maxNamed = 10

// suiteResult is the result of a gate on a suite.
type suiteResult struct {
	suite string
	compare.Result
}

// results returns the results of all gates: of the suites' searches, then of their races, then of their games.
func (r *Report) results() (all []suiteResult) {
	for _, c := range r.comparisons() {
		for _, g := range c.Gates {
			all = append(all, suiteResult{c.Suite.Name, g})
		}
	}
	for i := range r.Races {
		all = append(all, suiteResult{r.Races[i].Suite, r.Races[i].Gate()})
	}
	for i := range r.Games {
		all = append(all, suiteResult{r.Games[i].Suite, r.Games[i].Result})
	}
	return all
}

// Gates shows each gate of a suite: the axis, the verdict, the suite, the reasons, the first positions that
// count against it, and the notes.
func Gates(suite string, results ...compare.Result) (d doc.Document) {
	for _, r := range results {
		named := r.Positions[:min(len(r.Positions), maxNamed)]
		hidden := len(r.Positions) - len(named)
		text := doc.Join(doc.Sentence, r.Reasons, "; ") +
			doc.When(len(named) > 0, "; positions "+doc.Join(doc.Quote, named, ", ")) + doc.When(hidden > 0, doc.Textf(" and %d more", hidden))
		verdict := doc.Verdict{Axis: doc.Word(r.Axis), Word: doc.MarkTone(doc.Word(r.Verdict)), Subject: doc.Quote(suite), Text: text}
		for _, note := range r.Notes {
			verdict.Notes = append(verdict.Notes, doc.Sentence(note))
		}
		d = append(d, verdict)
	}
	return d
}
