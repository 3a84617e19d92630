package shogi

import (
	"fmt"
	"strconv"
	"strings"
)

// SFENError says what is wrong with an SFEN and where.
type SFENError struct {
	Offset int    // byte in the text at which the bad part begins
	What   string // what stands there
	Want   string // what was expected
}

// Error is What with Want in brackets.
func (e *SFENError) Error() string { return fmt.Sprintf("%s (expected %s)", e.What, e.Want) }

// sfenField is a part of the text and where it begins.
type sfenField struct {
	text   string
	offset int
}

func (f sfenField) wrong(want, format string, args ...any) error {
	return &SFENError{Offset: f.offset, What: fmt.Sprintf(format, args...), Want: want}
}

// from returns the rest of the field behind its first i bytes.
func (f sfenField) from(i int) sfenField { return sfenField{f.text[i:], f.offset + i} }

// ParseSFEN reads a position of three or four fields: placement, side to move, pieces
// in hand, and optionally the number of the ply (1 when absent). A position that
// cannot be legal is an error: no king or two of one side, more pieces of a kind than
// a set has, two pawns of a side on a file, a piece that could never move again, the
// side not to move in check. One king may be missing. Errors are of type *SFENError.
func ParseSFEN(s string) (Position, error) {
	fields, err := splitSFEN(s)
	if err != nil {
		return Position{}, err
	}
	p := emptyBoard()
	parsers := [...]func(*Position, sfenField) error{
		(*Position).parsePlacement, (*Position).parseSide, (*Position).parseHands, (*Position).parsePly,
	}
	for i, f := range fields {
		if err := parsers[i](&p, f); err != nil {
			return Position{}, err
		}
	}
	if err := p.check(fields); err != nil {
		return Position{}, err
	}
	p.key = p.computeKey()
	return p, nil
}

// splitSFEN cuts s at its blanks into three or four fields.
func splitSFEN(s string) (fields []sfenField, err error) {
	for at := 0; at < len(s); {
		word, _, _ := strings.Cut(s[at:], " ")
		if word == "" {
			at++
			continue
		}
		f := sfenField{word, at}
		if len(fields) == 4 {
			return nil, f.wrong("at most four fields", "surplus field %.20q", word)
		}
		fields = append(fields, f)
		at += len(word)
	}
	if n := len(fields); n < 3 {
		want := [...]string{"placement", "side to move", "pieces in hand"}[n]
		return nil, &SFENError{len(s), fmt.Sprintf("position has %d of 3 fields", n), want}
	}
	return fields, nil
}

func (p *Position) parsePlacement(f sfenField) error {
	file, rank := 9, 0
	for i := 0; i < len(f.text); i++ {
		at := f.from(i)
		switch c := f.text[i]; {
		case c == '/' && file > 0:
			return at.wrong("9", "rank %c has %d files", 'a'+rank, 9-file)
		case c == '/' && rank == 8:
			return at.wrong("9 ranks", "placement has more than 9 ranks")
		case c == '/':
			file, rank = 9, rank+1
			continue
		case c >= '1' && c <= '9':
			file -= int(c - '0')
		default:
			piece, length, err := at.piece()
			if err != nil {
				return err
			}
			if file--; file >= 0 {
				piece.Square = NewSquare(file, rank)
				p.place(piece)
			}
			i += length - 1
		}
		if file < 0 {
			return at.wrong("9", "rank %c has more than 9 files", 'a'+rank)
		}
	}
	if rank != 8 || file != 0 {
		return f.from(len(f.text)).wrong("9 ranks of 9 files", "placement ends on rank %c after %d files", 'a'+rank, 9-file)
	}
	return nil
}

// piece reads a piece such as "P" or "+p" at the beginning of a field, and how long
// its text is.
func (f sfenField) piece() (m Piece, length int, err error) {
	letter, promoted := strings.CutPrefix(f.text, "+")
	if letter == "" {
		return m, 0, f.wrong("a letter behind it", "placement ends with +")
	}
	m.Kind = kindOf(letter[0])
	if letter[0] >= 'a' {
		m.Color = White
	}
	switch {
	case promoted && !m.Kind.CanPromote():
		return m, 0, f.wrong("+ and one of PLNSBRplnsbr", "placement has %.2q", f.text)
	case m.Kind == NoKind:
		return m, 0, f.wrong("one of PLNSGBRKplnsgbrk, +, 1 to 9 or /", "placement has %.1q", f.text)
	case promoted:
		m.Kind = m.Kind.Promoted()
	}
	return m, len(f.text) - len(letter) + 1, nil
}

func (p *Position) parseSide(f sfenField) error {
	switch f.text {
	case "b":
		p.side = Black
	case "w":
		p.side = White
	default:
		return f.wrong("b or w", "side to move %.20q", f.text)
	}
	return nil
}

