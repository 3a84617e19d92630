package search

import (
	"context"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
)

func BenchmarkSearch(b *testing.B) {
	s := must.Get(New(Defaults()))(b)
	b.ReportAllocs()
	var nodes uint64
	for b.Loop() {
		n := must.Get(s.Bench(context.Background(), 9, nil))(b)
		nodes += n
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
}

// TestUntuned checks that the preset is the search with bench 2175727, by its nodes to depth 7.
func TestUntuned(t *testing.T) {
	o := Defaults()
	o.Params = Untuned()
	s := must.Get(New(o))(t)
	const want = 233_511
	if got := must.Get(s.Bench(t.Context(), 7, nil))(t); got != want {
		t.Errorf("%d nodes to depth 7 (expected %d)", got, want)
	}
}

// TestConstantsOfRules checks that a rule which a preset leaves out works with its
// old constants where it is switched on, as in "plain,lmp=8".
func TestConstantsOfRules(t *testing.T) {
	want := must.Get(ParseParams("untuned,lmrfalling=2,lmrkiller=4,lmrhistory=10000,lmpfirst=3,lmpslope=100,seequiet=25,futilityscore=128"))(t)
	if want != Untuned() {
		t.Error("the constants are not those of the search before it was tuned")
	}
	for _, name := range []string{"plain", "falcon"} {
		p := must.Get(ParseParams(name))(t)
		q := must.Get(ParseParams(name + ",lmrfalling=2,lmrkiller=4,lmrhistory=10000,lmpfirst=3,lmpslope=100,seequiet=25,futilityscore=128"))(t)
		if p != q {
			t.Errorf("%s has other constants", name)
		}
	}
}
