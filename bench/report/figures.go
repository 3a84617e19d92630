package report

import (
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/report/doc"
)

// effects returns what all gates measured, each beside what it allows.
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
	for i := range r.Trials {
		if c := r.Trials[i].Comparison; c != nil {
			add(c.Suite.Name, c.Gates...)
		}
	}
	for i := range r.Races {
		add(r.Races[i].Suite, r.Races[i].Gate())
		all = append(all, r.Races[i].itself()...)
	}
	if len(all) == 0 {
		return nil
	}
	return doc.Document{all}
}

// foot says where the figures come from: the program, the suites, the engines and, where times
// are known, the machine.
func (r *Report) foot() doc.Document {
	var lines doc.Foot
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
			lines = append(lines, "base: "+engineText(t.Base.Engine))
		}
		lines = append(lines, "head: "+engineText(t.Run.Engine))
		if t.Timing != nil {
			h := &t.Timing.Host
			lines = append(lines, doc.Textf("measured on %s/%s, %s, ", h.OS, h.Arch, h.CPU)+doc.Plural(h.Cores, "core")+", "+doc.Plural(t.Timing.Workers, "worker")+", "+doc.Quote(h.Go))
		}
	}
	return doc.Document{lines}
}

// together draws stored runs of one suite on one plot, where there are several.
func (r *Report) together() doc.Document {
	var sameSuite []Trial
	for i := range r.Trials {
		if t := &r.Trials[i]; t.Comparison == nil && t.Engine == "" && t.Run.Suite == r.Trials[0].Run.Suite {
			sameSuite = append(sameSuite, *t)
		}
	}
	if len(sameSuite) < 2 {
		return nil
	}
	name := func(t *Trial) doc.Text { return engineText(t.Run.Engine) }
	return solvedPlots(namedRuns(sameSuite, name))
}

// namedRuns returns the runs of trials with their names.
func namedRuns(trials []Trial, name func(*Trial) doc.Text) []namedRun {
	runs := make([]namedRun, len(trials))
	for i := range trials {
		runs[i] = namedRun{name(&trials[i]), trials[i].Run, trials[i].Timing}
	}
	return runs
}

// figures draw what a comparison found: the positions that changed, in how many nodes
// both runs solve them, and how these changed; nothing where the runs are not there.
func figures(t *Trial) (d doc.Document) {
	if t.Base == nil || t.Run == nil {
		return nil
	}
	if boards := changedBoards(t); len(boards) > 0 {
		d = append(d, boards)
	}
	runs := []namedRun{{"base", t.Base, nil}, {"head", t.Run, nil}}
	return append(append(d, solvedPlots(runs)...), shiftPlot(t.Base, t.Run))
}
