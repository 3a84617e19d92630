package chess

import (
	"slices"
	"strings"
	"testing"

	oracle "github.com/corentings/chess/v2"
)

// oraclePosition returns a position of the other library.
func oraclePosition(t *testing.T, fen string) *oracle.Position {
	t.Helper()
	option, err := oracle.FEN(fen)
	if err != nil {
		t.Fatalf("oracle reads %s: %v", fen, err)
	}
	return oracle.NewGame(option).Position()
}

// TestOracle plays random games here and in an independent library. Both must
// have the same legal moves under the same names and reach the same positions.
// The library names every en passant square, ours only one onto which a
// capture is legal: its FEN is read here before the two are compared.
func TestOracle(t *testing.T) {
	var other *oracle.Position
	randomGames(t, 15, 1, func(p *Position, follows Move) {
		if other == nil {
			other = oraclePosition(t, p.FEN())
		}
		same := mustParse(t, other.String())
		if same != *p {
			t.Fatalf("position is %s, the oracle's %s", p.FEN(), other)
		}
		ours, theirs := namesOfMoves(p), oracleNames(other)
		if !slices.Equal(ours, theirs) {
			t.Fatalf("%s: moves\n%v, the oracle's\n%v", p.FEN(), ours, theirs)
		}
		if follows == NoMove {
			other = nil
			return
		}
		m, err := oracle.UCINotation{}.Decode(other, follows.String())
		if err != nil {
			t.Fatalf("%s: oracle reads %s: %v", p.FEN(), follows, err)
		}
		other = other.Update(m)
	})
}

// namesOfMoves returns the legal moves in both notations, sorted.
func namesOfMoves(p *Position) []string {
	var names []string
	for _, m := range p.LegalMoves() {
		names = append(names, m.String()+" "+p.SAN(m))
	}
	slices.Sort(names)
	return names
}

func oracleNames(p *oracle.Position) []string {
	moves := p.ValidMoves()
	names := make([]string, 0, len(moves))
	for i := range moves {
		uci := oracle.UCINotation{}.Encode(p, &moves[i])
		names = append(names, strings.ToLower(uci)+" "+oracle.AlgebraicNotation{}.Encode(p, &moves[i]))
	}
	slices.Sort(names)
	return names
}
