package farm

import (
	"context"
	"time"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine"
)

// Farm sends positions and games to a server, where workers find them. It is a
// runner.Farm.
type Farm struct {
	Access   Access
	Tool     string // version of the program, which workers have to have
	Tell     engines.Logf
	Timeouts Timeouts
	Signer   *Signer // of engines that are programs, which are sent; nil: none is
	// CheckShare has one item in so many done by two workers, the first of all among them;
	// 0: one in fifty.
	CheckShare int
	// Reference is the speed that the times of clocks refer to, in nodes a second of a core. If it is 0, the speed of
	// this machine is measured.
	Reference float64
}

// reference is Reference, or measures it.
func (f *Farm) reference(ctx context.Context, now func() time.Time) (float64, error) {
	if f.Reference > 0 {
		return f.Reference, nil
	}
	measured, err := Calibrate(ctx, 1, now)
	return measured.Alone, err
}

// oneThread refuses an engine whose searches cannot be repeated.
func oneThread(e Engine) error {
	if e.ID.Option(engine.ThreadsOption, "1") != "1" {
		return failure.Inputf("flag --farm: engine %s searches with several threads, and no two of its searches are the same (expected one)", e.ID.Name)
	}
	return nil
}
