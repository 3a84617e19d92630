package budget

import (
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// Meter measures a search that is limited by a clock; under exact limits it reads none.
type Meter struct {
	wall func() time.Duration // since the start; nil: not measured
	cpu  func() time.Duration // the same
	game bool                 // on the clock of a game
	Budget
	Stability
}

// NewMeter makes the meter of a search of a side, and gives the stopper its limits in time.
// Wall and cpu tell the time since the start; nil: they are not measured.
func NewMeter(s *Stopper, limits engine.Limits, side game.Side, wall, cpu func() time.Duration) Meter {
	m := Meter{wall: wall, cpu: cpu}
	if limits.CPUTime > 0 {
		s.CPU, s.MostCPU = cpu, limits.CPUTime
	}
	if limits.MoveTime > 0 {
		s.Wall, s.Most = wall, limits.MoveTime
	}
	if limits.Clock != nil {
		m.game, m.Budget = true, New(limits.Clock, side)
		s.Wall, s.Most = wall, m.Hard
	}
	return m
}

// Elapsed returns the time since the start, 0 where it is not measured.
func (m *Meter) Elapsed() (wall, cpu time.Duration) {
	if m.wall != nil {
		wall = m.wall()
	}
	if m.cpu != nil {
		cpu = m.cpu()
	}
	return wall, cpu
}

// forced is the share of the soft bound, in percent, for the only move.
const forced = 5

// EndIteration adds an iteration and reports whether a search on a clock should begin no further one. Then nothing is
// left to find, or the time is better kept for later moves. Best, score and depth in plies are of that iteration.
// Choices is the number of root moves, effort the share of the best one in all nodes, in percent.
func (m *Meter) EndIteration(best game.Move, score engine.Score, depth, choices, effort int) bool {
	if !m.game {
		return false
	}
	m.addIteration(best, score, depth)
	if n, ok := score.Mate(); ok && depth >= 2*max(n, -n) {
		return true
	}
	percent := m.percent(effort)
	if choices == 1 {
		percent = forced
	}
	return m.wall() >= m.Soft*time.Duration(percent)/100
}
