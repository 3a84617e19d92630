package report

import (
	"slices"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/effect"
	"github.com/zugwatch/zugwatch/bench/report/doc"
)

// TestLostTitle: a gate that fails and names no position lists those that lost most.
func TestLostTitle(t *testing.T) {
	moved := []compare.Position{
		{ID: "A", Solved: effect.Solved{Forms: 4, Base: 4}, Chance: 0.1},
		{ID: "B", Solved: effect.Solved{Forms: 4, Base: 3}, Chance: 0.2},
		{ID: "C", Solved: effect.Solved{Forms: 4, Base: 1}, Chance: 0.5},
	}
	for _, test := range []struct {
		name    string
		named   []compare.Position
		counted []string
		verdict compare.Verdict
		ids     []string
		title   doc.Text // its end
	}{
		{"confirmed", moved[:1], []string{"A"}, compare.Fail, []string{"A"}, ", confirmed on fresh forms"},
		{"only together", []compare.Position{}, nil, compare.Fail, []string{"A", "B"}, ", confirmed only together"},
		{"not searched again", nil, []string{"A"}, compare.Fail, []string{"A"}, ""},
		{"not searched again, and none counts", nil, nil, compare.Fail, nil, ""},
		{"undecided", []compare.Position{}, nil, compare.Undecided, nil, ""},
	} {
		trial := Trial{Comparison: &compare.Comparison{
			Suite: bench.SuiteRef{Name: "zz"}, Verdict: test.verdict, Forms: &compare.Forms{SolvedFormsChanged: moved, Named: test.named},
			Gates: []compare.Result{{Axis: compare.Zugzwang, Verdict: test.verdict, Positions: test.counted}},
		}}
		want := doc.Textf("lost in %s", "zz") + test.title
		if ids, title := trial.lostIDs(), trial.lostTitle(); !slices.Equal(ids, test.ids) || title != want {
			t.Errorf("%s: %q of %q, want %q of %q", test.name, title, ids, want, test.ids)
		}
	}
}
