package match

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/text"
)

// MaxMoves is the length of the longest game, in full moves: a longer one is
// adjudicated a draw whatever the Rules say.
const MaxMoves = 1000

// Rules say when a game is called off. The zero value never does.
type Rules struct {
	Draw   DrawRule
	Resign ResignRule
	Moves  int // a game of so many moves is a draw; 0: MaxMoves
}

// DrawRule calls a game a draw when both players have found it level for long.
type DrawRule struct {
	Moves int          // moves of each player in a row; 0: never
	Score engine.Score // centipawns that the score is away from 0 at most
	From  int          // not before so many moves of the game
}

// ResignRule calls a game lost when its loser has found it so for long.
type ResignRule struct {
	Moves    int          // moves of the loser in a row; 0: never
	Score    engine.Score // centipawns that it is behind at least
	TwoSided bool         // the winner has to agree in its own moves
}

// PlayRules returns the rules of games on a clock. They save time and hardly ever change a result.
func PlayRules() Rules {
	return Rules{
		Draw:   DrawRule{Moves: 8, Score: 10, From: 34},
		Resign: ResignRule{Moves: 4, Score: 700, TwoSided: true},
	}
}

// String returns the text form of all rules, "none" for none.
func (r Rules) String() string {
	var parts []string
	if r.Draw.Moves > 0 {
		parts = append(parts, "draw "+r.Draw.String())
	}
	if r.Resign.Moves > 0 {
		parts = append(parts, "resign "+r.Resign.String())
	}
	if r.Moves > 0 {
		parts = append(parts, "length moves="+strconv.Itoa(r.Moves))
	}
	if parts == nil {
		return "none"
	}
	return strings.Join(parts, "; ")
}

// String returns the text form, "off" for none.
func (d DrawRule) String() string {
	if d.Moves == 0 {
		return "off"
	}
	return fmt.Sprintf("moves=%d,score=%d,from=%d", d.Moves, d.Score, d.From)
}

// String returns the text form, "off" for none.
func (r ResignRule) String() string {
	if r.Moves == 0 {
		return "off"
	}
	text := fmt.Sprintf("moves=%d,score=%d", r.Moves, r.Score)
	if r.TwoSided {
		text += ",two-sided"
	}
	return text
}

// ParseDrawRule reads "off" or "moves=8,score=10,from=34"; what is left out is
// as in PlayRules.
func ParseDrawRule(text string) (DrawRule, error) {
	if text == "off" {
		return DrawRule{}, nil
	}
	r := PlayRules().Draw
	score := int(r.Score)
	err := parseRule("draw", text, map[string]*int{"moves": &r.Moves, "score": &score, "from": &r.From}, nil)
	r.Score = engine.Score(score)
	return r, err
}

// ParseResignRule reads "off" or "moves=4,score=700,two-sided"; what is left out is as in
// PlayRules, except two-sided.
func ParseResignRule(text string) (ResignRule, error) {
	if text == "off" {
		return ResignRule{}, nil
	}
	r := PlayRules().Resign
	r.TwoSided = false
	score := int(r.Score)
	err := parseRule("resign", text, map[string]*int{"moves": &r.Moves, "score": &score}, &r.TwoSided)
	r.Score = engine.Score(score)
	return r, err
}

// parseRule reads numbers by name, and the word two-sided where that is known.
func parseRule(name, text string, numbers map[string]*int, twoSided *bool) error {
	known := "moves=N, score=N or from=N"
	if twoSided != nil {
		known = "moves=N, score=N or two-sided"
	}
	for part := range strings.SplitSeq(text, ",") {
		key, value, _ := strings.Cut(part, "=")
		if part == "two-sided" && twoSided != nil {
			*twoSided = true
			continue
		}
		number, found := numbers[key]
		n, err := strconv.Atoi(value)
		if !found || err != nil || n < 1 || n > 10_000 {
			return fmt.Errorf("%s rule %.40q (expected off, or %s with numbers from 1 to 10000 and commas between)", name, text, known)
		}
		*number = n
	}
	return nil
}

// referee follows one game and ends it.
type referee struct {
	rules   Rules
	history game.History
	plies   int    // of this game, without its opening
	level   [2]int // moves in a row that a side has found level
	worse   [2]int // moves in a row that a side has found lost
	ahead   [2]int // moves in a row that a side has found won
}

// endings are the ends by the rules of a game.
var endings = map[game.End]Ending{
	game.Checkmate: Checkmate, game.Stalemate: Stalemate, game.Insufficient: InsufficientMaterial,
	game.Repetition: Repetition, game.FiftyMoves: FiftyMoves, game.PerpetualCheck: PerpetualCheck,
}

// applyRules returns the result by the rules of the game, if they end it in the present position.
func (r *referee) applyRules() (Result, Ending) {
	end, halves := r.history.End()
	if end == game.Undecided {
		return NoResult, Unfinished
	}
	side := r.history.Position().Side()
	switch halves {
	case 0:
		return winner(side.Other()), endings[end]
	case 2:
		return winner(side), endings[end]
	}
	return Drawn, endings[end]
}

