package match

import (
	"crypto/sha256"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/epd"
)

// Opening is where a game begins: a position and moves that were played from it,
// which repetitions count.
type Opening struct {
	Start chess.Position
	Moves []chess.Move
}

// last is the position after the moves.
func (o *Opening) last() chess.Position {
	p := o.Start
	for _, m := range o.Moves {
		var next chess.Position
		p.Play(m, &next)
		p = next
	}
	return p
}

// Book is a list of openings.
type Book struct {
	Name     string
	Digest   string // SHA-256 of the openings in hexadecimal digits
	Openings []Opening
}

// BookPlies is how much of a game of a PGN book is its opening, in plies.
const BookPlies = 16

//go:embed openings.epd
var ownOpenings string

// DefaultBook is the one that Zugwatch brings: positions after eight plies, none
// of them twice, which the built-in engine has chosen and found level.
// `zugtune openings` writes it.
func DefaultBook() (*Book, error) {
	return ReadEPD(strings.NewReader(ownOpenings), "default")
}

// StartBook is the usual start of a game alone.
func StartBook() *Book { return newBook("start", []Opening{{Start: chess.Start()}}) }

// newBook digests the openings.
func newBook(name string, openings []Opening) *Book {
	sum := sha256.New()
	for _, o := range openings {
		fmt.Fprintf(sum, "%s moves %s\n", o.Start.FEN(), joinMoves(o.Moves))
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

// ReadBook reads a book of games, when the name ends in .pgn, or of positions.
// Of each game the first plies are the opening.
func ReadBook(r io.Reader, name string, plies int) (*Book, error) {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".pgn":
		return ReadPGN(r, name, plies)
	case ".epd", ".fen", ".txt":
		return ReadEPD(r, name)
	}
	return nil, errors.New(name + ": book is of an unknown kind (expected a name that ends in .epd or .pgn)")
}
