package tune

import (
	"go/format"
	"os"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/eval"
	"github.com/zugwatch/zugwatch/engine/golden"
	"github.com/zugwatch/zugwatch/engine/must"
)

// body returns the part of a weights file below its head.
func body(text string) string {
	_, rest, _ := strings.Cut(text, "\npackage eval\n")
	return rest
}

// TestWriteWeights compares the head of the file with a golden one, and the rest
// with the weights file of the build.
func TestWriteWeights(t *testing.T) {
	shipped := eval.Shipped()
	var b strings.Builder
	err := WriteWeights(&b, &shipped, &Provenance{
		Date: "2026-11-20", Positions: 1234,
		Sources: []Source{{Seed: 1, Games: 9, Limits: engine.Limits{Nodes: 2500}, HashMB: 2, Signature: 77}, {Seed: 2, First: 5, Games: 8, Limits: engine.Limits{Depth: 6}, HashMB: 1, Signature: 78}},
		Fitting: FitOptions{Epochs: 3, Batch: 64, Rate: 1, Blend: 0.8, Decay: 1e-7, Held: 0.05, Seed: 6},
		Fitted:  FitResult{Steepness: 0.00628, Before: Loss{0.05, 0.051}, After: Loss{0.04, 0.0401}},
	})
	must.Do(t, err)
	head, _, _ := strings.Cut(b.String(), "\npackage eval\n")
	golden.Check(t, "testdata/head.golden", head)
	plays := must.Get(os.ReadFile("../eval/weights.go"))(t)
	if body(string(plays)) != body(b.String()) || body(b.String()) == "" {
		t.Error("engine/eval/weights.go is not what zugtune writes for its weights")
	}
	if formatted, err := format.Source([]byte(b.String())); err != nil || string(formatted) != b.String() {
		t.Errorf("the file is not formatted (%v)", err)
	}
}

// TestFamiliesCover checks that the families contain every term once.
func TestFamiliesCover(t *testing.T) {
	check := func(name string, families []eval.Family, count int) {
		next := 0
		for _, f := range families {
			if f.First != next || f.Count < 1 || f.Columns < 1 {
				t.Errorf("%s: family %+v, want it to begin at %d", name, f, next)
			}
			next = f.First + f.Count
		}
		if next != count {
			t.Errorf("%s: families end at %d of %d", name, next, count)
		}
	}
	check("terms", eval.Families(), eval.TermCount)
	check("danger", eval.DangerFamilies(), eval.DangerCount)
}