// noteScore records the score that a side gave its move, from its own point of view, before the
// move is played. An answer without a score, which reads as 0, is not level.
func (r *referee) noteScore(side game.Side, score engine.Score, known bool) {
	r.plies++
	extendRun(&r.level[side], known && score <= r.rules.Draw.Score && score >= -r.rules.Draw.Score)
	extendRun(&r.worse[side], score <= -r.rules.Resign.Score)
	extendRun(&r.ahead[side], score >= r.rules.Resign.Score)
}

// extendRun adds one to a run, or resets it.
func extendRun(run *int, on bool) {
	if *run++; !on {
		*run = 0
	}
}

// adjudicate returns the result if the game is adjudicated after the move of a side.
func (r *referee) adjudicate(side game.Side) (Result, Ending) {
	draw, resign := r.rules.Draw, r.rules.Resign
	moves := r.history.Position().Fullmove()
	switch {
	case resign.Moves > 0 && r.resigned(side):
		return winner(side.Other()), Resignation
	case resign.Moves > 0 && r.resigned(side.Other()):
		return winner(side), Resignation
	case draw.Moves > 0 && moves >= draw.From && min(r.level[0], r.level[1]) >= draw.Moves:
		return Drawn, DrawAgreed
	case r.plies >= 2*MaxMoves, r.rules.Moves > 0 && r.plies >= 2*r.rules.Moves:
		return Drawn, MoveLimit
	}
	return NoResult, Unfinished
}

// resigned reports whether a side has found itself lost for long enough.
func (r *referee) resigned(side game.Side) bool {
	rule := r.rules.Resign
	return r.worse[side] >= rule.Moves && (!rule.TwoSided || r.ahead[side.Other()] >= rule.Moves)
}

// Result is the winner of a game.
type Result uint8

// The results.
const (
	NoResult  Result = iota // the game is not finished
	WhiteWins               // game.First: in shogi that is Black
	Drawn
	BlackWins
)

var resultTexts = [...]string{"*", "1-0", "1/2-1/2", "0-1"}

// String returns the result as PGN writes it.
func (r Result) String() string { return resultTexts[r] }

// winner returns the result of a game that a side has won.
func winner(side game.Side) Result {
	if side == game.First {
		return WhiteWins
	}
	return BlackWins
}

// halfPoints returns what a side has of the game: 0, 1 or 2.
func (r Result) halfPoints(side game.Side) int {
	switch r {
	case WhiteWins:
		return 2 - 2*int(side)
	case BlackWins:
		return 2 * int(side)
	}
	return 1
}

// Ending is the reason why a game ended.
type Ending uint8

// The endings. From IllegalMove on an engine failed, and has lost for it.
const (
	Unfinished           Ending = iota
	Checkmate                   // a king is mated
	Stalemate                   // no legal move, and no check: in shogi a loss
	Repetition                  // the position stands for the third time, in shogi for the fourth
	PerpetualCheck              // … in shogi by nothing but checks, which is a loss
	FiftyMoves                  // fifty moves of both without a capture or pawn move
	InsufficientMaterial        // neither side can mate
	Declaration                 // of having won by entering king
	GivenUp                     // the loser resigned
	DrawAgreed                  // both scores were level for long: adjudicated
	Resignation                 // the scores were decided for long: adjudicated
	MoveLimit                   // the game was too long: adjudicated, a draw
	IllegalMove                 // an answer that is no legal move
	TimeLoss                    // an answer after its time
	Crash                       // the engine ended, or could not be understood
	Hang                        // the engine did not answer at all
	endingEnd
)

var endingNames = [endingEnd]string{
	"unfinished", "checkmate", "stalemate", "repetition", "perpetual-check", "fifty-moves", "material", "declaration", "resigned",
	"draw-adjudicated", "resign-adjudicated", "move-limit",
	"illegal-move", "time-loss", "crash", "hang",
}

// String returns the ending as one word.
func (e Ending) String() string { return endingNames[e] }

// Endings lists all but Unfinished, in their order.
func Endings() []Ending {
	var all []Ending
	for e := Unfinished + 1; e < endingEnd; e++ {
		all = append(all, e)
	}
	return all
}

// IsFailure reports whether an engine failed, a clock included.
func (e Ending) IsFailure() bool { return e >= IllegalMove }

// IsFault reports whether an engine did what it must not do. An overstepped clock is
// none: it is a loss by the rules of the game.
func (e Ending) IsFault() bool { return e == IllegalMove || e == Crash || e == Hang }

// MarshalText writes the text form.
func (e Ending) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// UnmarshalText reads the text form.
func (e *Ending) UnmarshalText(b []byte) error {
	return text.ParseWord(e, string(b), endingNames[:], 0, "ending")
}

// MarshalText writes the result as PGN does.
func (r Result) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (r *Result) UnmarshalText(b []byte) (err error) {
	*r, err = text.FindWord[Result](string(b), resultTexts[:], "result")
	return err
}

// failureOf returns the ending that an error of an engine means.
func failureOf(err error) Ending {
	switch bench.Classify(err, bench.FaultInternal) {
	case bench.FaultIllegalMove, bench.FaultMalformedMove, bench.FaultNullMove, bench.FaultNoMove, bench.FaultDuplicateMove, bench.FaultStaleMove:
		return IllegalMove
	case bench.FaultTimeout, bench.FaultStop, bench.FaultIgnored, bench.FaultReady, bench.FaultHandshake, bench.FaultInputBlocked:
		return Hang
	}
	return Crash
}
