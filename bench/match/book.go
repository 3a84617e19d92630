package match

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/input"
	"github.com/zugwatch/zugwatch/engine/random"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/epd/pgn"
)

// Opening is a position and the moves played from it, with which a game begins. The moves count for
// repetitions.
type Opening struct {
	Start game.Position
	Moves []game.Move
}

// EndPosition returns the position after the moves.
func (o *Opening) EndPosition() game.Position {
	p := o.Start
	for _, m := range o.Moves {
		p = p.After(m)
	}
	return p
}

// Book is a list of openings.
type Book struct {
	Name     string
	Digest   string // SHA-256 of the openings in hexadecimal digits
	Openings []Opening
}

// BookPlies is the number of plies of a game in a PGN book that form its opening.
const BookPlies = 16

//go:embed openings.epd
var chessOpenings string

//go:embed shogi.epd
var shogiOpenings string

// DefaultBook returns the built-in book of a game. It holds different positions after eight plies. An engine found
// each of them level, in chess the built-in engine. `zugtune openings` writes that of chess.
func DefaultBook(of game.Game) (*Book, error) {
	if of == game.Shogi {
		return ReadEPD(strings.NewReader(shogiOpenings), "default")
	}
	return ReadEPD(strings.NewReader(chessOpenings), "default")
}

// startBook returns the usual start of a game alone.
func startBook(of game.Game) *Book { return newBook("start", []Opening{{Start: of.Start()}}) }

// game returns the game of the openings.
func (b *Book) game() game.Game { return b.Openings[0].Start.Game() }

// OpenBook opens a book of a game: "default" or an empty name, "start", or a file that readBook reads.
func OpenBook(name string, plies int, of game.Game) (*Book, error) {
	switch name {
	case "", "default":
		return DefaultBook(of)
	case "start":
		return startBook(of), nil
	}
	opened, err := input.Open(name, file.MaxSize)
	if err != nil {
		return nil, fmt.Errorf("%w (expected default, start or a file that ends in .epd or .pgn)", err)
	}
	defer opened.Close()
	return readBook(opened, name, plies)
}

// newBook digests the openings.
func newBook(name string, openings []Opening) *Book {
	sum := sha256.New()
	for _, o := range openings {
		fmt.Fprintf(sum, "%s moves %s\n", o.Start.String(), game.JoinMoves(o.Moves))
	}
	return &Book{Name: name, Digest: fmt.Sprintf("%x", sum.Sum(nil)), Openings: openings}
}

// ReadEPD reads a book of positions. Every line has to be one, and there has to be
// a move in each. The errors are *epd.SyntaxErrors and others that name the file.
func ReadEPD(r io.Reader, name string) (*Book, error) {
	scanner := epd.NewScanner(r, name)
	var openings []Opening
	for scanner.Scan() {
		if problem := scanner.Problem(); problem != nil {
			return nil, problem
		}
		record := scanner.Record()
		if record.Position.CountLegal() == 0 {
			return nil, fmt.Errorf("%s:%d: opening has no legal move", name, record.Line)
		}
		if len(openings) > 0 && record.Position.Game() != openings[0].Start.Game() {
			return nil, fmt.Errorf("%s:%d: opening of %s in a book of %s (expected one game in a book)", name, record.Line, record.Position.Game(), openings[0].Start.Game())
		}
		openings = append(openings, Opening{Start: record.Position})
	}
	if err := scanner.Err(); err != nil {
		return nil, err
	}
	if len(openings) == 0 {
		return nil, fmt.Errorf("%s: book is empty (expected one opening on each line)", name)
	}
	return newBook(filepath.Base(name), openings), nil
}

// readBook reads a book of games, when the name ends in .pgn, or of positions.
// Of each game the first plies are the opening.
func readBook(r io.Reader, name string, plies int) (*Book, error) {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".pgn":
		return readPGN(r, name, plies)
	case ".epd", ".fen", ".txt":
		return ReadEPD(r, name)
	}
	return nil, errors.New(name + ": book is of an unknown kind (expected a name that ends in .epd or .pgn)")
}

