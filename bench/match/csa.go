package match

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/shogi"
)

// writeCSA writes a game of shogi in the format of the Computer Shogi Association, version
// 2.2. The player of the first move stands behind N+. What PGN says in comments stands
// behind each move in a comment line. Times are whole seconds in this format, and left out
// under limits that read no clock.
func (m *Match) writeCSA(b *strings.Builder, g *Game) error {
	o, err := g.Opening()
	if err != nil {
		return err
	}
	fmt.Fprintf(b, "V2.2\nN+%s\nN-%s\n$EVENT:zugwatch match, round %d.%d\n", oneLine(m.Players[g.White].Name, 200), oneLine(m.Players[g.Black].Name, 200), g.Pair()+1, g.Number%2+1)
	fmt.Fprintf(b, "'limits: %s and %s\n", m.Players[g.White].Control, m.Players[g.Black].Control)
	p, _ := game.ToShogi(o.Start)
	writeCSABoard(b, &p)
	for _, move := range g.Book {
		writeCSAMove(b, &p, move.Shogi())
	}
	if len(g.Book) > 0 {
		b.WriteString("'book\n")
	}
	for i := range g.Plies {
		ply := &g.Plies[i]
		writeCSAMove(b, &p, ply.Move.Shogi())
		if !m.exact() {
			fmt.Fprintf(b, "T%d\n", ply.Time.Milliseconds()/1000)
		}
		fmt.Fprintf(b, "'%s\n", m.moveComment(ply))
	}
	fmt.Fprintf(b, "'%s\n%s\n", ending(g), csaEnding(g, p.Side()))
	return nil
}

// csaKinds are the pieces as the format writes them.
var csaKinds = [...]string{
	shogi.Pawn: "FU", shogi.Lance: "KY", shogi.Knight: "KE", shogi.Silver: "GI", shogi.Gold: "KI", shogi.Bishop: "KA", shogi.Rook: "HI", shogi.King: "OU",
	shogi.Tokin: "TO", shogi.PromotedLance: "NY", shogi.PromotedKnight: "NK", shogi.PromotedSilver: "NG", shogi.Horse: "UM", shogi.Dragon: "RY",
}

// csaSides are the sides as the format writes them.
var csaSides = [...]string{shogi.Black: "+", shogi.White: "-"}

// csaSquare returns a square by two digits, "00" for the hand.
func csaSquare(s shogi.Square) string {
	if s == shogi.NoSquare {
		return "00"
	}
	return fmt.Sprintf("%d%d", s.File()+1, s.Rank()+1)
}

// writeCSABoard writes the pieces by square, those in hand, and who is to move.
func writeCSABoard(b *strings.Builder, p *shogi.Position) {
	pieces := make(map[shogi.Square]string)
	for m := range p.Pieces() {
		pieces[m.Square] = csaSides[m.Color] + csaKinds[m.Kind]
	}
	for rank := range 9 {
		fmt.Fprintf(b, "P%d", rank+1)
		for file := 8; file >= 0; file-- {
			piece, found := pieces[shogi.NewSquare(file, rank)]
			if !found {
				piece = " * "
			}
			b.WriteString(piece)
		}
		b.WriteByte('\n')
	}
	for _, c := range []shogi.Color{shogi.Black, shogi.White} {
		hand := ""
		for k := shogi.Rook + 1; k > shogi.Pawn; k-- {
			hand += strings.Repeat("00"+csaKinds[k-1], p.Hand(c, k-1))
		}
		if hand != "" {
			fmt.Fprintf(b, "P%s%s\n", csaSides[c], hand)
		}
	}
	b.WriteString(csaSides[p.Side()] + "\n")
}

// writeCSAMove writes a move, with the piece as it stands after it, and plays it.
func writeCSAMove(b *strings.Builder, p *shogi.Position, m shogi.Move) {
	next := p.After(m)
	fmt.Fprintf(b, "%s%s%s%s\n", csaSides[p.Side()], csaSquare(m.From()), csaSquare(m.To()), csaKinds[next.At(m.To())])
	*p = next
}

// csaEndings are the last lines of games; of others the comment before gives the reason.
var csaEndings = [endingEnd]string{
	Checkmate: "%TSUMI", Stalemate: "%TSUMI", Repetition: "%SENNICHITE", Declaration: "%KACHI", GivenUp: "%TORYO",
	TimeLoss: "%TIME_UP", IllegalMove: "%ILLEGAL_MOVE", DrawAgreed: "%HIKIWAKE", MoveLimit: "%HIKIWAKE",
}

// csaEnding returns the last line of a game: what the side to move or, in illegal actions, the
// side named does.
func csaEnding(g *Game, toMove shogi.Color) string {
	loser, _ := g.Loser()
	switch {
	case g.Ending == PerpetualCheck:
		return "%" + csaSides[loser] + "ILLEGAL_ACTION"
	case g.Ending == Resignation && shogi.Color(loser) == toMove:
		return "%TORYO"
	}
	return cmp.Or(csaEndings[g.Ending], "%CHUDAN")
}
