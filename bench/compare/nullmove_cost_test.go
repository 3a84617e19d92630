package compare

import (
	"errors"
	"math"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/engine/must"
)

// taxRun returns a run of positions that are solved with so many nodes; 0: missed.
func taxRun(limits string, solvedAt ...uint64) *bench.Run {
	run := &bench.Run{Schema: bench.Schema, Suite: bench.SuiteRef{Name: "s", Digest: "d", Count: len(solvedAt)}, Limits: limits, Complete: true}
	for _, nodes := range solvedAt {
		o := bench.Outcome{ID: "p", Want: "Kh7", Verdict: bench.Missed, Nodes: 1000}
		if nodes > 0 {
			o.Verdict, o.Stable = bench.Solved, &bench.Point{Depth: 3, Nodes: nodes}
		}
		run.Outcomes = append(run.Outcomes, o)
	}
	return run
}

func TestTaxOf(t *testing.T) {
	with := taxRun("depth=9", 200, 0, 50, 0, 800)
	without := taxRun("depth=9", 100, 70, 0, 0, 100)
	cost := must.Get(CompareNullMove(with, without))(t)
	if cost.Lost != 1 || cost.Gained != 1 || cost.Both != 2 || !cost.Exact {
		t.Errorf("lost %d, gained %d, both %d, exact %v", cost.Lost, cost.Gained, cost.Both, cost.Exact)
	}
	if cost.Spent != [2]uint64{1000, 200} {
		t.Errorf("spent %v", cost.Spent)
	}
	if math.Abs(cost.Ratio-4) > 1e-9 { // of 2 and 8
		t.Errorf("ratio %v, want 4", cost.Ratio)
	}
	if p := cost.Positions; p[0].Ratio != 2 || !p[1].Lost() || !p[2].Gained() || p[3].Lost() || p[3].Gained() || p[3].Ratio != 0 {
		t.Errorf("positions %+v", p)
	}
}

// TestTaxForms: positions are lost and gained by the number of their forms, and chance is
// judged over all of them.
func TestTaxForms(t *testing.T) {
	with, without := crashed(formRun(10, lostForms(4, 1)), 39), formRun(10, lostForms(0, 0, 2))
	cost := must.Get(CompareNullMove(with, without))(t)
	if cost.Lost != 2 || cost.Gained != 1 || cost.Both != 32 || len(cost.Positions) != 40 || len(cost.Forms.Positions) != 10 {
		t.Errorf("lost %d, gained %d, both %d, %d searches of %d positions", cost.Lost, cost.Gained, cost.Both, len(cost.Positions), len(cost.Forms.Positions))
	}
	first, last := cost.Forms.Positions[0], cost.Forms.Positions[9]
	if first.ID != "P.01" || first.Base != 4 || first.Head != 0 || first.Forms != 4 || math.Abs(first.Chance-1./70) > 1e-12 || last.Forms != 3 {
		t.Errorf("positions %+v, %+v", first, last)
	}
	if want := 714. / 3920; math.Abs(cost.Forms.Chance-want) > 1e-12 { // of all that both sides may have solved of three
		t.Errorf("chance %v, want %v", cost.Forms.Chance, want)
	}
	if single, err := CompareNullMove(taxRun("depth=9", 1), taxRun("depth=9", 1)); err != nil || single.Forms != nil {
		t.Errorf("as they stand: %+v, %v", single.Forms, err)
	}
}

func TestTaxOfUnlike(t *testing.T) {
	var unlike *NotComparableError
	if _, err := CompareNullMove(taxRun("depth=9", 1), taxRun("depth=8", 1)); !errors.As(err, &unlike) {
		t.Errorf("other limits: %v", err)
	}
	var incomplete *bench.IncompleteError
	broken := taxRun("depth=9", 1, 1)
	broken.Complete, broken.Outcomes[1] = false, bench.Outcome{ID: "p", Want: "Kh7"}
	if _, err := CompareNullMove(taxRun("depth=9", 1, 1), broken); !errors.As(err, &incomplete) {
		t.Errorf("without unfinished: %v", err)
	}
	if _, err := CompareNullMove(broken, taxRun("depth=9", 1, 1)); !errors.As(err, &incomplete) {
		t.Errorf("with unfinished: %v", err)
	}
}
