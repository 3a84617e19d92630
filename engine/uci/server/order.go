package server

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/uci"
)

// order is a parsed go command.
type order struct {
	protocol  uci.Protocol
	limits    engine.Limits
	moves     []game.Move
	infinite  bool // nothing but stop ends it
	ponder    bool // nothing but stop or ponderhit ends it
	checkmate bool // a mate as USI asks for it
	perft     int
	odd       []string // what could not be understood, for people
}

// parseGo reads the arguments of a go command about a position. It skips invalid ones and notes them.
func parseGo(protocol uci.Protocol, args []string, p game.Position, overhead time.Duration) order {
	o := order{protocol: protocol}
	var clock engine.Clock
	timed, fields := false, o.fields(&clock)
	for i := 0; i < len(args); {
		word := args[i]
		i++
		switch word {
		case "infinite":
			o.infinite = true
			continue
		case "ponder":
			o.ponder = true
			continue
		case "searchmoves":
			i = o.searchMoves(args, i, p)
			continue
		case "mate":
			if protocol == uci.USI && o.mate(args[i:]) {
				i++
				continue
			}
		}
		set, known := fields[word]
		if !known {
			o.odd = append(o.odd, fmt.Sprintf("unknown word %q", uci.Clip(word, 40)))
			continue
		}
		if i == len(args) {
			o.odd = append(o.odd, word+" has no value")
			break
		}
		n, err := strconv.ParseInt(args[i], 10, 64)
		if err != nil {
			o.odd = append(o.odd, fmt.Sprintf("%s %q is no number", word, uci.Clip(args[i], 40)))
		} else {
			set(n)
			timed = timed || word == "wtime" || word == "btime" || word == "byoyomi"
		}
		i++
	}
	if timed {
		for side := range clock.Left {
			clock.Left[side] = max(clock.Left[side]-overhead, time.Millisecond)
		}
		clock.Byoyomi = max(clock.Byoyomi-overhead, 0)
		o.limits.Clock = &clock
	}
	o.infinite = o.infinite || o.limits == (engine.Limits{})
	return o
}

// fields returns how the numbers after words are taken.
func (o *order) fields(clock *engine.Clock) map[string]func(int64) {
	l := &o.limits
	white, black := game.First, game.Second
	if o.protocol == uci.USI {
		white, black = black, white
	}
	fields := map[string]func(int64){
		"wtime":     func(n int64) { clock.Left[white] = duration(n) },
		"btime":     func(n int64) { clock.Left[black] = duration(n) },
		"winc":      func(n int64) { clock.Increment[white] = duration(n) },
		"binc":      func(n int64) { clock.Increment[black] = duration(n) },
		"movestogo": func(n int64) { clock.MovesToGo = int(min(max(n, 0), 1000)) },
		"depth":     func(n int64) { l.Depth = int(min(max(n, 1), engine.MaxDepth)) },
		"nodes":     func(n int64) { l.Nodes = uint64(max(n, 1)) },
		"mate":      func(n int64) { l.Mate = int(min(max(n, 1), engine.MaxDepth)) },
		"movetime":  func(n int64) { l.MoveTime = max(duration(n), time.Millisecond) },
		"perft":     func(n int64) { o.perft = int(min(max(n, 1), math.MaxInt16)) },
	}
	if o.protocol == uci.USI {
		fields["byoyomi"] = func(n int64) { clock.Byoyomi = duration(n) }
	}
	return fields
}

// mate parses the arguments of go mate in USI: a time in milliseconds or infinite; false if they are neither.
func (o *order) mate(args []string) bool {
	if len(args) == 0 {
		return false
	}
	if args[0] != "infinite" {
		n, err := strconv.ParseInt(args[0], 10, 64)
		if err != nil {
			return false
		}
		o.limits.MoveTime = max(duration(n), time.Millisecond)
	}
	o.limits.Mate, o.checkmate = engine.MaxDepth, true
	return true
}

// duration returns a time in milliseconds; one that has run out is 0.
func duration(ms int64) time.Duration {
	return time.Duration(min(max(ms, 0), math.MaxInt64/int64(time.Millisecond))) * time.Millisecond
}

// searchMoves reads moves from the i-th word on, and returns the place of the
// first word that is none.
func (o *order) searchMoves(args []string, i int, p game.Position) int {
	for ; i < len(args) && uci.IsMove(p.Game(), args[i]); i++ {
		m, err := p.ParseMove(args[i])
		if err != nil {
			o.odd = append(o.odd, err.Error())
			continue
		}
		o.moves = append(o.moves, m)
	}
	return i
}
