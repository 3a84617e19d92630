package farm

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
)

// Calibration holds the search speed of a machine, in nodes a second of the built-in engine for chess,
// and the delay with which it wakes.
type Calibration struct {
	Alone float64       `json:"alone"` // one core, the others idle
	Busy  float64       `json:"busy"`  // the slowest core, all of them busy
	Late  time.Duration `json:"late"`  // the latest of many timers, all cores busy
}

// String tells the figures.
func (c Calibration) String() string {
	return fmt.Sprintf("%.0f nodes a second, %.0f with all cores busy, timers up to %v late", c.Alone, c.Busy, c.Late.Round(time.Millisecond/10))
}

// The bounds of a worker that plays on a clock.
const (
	minBusy   = 0.7                   // of the speed of a core alone, when all are busy
	maxScaled = 4                     // times as fast or as slow as the reference
	maxLate   = 25 * time.Millisecond // half of the time by which a match lets a move overrun its fixed time
)

// ClockFactor returns the factor for the times of clocks on a machine. With it a player has as many nodes as at the
// speed of the reference. The error says why the machine should not play on a clock.
func (c Calibration) ClockFactor(reference float64) (float64, error) {
	factor := reference / c.Busy
	switch {
	case !(c.Alone > 0 && c.Busy > 0 && reference > 0):
		return 0, fmt.Errorf("speed is not known")
	case c.Busy < minBusy*c.Alone:
		return 0, fmt.Errorf("a core has %.0f %% of its speed when all are busy (expected %.0f %% or more: see --cores)", 100*c.Busy/c.Alone, 100*minBusy)
	case c.Late > maxLate:
		return 0, fmt.Errorf("timers are up to %v late (expected %v at most)", c.Late.Round(time.Millisecond/10), maxLate)
	case factor > maxScaled || factor < 1./maxScaled:
		return 0, fmt.Errorf("times would be multiplied by %.2f (expected a machine at most %d times as fast or slow as the coordinator's)", factor, maxScaled)
	}
	return factor, nil
}

// Work of a calibration.
const (
	calibrationHash   = 16      // MiB
	calibrationNodes  = 250_000 // of each position
	calibrationSleeps = 50
	calibrationSleep  = 10 * time.Millisecond
)

// Calibrate measures this machine, which takes seconds; it should do nothing else.
func Calibrate(ctx context.Context, cores int, now func() time.Time) (Calibration, error) {
	return calibrate(ctx, cores, calibrationNodes, now)
}

func calibrate(ctx context.Context, cores int, nodes uint64, now func() time.Time) (c Calibration, err error) {
	if c.Alone, err = measureSpeed(ctx, nodes, now); err != nil {
		return c, err
	}
	speeds, errs := make([]float64, cores), make([]error, cores)
	var working sync.WaitGroup
	busy, end := context.WithCancel(ctx)
	defer end()
	for i := range cores {
		working.Go(func() { speeds[i], errs[i] = measureSpeed(busy, nodes, now) })
	}
	for range calibrationSleeps {
		begun := now()
		time.Sleep(calibrationSleep)
		c.Late = max(c.Late, now().Sub(begun)-calibrationSleep)
	}
	working.Wait()
	c.Busy = speeds[0]
	for i, speed := range speeds {
		if errs[i] != nil {
			return c, errs[i]
		}
		c.Busy = min(c.Busy, speed)
	}
	return c, nil
}

// measureSpeed returns the nodes a second of an engine that searches so many nodes of each
// position.
func measureSpeed(ctx context.Context, limit uint64, now func() time.Time) (float64, error) {
	own := builtin.Defaults()
	own.HashMB = calibrationHash
	e, err := own.Open()
	if err != nil {
		return 0, err
	}
	defer e.Close()
	positions, err := openings()
	if err != nil {
		return 0, err
	}
	nodes := uint64(0)
	begun := now()
	for _, p := range positions {
		if err := e.Reset(ctx); err != nil {
			return 0, err
		}
		r, err := e.Search(ctx, engine.Task{Start: p, Limits: engine.Limits{Nodes: limit}}, nil)
		if err != nil {
			return 0, err
		}
		nodes += r.Nodes
	}
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	return float64(nodes) / max(now().Sub(begun).Seconds(), 1e-9), nil
}
