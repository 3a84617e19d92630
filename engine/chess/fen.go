package chess

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/engine/notation"
)

// ParseFEN reads a position of four to six fields: placement, side to move, castling, en passant, halfmove clock and
// move number. The last two are optional, and are 0 and 1 when absent.
//
// A position that cannot be legal is an error: one with wrong kings, more pieces than promotion explains, or pawns on
// the first or last rank. So is one with the side not to move in check, castling rights without king or rook at home,
// or en passant without a double push. An en passant square onto which no capture is legal is dropped. Errors are of
// type *notation.PositionError.
func ParseFEN(s string) (Position, error) {
	fields := notation.Split(s, " \t")
	if len(fields) > 6 {
		return Position{}, fields[6].Wrong("at most six fields", "surplus field %s", quote(fields[6].Text))
	}
	if n := len(fields); n < 4 {
		want := [...]string{"placement", "side to move", "castling rights", "en passant square"}[n]
		return Position{}, notation.Field{Offset: len(s)}.Wrong(want, "position has %d of 4 fields", n)
	}
	p := emptyBoard()
	parsers := [...]func(*Position, notation.Field) error{
		(*Position).parsePlacement, (*Position).parseSide, (*Position).parseCastling,
		(*Position).parsePassant, (*Position).parseHalfmove, (*Position).parseFullmove,
	}
	for i, f := range fields {
		if err := parsers[i](&p, f); err != nil {
			return Position{}, err
		}
		if i == 1 {
			if err := p.checkPlacement(fields[0], fields[1]); err != nil {
				return Position{}, err
			}
		}
	}
	p.key, p.pawnKey, p.sideKeys = p.computeKeys()
	return p, nil
}

func (p *Position) parsePlacement(f notation.Field) error {
	file, rank := 0, 7
	for i := range len(f.Text) {
		c := f.Text[i]
		at := f.From(i)
		switch {
		case c == '/':
			if file != 8 {
				return at.Wrong("8", "rank %d has %d files", rank+1, file)
			}
			if rank == 0 {
				return at.Wrong("8 ranks", "placement has more than 8 ranks")
			}
			file, rank = 0, rank-1
		case c >= '1' && c <= '8':
			file += int(c - '0')
		case kindOf(c) == NoKind:
			return at.Wrong("one of PNBRQKpnbrqk, 1 to 8 or /", "placement has %s", quote(f.Text[i:i+1]))
		default:
			if file < 8 {
				color := White
				if c >= 'a' {
					color = Black
				}
				p.place(color, kindOf(c), NewSquare(file, rank))
			}
			file++
		}
		if file > 8 {
			return at.Wrong("8", "rank %d has more than 8 files", rank+1)
		}
	}
	if rank != 0 || file != 8 {
		return f.From(len(f.Text)).Wrong("8 ranks of 8 files", "placement ends on rank %d after %d files", rank+1, file)
	}
	return nil
}

// place sets a piece without touching the keys.
func (p *Position) place(c Color, k Kind, s Square) {
	p.kinds[k] |= s.Bit()
	p.colors[c] |= s.Bit()
	p.board[s] = k
}

func (p *Position) parseSide(f notation.Field) error {
	switch f.Text {
	case "w":
		p.side = White
	case "b":
		p.side = Black
	default:
		return f.Wrong("w or b", "side to move %s", quote(f.Text))
	}
	return nil
}

// checkPlacement rejects positions that piece counts or checks show to be unreachable.
func (p *Position) checkPlacement(placement, side notation.Field) error {
	for c := White; c <= Black; c++ {
		if n := p.Of(c, King).Count(); n != 1 {
			return placement.Wrong("one", "%s has %d kings", c, n)
		}
		if err := p.checkPieces(c, placement); err != nil {
			return err
		}
	}
	if p.kinds[Pawn]&(Rank1|Rank8) != 0 {
		s := (p.kinds[Pawn] & (Rank1 | Rank8)).First()
		return placement.Wrong("pawns on ranks 2 to 7", "pawn on %s", s)
	}
	them := p.side ^ 1
	if p.attackedBy(p.side, p.King(them), p.Occupied()) {
		return side.Wrong("the side in check to move", "%s is in check and %s is to move", them, p.side)
	}
	p.checkers = p.computeCheckers()
	if n := p.checkers.Count(); n > 2 {
		return placement.Wrong("at most 2", "%d pieces give check", n)
	}
	return nil
}

// checkPieces counts c's pieces: every piece above the first set is a promoted pawn.
func (p *Position) checkPieces(c Color, placement notation.Field) error {
	pawns := p.Of(c, Pawn).Count()
	if pawns > 8 {
		return placement.Wrong("at most 8", "%s has %d pawns", c, pawns)
	}
	promoted := 0
	for k := Knight; k <= Queen; k++ {
		first := 2
		if k == Queen {
			first = 1
		}
		promoted += max(0, p.Of(c, k).Count()-first)
	}
	if promoted > 8-pawns {
		return placement.Wrong(fmt.Sprintf("at most %d beside %d pawns", 8-pawns, pawns),
			"%s has too many promoted pieces, %d", c, promoted)
	}
	return nil
}

