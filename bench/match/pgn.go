package match

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/engine/game"
)

// pgnWidth is the longest line of movetext, in bytes.
const pgnWidth = 80

// Record returns all finished games as text, in their order. The format is PGN, or CSA for games of shogi, with a
// line "/" between two games. The comment behind each move of PGN gives the score, depth, time and nodes:
// {+0.35/12 0.081s, n=20000}. The score is in pawns, from the side of the player. Without a clock there is no time.
// The moves of the opening are marked {book}. No date is written, so that equal matches are equal files.
func (m *Match) Record() (string, error) {
	between, write := "\n", m.writePGN
	if len(m.Games) > 0 && game.GameOf(m.Games[0].Start) == game.Shogi {
		between, write = "/\n", m.writeCSA
	}
	var b strings.Builder
	for i := range m.Games {
		if i > 0 {
			b.WriteString(between)
		}
		if err := write(&b, &m.Games[i]); err != nil {
			return "", err
		}
	}
	return b.String(), nil
}

func (m *Match) writePGN(b *strings.Builder, g *Game) error {
	o, err := g.Opening()
	if err != nil {
		return err
	}
	m.writeTags(b, g)
	b.WriteByte('\n')
	w := &movetext{out: b, position: o.Start, numbered: true}
	for i, move := range g.Book {
		w.move(move)
		if i == len(g.Book)-1 {
			w.comment("book")
		}
	}
	for i := range g.Plies {
		w.move(g.Plies[i].Move)
		comment := m.moveComment(&g.Plies[i])
		if i == len(g.Plies)-1 {
			comment += ", " + ending(g)
		}
		w.comment(comment)
	}
	if len(g.Plies) == 0 {
		w.comment(ending(g))
	}
	w.word(g.Result.String())
	b.WriteByte('\n')
	return nil
}

// writeTags writes the seven tags that every game has, and more.
func (m *Match) writeTags(b *strings.Builder, g *Game) {
	tag := func(name, value string) {
		value = strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(oneLine(value, 200))
		fmt.Fprintf(b, "[%s \"%s\"]\n", name, value)
	}
	white, black := m.Players[g.White], m.Players[g.Black]
	tag("Event", "zugwatch match")
	tag("Site", "?")
	tag("Date", "????.??.??")
	tag("Round", fmt.Sprintf("%d.%d", g.Pair()+1, g.Number%2+1))
	tag("White", white.Name)
	tag("Black", black.Name)
	tag("Result", g.Result.String())
	if g.Start != "" {
		tag("SetUp", "1")
		tag("FEN", g.Start)
	}
	tag("PlyCount", strconv.Itoa(len(g.Book)+len(g.Plies)))
	if white.Control == black.Control {
		tag("TimeControl", pgnControl(white.Control))
	} else {
		tag("WhiteTimeControl", pgnControl(white.Control))
		tag("BlackTimeControl", pgnControl(black.Control))
	}
	tag("Termination", termination(g.Ending))
	tag("Ending", g.Ending.String())
}

// pgnControl returns the clock of a player where there is one, else the limits.
func pgnControl(text string) string {
	if c, err := ParseControl(text); err == nil && c.HasClock() {
		return c.clock()
	}
	return text
}

// termination returns the ending in the words of the PGN standard.
func termination(e Ending) string {
	switch e {
	case IllegalMove:
		return "rules infraction"
	case TimeLoss:
		return "time forfeit"
	case Crash, Hang:
		return "abandoned"
	case DrawAgreed, Resignation, MoveLimit:
		return "adjudication"
	}
	return "normal"
}

// moveComment returns the comment on a move: what its player reported.
func (m *Match) moveComment(ply *Ply) string {
	text := pawns(ply) + "/" + strconv.Itoa(ply.Depth)
	if !m.exact() {
		text += fmt.Sprintf(" %d.%03ds", ply.Time.Milliseconds()/1000, ply.Time.Milliseconds()%1000)
	}
	if ply.Nodes > 0 {
		text += ", n=" + strconv.FormatUint(ply.Nodes, 10)
	}
	return text
}

// pawns returns a score as PGN comments have it: "+0.35", or "+M5" for a mate in five
// plies.
func pawns(ply *Ply) string {
	sign, score := "+", ply.Score
	if score < 0 {
		sign, score = "-", -score
	}
	if moves, ok := ply.Score.Mate(); ok {
		plies := 2*moves - 1
		if moves <= 0 {
			plies = -2 * moves
		}
		return sign + "M" + strconv.Itoa(plies)
	}
	return fmt.Sprintf("%s%d.%02d", sign, score/100, score%100)
}

// ending says in a comment how a game ended.
func ending(g *Game) string {
	loser, lost := g.Loser()
	name := map[game.Side]string{game.First: "White", game.Second: "Black"}
	if game.GameOf(g.Start) == game.Shogi {
		name = map[game.Side]string{game.First: "Black", game.Second: "White"}
	}
	switch {
	case g.Ending == Checkmate:
		return name[loser.Other()] + " mates"
	case g.Ending == Resignation:
		return name[loser.Other()] + " wins by adjudication"
	case g.Ending == Declaration:
		return name[loser.Other()] + " has entered and wins by declaration"
	case g.Ending == GivenUp:
		return name[loser] + " resigns"
	case lost && g.Message != "":
		return name[loser] + " loses by " + g.Ending.String() + ": " + strings.NewReplacer("{", "(", "}", ")").Replace(g.Message)
	case lost:
		return name[loser] + " loses by " + g.Ending.String()
	case g.Ending == DrawAgreed:
		return "Draw by adjudication"
	}
	return "Draw by " + g.Ending.String()
}

// movetext writes moves with their numbers in lines that are not too long.
type movetext struct {
	out      *strings.Builder
	position game.Position
	column   int
	numbered bool // the next move of Black needs its number
}

// move plays a move and writes it.
func (w *movetext) move(m game.Move) {
	number := strconv.Itoa(w.position.Fullmove())
	switch {
	case w.position.Side() == game.First:
		w.word(number + ".")
	case w.numbered:
		w.word(number + "...")
	}
	w.numbered = false
	w.word(w.position.Notation(m))
	w.position = w.position.After(m)
}

// comment writes a comment, broken where lines would be too long.
func (w *movetext) comment(text string) {
	for word := range strings.FieldsSeq("{" + text + "}") {
		w.word(word)
	}
	w.numbered = true
}

// word writes one word.
func (w *movetext) word(text string) {
	switch {
	case w.column == 0:
	case w.column+1+len(text) > pgnWidth:
		w.out.WriteByte('\n')
		w.column = 0
	default:
		w.out.WriteByte(' ')
		w.column++
	}
	w.out.WriteString(text)
	w.column += len(text)
}
