// Package question says what the record of a suite asks of an engine, and whether an answer is right.
package question

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/text"
	"github.com/zugwatch/zugwatch/epd"
)

// Question is the task that a record sets an engine.
//
// Moves to find or to avoid, and a mate, a win or a draw to see, have to be met together. A record that only grades
// moves asks for one with the most points. One that only counts leaves asks for the largest count within the limits,
// and nothing is searched. A record with none of these asks nothing. A win that may be declared is one by declaration
// or a mate, whatever else the score promises.
type Question struct {
	Record *epd.Record
	Leaves epd.Count // to count; zero: none
	graded bool      // the points alone make the verdict
}

// New returns the question of a record that is searched within limits.
func New(record *epd.Record, within engine.Limits) Question {
	alone := len(record.Best) == 0 && len(record.Avoid) == 0 && !record.HasMate && record.Result == epd.NoResult
	return Question{Record: record, Leaves: leavesOf(record, within), graded: alone && len(record.Points) > 0}
}

// leavesOf returns the count of a record that asks for nothing else. It is the deepest within the limits by depth and
// nodes, or at least the first.
func leavesOf(record *epd.Record, within engine.Limits) (asked epd.Count) {
	if record.HasVerdict() || len(record.Perft) == 0 {
		return asked
	}
	asked = record.Perft[0]
	for _, count := range record.Perft {
		if (within.Depth == 0 || count.Depth <= within.Depth) && (within.Nodes == 0 || count.Nodes <= within.Nodes) {
			asked = count
		}
	}
	return asked
}

// Counts reports whether leaves are counted and nothing is searched.
func (q Question) Counts() bool { return q.Leaves.Depth > 0 }

// Asked reports whether there is anything to answer.
func (q Question) Asked() bool { return q.Record.HasVerdict() || q.Counts() }

// Answered reports whether move and score are a right answer. A position that
// asks nothing has none.
func (q Question) Answered(move game.Move, score engine.Score, bound engine.Bound) bool {
	r := q.Record
	switch {
	case r.Result == epd.Win && r.Position.MayDeclare():
		moves, mate := score.Mate()
		return move == game.DeclareWin || mate && moves > 0 && bound != engine.Upper
	case !q.Asked() || move == game.NoMove || move.IsClaim():
		return false
	case q.graded:
		return slices.Contains(r.Points, epd.Graded{Move: move, Points: r.MaxPoints})
	case len(r.Best) > 0 && !slices.Contains(r.Best, move):
		return false
	case slices.Contains(r.Avoid, move):
		return false
	}
	return (!r.HasMate || IsMateProven(r.MateIn, score, bound)) && IsResultSeen(r.Result, score, bound)
}

// IsAnswer reports whether the result of a search answers what a record asks. It is false for one that asks nothing.
func IsAnswer(record *epd.Record, r engine.Result) bool {
	return New(record, engine.Limits{}).Answered(r.Best, r.Score, r.Bound)
}

// Want returns what a record asks for, such as "Qg6 Rh7", "not Rxh7" or "#3". It is empty for one that asks nothing.
func Want(record *epd.Record) string { return New(record, engine.Limits{}).Text() }

// DrawBound is the largest absolute score of a draw, in centipawns. Some engines score draws a little above or below 0. In
// the suite rules a win and a draw differ by a piece or more.
const DrawBound = 100

// IsResultSeen reports whether score is that of the result.
func IsResultSeen(want epd.Result, score engine.Score, bound engine.Bound) bool {
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

// IsMateProven reports whether score is a mate in at most want moves, or, with a
// negative want, being mated in at most -want moves. A bound on the wrong side
// proves nothing.
func IsMateProven(want int, score engine.Score, bound engine.Bound) bool {
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

// Points returns the points for the move, 0 if it is not graded.
func (q Question) Points(move game.Move) int {
	for _, g := range q.Record.Points {
		if g.Move == move {
			return g.Points
		}
	}
	return 0
}

// Text returns the question in short, such as "Qg6 Rh7", "not Rxh7", "Ng5, #3",
// "Kh1, draw", "Nf3=10 d4=7" or "D4 197281".
func (q Question) Text() string {
	r := q.Record
	var parts []string
	if len(r.Best) > 0 {
		parts = append(parts, joinWords(r.Best, r.Position.Notation))
	}
	if len(r.Avoid) > 0 {
		parts = append(parts, "not "+joinWords(r.Avoid, r.Position.Notation))
	}
	if r.HasMate {
		parts = append(parts, "#"+strconv.Itoa(r.MateIn))
	}
	if r.Result != epd.NoResult {
		parts = append(parts, r.Result.String())
	}
	if q.Counts() {
		parts = append(parts, fmt.Sprintf("D%d %d", q.Leaves.Depth, q.Leaves.Nodes))
	}
	if q.graded {
		parts = append(parts, joinWords(r.Points, func(g epd.Graded) string { return r.Position.Notation(g.Move) + "=" + strconv.Itoa(g.Points) }))
	}
	return strings.Join(parts, ", ")
}

// joinWords returns the words of items with blanks between.
func joinWords[T any](items []T, word func(T) string) string {
	words := make([]string, len(items))
	for i, item := range items {
		words[i] = word(item)
	}
	return strings.Join(words, " ")
}

// ID returns the identity of a record in a run: its own or, without one, a
// name made from its position.
func ID(record *epd.Record) string { return text.ValidUTF8(record.Key()) }