// How an opening is made. Scores are centipawns.
const (
	openingPlies = 8      // of each opening
	choiceNodes  = 400    // for each move that may be played
	choiceWithin = 50     // a move may be played that is no more than so much worse than the best
	levelNodes   = 40_000 // to find the position level
	levelWithin  = 40     // the position is that near to equal
	// … in shogi, where who moves first is ahead and little of the scale is a pawn
	levelWithinShogi = 200
)

// GenerateOpenings makes so many different openings with an engine and calls each for every one. Each opening plays
// random moves from the start of the game, none of them much worse than the best in a short search. A longer search
// has to find the last position level. The list depends on the engine and the seed alone.
func GenerateOpenings(ctx context.Context, e engine.Engine, seed uint64, count int, each func(p game.Position) error) error {
	g := &openingGenerator{engine: e, start: e.ID().Game.Start(), within: levelWithin, seen: make(map[uint64]bool)}
	if e.ID().Game == game.Shogi {
		g.within = levelWithinShogi
	}
	for number := uint64(0); len(g.seen) < count; number++ {
		p, level, err := g.try(ctx, random.New(seed, number))
		if err != nil {
			return err
		}
		if !level || g.seen[p.Key()] {
			continue
		}
		g.seen[p.Key()] = true
		if err := each(p); err != nil {
			return err
		}
	}
	return nil
}

type openingGenerator struct {
	engine engine.Engine
	start  game.Position
	within engine.Score // the last position is that near to equal
	seen   map[uint64]bool
}

// try makes one opening; level tells whether it can be used.
func (g *openingGenerator) try(ctx context.Context, r *random.Source) (p game.Position, level bool, err error) {
	p = g.start
	for range openingPlies {
		choice, err := g.candidateMoves(ctx, p)
		if err != nil || len(choice) == 0 {
			return p, false, err
		}
		p = p.After(choice[r.Below(len(choice))])
	}
	if p.CountLegal() == 0 || p.InCheck() {
		return p, false, nil
	}
	score, err := g.score(ctx, p, levelNodes)
	return p, score <= g.within && score >= -g.within, err
}

// candidateMoves lists the moves that may be played.
func (g *openingGenerator) candidateMoves(ctx context.Context, p game.Position) ([]game.Move, error) {
	moves := p.LegalMoves()
	scores := make([]engine.Score, len(moves))
	for i, m := range moves {
		next := p.After(m)
		if next.CountLegal() == 0 {
			return nil, nil // the game could end here
		}
		score, err := g.score(ctx, next, choiceNodes)
		if err != nil {
			return nil, err
		}
		scores[i] = -score
	}
	if len(scores) == 0 {
		return nil, nil
	}
	best := slices.Max(scores)
	var choice []game.Move
	for i, m := range moves {
		if scores[i] >= best-choiceWithin {
			choice = append(choice, m)
		}
	}
	return choice, nil
}

// score searches a position that nothing is known of.
func (g *openingGenerator) score(ctx context.Context, p game.Position, nodes uint64) (engine.Score, error) {
	if err := g.engine.Reset(ctx); err != nil {
		return 0, err
	}
	result, err := g.engine.Search(ctx, engine.Task{Start: p, Limits: engine.Limits{Nodes: nodes}}, nil)
	if err == nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		return 0, fmt.Errorf("opening: %w", err)
	}
	return result.Score, nil
}

// maxPGN is the largest size of a PGN book, in bytes.
const maxPGN = 256 << 20

// readPGN reads a book of games and keeps the first plies of each. Comments,
// variations and glyphs are passed over; a move that cannot be read is an error
// with its place. Games that are shorter are openings as long as they are, unless
// they leave no move to play.
func readPGN(r io.Reader, name string, plies int) (*Book, error) {
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
