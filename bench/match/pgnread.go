package match

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/epd/pgn"
)

// maxPGN is the largest size of a PGN book, in bytes.
const maxPGN = 256 << 20

// ReadPGN reads a book of games and keeps the first plies of each. Comments,
// variations and glyphs are passed over; a move that cannot be read is an error
// with its place. Games that are shorter are openings as long as they are, unless
// they leave no move to play.
func ReadPGN(r io.Reader, name string, plies int) (*Book, error) {
	games := pgn.NewScanner(io.LimitReader(r, maxPGN), name, plies)
	var openings []Opening
	for games.Scan() {
		if problem := games.Problem(); problem != nil {
			return nil, problem
		}
		o, ok := openingOf(games.Game())
		if !ok {
			return nil, fmt.Errorf("%s:%d: opening has no legal move", name, games.Game().Line)
		}
		openings = append(openings, o)
	}
	if err := games.Err(); err != nil {
		return nil, err
	}
	if len(openings) == 0 {
		return nil, fmt.Errorf("%s: book holds no game (expected PGN)", name)
	}
	return newBook(filepath.Base(name), openings), nil
}

// openingOf returns the moves of a game without a last one that ends it. It is not ok where
// there is no move to play.
func openingOf(g *pgn.Game) (o Opening, ok bool) {
	o.Start = game.FromChess(g.Start)
	last := g.Start
	for _, ply := range g.Plies {
		o.Moves = append(o.Moves, game.FromChessMove(ply.Move))
		last = last.After(ply.Move)
	}
	if last.CountLegal() > 0 {
		return o, true
	}
	if n := len(o.Moves); n > 0 {
		o.Moves = o.Moves[:n-1]
		return o, true
	}
	return o, false
}
