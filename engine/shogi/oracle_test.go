package shogi

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// The oracle plays by the rules in their plainest form: a board of texts, read from
// the SFEN, on which every move of every piece is tried and its king looked for. It
// shares nothing with the package but the texts.

// oracleBoard has the pieces by rank and column as SFEN writes them, "" for an empty
// square.
type oracleBoard struct {
	pieces [9][9]string
	hands  map[byte]int
	black  bool
}

func newOracle(sfen string) *oracleBoard {
	o := &oracleBoard{hands: map[byte]int{}}
	fields := strings.Fields(sfen)
	for rank, text := range strings.Split(fields[0], "/") {
		column, sign := 0, ""
		for _, c := range text {
			switch {
			case c == '+':
				sign = "+"
				continue
			case c >= '1' && c <= '9':
				column += int(c - '0')
				continue
			}
			o.pieces[rank][column] = sign + string(c)
			column++
			sign = ""
		}
	}
	o.black = fields[1] == "b"
	count := 0
	for _, c := range fields[2] {
		switch {
		case c == '-':
		case c >= '0' && c <= '9':
			count = 10*count + int(c-'0')
		default:
			o.hands[byte(c)] = max(count, 1)
			count = 0
		}
	}
	return o
}

// oracleSteps are the directions in which Black's pieces move one step, oracleSlides those in which they slide.
var (
	oracleSteps = map[string]string{
		"P": "n", "N": "jk", "S": "nabcd", "G": "nabwes", "K": "nabcdwes", "+B": "nwes", "+R": "abcd",
		"+P": "nabwes", "+L": "nabwes", "+N": "nabwes", "+S": "nabwes",
	}
	oracleSlides = map[string]string{"L": "n", "B": "abcd", "R": "nwes", "+B": "abcd", "+R": "nwes"}
)

// oracleWays is the ways on the board as it is written: ranks down, columns to the
// right.
var oracleWays = map[rune][2]int{
	'n': {-1, 0}, 's': {1, 0}, 'w': {0, -1}, 'e': {0, 1}, 'a': {-1, -1}, 'b': {-1, 1}, 'c': {1, -1}, 'd': {1, 1},
	'j': {-2, -1}, 'k': {-2, 1},
}

func isBlack(piece string) bool { return strings.ToUpper(piece) == piece }

// targets returns the squares that the piece on a square attacks, own pieces included.
func (o *oracleBoard) targets(rank, column int) (to [][2]int) {
	piece := o.pieces[rank][column]
	kind, forward := strings.ToUpper(piece), 1
	if !isBlack(piece) {
		forward = -1
	}
	for i, ways := range []string{oracleSteps[kind], oracleSlides[kind]} {
		for _, way := range ways {
			r, c := rank, column
			for more := true; more; more = i == 1 && o.pieces[r][c] == "" {
				r, c = r+forward*oracleWays[way][0], c+oracleWays[way][1]
				if r < 0 || r > 8 || c < 0 || c > 8 {
					break
				}
				to = append(to, [2]int{r, c})
			}
		}
	}
	return to
}

// inCheck reports whether a piece attacks the king of a side.
func (o *oracleBoard) inCheck(black bool) bool {
	king := map[bool]string{true: "K", false: "k"}[black]
	for rank := range 9 {
		for column := range 9 {
			if o.pieces[rank][column] == "" || isBlack(o.pieces[rank][column]) == black {
				continue
			}
			for _, at := range o.targets(rank, column) {
				if o.pieces[at[0]][at[1]] == king {
					return true
				}
			}
		}
	}
	return false
}

// legal returns the moves that leave the own king out of check; the last rule, of mates by
// dropped pawns, is left out where it asks for the answers to such a drop.
func (o *oracleBoard) legal(mates bool) (moves []string) {
	for rank := range 9 {
		for column := range 9 {
			piece := o.pieces[rank][column]
			switch {
			case piece == "":
				moves = append(moves, o.dropsOn(rank, column, mates)...)
			case isBlack(piece) == o.black:
				moves = append(moves, o.movesFrom(rank, column)...)
			}
		}
	}
	slices.Sort(moves)
	return moves
}

func oracleName(rank, column int) string { return fmt.Sprintf("%d%c", 9-column, 'a'+rank) }

// ahead returns how many ranks are before a square, as the side to move sees it.
func (o *oracleBoard) ahead(rank int) int {
	if o.black {
		return rank
	}
	return 8 - rank
}

// fewest is the number of ranks that a piece needs in front of it.
var fewest = map[string]int{"P": 1, "L": 1, "N": 2}

func (o *oracleBoard) movesFrom(rank, column int) (moves []string) {
	piece := o.pieces[rank][column]
	kind := strings.ToUpper(piece)
	for _, to := range o.targets(rank, column) {
		taken := o.pieces[to[0]][to[1]]
		if taken != "" && isBlack(taken) == o.black {
			continue
		}
		o.pieces[rank][column], o.pieces[to[0]][to[1]] = "", piece
		safe := !o.inCheck(o.black)
		o.pieces[rank][column], o.pieces[to[0]][to[1]] = piece, taken
		if !safe {
			continue
		}
		name := oracleName(rank, column) + oracleName(to[0], to[1])
		if strings.Contains("PLNSBR", kind) && min(o.ahead(rank), o.ahead(to[0])) < 3 {
			moves = append(moves, name+"+")
		}
		if o.ahead(to[0]) >= fewest[kind] {
			moves = append(moves, name)
		}
	}
	return moves
}

func (o *oracleBoard) dropsOn(rank, column int, mates bool) (moves []string) {
	for _, kind := range "PLNSGBR" {
		piece := string(kind)
		if !o.black {
			piece = strings.ToLower(piece)
		}
		if o.hands[piece[0]] == 0 || o.ahead(rank) < fewest[string(kind)] || kind == 'P' && o.hasPawn(piece, column) {
			continue
		}
		o.pieces[rank][column] = piece
		safe := !o.inCheck(o.black)
		if safe && kind == 'P' && mates && o.inCheck(!o.black) {
			o.black = !o.black
			safe = len(o.legal(false)) > 0
			o.black = !o.black
		}
		o.pieces[rank][column] = ""
		if safe {
			moves = append(moves, string(kind)+"*"+oracleName(rank, column))
		}
	}
	return moves
}

func (o *oracleBoard) hasPawn(pawn string, column int) bool {
	for rank := range 9 {
		if o.pieces[rank][column] == pawn {
			return true
		}
	}
	return false
}

// TestOracle: the legal moves of random games are those of the oracle.
func TestOracle(t *testing.T) {
	randomGames(t, 15, 1, func(p *Position, _ Move) {
		other := newOracle(p.SFEN())
		ours, theirs := movesOf(p), other.legal(true)
		if !slices.Equal(ours, theirs) {
			t.Fatalf("%s: moves\n%v, the oracle's\n%v", p.SFEN(), ours, theirs)
		}
		if got, want := p.InCheck(), other.inCheck(p.Side() == Black); got != want {
			t.Fatalf("%s is in check: %t, the oracle's %t", p.SFEN(), got, want)
		}
	})
}
