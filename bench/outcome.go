package bench

import (
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/bench/question"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/text"
)

// Verdict says how one position ended. The zero value is Unfinished, so that a position that was
// never judged cannot pass for solved.
type Verdict uint8

// The ways a position ends.
const (
	Unfinished Verdict = iota // not searched, or not to the end
	Solved                    // the answer is right
	Missed                    // the answer is wrong
	Measured                  // the position asks no question; only counts were taken
	Faulted                   // the engine gave no valid answer: see Outcome.Fault
)

var verdictNames = [...]string{"unfinished", "solved", "missed", "measured", "faulted"}

// String returns the verdict as one word.
func (v Verdict) String() string { return text.Word(v, verdictNames[:], "verdict") }

// MarshalText writes the word.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText reads the word.
func (v *Verdict) UnmarshalText(b []byte) error {
	return text.ParseWord(v, string(b), verdictNames[:], Unfinished, "verdict")
}

// Point is a moment of a search in the units that repeat: the iteration in
// plies and the nodes visited so far.
type Point struct {
	Depth int    `json:"depth"`
	Nodes uint64 `json:"nodes"`
}

// End says whether a search kept its limit. The zero value says that it did. The search reached its limit, found a
// mate, had only one move, or was told to stop since its answer had stood long enough.
type End uint8

// The ends of a search.
const (
	InLimit End = iota
	Early       // it ended by its own choice, long before its limit by depth or nodes
	Late        // it had to be stopped, far behind its limit by nodes or time
)

var endNames = [...]string{"", "early", "late"}

// String returns the end as one word, empty for InLimit.
func (e End) String() string { return text.Word(e, endNames[:], "end") }

// MarshalText writes the word.
func (e End) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// UnmarshalText reads the word of an end that is not InLimit.
func (e *End) UnmarshalText(b []byte) error {
	return text.ParseWord(e, string(b), endNames[:], Early, "end")
}

// endOf returns Early, Late or InLimit for the reason for which a search ended.
func endOf(reason engine.StopReason) End {
	switch reason {
	case engine.StopEarly:
		return Early
	case engine.StopLate:
		return Late
	default:
		return InLimit
	}
}

// NullByDepth holds, for each remaining depth in plies, the number of null moves tried and of
// those that cut the node.
type NullByDepth [][2]uint64

// byDepth collects the counts from the rows of each depth, up to the last that are not all 0; nil if there are none.
func byDepth[L ~[]R, R comparable](rows []engine.Counters, counts func(*engine.Counters) R) *L {
	var kept L
	for depth := range rows {
		if row := counts(&rows[depth]); row != *new(R) {
			kept = append(kept, make(L, depth+1-len(kept))...)
			kept[depth] = row
		}
	}
	if kept == nil {
		return nil
	}
	return &kept
}

// Outcome is the answer of an engine to one position. A faulted or unfinished
// one holds no answer: beside its identity only Want, MaxPoints and Fault are
// set.
type Outcome struct {
	ID        string          `json:"id"` // of the record: see epd.Record.Key
	Verdict   Verdict         `json:"verdict"`
	Fault     Fault           `json:"fault,omitempty"`
	Retried   Fault           `json:"retried,omitempty"` // of a first attempt; this is the answer to a second, in a fresh engine; none if that only ignored go
	Ended     End             `json:"ended,omitempty"`   // whether the search kept its limit
	Want      string          `json:"want,omitempty"`    // the question of the record, such as "Qg6", "not Rxh7", "#3"; empty: nothing
	Best      string          `json:"best,omitempty"`    // the move played, in SAN; empty when there is no legal move
	Score     engine.Score    `json:"score"`             // from the side to move
	Depth     int             `json:"depth"`             // last complete iteration, in plies
	SelDepth  int             `json:"seldepth,omitempty"`
	Nodes     uint64          `json:"nodes"`
	Found     *Point          `json:"found,omitempty"`      // the first time the right answer came on top, of those that are known
	Stable    *Point          `json:"stable,omitempty"`     // the time since which it stayed on top to the end; nil if not solved or not known
	Points    int             `json:"points,omitempty"`     // of a graded record, for the move played
	MaxPoints int             `json:"max_points,omitempty"` // of a graded record, at most; 0: not graded
	Mate      MateClaim       `json:"mate,omitzero"`        // the worst flawed claim about a proven mate
	Counters  engine.Counters `json:"counters,omitzero"`
	// NullByDepth and NullMoveCosts are nil unless Config.CountDepths asks for them and the
	// engine counts.
	NullByDepth   *NullByDepth   `json:"null_by_depth,omitempty"`
	NullMoveCosts *NullMoveCosts `json:"null_prices,omitempty"`
	// Iterations is nil unless Config.Iterations asks for it and the engine tells. It says how the
	// answer came about and is no part of it: Equal does not look at it.
	Iterations *Iterations `json:"iterations,omitempty"`
}

