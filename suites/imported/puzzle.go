package imported

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/epd"
)

// puzzle is one line of the file of Lichess, with unchecked moves.
type puzzle struct {
	id, fen    string
	moves      []string // in coordinates; the first is the opponent's
	rating     int
	popularity int
	themes     []string
}

// The columns that are read, by their names in the header.
const (
	columnID         = "PuzzleId"
	columnFEN        = "FEN"
	columnMoves      = "Moves"
	columnRating     = "Rating"
	columnPopularity = "Popularity"
	columnThemes     = "Themes"
)

// columnNames are these columns.
var columnNames = [...]string{columnID, columnFEN, columnMoves, columnRating, columnPopularity, columnThemes}

// fieldError is the error about one field.
type fieldError struct {
	column     string
	what, want string
}

func (e *fieldError) Error() string { return e.what }

func newFieldError(column, want, format string, args ...any) error {
	return &fieldError{column, fmt.Sprintf(format, args...), want}
}

// puzzleOf reads the fields of a line, which get finds by their columns.
func puzzleOf(get func(column string) string) (z puzzle, err error) {
	z.id, z.fen = get(columnID), get(columnFEN)
	if !isID(z.id) {
		return z, newFieldError(columnID, "letters and digits", "puzzle has the id %.40q", z.id)
	}
	if z.rating, err = strconv.Atoi(get(columnRating)); err != nil || z.rating < anyRating.Least || z.rating > anyRating.Most {
		return z, newFieldError(columnRating, "a number from 0 to 9999", "rating is %.40q", get(columnRating))
	}
	if z.popularity, err = strconv.Atoi(get(columnPopularity)); err != nil || z.popularity < -100 || z.popularity > 100 {
		return z, newFieldError(columnPopularity, "a number from -100 to 100", "popularity is %.40q", get(columnPopularity))
	}
	z.moves, z.themes = strings.Fields(get(columnMoves)), strings.Fields(get(columnThemes))
	for _, theme := range z.themes {
		if !isID(theme) {
			return z, newFieldError(columnThemes, "words of letters and digits", "theme is %.40q", theme)
		}
	}
	return z, nil
}

// isID reports whether text is letters and digits.
func isID(text string) bool {
	for i := range len(text) {
		switch c := text[i]; {
		case c >= '0' && c <= '9', c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '_', c == '-':
		default:
			return false
		}
	}
	return text != "" && len(text) <= 64
}

// passes reports whether the filters of the options let z through.
func (z *puzzle) passes(o *Options) bool {
	has := func(theme string) bool { return slices.Contains(z.themes, theme) }
	return z.rating >= o.Rating.Least && z.rating <= o.Rating.Most && z.popularity >= o.Popularity &&
		(len(o.Themes) == 0 || slices.ContainsFunc(o.Themes, has)) && !slices.ContainsFunc(o.Without, has)
}

// record returns the position after the opponent's first move, with the solution. Its bm is the first move or, if
// that mates, every mating move. It has dm if a theme names a mate, and the whole solution in pv.
func (z *puzzle) record() (*epd.Record, error) {
	p, err := chess.ParseFEN(z.fen)
	if err != nil {
		if fen, ok := errors.AsType[*game.PositionError](err); ok {
			return nil, newFieldError(columnFEN, fen.Want, "%s", fen.What)
		}
		return nil, newFieldError(columnFEN, "", "%v", err)
	}
	if len(z.moves) < 2 || len(z.moves)%2 != 0 {
		return nil, newFieldError(columnMoves, "the opponent's move, then the solution, which ends with the solver's", "puzzle has %d moves", len(z.moves))
	}
	first, err := p.ParseMove(z.moves[0])
	if err != nil {
		return nil, newFieldError(columnMoves, "", "%v", err)
	}
	p = p.After(first)
	r := &epd.Record{ID: "lichess." + z.id, Position: game.FromChess(p)}
	names := make([]string, 0, len(z.moves)-1)
	for _, text := range z.moves[1:] {
		m, err := p.ParseMove(text)
		if err != nil {
			return nil, newFieldError(columnMoves, "", "%v", err)
		}
		if len(names) == 0 {
			r.Best = game.FromChessMoves(m)
		}
		names = append(names, p.SAN(m))
		p = p.After(m)
	}
	if err := z.mate(r, &p); err != nil {
		return nil, err
	}
	r.Set("c0", fmt.Sprintf(`"rating %d"`, z.rating))
	r.Set("c1", `"`+strings.Join(z.themes, " ")+`"`)
	r.Set("pv", strings.Join(names, " "))
	return r, nil
}

// mate sets dm from the theme that names a mate, and checks it against the line to last. The theme mateIn5 stands for
// five or more moves.
func (z *puzzle) mate(r *epd.Record, last *chess.Position) error {
	moves := len(z.moves) / 2
	for _, theme := range z.themes {
		digits, found := strings.CutPrefix(theme, "mateIn")
		said, err := strconv.Atoi(digits)
		if !found || err != nil {
			continue
		}
		if !isMate(last) || said != moves && (said != 5 || moves < 5) {
			return newFieldError(columnMoves, fmt.Sprintf("a line that ends with that mate, or no theme %s", theme), "puzzle has no mate in %d", said)
		}
		r.MateIn, r.HasMate = moves, true
	}
	if moves == 1 && isMate(last) {
		start, _ := game.ToChess(r.Position)
		r.Best = game.FromChessMoves(mates(&start)...)
	}
	return nil
}

// isMate reports whether the side to move of p is mated.
func isMate(p *chess.Position) bool { return p.InCheck() && p.CountLegal() == 0 }

// mates returns the moves of p that mate.
func mates(p *chess.Position) (all []chess.Move) {
	for m, next := range p.Successors() {
		if isMate(&next) {
			all = append(all, m)
		}
	}
	return all
}
