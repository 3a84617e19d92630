package bench

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/epd"
)

// question is what a record asks of an engine.
//
// Moves to find or to avoid, and a mate, a win or a draw to see, have to be met together. A
// record that only grades moves asks for one with the most points, and one that only
// counts leaves for the largest count within the limits, and nothing is searched. A record
// with none of these asks nothing.
type question struct {
	record *epd.Record
	graded bool      // the points alone make the verdict
	leaves epd.Count // to count; zero: none
}

func questionOf(record *epd.Record, limits *Limits) question {
	alone := len(record.Best) == 0 && len(record.Avoid) == 0 && !record.HasMate && record.Result == epd.NoResult
	return question{record: record, graded: alone && len(record.Points) > 0, leaves: leavesOf(record, limits)}
}

// leavesOf returns the count that a record asks for, if that is all it asks: the deepest within
// the limits by depth and nodes, the first at least.
func leavesOf(record *epd.Record, limits *Limits) (asked epd.Count) {
	if record.HasVerdict() || len(record.Perft) == 0 {
		return asked
	}
	asked = record.Perft[0]
	within := limits.For(record)
	for _, count := range record.Perft {
		if (within.Depth == 0 || count.Depth <= within.Depth) && (within.Nodes == 0 || count.Nodes <= within.Nodes) {
			asked = count
		}
	}
	return asked
}

// counts reports whether leaves are counted and nothing is searched.
func (q question) counts() bool { return q.leaves.Depth > 0 }

// asked reports whether there is anything to answer.
func (q question) asked() bool { return q.record.HasVerdict() || q.counts() }

// answered reports whether move and score are a right answer. A position that
// asks nothing has none.
func (q question) answered(move game.Move, score engine.Score, bound engine.Bound) bool {
	r := q.record
	switch {
	case !q.asked() || move == game.NoMove || move.IsClaim():
		return false
	case q.graded:
		return slices.Contains(r.Points, epd.Graded{Move: move, Points: r.MaxPoints})
	case len(r.Best) > 0 && !slices.Contains(r.Best, move):
		return false
	case slices.Contains(r.Avoid, move):
		return false
	}
	return (!r.HasMate || mateProven(r.MateIn, score, bound)) && resultSeen(r.Result, score, bound)
}

// IsAnswer reports whether the result of a search answers what a record asks. It is false for one that asks nothing.
func IsAnswer(record *epd.Record, r engine.Result) bool {
	return questionOf(record, &Limits{}).answered(r.Best, r.Score, r.Bound)
}

// WantText returns what a record asks for, such as "Qg6 Rh7", "not Rxh7" or "#3". It is empty for one that asks nothing.
func WantText(record *epd.Record) string { return questionOf(record, &Limits{}).text() }

// DrawBound is the largest absolute score of a draw, in centipawns. Some engines score draws a little above or below 0. In
// the suite rules a win and a draw differ by a piece or more.
const DrawBound = 100

// resultSeen reports whether score is that of the result.
func resultSeen(want epd.Result, score engine.Score, bound engine.Bound) bool {
	switch want {
	case epd.Draw:
		return bound == engine.Exact && -DrawBound <= score && score <= DrawBound
	case epd.Win:
		return bound != engine.Upper && score > DrawBound
	case epd.Mate:
		moves, mate := score.Mate()
		return bound != engine.Upper && mate && moves > 0
	}
	return true
}

// mateProven reports whether score is a mate in at most want moves, or, with a
// negative want, being mated in at most -want moves. A bound on the wrong side
// proves nothing.
func mateProven(want int, score engine.Score, bound engine.Bound) bool {
	got, ok := score.Mate()
	switch {
	case !ok:
		return false
	case want > 0:
		return got > 0 && got <= want && bound != engine.Upper
	case want < 0:
		return got < 0 && got >= want && bound != engine.Lower
	}
	return false
}

// points returns those for the move, 0 when it is not graded.
func (q question) points(move game.Move) int {
	for _, g := range q.record.Points {
		if g.Move == move {
			return g.Points
		}
	}
	return 0
}