// Failed reports whether the engine had a fault on the position, at the first attempt at
// least.
func (o *Outcome) Failed() bool { return o.Verdict == Faulted || o.Retried != NoFault }

// HasUnknownTime reports whether the position is solved and it is not known since when: the engine
// did not tell of the iteration before.
func (o *Outcome) HasUnknownTime() bool { return o.Verdict == Solved && o.Stable == nil }

// unfinished returns the outcome of a position before anything is known but what it
// asks.
func unfinished(q question.Question) Outcome {
	return Outcome{ID: question.ID(q.Record), Want: q.Text(), MaxPoints: q.Record.MaxPoints}
}

// record takes the answer over.
func (o *Outcome) record(q question.Question, result engine.Result, right bool) {
	switch {
	case !q.Asked():
		o.Verdict = Measured
	case right:
		o.Verdict = Solved
	default:
		o.Verdict = Missed
	}
	if result.Best != game.NoMove {
		position := q.Record.Position
		o.Best = position.Notation(result.Best)
	}
	o.Score, o.Depth, o.SelDepth = storable(result.Score), result.Depth, result.SelDepth
	o.Nodes, o.Counters = result.Nodes, result.Counters
	o.Ended = endOf(result.Stop)
	o.Points = q.Points(result.Best)
}

// Proven returns the proven mate of the position in moves, negative where the side to move is mated. Ok reports
// whether there is one.
func (o *Outcome) Proven() (moves int, ok bool) {
	_, text, found := strings.Cut(o.Want, "#")
	for found { // moves that mate end in the sign too
		if n, err := strconv.Atoi(text); err == nil && n != 0 {
			return n, true
		}
		_, text, found = strings.Cut(text, "#")
	}
	return 0, false
}

// FoundMate reports whether the answer claims a mate for the side that mates, and best
// whether it is in as few moves as are proven.
func (o *Outcome) FoundMate() (found, best bool) {
	proven, asked := o.Proven()
	claimed, mate := o.Score.Mate()
	if !asked || !mate || o.Verdict != Solved && o.Verdict != Missed || (proven > 0) != (o.Score > 0) {
		return false, false
	}
	return true, claimed == proven
}

// NullMoveCosts holds, for each remaining depth in plies, the counts from which NullSaved estimates what null moves
// saved. Null moves nested in another null search are not counted. The first two counts are the null moves that
// failed high at a node that failed high, and the nodes visited there afterwards. The last two are the null moves
// that failed low at a node where a move failed high, and the nodes visited there afterwards.
type NullMoveCosts [][4]uint64

// nullMoveCosts collects the counts from the rows of each depth; nil if there are none.
func nullMoveCosts(rows []engine.Counters) *NullMoveCosts {
	return byDepth[NullMoveCosts](rows, func(row *engine.Counters) [4]uint64 {
		return [4]uint64{row.NullSucceeded, row.NullSucceededNodes, row.NullLate, row.LateNodes}
	})
}

// add adds counts, depth by depth.
func (p *NullMoveCosts) add(o NullMoveCosts) {
	for depth, row := range o {
		if depth == len(*p) {
			*p = append(*p, [4]uint64{})
		}
		for i, n := range row {
			(*p)[depth][i] += n
		}
	}
}

// saved estimates how many nodes null moves saved. So many nodes were searched below them. See Run.NullSaved.
func (p NullMoveCosts) saved(below uint64) int64 {
	saved, price := -float64(below), 0.0
	for _, row := range p { // a depth without a price has that of the next below
		if row[2] > 0 {
			price = float64(row[3]) / float64(row[2])
		}
		saved += float64(float64(row[0])*price) - float64(row[1])
	}
	return int64(saved)
}
