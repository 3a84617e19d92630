package match

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/chess"
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

// PlayRules are those of games on a clock, which save time and hardly ever change
// a result.
func PlayRules() Rules {
	return Rules{
		Draw:   DrawRule{Moves: 8, Score: 10, From: 34},
		Resign: ResignRule{Moves: 4, Score: 700, TwoSided: true},
	}
}

// String is the text form of all rules, "none" for none.
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

// String is the text form, "off" for none.
func (d DrawRule) String() string {
	if d.Moves == 0 {
		return "off"
	}
	return fmt.Sprintf("moves=%d,score=%d,from=%d", d.Moves, d.Score, d.From)
}

// String is the text form, "off" for none.
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

// ParseResignRule reads "off" or "moves=4,score=700,two-sided"; what is left out
// is as in PlayRules, but for two-sided.
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
	rules Rules
	game  *chess.Game
	plies int    // of this game, without its opening
	level [2]int // moves in a row that a side has found level
	worse [2]int // moves in a row that a side has found lost
	ahead [2]int // moves in a row that a side has found won
}

// byRules tells whether the rules of chess end the game in the present position.
func (r *referee) byRules() (Result, Ending) {
	p := &r.game.Position
	if p.CountLegal() == 0 {
		if !p.InCheck() {
			return Drawn, Stalemate
		}
		return winner(p.Side().Other()), Checkmate
	}
	switch {
	case p.IsInsufficient():
		return Drawn, Material
	case r.game.Repetitions() >= 2:
		return Drawn, Repetition
	case p.IsFiftyMoves():
		return Drawn, FiftyMoves
	}
	return NoResult, Unfinished
}

// note takes in the score that a side gave its move, from its own point of view,
// before the move is played.
func (r *referee) note(side chess.Color, score engine.Score) {
	r.plies++
	lengthen(&r.level[side], score <= r.rules.Draw.Score && score >= -r.rules.Draw.Score)
	lengthen(&r.worse[side], score <= -r.rules.Resign.Score)
	lengthen(&r.ahead[side], score >= r.rules.Resign.Score)
}

// lengthen counts a run that goes on or breaks off.
func lengthen(run *int, on bool) {
	if *run++; !on {
		*run = 0
	}
}

// byRuling tells whether the game is called off after the move of a side.
func (r *referee) byRuling(side chess.Color) (Result, Ending) {
	draw, resign := r.rules.Draw, r.rules.Resign
	moves := r.game.Position.Fullmove()
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

// resigned tells whether a side has found itself lost for long enough.
func (r *referee) resigned(side chess.Color) bool {
	rule := r.rules.Resign
	return r.worse[side] >= rule.Moves && (!rule.TwoSided || r.ahead[side.Other()] >= rule.Moves)
}