// parseHands reads pieces in hand such as "2P3p", in any order but each once.
func (p *Position) parseHands(f sfenField) error {
	if f.text == "-" {
		return nil
	}
	for rest := f; rest.text != ""; {
		letters := strings.TrimLeft(rest.text, "0123456789")
		digits := rest.text[:len(rest.text)-len(letters)]
		if letters == "" || kindOf(letters[0]) > Rook {
			return rest.from(len(digits)).wrong("letters of RBGSNLPrbgsnlp with counts, or -", "pieces in hand %.20q", f.text)
		}
		kind, color := kindOf(letters[0]), Color(letters[0]>>5&1)
		n := 1
		if digits != "" {
			n, _ = strconv.Atoi(digits) // the largest number where it does not fit
		}
		if n > fullSet[kind] || digits != "" && (n < 2 || digits[0] == '0') {
			return rest.wrong(fmt.Sprintf("from 2 to %d, or none for 1", fullSet[kind]), "count %.20q of %ss in hand", digits, kind)
		}
		if p.hands[color][kind] != 0 {
			return rest.wrong("each once", "%ss in the hand of %s are listed twice", kind, color)
		}
		p.hands[color][kind] = uint8(n)
		rest = rest.from(len(digits) + 1)
	}
	return nil
}

func (p *Position) parsePly(f sfenField) error {
	n, err := strconv.ParseUint(f.text, 10, 16)
	if err != nil || n < 1 || n > maxPly {
		return f.wrong(fmt.Sprintf("a number from 1 to %d", maxPly), "number of the ply %.20q", f.text)
	}
	p.ply = uint16(n)
	return nil
}

// check refuses what no game can reach, as far as that can be told from counts,
// squares and checks.
func (p *Position) check(fields []sfenField) error {
	placement, side := fields[0], fields[1]
	for c := Black; c <= White; c++ {
		if err := p.checkPieces(c, placement); err != nil {
			return err
		}
	}
	for k := Pawn; k <= Rook; k++ {
		n := p.kinds[k].Count() + p.Hand(Black, k) + p.Hand(White, k)
		if most := fullSet[k]; n > most {
			return placement.wrong(fmt.Sprintf("at most %d", most), "there are %d %ss on the board and in hand", n, k)
		}
	}
	if p.kinds[King].Empty() {
		return placement.wrong("one of a side at least", "there is no king")
	}
	them := p.side.Other()
	if p.attackedBy(p.side, p.King(them), p.Occupied()) {
		return side.wrong("the side in check to move", "%s is in check and %s is to move", them, p.side)
	}
	p.checkers = p.computeCheckers()
	if n := p.checkers.Count(); n > 2 {
		return placement.wrong("at most 2", "%d pieces give check", n)
	}
	return nil
}

// checkPieces refuses pieces of c that cannot stand where they do.
func (p *Position) checkPieces(c Color, placement sfenField) error {
	if n := p.Of(c, King).Count(); n > 1 {
		return placement.wrong("at most one", "%s has %d kings", c, n)
	}
	for _, k := range [...]Kind{Pawn, Lance, Knight} {
		if pieces := p.Of(c, k).And(stuck[c][k]); !pieces.Empty() {
			return placement.wrong("pieces that can move", "%s has a %s on %s", c, k, pieces.First())
		}
	}
	pawns := p.Of(c, Pawn)
	for file := range 9 {
		if n := pawns.And(fileSet(file)).Count(); n > 1 {
			return placement.wrong("at most one", "%s has %d pawns on file %d", c, n, file+1)
		}
	}
	return nil
}

// handOrder is the kinds in hand as SFEN lists them.
var handOrder = [...]Kind{Rook, Bishop, Gold, Silver, Knight, Lance, Pawn}

// SFEN returns the position in four fields.
func (p *Position) SFEN() string {
	b := make([]byte, 0, 128)
	for rank := range 9 {
		if rank > 0 {
			b = append(b, '/')
		}
		b = p.appendRank(b, rank)
	}
	b = append(b, ' ', "bw"[p.side&1], ' ')
	b = p.appendHands(b)
	return string(strconv.AppendInt(append(b, ' '), int64(p.ply), 10))
}

func (p *Position) appendRank(b []byte, rank int) []byte {
	empty := byte(0)
	for file := 8; file >= 0; file-- {
		s := NewSquare(file, rank)
		k := p.board[s]
		if k == NoKind {
			empty++
			continue
		}
		if empty > 0 {
			b = append(b, '0'+empty)
			empty = 0
		}
		symbol := k.Symbol()
		if p.colors[White].Has(s) {
			symbol = strings.ToLower(symbol)
		}
		b = append(b, symbol...)
	}
	if empty > 0 {
		b = append(b, '0'+empty)
	}
	return b
}

func (p *Position) appendHands(b []byte) []byte {
	if p.hands == [2][7]uint8{} {
		return append(b, '-')
	}
	for c, hand := range p.hands {
		for _, k := range handOrder {
			if hand[k] == 0 {
				continue
			}
			if hand[k] > 1 {
				b = strconv.AppendInt(b, int64(hand[k]), 10)
			}
			b = append(b, kindLetters[k]|byte(c)<<5)
		}
	}
	return b
}
