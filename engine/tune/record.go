package tune

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/notation"
)

// recordSize is the length of a Record in bytes.
const recordSize = 32

// Record is a sample in compact form. Integers are little-endian:
//
//	byte  0–7   occupied squares, bit 0 for a1
//	byte  8–23  the pieces in the order of the squares, 4 bits each, low half first:
//	            the kind from pawn 0 to king 5, plus 8 for Black's
//	byte 24–25  score in centipawns from White's side, signed
//	byte 26     bit 0: Black is to move; bits 1–2: result in half points for
//	            White; bits 3–6: the castling rights KQkq
//	byte 27     en passant square plus 1, 0 for none
//	byte 28–29  halfmove clock
//	byte 30–31  move number
//
// A record holds everything that a line of text holds.
type Record [recordSize]byte

// The offsets of the fields of a record.
const (
	atPieces   = 8
	atScore    = 24
	atFlags    = 26
	atPassant  = 27
	atHalfmove = 28
	atFullmove = 30
)

// maxPieces is the largest number of pieces that fit in a record.
const maxPieces = 32

// pieceLetters are White's pieces as a FEN has them, then Black's.
const pieceLetters = "PNBRQKpnbrqk"

// castlingLetters are the rights from the lowest bit on.
const castlingLetters = "KQkq"

// NewRecord returns the record of a sample. It returns an error if the score exceeds 16 bits.
func NewRecord(s *Sample) (r Record, err error) {
	p := &s.Position
	if s.Score != int(int16(s.Score)) {
		return r, fmt.Errorf("score %d (expected %d to %d)", s.Score, math.MinInt16, math.MaxInt16)
	}
	binary.LittleEndian.PutUint64(r[:], uint64(p.Occupied()))
	i := 0
	for rest := p.Occupied(); rest != 0; rest &= rest - 1 {
		piece := byte(p.At(rest.First()))
		if p.Color(chess.Black).Has(rest.First()) {
			piece |= 8
		}
		r[atPieces+i/2] |= piece << (i % 2 * 4)
		i++
	}
	binary.LittleEndian.PutUint16(r[atScore:], uint16(int16(s.Score)))
	r[atFlags] = byte(p.Side()) | byte(s.Result)<<1
	words := strings.Fields(p.FEN())
	for bit, letter := range castlingLetters {
		if strings.ContainsRune(words[2], letter) {
			r[atFlags] |= 8 << bit
		}
	}
	if passant := words[3]; passant != "-" {
		r[atPassant] = passant[0] - 'a' + 8*(passant[1]-'1') + 1
	}
	binary.LittleEndian.PutUint16(r[atHalfmove:], uint16(p.Halfmove()))
	binary.LittleEndian.PutUint16(r[atFullmove:], uint16(p.Fullmove()))
	return r, nil
}

// Sample returns the sample of a record, or an error if its position is not valid.
func (r *Record) Sample() (s Sample, err error) {
	if err := r.check(); err != nil {
		return s, err
	}
	s.Score, s.Result = r.Score(), r.Result()
	s.Position, err = chess.ParseFEN(r.fen())
	return s, err
}

// fen returns the FEN of the position.
func (r *Record) fen() string {
	var squares [64]string
	i := 0
	for rest := r.Occupied(); rest != 0; rest &= rest - 1 {
		color, kind := r.PieceAt(i)
		squares[rest.First()] = pieceLetters[6*int(color)+int(kind):][:1]
		i++
	}
	placement := notation.AppendBoard(nil, 8, func(row, file int) string { return squares[8*(7-row)+file] })
	castling := ""
	for bit, letter := range castlingLetters {
		if r[atFlags]&(8<<bit) != 0 {
			castling += string(letter)
		}
	}
	passant := "-"
	if n := r[atPassant]; n > 0 {
		passant = chess.Square(n - 1).String()
	}
	return fmt.Sprintf("%s %c %s %s %d %d", placement, "wb"[r.Side()], cmp.Or(castling, "-"), passant,
		binary.LittleEndian.Uint16(r[atHalfmove:]), binary.LittleEndian.Uint16(r[atFullmove:]))
}

// check returns an error for more than 32 pieces, an unknown piece, an unknown result or a wrong en passant square.
// Each side must have exactly one king. It does not check that the position is legal. A record that passes is safe to
// train on.
func (r *Record) check() error {
	pieces := r.Occupied().Count()
	if pieces > maxPieces {
		return fmt.Errorf("record has %d pieces (expected at most %d)", pieces, maxPieces)
	}
	var kings [2]int
	for i := range pieces {
		color, kind := r.PieceAt(i)
		if kind >= chess.NoKind {
			return fmt.Errorf("piece %d of the record is of no kind, %d (expected %d to %d)", i, kind, chess.Pawn, chess.King)
		}
		if kind == chess.King {
			kings[color]++
		}
	}
	switch {
	case kings != [2]int{1, 1}:
		return fmt.Errorf("record has %d white and %d black kings (expected one of each)", kings[0], kings[1])
	case r.Result() > WhiteWins:
		return fmt.Errorf("result %d of the record (expected half points, %d to %d)", r.Result(), BlackWins, WhiteWins)
	case r[atPassant] > 64:
		return errors.New("en passant square of the record is not on the board (expected one that is)")
	}
	return nil
}

// Occupied returns the squares on which pieces stand.
func (r *Record) Occupied() chess.Bitboard { return chess.Bitboard(binary.LittleEndian.Uint64(r[:])) }

// PieceAt returns the piece on the occupied square number i, from a1 on; i is below 32.
func (r *Record) PieceAt(i int) (chess.Color, chess.Kind) {
	piece := r[atPieces+(i&31)/2] >> (i % 2 * 4)
	return chess.Color(piece >> 3 & 1), chess.Kind(piece & 7)
}

// Side returns the side to move.
func (r *Record) Side() chess.Color { return chess.Color(r[atFlags] & 1) }

// Score returns the search's score in centipawns from White's side.
func (r *Record) Score() int { return int(int16(binary.LittleEndian.Uint16(r[atScore:]))) }

// Result returns the result of the game.
func (r *Record) Result() Result { return Result(r[atFlags] >> 1 & 3) }