// text returns the question in short, such as "Qg6 Rh7", "not Rxh7", "Ng5, #3",
// "Kh1, draw", "Nf3=10 d4=7" or "D4 197281".
func (q question) text() string {
	r := q.record
	var parts []string
	if len(r.Best) > 0 {
		parts = append(parts, sanList(r.Position, r.Best))
	}
	if len(r.Avoid) > 0 {
		parts = append(parts, "not "+sanList(r.Position, r.Avoid))
	}
	if r.HasMate {
		parts = append(parts, "#"+strconv.Itoa(r.MateIn))
	}
	if r.Result != epd.NoResult {
		parts = append(parts, r.Result.String())
	}
	if q.counts() {
		parts = append(parts, fmt.Sprintf("D%d %d", q.leaves.Depth, q.leaves.Nodes))
	}
	if q.graded {
		parts = append(parts, gradeList(r.Position, r.Points))
	}
	return strings.Join(parts, ", ")
}

func sanList(position game.Position, moves []game.Move) string {
	words := make([]string, len(moves))
	for i, m := range moves {
		words[i] = position.Notation(m)
	}
	return strings.Join(words, " ")
}

func gradeList(position game.Position, grades []epd.Graded) string {
	words := make([]string, len(grades))
	for i, g := range grades {
		words[i] = position.Notation(g.Move) + "=" + strconv.Itoa(g.Points)
	}
	return strings.Join(words, " ")
}

// recordID returns the identity of a record in a run: its own or, without one, a
// name made from its position.
func recordID(record *epd.Record) string { return validText(record.Key()) }

// validText replaces what no file can hold as text.
func validText(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

// tracker follows one search and notes when the right answer came on top and
// since when it stayed there, as far as the engine tells.
type tracker struct {
	question          question
	elapsed           func() time.Duration // since the start of the search
	enough            int                  // iterations with the right answer in a row that end the search; 0: none do
	stop              func()               // ends the search
	found, stable     *Point
	foundAt, stableAt time.Duration
	streak, depth     int            // iterations with the right answer in a row so far, the last of them
	stands            bool           // the right answer is on top
	told              int            // the deepest iteration that had a line so far
	answer            *engine.Result // that of the search that was ended; nil: it was not
	mate              MateClaim
	iterations        *answers // nil: they are not kept
}

// info takes in one report of the search. A line that only bounds the score from above
// says which move failed, not which is best, and is passed over. Reports after the end of
// the search are ignored: their number depends on the moment when the engine receives the
// stop.
func (t *tracker) info(info engine.Info) {
	if t.answer == nil && info.MultiPV < 2 && info.Bound == engine.Exact {
		t.mate.hear(t.question, info.Score, info.Bound, info.PV, info.Broken, info.Depth, game.NoMove)
	}
	if t.answer != nil || len(info.PV) == 0 {
		return
	}
	if t.iterations != nil {
		t.iterations.hear(&info)
	}
	told := t.told
	t.told = max(told, info.Depth)
	if info.Bound == engine.Upper {
		return
	}
	right := t.note(info.PV[0], info.Score, info.Bound, Point{Depth: info.Depth, Nodes: info.Nodes}, told)
	switch {
	case !right:
		t.streak, t.depth = 0, 0
	case info.Bound == engine.Exact && info.Depth > t.depth:
		t.streak, t.depth = t.streak+1, info.Depth
		if t.streak == t.enough {
			t.answer = &engine.Result{
				Best: info.PV[0], Score: info.Score, Bound: info.Bound, PV: slices.Clone(info.PV), Broken: info.Broken,
				Depth: info.Depth, SelDepth: info.SelDepth, Nodes: info.Nodes, Counters: info.Counters,
			}
			t.stop()
		}
	}
}

// end takes in the answer and tells whether it is right. The answer is the
// last word: a right one that no report had announced was found just now.
func (t *tracker) end(result engine.Result) bool {
	t.mate.hear(t.question, result.Score, result.Bound, result.PV, result.Broken, result.Depth, result.Best)
	return t.note(result.Best, result.Score, result.Bound, Point{Depth: result.Depth, Nodes: result.Nodes}, t.told)
}

// note takes in what stands on top, after a line of the iteration told. Where iterations
// between say nothing the right answer may have stood since any of them, and the moment is
// not known.
func (t *tracker) note(move game.Move, score engine.Score, bound engine.Bound, at Point, told int) bool {
	before := t.stands
	if t.stands = t.question.answered(move, score, bound); !t.stands {
		t.stable, t.stableAt = nil, 0
		return false
	}
	if !before && at.Depth > 0 && at.Depth <= told+1 {
		now := t.elapsed()
		t.stable, t.stableAt = &at, now
		if t.found == nil {
			t.found, t.foundAt = &at, now
		}
	}
	return true
}
