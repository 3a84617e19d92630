package shogi

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/engine/notation"
)

// ParseSFEN reads a position of three or four fields: placement, side to move, pieces in hand, and optionally the ply
// number (1 when absent). One king may be missing.
//
// A position that cannot be legal is an error: one without a king, or with two kings of a side or two of its pawns on a file.
// So is one with too many pieces of a kind, a piece that could never move again, or the side not to move in check. Errors
// are of type *notation.PositionError.
func ParseSFEN(s string) (Position, error) {
	fields := notation.Split(s, " ")
	if len(fields) > 4 {
		return Position{}, fields[4].Wrong("at most four fields", "surplus field %.20q", fields[4].Text)
	}
	if n := len(fields); n < 3 {
		want := [...]string{"placement", "side to move", "pieces in hand"}[n]
		return Position{}, notation.Field{Offset: len(s)}.Wrong(want, "position has %d of 3 fields", n)
	}
	p := emptyBoard()
	parsers := [...]func(*Position, notation.Field) error{
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

func (p *Position) parsePlacement(f notation.Field) error {
	file, rank := 9, 0
	for i := 0; i < len(f.Text); i++ {
		at := f.From(i)
		switch c := f.Text[i]; {
		case c == '/' && file > 0:
			return at.Wrong("9", "rank %c has %d files", 'a'+rank, 9-file)
		case c == '/' && rank == 8:
			return at.Wrong("9 ranks", "placement has more than 9 ranks")
		case c == '/':
			file, rank = 9, rank+1
			continue
		case c >= '1' && c <= '9':
			file -= int(c - '0')
		default:
			piece, length, err := parsePiece(at)
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
			return at.Wrong("9", "rank %c has more than 9 files", 'a'+rank)
		}
	}
	if rank != 8 || file != 0 {
		return f.From(len(f.Text)).Wrong("9 ranks of 9 files", "placement ends on rank %c after %d files", 'a'+rank, 9-file)
	}
	return nil
}

// parsePiece reads a piece such as "P" or "+p" at the beginning of a field, and how long
// its text is.
func parsePiece(f notation.Field) (m Piece, length int, err error) {
	letter, promoted := strings.CutPrefix(f.Text, "+")
	if letter == "" {
		return m, 0, f.Wrong("a letter behind it", "placement ends with +")
	}
	m.Kind = kindOf(letter[0])
	if letter[0] >= 'a' {
		m.Color = White
	}
	switch {
	case promoted && !m.Kind.CanPromote():
		return m, 0, f.Wrong("+ and one of PLNSBRplnsbr", "placement has %.2q", f.Text)
	case m.Kind == NoKind:
		return m, 0, f.Wrong("one of PLNSGBRKplnsgbrk, +, 1 to 9 or /", "placement has %.1q", f.Text)
	case promoted:
		m.Kind = m.Kind.Promoted()
	}
	return m, len(f.Text) - len(letter) + 1, nil
}

func (p *Position) parseSide(f notation.Field) error {
	switch f.Text {
	case "b":
		p.side = Black
	case "w":
		p.side = White
	default:
		return f.Wrong("b or w", "side to move %.20q", f.Text)
	}
	return nil
}

// parseHands reads pieces in hand such as "2P3p", in any order but each once.
func (p *Position) parseHands(f notation.Field) error {
	if f.Text == "-" {
		return nil
	}
	for rest := f; rest.Text != ""; {
		letters := strings.TrimLeft(rest.Text, "0123456789")
		digits := rest.Text[:len(rest.Text)-len(letters)]
		if letters == "" || kindOf(letters[0]) > Rook {
			return rest.From(len(digits)).Wrong("letters of RBGSNLPrbgsnlp with counts, or -", "pieces in hand %.20q", f.Text)
		}
		kind, color := kindOf(letters[0]), Color(letters[0]>>5&1)
		n := 1
		if digits != "" {
			n, _ = strconv.Atoi(digits) // the largest number where it does not fit
		}
		if n > fullSet[kind] || digits != "" && (n < 2 || digits[0] == '0') {
			return rest.Wrong(fmt.Sprintf("from 2 to %d, or none for 1", fullSet[kind]), "count %.20q of %ss in hand", digits, kind)
		}
		if p.hands[color][kind] != 0 {
			return rest.Wrong("each once", "%ss in the hand of %s are listed twice", kind, color)
		}
		p.hands[color][kind] = uint8(n)
		rest = rest.From(len(digits) + 1)
	}
	return nil
}

func (p *Position) parsePly(f notation.Field) error {
	n, err := strconv.ParseUint(f.Text, 10, 16)
	if err != nil || n < 1 || n > maxPly {
		return f.Wrong(fmt.Sprintf("a number from 1 to %d", maxPly), "number of the ply %.20q", f.Text)
	}
	p.ply = uint16(n)
	return nil
}

// check rejects positions that piece counts, squares or checks show to be unreachable.
func (p *Position) check(fields []notation.Field) error {
	placement, side := fields[0], fields[1]
	for c := Black; c <= White; c++ {
		if err := p.checkPieces(c, placement); err != nil {
			return err
		}
	}
	for k := Pawn; k <= Rook; k++ {
		n := p.kinds[k].Count() + p.Hand(Black, k) + p.Hand(White, k)
		if most := fullSet[k]; n > most {
			return placement.Wrong(fmt.Sprintf("at most %d", most), "there are %d %ss on the board and in hand", n, k)
		}
	}
	if p.kinds[King].Empty() {
		return placement.Wrong("one of a side at least", "there is no king")
	}
	them := p.side.Other()
	if p.attackedBy(p.side, p.King(them), p.Occupied()) {
		return side.Wrong("the side in check to move", "%s is in check and %s is to move", them, p.side)
	}
	p.checkers = p.computeCheckers()
	if n := p.checkers.Count(); n > 2 {
		return placement.Wrong("at most 2", "%d pieces give check", n)
	}
	return nil
}

// checkPieces rejects pieces of c on impossible squares.
func (p *Position) checkPieces(c Color, placement notation.Field) error {
	if n := p.Of(c, King).Count(); n > 1 {
		return placement.Wrong("at most one", "%s has %d kings", c, n)
	}
	for _, k := range [...]Kind{Pawn, Lance, Knight} {
		if pieces := p.Of(c, k).And(stuck[c][k]); !pieces.Empty() {
			return placement.Wrong("pieces that can move", "%s has a %s on %s", c, k, pieces.First())
		}
	}
	pawns := p.Of(c, Pawn)
	for file := range 9 {
		if n := pawns.And(fileSet(file)).Count(); n > 1 {
			return placement.Wrong("at most one", "%s has %d pawns on file %d", c, n, file+1)
		}
	}
	return nil
}

// handOrder is the kinds in hand as SFEN lists them.
var handOrder = [...]Kind{Rook, Bishop, Gold, Silver, Knight, Lance, Pawn}

// SFEN returns the position in four fields.
func (p *Position) SFEN() string {
	b := notation.AppendBoard(make([]byte, 0, 128), 9, func(rank, column int) string { return p.symbol(NewSquare(8-column, rank)) })
	b = append(b, ' ', "bw"[p.side&1], ' ')
	b = p.appendHands(b)
	return string(strconv.AppendInt(append(b, ' '), int64(p.ply), 10))
}

// symbol returns the piece on a square as an SFEN has it, "" for none.
func (p *Position) symbol(s Square) string {
	k := p.board[s]
	switch {
	case k == NoKind:
		return ""
	case p.colors[White].Has(s):
		return strings.ToLower(k.Symbol())
	}
	return k.Symbol()
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
