package tablebase

import "fmt"

// Outcome is the result of a position with best play, for the side to move.
type Outcome int8

// The outcomes, worst first.
const (
	Loss Outcome = iota - 1
	Draw
	Win
)

// String returns "loss", "draw" or "win".
func (o Outcome) String() string { return [...]string{"loss", "draw", "win"}[o+1] }

// Value is the table value of a position, for the side to move. The zero value is a draw.
type Value struct {
	Outcome Outcome
	Plies   int // to mate with best play: odd for a win, even for a loss, 0 for a mate on the board and for a draw
}

// Moves returns the distance to mate in full moves as problems count it. It is n for a mate in n, and for a loss the
// number of moves that the loser has left.
func (v Value) Moves() int { return (v.Plies + 1) / 2 }

// String returns "draw", "win in 15 plies" or "loss in 14 plies".
func (v Value) String() string {
	if v.Outcome == Draw {
		return v.Outcome.String()
	}
	return fmt.Sprintf("%s in %d plies", v.Outcome, v.Plies)
}

// ValueBefore returns the value of a position whose best move leads to one of value v.
func (v Value) ValueBefore() Value {
	if v.Outcome == Draw {
		return v
	}
	return Value{-v.Outcome, v.Plies + 1}
}

// IsBetterThan reports whether the side to move prefers v to w: wins early, loses
// late.
func (v Value) IsBetterThan(w Value) bool { return better(v.code(), w.code()) }

// code is the stored form of a value. It is 0 for a draw or a value not yet known, else the plies to mate plus 1. So
// losses are odd and wins are even.
type code = uint8

const (
	undecided code = 0
	mated     code = 1
	longest   code = 253 // the largest of a decided position
	unused    code = 255 // of an index that stands for no legal position
)

func (v Value) code() code {
	if v.Outcome == Draw {
		return undecided
	}
	return code(v.Plies + 1)
}

func valueOf(c code) Value {
	switch {
	case c == undecided:
		return Value{}
	case c&1 == 1:
		return Value{Loss, int(c) - 1}
	}
	return Value{Win, int(c) - 1}
}

// codeBefore returns the code of a position from the code of the one that its move leads
// to.
func codeBefore(c code) code {
	if c == undecided {
		return c
	}
	return c + 1
}

// rank orders codes by the preference of the side to move, worst first: losses from early to late, draws, wins from
// late to early.
func rank(c code) int {
	switch {
	case c == undecided:
		return 0
	case c&1 == 1:
		return int(c) - 512
	}
	return 512 - int(c)
}

// better reports whether the side to move prefers a to b.
func better(a, b code) bool { return rank(a) > rank(b) }