func (p *Position) parseCastling(f notation.Field) error {
	if f.Text == "-" {
		return nil
	}
	for i := range len(f.Text) {
		at := f.From(i)
		which := strings.IndexByte("KQkq", f.Text[i])
		if which < 0 {
			return at.Wrong("letters of KQkq, or -", "castling rights %s", quote(f.Text))
		}
		right := uint8(1) << which
		if p.castling&right != 0 {
			return at.Wrong("each once", "castling right %c is listed twice", f.Text[i])
		}
		color := Color(which / 2)
		king, rook := E1.Relative(color), H1.Relative(color)
		if which&1 == 1 {
			rook = A1.Relative(color)
		}
		if !p.Of(color, King).Has(king) || !p.Of(color, Rook).Has(rook) {
			return at.Wrong(fmt.Sprintf("king on %s and rook on %s", king, rook), "castling right %c cannot be", f.Text[i])
		}
		p.castling |= right
	}
	return nil
}

func (p *Position) parsePassant(f notation.Field) error {
	if f.Text == "-" {
		return nil
	}
	s, ok := parseSquare(f.Text)
	rank := 5
	if p.side == Black {
		rank = 2
	}
	if !ok || s.Rank() != rank {
		return f.Wrong(fmt.Sprintf("a square on rank %d, or -", rank+1), "en passant square %s", quote(f.Text))
	}
	pawn, from := s.Ahead(p.side^1), s.Ahead(p.side)
	if !p.Of(p.side^1, Pawn).Has(pawn) || (p.Occupied()&(s.Bit()|from.Bit())) != 0 {
		return f.Wrong(fmt.Sprintf("%s pawn on %s that came from an empty %s", p.side^1, pawn, from),
			"en passant square %s cannot be", s)
	}
	if err := p.checkBeforePush(f, pawn, from); err != nil {
		return err
	}
	takers := pawnAttacks[p.side^1][s] & p.Of(p.side, Pawn)
	for ; takers != 0; takers &= takers - 1 {
		if p.passantIsLegal(takers.First(), s) {
			p.passant = s
		}
	}
	return nil
}

// checkBeforePush refuses an en passant square when the side to move would have been in check before the double push
// too. It would not have left its king there.
func (p *Position) checkBeforePush(f notation.Field, pawn, from Square) error {
	king := p.King(p.side)
	before := p.Occupied()&^pawn.Bit() | from.Bit()
	attackers := p.AttackersTo(king, before) & p.colors[p.side^1] &^ pawn.Bit()
	kind, at := Pawn, from
	if attackers != 0 {
		at = attackers.First()
		kind = p.At(at)
	} else if !pawnAttacks[p.side^1][from].Has(king) {
		return nil
	}
	return f.Wrong("no check before the double push",
		"en passant square %s cannot be: the %s on %s gave check already", f.Text, kindName(kind), at)
}

func kindName(k Kind) string {
	return [...]string{"pawn", "knight", "bishop", "rook", "queen", "king", "nothing"}[k]
}

func (p *Position) parseHalfmove(f notation.Field) error {
	n, ok := parseCounter(f.Text)
	if !ok || n > maxHalfmove {
		return f.Wrong(fmt.Sprintf("a number of plies from 0 to %d", maxHalfmove), "halfmove clock %s", quote(f.Text))
	}
	p.halfmove = uint8(n)
	return nil
}

func (p *Position) parseFullmove(f notation.Field) error {
	n, ok := parseCounter(f.Text)
	if !ok || n > maxFullmove {
		return f.Wrong(fmt.Sprintf("a number from 0 to %d", maxFullmove), "move number %s", quote(f.Text))
	}
	p.fullmove = uint16(max(n, 1))
	return nil
}

// parseCounter reads plain digits: no sign, at most five.
func parseCounter(text string) (n int, ok bool) {
	if len(text) > 5 || strings.Trim(text, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(text)
	return n, err == nil
}

// FEN returns the position in six fields. En passant is given only when such a
// capture is legal.
func (p *Position) FEN() string {
	b := p.appendEPD(make([]byte, 0, 96))
	b = append(b, ' ')
	b = strconv.AppendInt(b, int64(p.halfmove), 10)
	b = append(b, ' ')
	b = strconv.AppendInt(b, int64(p.fullmove), 10)
	return string(b)
}

// EPD returns the first four fields of FEN, which are the position without its
// counters.
func (p *Position) EPD() string { return string(p.appendEPD(make([]byte, 0, 80))) }

func (p *Position) appendEPD(b []byte) []byte {
	b = notation.AppendBoard(b, 8, func(row, file int) string { return p.letter(NewSquare(file, 7-row)) })
	if p.side == White {
		b = append(b, " w "...)
	} else {
		b = append(b, " b "...)
	}
	if p.castling == 0 {
		b = append(b, '-')
	}
	for i := range 4 {
		if p.castling>>i&1 != 0 {
			b = append(b, "KQkq"[i])
		}
	}
	b = append(b, ' ')
	return append(b, p.passant.String()...)
}

// letter returns the piece on a square as a FEN has it, "" for none.
func (p *Position) letter(s Square) string {
	k := p.board[s]
	switch {
	case k == NoKind:
		return ""
	case p.colors[Black].Has(s):
		return kindLetters[k : k+1]
	}
	return "PNBRQK"[k : k+1]
}
