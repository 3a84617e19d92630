package runner

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/fit/fittest"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/suites"
)

// refusing is a farm that takes no suite.
type refusing struct{ Farm }

func (refusing) Suite(engines.Engine, *suites.Suite, *bench.Config) (bench.Remote, error) {
	return nil, errors.New("sent to the farm")
}

// plain plays the first legal move.
type plain struct{ fittest.Base }

func (plain) Search(_ context.Context, task engine.Task, _ func(engine.Info)) (engine.Result, error) {
	move := task.Start.LegalMoves()[0]
	return engine.Result{Best: move, Depth: 1, Nodes: 1}, nil
}

// TestRestartHere: an engine with restarts is searched on this machine, also with a farm, and that is told. Its checkpoint goes on
// with no attempt that had other restarts.
func TestRestartHere(t *testing.T) {
	suite := must.Get(suites.Load(strings.NewReader("4k3/8/8/8/8/8/8/4K3 w - - id \"A\";\n"), "few.epd"))(t)
	var told []string
	r := &Runner{Workers: 1, Now: time.Now, Watch: NoWatch, Tell: func(format string, arguments ...any) { told = append(told, fmt.Sprintf(format, arguments...)) }, Farm: refusing{}}
	on := engines.Engine{Name: "plain", Open: func() (engine.Engine, error) { return plain{}, nil }}
	config := bench.Config{Limits: bench.Limits{Limits: engine.Limits{Depth: 1}}}
	if _, _, err := r.Run(t.Context(), on, suite, config); err == nil || err.Error() != "sent to the farm" {
		t.Errorf("without restarts: %v", err)
	}
	kept := config
	kept.Limits.KeepState = 2
	if _, _, err := r.Run(t.Context(), on, suite, kept); err != nil || !slices.Contains(told, "few: limit depth=1,keep-state=2 has keep-state, so this machine searches, and not the farm") {
		t.Errorf("with kept state: %v, told %q", err, told)
	}
	keep := must.Get(r.CheckpointKey(on, 1))(t)
	on.Restart = 16
	if _, _, err := r.Run(t.Context(), on, suite, config); err != nil || !slices.Contains(told, "few: engine plain has restart:, so this machine searches, and not the farm") {
		t.Errorf("with restarts: %v, told %q", err, told)
	}
	restarted, err := r.CheckpointKey(on, 1)
	if err != nil || slices.Equal(keep, restarted) {
		t.Errorf("%v: the key of a checkpoint is the same", err)
	}
}
