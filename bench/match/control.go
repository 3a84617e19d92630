package match

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// Control is the time control of a player: on the clock of the game, on each move, or both.
type Control struct {
	Limits    engine.Limits // of each move, without Clock
	Base      time.Duration // on the clock at the start; 0: there is no clock
	Increment time.Duration // added after each move
	Moves     int           // Base is for so many moves and then given again; 0: for the game
	Byoyomi   time.Duration // for each move when Base is used up, in shogi; 0: none
}

// HasClock reports whether the player has a clock.
func (c Control) HasClock() bool { return c.Base > 0 }

// Exact reports whether the moves do not depend on any clock.
func (c Control) Exact() bool { return !c.HasClock() && c.Limits.Exact() }

// Scale returns the control with all times multiplied, to the millisecond and at least one each.
func (c Control) Scale(factor float64) Control {
	for _, d := range []*time.Duration{&c.Base, &c.Increment, &c.Byoyomi, &c.Limits.MoveTime} {
		if *d > 0 {
			*d = max(time.Millisecond, time.Duration(float64(*d)*factor).Round(time.Millisecond))
		}
	}
	return c
}

// The bounds of a clock.
const (
	minBase  = time.Millisecond
	maxBase  = 100 * time.Hour
	maxMoves = 1000
)

// ParseControl reads the text form: parts with commas between of "tc=8+0.08",
// "tc=40/60+0.5", "tc=300b10", "nodes=20000", "depth=8" and "movetime=100ms".
func ParseControl(text string) (Control, error) {
	var c Control
	var limits []string
	for part := range strings.SplitSeq(text, ",") {
		clock, found := strings.CutPrefix(part, "tc=")
		switch {
		case found && c.HasClock():
			return Control{}, fmt.Errorf("limit tc is given twice (expected each once)")
		case found:
			if err := c.parseClock(clock); err != nil {
				return Control{}, err
			}
		default:
			limits = append(limits, part)
		}
	}
	if limits == nil {
		return c, nil
	}
	var err error
	if c.Limits, err = engine.ParseLimits(strings.Join(limits, ",")); err != nil {
		return Control{}, err
	}
	if c.Limits.Mate > 0 || c.Limits.CPUTime > 0 {
		return Control{}, fmt.Errorf("limit %.60q (expected tc, nodes, depth or movetime: a game has no limit by mate or CPU time)", text)
	}
	return c, nil
}

// parseClock reads "8+0.08", "60", "40/60+0.5" or, with a byoyomi of 10, "300b10", in
// seconds.
func (c *Control) parseClock(text string) error {
	wrong := func() error {
		return fmt.Errorf("time control %.40q (expected seconds with increment and moves where there are such, as in 8+0.08, 60 or 40/60+0.5)", text)
	}
	rest := text
	if moves, after, found := strings.Cut(rest, "/"); found {
		n, err := strconv.Atoi(moves)
		if err != nil || n < 1 || n > maxMoves {
			return wrong()
		}
		c.Moves, rest = n, after
	}
	var ok bool
	if before, byoyomi, found := strings.Cut(rest, "b"); found {
		if c.Byoyomi, ok = parseSeconds(byoyomi); !ok || c.Byoyomi == 0 || c.Moves > 0 || strings.Contains(rest, "+") {
			return wrong()
		}
		rest = before
	}
	base, increment, found := strings.Cut(rest, "+")
	if c.Base, ok = parseSeconds(base); !ok || c.Base < minBase {
		return wrong()
	}
	if found {
		if c.Increment, ok = parseSeconds(increment); !ok {
			return wrong()
		}
	}
	return nil
}

// parseSeconds reads seconds down to the millisecond.
func parseSeconds(text string) (time.Duration, bool) {
	seconds, err := strconv.ParseFloat(text, 64)
	if err != nil || !(seconds >= 0 && seconds <= maxBase.Seconds()) || strings.ContainsAny(text, "eExX_") {
		return 0, false
	}
	return time.Duration(seconds*1000+0.5) * time.Millisecond, true
}

// clock returns the clock's part as PGN writes it, "8+0.08", or "-" without one.
func (c Control) clock() string {
	if !c.HasClock() {
		return "-"
	}
	seconds := func(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) }
	text := seconds(c.Base)
	if c.Moves > 0 {
		text = strconv.Itoa(c.Moves) + "/" + text
	}
	if c.Increment > 0 {
		text += "+" + seconds(c.Increment)
	}
	if c.Byoyomi > 0 {
		text += "b" + seconds(c.Byoyomi)
	}
	return text
}

// String returns the text form that ParseControl reads.
func (c Control) String() string {
	var parts []string
	if c.HasClock() {
		parts = append(parts, "tc="+c.clock())
	}
	if limits := c.Limits.String(); limits != "" {
		parts = append(parts, limits)
	}
	return strings.Join(parts, ",")
}

// clock is the time that a player has left in one game.
type clock struct {
	control Control
	left    time.Duration
	togo    int // moves until time is added; 0: never
}

func newClock(c Control) clock { return clock{control: c, left: c.Base, togo: c.Moves} }

// limits returns the limits of a side's next search. A side without a clock of its own shows the
// other's, so that no engine thinks its opponent has lost on time.
func limits(clocks *[2]clock, side game.Side) engine.Limits {
	own, other := &clocks[side], &clocks[side.Other()]
	l := own.control.Limits
	if !own.control.HasClock() {
		return l
	}
	if !other.control.HasClock() {
		other = own
	}
	c := &engine.Clock{MovesToGo: own.togo, Byoyomi: own.control.Byoyomi}
	c.Left[side], c.Left[side.Other()] = own.left, other.left
	c.Increment[side], c.Increment[side.Other()] = own.control.Increment, other.control.Increment
	l.Clock = c
	return l
}

// moveGrace is the time by which a move may overrun its fixed time. No engine answers at the
// very moment, and no clock of a game is at stake.
const moveGrace = 50 * time.Millisecond

// spendTime subtracts the time of a move and reports whether it was in time. A clock may be
// overrun by margin, a fixed time for each move by margin and moveGrace.
func (c *clock) spendTime(used, margin time.Duration) bool {
	if fixed := c.control.Limits.MoveTime; fixed > 0 && used > fixed+moveGrace+margin {
		return false
	}
	if !c.control.HasClock() {
		return true
	}
	c.left -= used
	if c.left < -margin-c.control.Byoyomi {
		return false
	}
	c.left = max(c.left, 0) + c.control.Increment
	if c.togo > 0 {
		if c.togo--; c.togo == 0 {
			c.togo = c.control.Moves
			c.left += c.control.Base
		}
	}
	return true
}
