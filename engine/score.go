package engine

import (
	"fmt"
	"strconv"
	"strings"
)

// Score is the value of a position in centipawns from the side to move, or a
// proven mate. Values of at least MateBound are mates given, values of at most
// -MateBound are mates received; MateScore-n means mate in n plies.
type Score int32

const (
	// MateScore is the value of a position in which the opponent is checkmated.
	MateScore Score = 32000
	// MateBound separates mate scores from evaluations: no search is deeper
	// than MateScore-MateBound plies.
	MateBound Score = MateScore - 1000
	// Infinity is above every score.
	Infinity Score = MateScore + 1
)

// maxMate is the longest mate that a Score can hold, in full moves.
const maxMate = int(MateScore-MateBound) / 2

// MinMateCentipawns is the smallest score, in centipawns, that an engine may report for a mate on the board.
const MinMateCentipawns = 5000

// MateIn returns the score of a mate given in n full moves, n > 0, or received in
// -n full moves, n < 0. MateIn(0) is the score of the side that is mated now.
// More than 500 moves count as 500.
func MateIn(n int) Score {
	n = min(max(n, -maxMate), maxMate)
	if n > 0 {
		return MateScore - Score(2*n-1)
	}
	return -MateScore + Score(-2*n)
}

// Mate returns the number of full moves to mate as UCI counts them, positive when the side to move mates. It is 0 for
// a mate on the board; ok is false when s is not a mate score.
func (s Score) Mate() (moves int, ok bool) {
	switch {
	case s >= MateBound:
		return int(MateScore-s+1) / 2, true
	case s <= -MateBound:
		return -int(MateScore+s) / 2, true
	}
	return 0, false
}

// MatePlies returns the number of plies to the mate of a mate score, positive when the side to
// move mates. It is 0 for a mate that is on the board, and for other scores.
func (s Score) MatePlies() int {
	switch {
	case s >= MateBound:
		return int(MateScore - s)
	case s <= -MateBound:
		return -int(MateScore + s)
	}
	return 0
}

// String returns the text form of a score, "35", "-120", "#5" or "#-3". The mate on
// the board is "#-0" for the side that is mated and "#0" for the other.
func (s Score) String() string {
	n, ok := s.Mate()
	switch {
	case !ok:
		return strconv.Itoa(int(s))
	case n == 0 && s < 0:
		return "#-0"
	}
	return "#" + strconv.Itoa(n)
}

// ParseScore reads the text form that String writes.
func ParseScore(text string) (Score, error) {
	digits, mate := strings.CutPrefix(text, "#")
	n, err := strconv.Atoi(digits)
	switch {
	case err != nil:
	case mate && digits == "0":
		return MateScore, nil
	case mate && n >= -maxMate && n <= maxMate:
		return MateIn(n), nil
	case !mate && n > -int(MateBound) && n < int(MateBound):
		return Score(n), nil
	}
	return 0, fmt.Errorf("score %.40q (expected centipawns such as -35, or #N for a mate)", text)
}

// MarshalText writes the text form.
func (s Score) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads the text form.
func (s *Score) UnmarshalText(b []byte) (err error) {
	*s, err = ParseScore(string(b))
	return err
}
