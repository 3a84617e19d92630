package bench

import (
	"slices"
	"testing"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
)

// remarking is an engine with remarks about itself.
type remarking struct {
	engine.Engine
	remarks []engine.Remark
}

func (r remarking) Remarks() []engine.Remark { return r.remarks }

// TestRemarks: those of all engines of a run are added up, also of engines that
// were closed after a fault.
func TestRemarks(t *testing.T) {
	engines := newStable()
	open := func() (engine.Engine, error) {
		opened, err := engines.open()
		return remarking{opened, []engine.Remark{{Text: "searches ended early", Count: 2}, {Text: "answers came twice", Count: 1}}}, err
	}
	config := depthConfig()
	config.Repeat = 2
	_, timing, err := Execute(t.Context(), open, suiteOf(ask(t, "a", startFEN), ask(t, "b", backRank)), config)
	must.Do(t, err)
	// Each repetition is in a fresh engine: two positions need three.
	if want := []string{"engine: answers came twice: 3", "engine: searches ended early: 6"}; !slices.Equal(timing.Warnings, want) {
		t.Errorf("got %q, want %q", timing.Warnings, want)
	}
}
