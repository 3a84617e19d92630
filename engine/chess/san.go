package chess

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/zugwatch/zugwatch/engine/notation"
)

// newMoveError returns the error of a text, with the legal moves that come closest.
func newMoveError(text, why string, candidates []string) error {
	message := "move " + quote(text) + " " + why
	if len(candidates) > 0 {
		message += " (expected one of " + strings.Join(candidates, " ") + ")"
	}
	return &notation.MoveError{Why: why, Candidates: candidates, Message: message}
}

// quote shows at most 20 bytes of a text, with what does not print replaced.
func quote(text string) string {
	cut := ""
	if len(text) > 20 {
		text, cut = text[:20], "…"
	}
	return "\"" + strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || r == '"' || r == utf8.RuneError {
			return '?'
		}
		return r
	}, text) + cut + "\""
}

// SAN returns the legal move m in standard algebraic notation with the least
// disambiguation, "x" for captures, "=Q" for promotions and "+" or "#".
func (p *Position) SAN(m Move) string {
	b := make([]byte, 0, 8)
	from, to := m.From(), m.To()
	kind := p.At(from)
	switch {
	case m.IsCastle() && to.File() == 6:
		b = append(b, "O-O"...)
	case m.IsCastle():
		b = append(b, "O-O-O"...)
	case kind == Pawn:
		if m.IsCapture() {
			b = append(b, 'a'+byte(from.File()), 'x')
		}
		b = append(b, to.String()...)
		if m.IsPromotion() {
			b = append(b, '=', m.Promotion().Letter()-'a'+'A')
		}
	default:
		b = append(b, kind.Letter()-'a'+'A')
		b = p.appendDisambiguation(b, kind, m)
		if m.IsCapture() {
			b = append(b, 'x')
		}
		b = append(b, to.String()...)
	}
	next := p.After(m)
	if next.InCheck() {
		if next.CountLegal() == 0 {
			return string(append(b, '#'))
		}
		b = append(b, '+')
	}
	return string(b)
}

// appendDisambiguation adds the file, else the rank, else both, of the moving piece, if another piece of its kind can
// reach the same square.
func (p *Position) appendDisambiguation(b []byte, kind Kind, m Move) []byte {
	from := m.From()
	others := p.reaching(kind, m.To()) &^ from.Bit()
	sameFile, sameRank, any := false, false, false
	for ; others != 0; others &= others - 1 {
		s := others.First()
		if !p.IsLegal(newMove(s, m.To(), m&special)) {
			continue
		}
		any = true
		sameFile = sameFile || s.File() == from.File()
		sameRank = sameRank || s.Rank() == from.Rank()
	}
	if any && (!sameFile || sameRank) {
		b = append(b, 'a'+byte(from.File()))
	}
	if any && sameFile {
		b = append(b, '1'+byte(from.Rank()))
	}
	return b
}

// reaching returns the own pieces of a kind other than pawns whose attacks include s.
func (p *Position) reaching(kind Kind, s Square) Bitboard {
	return Attacks(kind, s, p.Occupied()) & p.Of(p.side, kind)
}

// sanParts is a move text taken apart.
type sanParts struct {
	kind       Kind // Pawn when no letter says otherwise
	named      bool // a letter named the kind
	takes      bool // an "x" or ":" stands before the target
	file, rank int  // of the square left, -1 when not given
	to         Square
	promotion  Kind
	castle     Move // castleShort, castleLong or 0
}

// ParseSAN reads a move of the side to move. It takes standard algebraic notation with or without the signs "x", "+",
// "#", "=", "!" and "?". Disambiguation may be redundant, and castling may be written with the letter O or zeros. It
// also takes coordinates such as "e2e4", "e2-e4" or "e7e8q". Errors are of type *notation.MoveError and list the
// closest legal moves.
func (p *Position) ParseSAN(s string) (Move, error) {
	parts, ok := splitSAN(s)
	if !ok {
		return NoMove, p.moveError(s, "is not a move", nil)
	}
	found, n := NoMove, 0
	p.eachMatch(&parts, func(m Move) {
		found = m
		n++
	})
	switch n {
	case 0:
		return NoMove, p.moveError(s, "is not legal", &parts)
	case 1:
		return found, nil
	}
	var candidates []string
	p.eachMatch(&parts, func(m Move) { candidates = append(candidates, p.SAN(m)) })
	return NoMove, newMoveError(s, "is ambiguous", candidates)
}

// splitSAN parses a move text backwards, from its target square.
func splitSAN(s string) (parts sanParts, ok bool) {
	s = strings.TrimSuffix(strings.TrimRight(s, "+#!?"), "e.p.")
	s = strings.TrimRight(s, "+#!?")
	parts = sanParts{kind: Pawn, file: -1, rank: -1, promotion: NoKind}
	switch s {
	case "O-O", "0-0", "o-o":
		parts.kind, parts.castle = King, castleShort
		return parts, true
	case "O-O-O", "0-0-0", "o-o-o":
		parts.kind, parts.castle = King, castleLong
		return parts, true
	}
	if s != "" && s[0] >= 'A' && s[0] <= 'Z' {
		if parts.kind = kindOf(s[0]); parts.kind == NoKind {
			return parts, false
		}
		parts.named = true
		s = s[1:]
	}
	s, parts.promotion = cutPromotion(s)
	if len(s) < 2 {
		return parts, false
	}
	if parts.to, ok = parseSquare(s[len(s)-2:]); !ok {
		return parts, false
	}
	s = s[:len(s)-2]
	parts.takes = strings.HasSuffix(s, "x") || strings.HasSuffix(s, ":")
	if parts.takes || strings.HasSuffix(s, "-") {
		s = s[:len(s)-1]
	}
	if s != "" && s[0] >= 'a' && s[0] <= 'h' {
		parts.file = int(s[0] - 'a')
		s = s[1:]
	}
	if s != "" && s[0] >= '1' && s[0] <= '8' {
		parts.rank = int(s[0] - '1')
		s = s[1:]
	}
	return parts, s == ""
}

