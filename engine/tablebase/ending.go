package tablebase

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/zugwatch/zugwatch/engine/chess"
)

// MaxPieces is the largest number of pieces of an ending, kings included.
const MaxPieces = 4

// Ending is the pieces of both sides, the stronger side first: White has more pieces,
// or as many and the more valuable ones. Endings can be compared with == and
// be keys of a map. The zero value is the two bare kings.
type Ending struct {
	counts [2][5]uint8 // by color and kind, without the kings
}

// letters are the piece letters except the king's, the most valuable first.
const letters = "QRBNP"

// kinds are those of letters.
var kinds = [5]chess.Kind{chess.Queen, chess.Rook, chess.Bishop, chess.Knight, chess.Pawn}

// ParseEnding reads a name such as KRKP, in either case and with the sides in either order. The king and pieces of
// one side come first, then those of the other.
func ParseEnding(text string) (Ending, error) {
	var e Ending
	side := -1
	for i, letter := range strings.ToUpper(text) {
		kind := strings.IndexRune(letters, letter)
		switch {
		case letter == 'K' && side < 1:
			side++
		case kind >= 0 && side >= 0:
			e.counts[side][kinds[kind]]++
		default:
			return Ending{}, fmt.Errorf("ending %q has %q at letter %d (expected two sides, each K and letters of %s, such as KRKP)",
				text, letter, i+1, letters)
		}
	}
	if side != 1 {
		return Ending{}, fmt.Errorf("ending %q has %d kings (expected two sides, each K and letters of %s, such as KRKP)", text, side+1, letters)
	}
	if n := e.Pieces(); n > MaxPieces {
		return Ending{}, fmt.Errorf("ending %q has %d pieces (expected at most %d)", text, n, MaxPieces)
	}
	e, _ = e.normal()
	return e, nil
}

// ParseEndings reads several names.
func ParseEndings(names []string) ([]Ending, error) {
	var endings []Ending
	for _, name := range names {
		e, err := ParseEnding(name)
		if err != nil {
			return nil, err
		}
		endings = append(endings, e)
	}
	return endings, nil
}

// MustParseEndings reads names that are known to be right. It panics at any other.
func MustParseEndings(names ...string) []Ending {
	endings, err := ParseEndings(names)
	if err != nil {
		panic(err)
	}
	return endings
}

// EndingOf returns the ending of a position, and whether its colors are exchanged to
// put the stronger side first. It is not ok when there are too many pieces.
func EndingOf(p *chess.Position) (e Ending, exchanged, ok bool) {
	if p.Occupied().Count() > MaxPieces {
		return Ending{}, false, false
	}
	for c := chess.White; c <= chess.Black; c++ {
		for k := chess.Pawn; k < chess.King; k++ {
			e.counts[c][k] = uint8(p.Of(c, k).Count())
		}
	}
	e, exchanged = e.normal()
	return e, exchanged, true
}

// normal puts the stronger side first and reports whether it had to exchange the sides.
func (e Ending) normal() (Ending, bool) {
	if e.compareSides() >= 0 {
		return e, false
	}
	e.counts[0], e.counts[1] = e.counts[1], e.counts[0]
	return e, true
}

// compareSides returns positive when White is the stronger side, 0 when both have
// the same pieces.
func (e Ending) compareSides() int {
	n := [2]uint8{}
	for side := range n {
		for _, count := range e.counts[side] {
			n[side] += count
		}
	}
	if n[0] != n[1] {
		return cmp.Compare(n[0], n[1])
	}
	for _, k := range kinds {
		if d := cmp.Compare(e.counts[0][k], e.counts[1][k]); d != 0 {
			return d
		}
	}
	return 0
}

// String returns the name, such as "KRKP".
func (e Ending) String() string {
	var b strings.Builder
	for side := range e.counts {
		b.WriteByte('K')
		for i, k := range kinds {
			b.WriteString(strings.Repeat(letters[i:i+1], int(e.counts[side][k])))
		}
	}
	return b.String()
}

// Pieces counts the pieces, the kings included.
func (e Ending) Pieces() int {
	n := 2
	for side := range e.counts {
		for _, count := range e.counts[side] {
			n += int(count)
		}
	}
	return n
}

// IsEven reports whether both sides have the same pieces.
func (e Ending) IsEven() bool { return e.counts[0] == e.counts[1] }

// pawns counts the pawns of both sides.
func (e Ending) pawns() int { return int(e.counts[0][chess.Pawn]) + int(e.counts[1][chess.Pawn]) }

// parts returns the endings that one capture or promotion leads to.
func (e Ending) parts() []Ending {
	var parts []Ending
	for side := range e.counts {
		for k, count := range e.counts[side] {
			if count == 0 {
				continue
			}
			left := e
			left.counts[side][k]--
			parts = append(parts, left)
			for promoted := chess.Knight; promoted <= chess.Queen && chess.Kind(k) == chess.Pawn; promoted++ {
				next := left
				next.counts[side][promoted]++
				parts = append(parts, next)
			}
		}
	}
	for i := range parts {
		parts[i], _ = parts[i].normal()
	}
	return parts
}

// Closure lists the endings that play from any of the given ones can reach, themselves included, each once. Every
// ending follows the ones reached by its captures and promotions.
func Closure(endings ...Ending) []Ending {
	seen := make(map[Ending]bool)
	var all []Ending
	for open := slices.Clone(endings); len(open) > 0; {
		e := open[len(open)-1]
		open = open[:len(open)-1]
		if seen[e] {
			continue
		}
		seen[e] = true
		all = append(all, e)
		open = append(open, e.parts()...)
	}
	slices.SortFunc(all, func(a, b Ending) int {
		return cmp.Or(cmp.Compare(a.Pieces(), b.Pieces()), cmp.Compare(a.pawns(), b.pawns()), cmp.Compare(a.String(), b.String()))
	})
	return all
}

// Seed returns a number of the ending's own, for choices among its positions.
func (e Ending) Seed() (seed uint64) {
	for _, letter := range []byte(e.String()) {
		seed = seed<<8 | uint64(letter)
	}
	return seed
}
