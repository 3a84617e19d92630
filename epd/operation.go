package epd

import (
	"strconv"
	"strings"
)

// Op is one operation of a line.
type Op struct {
	Code   string // opcode, such as "bm"
	Raw    string // operands byte for byte, without the blanks around them
	Col    int    // byte of the line from 1 at which the opcode stands; 0: not read
	ArgCol int    // byte of the line from 1 at which the operands stand
}

// Text returns the operands, without quotes when they are one quoted string.
func (o Op) Text() string {
	if n := len(o.Raw); n >= 2 && o.Raw[0] == '"' && strings.IndexByte(o.Raw[1:], '"') == n-2 {
		return o.Raw[1 : n-1]
	}
	return o.Raw
}

// opKind classifies the operands of an operation.
type opKind uint8

const (
	kindUnknown   opKind = iota // kept as it is
	kindTyped                   // a field of Record
	kindComment                 // c0 … c9: text, quoted when written
	kindText                    // one quoted string or one word, kept as it is
	kindUnsigned                // one whole number from 0, kept as it is
	kindSigned                  // one whole number, kept as it is
	kindVariation               // moves played one after the other, kept as they are
	kindFlag                    // no operand, kept as it is
)

// String says what operands of the kind look like.
func (k opKind) String() string {
	return [...]string{
		"anything", "a field", "a comment", "a text", "a whole number from 0",
		"a whole number", "legal moves one after the other", "no operand",
	}[k]
}

// kind returns the kind of o's operands. The opcodes are those of the EPD part of the PGN standard, sd, win, draw,
// mate, history, the perft counts and fam. The last one names the family of a position.
func (o Op) kind() opKind {
	switch o.Code {
	case "bm", "am", "dm", "draw", "win", "mate", "sd", "id", "hmvc", "fmvn", "history":
		return kindTyped
	case "acd", "acn", "acs", "rc":
		return kindUnsigned
	case "ce":
		return kindSigned
	case "pv", "pm", "sm":
		return kindVariation
	case "eco", "fam", "nic", "tcgs", "tcri", "tcsi":
		return kindText
	case "draw_accept", "draw_claim", "draw_offer", "draw_reject", "noop", "resign":
		return kindFlag
	}
	if len(o.Code) == 2 && o.Code[1] >= '0' && o.Code[1] <= '9' {
		switch o.Code[0] {
		case 'c':
			return kindComment
		case 'v':
			return kindText
		}
	}
	if _, ok := perftDepth(o.Code); ok {
		return kindTyped
	}
	return kindUnknown
}

// isWellFormed reports whether the operands of a kept operation have the form of its opcode. Its moves start from the
// position of r.
func (o Op) isWellFormed(r *Record) bool {
	switch o.kind() {
	case kindUnsigned:
		_, err := strconv.ParseUint(o.Raw, 10, 63)
		return err == nil
	case kindSigned:
		_, err := strconv.ParseInt(o.Raw, 10, 64)
		return err == nil
	case kindVariation:
		p, words := r.Position, strings.Fields(o.Raw)
		for _, word := range words {
			move, err := p.ParseNotation(word)
			if err != nil {
				return false
			}
			p = p.After(move)
		}
		return o.Code == "pv" || len(words) == 1
	case kindFlag:
		return o.Raw == "" || o.Code == "noop"
	}
	return true
}

// knownSpelling returns the known opcode that differs from o only in case. It returns "" when o is
// known or no opcode matches.
func (o Op) knownSpelling() string {
	for _, code := range [...]string{strings.ToLower(o.Code), strings.ToUpper(o.Code)} {
		if o.kind() == kindUnknown && (Op{Code: code}).kind() != kindUnknown {
			return code
		}
	}
	return ""
}

// perftDepth returns the depth of the perft opcode D1, D2 and so on.
func perftDepth(code string) (depth int, ok bool) {
	digits, found := strings.CutPrefix(code, "D")
	if !found || !isNumber(digits) || digits[0] == '0' || len(digits) > 3 {
		return 0, false
	}
	depth, err := strconv.Atoi(digits)
	return depth, err == nil
}

// operandEnd returns the end of the operands that begin at from: the next semicolon outside of quotes, or the end of
// line. If a quote is not closed, it returns the place of that quote and false.
func operandEnd(line string, from int) (end int, ok bool) {
	for i := from; i < len(line); i++ {
		switch line[i] {
		case ';':
			return i, true
		case '"':
			n := strings.IndexByte(line[i+1:], '"')
			if n < 0 {
				return i, false
			}
			i += n + 1
		}
	}
	return len(line), true
}

// isCode reports whether text is an opcode: a letter, then letters, digits, - or
// _. One that is not known may end in a colon, as PV: does in mate suites.
func isCode(text string) bool {
	for i := range len(text) {
		switch c := text[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z':
		case i == 0:
			return false
		case c >= '0' && c <= '9', c == '_', c == '-':
		case c == ':' && i == len(text)-1:
			return Op{Code: text[:i]}.kind() == kindUnknown
		default:
			return false
		}
	}
	return text != ""
}
