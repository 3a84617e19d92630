package uci

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// report is one info line. Fields that are missing or make no sense are zero.
type report struct {
	engine.Info
	hasScore   bool
	hasNodes   bool
	centipawns int // the score as told, 0 where it is none in centipawns
	dropped    int // fields that made no sense
}

// The largest credible numbers; larger ones are reduced to these.
const (
	maxPlies = math.MaxInt16
	maxNodes = 1<<53 - 1 // sums of many stay exact in every format
	maxTime  = int64(math.MaxInt64 / time.Millisecond)
)

// parseInfo reads an info line about a search of root into r. The variation in
// it holds moves that are legal one after the other: it ends before the first
// that is not. It belongs to r and is overwritten by the next call.
func parseInfo(line string, root game.Position, r *report) {
	*r = report{Info: engine.Info{PV: r.PV[:0], MultiPV: 1}}
	next, text := cutWord(line)
	if next != "info" {
		return
	}
	next, text = cutWord(text)
	for next != "" {
		word := next
		next, text = cutWord(text)
		switch word {
		case "depth":
			r.Depth = r.plies(next)
		case "seldepth":
			r.SelDepth = r.plies(next)
		case "multipv":
			r.MultiPV = max(1, r.plies(next))
		case "nodes":
			r.Nodes, r.hasNodes = r.number(next)
			r.Nodes = min(r.Nodes, maxNodes)
		case "time":
			ms, _ := r.number(next)
			r.Time = time.Duration(min(ms, uint64(maxTime))) * time.Millisecond
		case "hashfull":
			permille, _ := r.number(next)
			r.Hashfull = int(min(permille, 1000))
		case "score":
			next, text = r.score(next, text, root)
			continue
		case "pv":
			next, text = r.line(next, text, root)
			continue
		case "string", "refutation", "currline":
			return
		case "nps", "tbhits", "cpuload", "currmove", "currmovenumber", "sbhits", "wdl":
		default:
			continue // unknown words are passed over one by one
		}
		next, text = cutWord(text)
	}
}

// number reads a number of digits alone; too large a one is the largest.
func (r *report) number(word string) (uint64, bool) {
	if word == "" || strings.Trim(word, "0123456789") != "" {
		r.dropped++
		return 0, false
	}
	n, err := strconv.ParseUint(word, 10, 64)
	if err != nil {
		return math.MaxUint64, true // digits only, so it is out of range
	}
	return n, true
}

func (r *report) plies(word string) int {
	n, _ := r.number(word)
	return int(min(n, maxPlies))
}

// score reads what follows the word score.
func (r *report) score(kind, text string, root game.Position) (next, rest string) {
	value, text := cutWord(text)
	if kind == "mate" && root.Game() == game.Shogi && (value == "+" || value == "-") {
		r.Score, r.hasScore, r.Bound = engine.MateBound, true, engine.Lower
		if value == "-" {
			r.Score, r.Bound = -engine.MateBound, engine.Upper
		}
		return cutWord(text)
	}
	digits := strings.TrimPrefix(strings.TrimPrefix(value, "+"), "-")
	n, ok := r.number(digits)
	signed := int(min(n, math.MaxInt32))
	if strings.HasPrefix(value, "-") {
		signed = -signed
	}
	switch {
	case !ok:
	case kind == "cp":
		r.centipawns = signed
		r.Score, r.hasScore = engine.Score(min(max(signed, 1-int(engine.MateBound)), int(engine.MateBound)-1)), true
	case kind == "mate" && (signed != 0 || root.CountLegal() == 0):
		r.Score, r.hasScore = mateScore(root.Game(), signed), true
	default:
		r.dropped++
	}
	next, rest = cutWord(text)
	for {
		switch next {
		case "lowerbound":
			r.Bound = engine.Lower
		case "upperbound":
			r.Bound = engine.Upper
		default:
			return next, rest
		}
		next, rest = cutWord(rest)
	}
}

// line reads the moves of a variation.
func (r *report) line(move, text string, root game.Position) (next, rest string) {
	p := root
	r.PV = r.PV[:0]
	broken := false
	for IsMove(root.Game(), move) {
		if !broken {
			m, err := p.ParseMove(move)
			if err != nil {
				broken, r.Broken = true, true
				r.dropped++
			} else {
				p = p.After(m)
				r.PV = append(r.PV, m)
			}
		}
		move, text = cutWord(text)
	}
	return move, text
}

// InfoLine returns the info line of a report; the time is that since the search began.
func (p Protocol) InfoLine(i *engine.Info, elapsed time.Duration) string {
	var b strings.Builder
	fmt.Fprintf(&b, "info depth %d", i.Depth)
	if i.SelDepth > 0 {
		fmt.Fprintf(&b, " seldepth %d", i.SelDepth)
	}
	if i.MultiPV > 0 {
		fmt.Fprintf(&b, " multipv %d", i.MultiPV)
	}
	fmt.Fprintf(&b, " score %s nodes %d", p.ScoreText(i.Score, i.Bound), i.Nodes)
	if ms := elapsed.Milliseconds(); ms > 0 {
		fmt.Fprintf(&b, " nps %d", uint64(float64(i.Nodes)/elapsed.Seconds()))
	}
	fmt.Fprintf(&b, " hashfull %d time %d", i.Hashfull, elapsed.Milliseconds())
	if len(i.PV) > 0 {
		b.WriteString(" pv " + game.JoinMoves(i.PV))
	}
	return b.String()
}

// ScoreText returns a score as info lines have it: a mate counts moves in UCI and plies in
// USI.
func (p Protocol) ScoreText(score engine.Score, bound engine.Bound) string {
	text := "cp " + strconv.Itoa(int(score))
	if n, ok := score.Mate(); ok {
		if p == USI {
			n = score.MatePlies()
		}
		text = "mate " + strconv.Itoa(n)
	}
	switch bound {
	case engine.Lower:
		text += " lowerbound"
	case engine.Upper:
		text += " upperbound"
	}
	return text
}
