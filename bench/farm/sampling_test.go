package farm

import (
	"testing"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine/tune"
)

// TestReadSample: a worker's result must have as many games as the item, with positions in
// them; the last item may have fewer.
func TestReadSample(t *testing.T) {
	const sample = `"8/8/8/8/8/2k5/2p5/2K5 w - - 0 1;-20;1/2-1/2"`
	for _, test := range []struct {
		name    string
		r       Result
		refused bool
		fails   bool
	}{
		{"whole", Result{Index: 0, End: Done, Outcome: []byte(`[[` + sample + `],[],[],[]]`)}, false, false},
		{"last", Result{Index: 1, End: Done, Outcome: []byte(`[[],[` + sample + `]]`)}, false, false},
		{"too many", Result{Index: 1, End: Done, Outcome: []byte(`[[],[],[]]`)}, true, false},
		{"too few", Result{Index: 0, End: Done, Outcome: []byte(`[[],[]]`)}, true, false},
		{"no position", Result{Index: 1, End: Done, Outcome: []byte(`[[],["nonsense"]]`)}, true, false},
		{"nothing", Result{Index: 1, End: Done}, true, false},
		{"lost", Result{Index: 1, End: Lost}, false, true},
		{"split", Result{Index: 1, End: Nondeterministic}, false, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newSampleTask(tune.Generation{First: 3, Games: 6})
			_, take, err := s.read(test.r)
			if (err != nil) != test.refused {
				t.Fatalf("got %v", err)
			}
			if err != nil {
				return
			}
			if err := take(); (failure.Of(err) == failure.Engine) != test.fails {
				t.Errorf("got %v", err)
			}
			if !test.fails && (s.played[test.r.Index] == nil || s.progress.Finished != 1) {
				t.Error("the games are not kept")
			}
		})
	}
}
