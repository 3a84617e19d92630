package match

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// Game is one game: who played it, from which opening, and how it went.
type Game struct {
	Number  int    // from 0, in the order of the schedule
	White   int    // the player of game.First, from 0: in shogi that of Black
	Black   int    // the other player, from 0
	Start   string // the position before the opening's moves, as game.ParsePosition reads it; empty: the usual one of chess
	Book    []game.Move
	Plies   []Ply // the moves of the players after that
	Result  Result
	Ending  Ending
	Message string // the fault of the engine; empty: none
	By      string // the worker of a farm that played it, in journals alone; empty: this machine
	Void    bool   // an earlier game of the number turned out wrong, and there is no other yet
}

// Ply is one move of a player, with its report on the search.
type Ply struct {
	Move     game.Move
	Score    engine.Score // from the player's own side
	Depth    int
	SelDepth int
	Nodes    uint64
	Time     time.Duration // in milliseconds; 0 under exact limits
}

// Pair returns the number of the pair that the game belongs to, from 0.
func (g *Game) Pair() int { return g.Number / 2 }

// Player returns who plays a side.
func (g *Game) Player(side game.Side) int {
	if side == game.First {
		return g.White
	}
	return g.Black
}

// Loser returns the side that has lost; false if neither has.
func (g *Game) Loser() (game.Side, bool) {
	switch g.Result {
	case WhiteWins:
		return game.Second, true
	case BlackWins:
		return game.First, true
	}
	return game.First, false
}

// Opening returns the game before its players' first move.
func (g *Game) Opening() (Opening, error) {
	o := Opening{Start: game.Chess.Start(), Moves: g.Book}
	if g.Start != "" {
		var err error
		if o.Start, err = game.ParsePosition(g.Start); err != nil {
			return o, fmt.Errorf("start of the game: %w", err)
		}
	}
	return o, nil
}

// Check plays the game over and finds a move that is not legal, or an ending that
// does not belong to its result.
func (g *Game) Check() error {
	o, err := g.Opening()
	if err != nil {
		return err
	}
	p, moves := o.Start, slices.Clone(g.Book)
	for _, ply := range g.Plies {
		moves = append(moves, ply.Move)
	}
	for _, m := range moves {
		if !p.IsLegal(m) {
			return fmt.Errorf("game %d: move %s is not legal", g.Number+1, m)
		}
		p = p.After(m)
	}
	_, lost := g.Loser()
	if g.Ending == Unfinished || g.Result == NoResult || lost != g.Ending.isDecisive(p.Game()) {
		return fmt.Errorf("game %d: ending %s with result %s", g.Number+1, g.Ending, g.Result)
	}
	return nil
}

// isDecisive reports whether the ending of a game is a loss.
func (e Ending) isDecisive(of game.Game) bool {
	switch e {
	case Checkmate, PerpetualCheck, Declaration, GivenUp, Resignation:
		return true
	case Stalemate:
		return of == game.Shogi
	}
	return e.IsFailure()
}

// GameRecord is a game as one line of JSON.
type GameRecord struct {
	Game    int    `json:"game"`  // from 1
	White   int    `json:"white"` // the player of the first move of the game: in shogi that of Black
	Black   int    `json:"black"`
	Result  Result `json:"result"`
	Ending  Ending `json:"ending"`
	Message string `json:"message,omitempty"`
	Start   string `json:"start,omitempty"`
	Book    string `json:"book,omitempty"`
	Plies   string `json:"plies,omitempty"` // MOVE:SCORE:DEPTH:SELDEPTH:NODES:MILLISECONDS and so on, blanks between
}

// MarshalJSON writes the game in its one spelling.
func (g Game) MarshalJSON() ([]byte, error) {
	r := GameRecord{
		Game: g.Number + 1, White: g.White, Black: g.Black, Result: g.Result, Ending: g.Ending,
		Message: g.Message, Start: g.Start, Book: game.JoinMoves(g.Book),
	}
	var b strings.Builder
	for i, ply := range g.Plies {
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%s:%s:%d:%d:%d:%d", ply.Move, ply.Score, ply.Depth, ply.SelDepth, ply.Nodes, ply.Time.Milliseconds())
	}
	r.Plies = b.String()
	return file.Line(r)
}

// UnmarshalJSON reads what MarshalJSON writes; every move has to be legal.
func (g *Game) UnmarshalJSON(text []byte) error {
	var r GameRecord
	if err := file.Parse(text, &r); err != nil {
		return err
	}
	*g = Game{Number: r.Game - 1, White: r.White, Black: r.Black, Start: r.Start, Result: r.Result, Ending: r.Ending, Message: r.Message}
	o, err := g.Opening()
	if err != nil {
		return err
	}
	p := o.Start
	for word := range strings.FieldsSeq(r.Book) {
		m, err := playText(&p, word)
		if err != nil {
			return err
		}
		g.Book = append(g.Book, m)
	}
	for word := range strings.FieldsSeq(r.Plies) {
		ply, err := parsePly(&p, word)
		if err != nil {
			return err
		}
		g.Plies = append(g.Plies, ply)
	}
	return nil
}

// parsePly reads one ply and plays it.
func parsePly(p *game.Position, text string) (ply Ply, err error) {
	parts := strings.Split(text, ":")
	if len(parts) != 6 {
		return ply, fmt.Errorf("ply %.60q (expected MOVE:SCORE:DEPTH:SELDEPTH:NODES:MILLISECONDS)", text)
	}
	if ply.Move, err = playText(p, parts[0]); err != nil {
		return ply, err
	}
	if ply.Score, err = engine.ParseScore(parts[1]); err != nil {
		return ply, err
	}
	var numbers [4]uint64
	for i := range numbers {
		if numbers[i], err = strconv.ParseUint(parts[2+i], 10, 62); err != nil {
			return ply, fmt.Errorf("ply %.60q: %w", text, err)
		}
	}
	ply.Depth, ply.SelDepth, ply.Nodes = int(numbers[0]), int(numbers[1]), numbers[2]
	ply.Time = time.Duration(numbers[3]) * time.Millisecond
	return ply, nil
}

// playText reads a move in coordinates and plays it.
func playText(p *game.Position, text string) (game.Move, error) {
	m, err := (*p).ParseMove(text)
	if err == nil {
		*p = (*p).After(m)
	}
	return m, err
}
