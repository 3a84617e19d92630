package match

import (
	"errors"
	"fmt"

	"github.com/zugwatch/zugwatch/engine/chess"
)

// Result is who has won a game.
type Result uint8

// The results.
const (
	NoResult Result = iota // the game is not finished
	WhiteWins
	Drawn
	BlackWins
)

var resultTexts = [...]string{"*", "1-0", "1/2-1/2", "0-1"}

// String is the result as PGN writes it.
func (r Result) String() string { return resultTexts[r] }

// winner is the result of a game that a side has won.
func winner(side chess.Color) Result {
	if side == chess.White {
		return WhiteWins
	}
	return BlackWins
}

// HalfPoints is what a side has of the game: 0, 1 or 2.
func (r Result) HalfPoints(side chess.Color) int {
	switch r {
	case WhiteWins:
		return 2 - 2*int(side)
	case BlackWins:
		return 2 * int(side)
	}
	return 1
}

// Ending is what has ended a game.
type Ending uint8

// The endings. From IllegalMove on an engine failed, and has lost for it.
const (
	Unfinished  Ending = iota
	Checkmate          // a king is mated
	Stalemate          // no legal move, and no check
	Repetition         // the position stands for the third time
	FiftyMoves         // fifty moves of both without a capture or pawn move
	Material           // nobody can mate
	DrawAgreed         // both scores were level for long: adjudicated
	Resignation        // the scores were decided for long: adjudicated
	MoveLimit          // the game was too long: adjudicated, a draw
	IllegalMove        // an answer that is no legal move
	TimeLoss           // an answer after its time
	Crash              // the engine ended, or could not be understood
	Hang               // the engine did not answer at all
	endingEnd
)

var endingNames = [endingEnd]string{
	"unfinished", "checkmate", "stalemate", "repetition", "fifty-moves", "material",
	"draw-adjudicated", "resign-adjudicated", "move-limit",
	"illegal-move", "time-loss", "crash", "hang",
}

// String is the ending as one word.
func (e Ending) String() string { return endingNames[e] }

// Endings lists all but Unfinished, in their order.
func Endings() []Ending {
	var all []Ending
	for e := Unfinished + 1; e < endingEnd; e++ {
		all = append(all, e)
	}
	return all
}

// IsFailure tells whether an engine failed, a clock included.
func (e Ending) IsFailure() bool { return e >= IllegalMove }

// IsFault tells whether an engine did what it must not do. An overstepped clock is
// none: it is a loss by the rules of the game.
func (e Ending) IsFault() bool { return e == IllegalMove || e == Crash || e == Hang }

// IsAdjudicated tells whether the game was called off.
func (e Ending) IsAdjudicated() bool {
	return e == DrawAgreed || e == Resignation || e == MoveLimit
}

// ParseEnding reads what String writes.
func ParseEnding(text string) (Ending, error) {
	for e, name := range endingNames {
		if name == text {
			return Ending(e), nil
		}
	}
	return Unfinished, fmt.Errorf("ending %.40q is unknown", text)
}

// MarshalText writes the text form.
func (e Ending) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// UnmarshalText reads the text form.
func (e *Ending) UnmarshalText(b []byte) (err error) {
	*e, err = ParseEnding(string(b))
	return err
}

// MarshalText writes the result as PGN does.
func (r Result) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (r *Result) UnmarshalText(b []byte) error {
	for i, text := range resultTexts {
		if text == string(b) {
			*r = Result(i)
			return nil
		}
	}
	return fmt.Errorf("result %.40q (expected 1-0, 1/2-1/2, 0-1 or *)", b)
}

// classified is what an engine's error implements to name the class of its
// fault.
type classified interface{ FaultClass() string }

// failureOf is the ending that an error of an engine means.
func failureOf(err error) Ending {
	var named classified
	if !errors.As(err, &named) {
		return Crash
	}
	switch named.FaultClass() {
	case "illegal-bestmove", "malformed-bestmove", "null-bestmove", "no-bestmove", "duplicate-bestmove", "stale-bestmove":
		return IllegalMove
	case "search-timeout", "stop-ignored", "ready-timeout", "handshake-timeout", "stdin-blocked":
		return Hang
	}
	return Crash
}