// cutPromotion cuts a promotion such as "=Q", "/Q", "Q", "q" or "(Q)" off a
// text that ends behind a square.
func cutPromotion(s string) (rest string, kind Kind) {
	rest, closed := strings.CutSuffix(s, ")")
	if len(rest) < 3 {
		return s, NoKind
	}
	if kind = kindOf(rest[len(rest)-1]); kind == NoKind {
		return s, NoKind
	}
	rest = rest[:len(rest)-1]
	before, opened := strings.CutSuffix(rest, "(")
	switch {
	case opened != closed:
		return s, NoKind
	case opened:
		return before, kind
	}
	if last := rest[len(rest)-1]; last == '=' || last == '/' {
		rest = rest[:len(rest)-1]
	}
	return rest, kind
}

// eachMatch calls found for the legal moves that fit the parts.
func (p *Position) eachMatch(parts *sanParts, found func(Move)) {
	switch {
	case parts.castle != 0:
		home := E1.Relative(p.side)
		to := home + 2
		if parts.castle == castleLong {
			to = home - 2
		}
		if m := newMove(home, to, parts.castle); p.IsLegal(m) {
			found(m)
		}
	case parts.kind == Pawn && parts.file >= 0 && parts.rank >= 0:
		p.eachFromSquare(parts, found)
	case parts.kind == Pawn:
		p.eachPawnMatch(parts, found)
	case parts.promotion != NoKind:
	default:
		from := p.reaching(parts.kind, parts.to) & parts.allowed()
		for ; from != 0; from &= from - 1 {
			m := newMove(from.First(), parts.to, captureBit(p.colors[p.side^1], parts.to))
			if p.IsLegal(m) {
				found(m)
			}
		}
	}
}

// allowed returns the squares that the given file and rank leave.
func (parts *sanParts) allowed() Bitboard {
	squares := ^Bitboard(0)
	if parts.file >= 0 {
		squares &= FileA << parts.file
	}
	if parts.rank >= 0 {
		squares &= Rank1 << (8 * parts.rank)
	}
	return squares
}

// eachFromSquare matches coordinates. They name a piece of any kind by its square, unless a letter says that it is a
// pawn.
func (p *Position) eachFromSquare(parts *sanParts, found func(Move)) {
	from := NewSquare(parts.file, parts.rank)
	if p.At(from) == Pawn && p.colors[p.side].Has(from) {
		p.eachPawnMatch(parts, found)
		return
	}
	if parts.promotion != NoKind || parts.named {
		return
	}
	taking := captureBit(p.colors[p.side^1], parts.to)
	for _, what := range [...]Move{taking, castleShort, castleLong} {
		if m := newMove(from, parts.to, what); p.IsLegal(m) {
			found(m)
		}
	}
}

// eachPawnMatch matches the pawn moves onto a square. A text without file and "x" is always a push, so "d5" never
// means the capture "exd5". A text with "x" is never a push.
func (p *Position) eachPawnMatch(parts *sanParts, found func(Move)) {
	if parts.promotion == Pawn || parts.promotion == King {
		return
	}
	var l MoveList
	g := p.generation()
	if p.checkers.MoreThanOne() {
		return
	}
	p.pawnCaptures(&l, &g)
	p.pawnPushes(&l, &g, false)
	allowed := parts.allowed()
	for _, m := range l.Slice() {
		if m.To() != parts.to || !allowed.Has(m.From()) {
			continue
		}
		if m.IsCapture() != parts.takes && (parts.file < 0 || parts.takes) {
			continue
		}
		if parts.promotion != NoKind && m.Promotion() != parts.promotion {
			continue
		}
		found(m)
	}
}

// moveError builds the error of a text, with the legal moves of the same kind
// of piece, else all.
func (p *Position) moveError(text, why string, parts *sanParts) error {
	var candidates []string
	for _, sameKind := range []bool{true, false} {
		for _, m := range p.LegalMoves() {
			if !sameKind || parts != nil && p.At(m.From()) == parts.kind {
				candidates = append(candidates, p.SAN(m))
			}
		}
		if len(candidates) > 0 {
			break
		}
	}
	return newMoveError(text, why, candidates)
}

// ParseMove reads a legal move in coordinates as UCI writes it, "e2e4" or
// "e7e8q". Errors are of type *notation.MoveError.
func (p *Position) ParseMove(s string) (Move, error) {
	if len(s) == 4 || len(s) == 5 {
		from, ok1 := parseSquare(s[:2])
		to, ok2 := parseSquare(s[2:4])
		promoted := NoKind
		if len(s) == 5 {
			promoted = kindOf(s[4])
			ok2 = ok2 && promoted != NoKind
		}
		if ok1 && ok2 {
			if m, ok := p.match(from, to, promoted); ok {
				return m, nil
			}
			return NoMove, p.moveError(s, "is not legal", &sanParts{kind: p.At(from)})
		}
	}
	return NoMove, p.moveError(s, "is not a move", nil)
}

// match finds the legal move with the squares and promotion given.
func (p *Position) match(from, to Square, promoted Kind) (Move, bool) {
	var l MoveList
	p.Legal(&l)
	for _, m := range l.Slice() {
		if m.From() == from && m.To() == to && m.Promotion() == promoted {
			return m, true
		}
	}
	return NoMove, false
}
