package imported

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/epd"
)

// Format is the format of a file.
type Format uint8

// The formats.
const (
	Lichess Format = iota // the puzzles of Lichess: CSV with a header
	PGN                   // games with evaluations in their comments
)

// FormatOf returns the format named by text, "csv" or "pgn". Without text the extension of the file name decides; the
// standard input, named -, is CSV then.
func FormatOf(name, text string) (Format, error) {
	ending := filepath.Ext(name)
	switch {
	case text == "csv", text == "" && (name == "-" || strings.EqualFold(ending, ".csv")):
		return Lichess, nil
	case text == "pgn", text == "" && strings.EqualFold(ending, ".pgn"):
		return PGN, nil
	case text != "":
		return 0, fmt.Errorf("format %.40q (expected csv or pgn)", text)
	}
	return 0, fmt.Errorf("%s: file is of an unknown kind (expected a name that ends in .csv or .pgn, or - for the standard input)", name)
}

// Range is the numbers from Least to Most.
type Range struct{ Least, Most int }

// anyRating holds every rating.
var anyRating = Range{0, 9999}

// ParseRange reads "1500-2000".
func ParseRange(text string) (Range, error) {
	least, most, found := strings.Cut(text, "-")
	a, err := strconv.ParseUint(least, 10, 15)
	b, err2 := strconv.ParseUint(most, 10, 15)
	if !found || err != nil || err2 != nil || a > b {
		return Range{}, fmt.Errorf("range %.40q (expected LEAST-MOST such as 1500-2000)", text)
	}
	return Range{int(a), int(b)}, nil
}

// String returns the text form.
func (r Range) String() string { return fmt.Sprintf("%d-%d", r.Least, r.Most) }

// Options say what to take over. The zero value does not; see Defaults.
type Options struct {
	Format      Format
	Limit       int    // at most so many positions, drawn by Seed; 0: all
	Seed        uint64 // of the draw
	SkipDamaged bool   // go on behind what cannot be read

	// Of the puzzles of Lichess.
	Rating     Range
	Themes     []string // any of these; none: every puzzle
	Without    []string // none of these
	Popularity int      // at least so much, from -100 to 100

	// Of games, in centipawns.
	Swing  engine.Score // least loss by the opponent's mistake
	Within engine.Score // largest loss by the answer

	// Keep decides about each chosen position at the end; may be nil.
	Keep func(*epd.Record) (bool, error)
}

// Defaults take everything over: all puzzles, and mistakes of at least two pawns that
// were answered at a cost of at most half a pawn.
func Defaults() Options {
	return Options{Rating: anyRating, Popularity: -100, Swing: 200, Within: 50, Seed: 1}
}

// Check returns an error about invalid options.
func (o Options) Check() error {
	switch {
	case o.Limit < 0:
		return fmt.Errorf("limit is %d (expected a number from 1)", o.Limit)
	case o.Popularity < -100 || o.Popularity > 100:
		return fmt.Errorf("popularity is %d (expected a number from -100 to 100)", o.Popularity)
	case o.Swing < 1 || o.Swing >= engine.MateBound:
		return fmt.Errorf("swing is %d centipawns (expected a number from 1 to %d)", o.Swing, engine.MateBound-1)
	case o.Within < 0 || o.Within >= engine.MateBound:
		return fmt.Errorf("tolerance is %d centipawns (expected a number from 0 to %d)", o.Within, engine.MateBound-1)
	}
	return nil
}

// Counts holds the numbers of an import, by the fate of the positions.
type Counts struct {
	Read       int // puzzles, or games
	Damaged    int // of these, passed over
	Found      int // positions that pass the filters
	Duplicates int // of these, left out: an equal position was there
	Refused    int // of those chosen, by Keep
	Taken      int // written
	Problems   epd.SyntaxErrors
}
