package match

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	chesslib "github.com/corentings/chess/v2"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/golden"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestPGN holds every byte of the PGN of games that end in all ways.
func TestPGN(t *testing.T) {
	m := sample(t)
	got := must.Get(m.Record())(t)
	golden.Check(t, "testdata/sample.pgn", got)
	for line := range strings.Lines(got) {
		if len(line) > 256 || len(line) > pgnWidth+1 && !strings.HasPrefix(line, "[") {
			t.Errorf("line is too long: %s", line)
		}
	}
}

// sample returns a match with games of several kinds.
func sample(t testing.TB) *Match {
	m := &Match{Schema: Schema, Rounds: 3, Complete: true, Book: BookRef{Name: "b", Digest: "d", Openings: 4}, Rules: "none", Margin: "0s"}
	m.Players = []PlayerRef{
		{Name: "one \"quoted\"", Engine: engine.ID{Name: "zugwatch", Version: "0.1", Options: []engine.Option{{Name: "Hash", Value: "1"}}}, Control: "tc=8+0.08"},
		{Name: "two", Engine: engine.ID{Name: "other"}, Control: "tc=8+0.08,nodes=5000"},
	}
	add := func(fen, book, plies string, ending Ending, result Result, message string) {
		n := len(m.Games)
		g := Game{Number: n, White: n % 2, Black: 1 - n%2, Start: fen, Ending: ending, Result: result, Message: message}
		p := must.Get(g.Opening())(t).Start
		for i, word := range strings.Fields(book + " | " + plies) {
			if word == "|" {
				continue
			}
			move := must.Get(playText(&p, word))(t)
			if len(g.Book) < len(strings.Fields(book)) {
				g.Book = append(g.Book, move)
				continue
			}
			ply := Ply{Move: move, Score: engine.Score(35 - 70*(i%2)), Depth: i, SelDepth: 2 * i, Nodes: uint64(1000 * i), Time: time.Duration(i) * 81 * time.Millisecond}
			if i == 6 {
				ply.Score = engine.MateIn(2)
			}
			if i == 7 {
				ply.Score = engine.MateIn(-1)
			}
			g.Plies = append(g.Plies, ply)
		}
		m.Games = append(m.Games, g)
	}
	add("", "f2f3", "e7e5 g2g4 d8h4", Checkmate, BlackWins, "")
	add("7k/P6P/8/8/8/8/8/KR6 w - - 3 40", "", "a7a8q h8h7 a8e4 h7h8", Crash, BlackWins, "crash-exit: it said: {oh}")
	add("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "", "e8g8 e1c1 a8a1 c1b2 a1d1 h1d1", DrawAgreed, Drawn, "")
	add("", "e2e4 e7e5", "", TimeLoss, BlackWins, "move 2 took 9s, 1s more than was left")
	add("", "", "g1f3 g8f6", Resignation, WhiteWins, "")
	add("", "", "g1f3 g8f6 f3g1", IllegalMove, WhiteWins, "answer 0000 is not legal")
	return m
}

// TestJSON holds that a game survives its file, and that odd files are refused.
func TestJSON(t *testing.T) {
	m := sample(t)
	if err := m.Check(); err != nil {
		t.Error(err)
	}
	for i := range m.Games {
		text := must.Get(json.Marshal(m.Games[i]))(t)
		var back Game
		if err := json.Unmarshal(text, &back); err != nil || !reflect.DeepEqual(back, m.Games[i]) {
			t.Errorf("%s is read as %+v, %v", text, back, err)
		}
	}
	for name, text := range map[string]string{
		"illegal move":   `{"game":1,"white":0,"black":1,"result":"1-0","ending":"crash","plies":"e2e5:1:1:1:1:1"}`,
		"illegal book":   `{"game":1,"white":0,"black":1,"result":"1-0","ending":"crash","book":"e2e5"}`,
		"short ply":      `{"game":1,"white":0,"black":1,"result":"1-0","ending":"crash","plies":"e2e4:1:1:1:1"}`,
		"negative depth": `{"game":1,"white":0,"black":1,"result":"1-0","ending":"crash","plies":"e2e4:1:-1:1:1:1"}`,
		"bad score":      `{"game":1,"white":0,"black":1,"result":"1-0","ending":"crash","plies":"e2e4:x:1:1:1:1"}`,
		"bad start":      `{"game":1,"white":0,"black":1,"result":"1-0","ending":"crash","start":"x"}`,
		"unknown key":    `{"game":1,"white":0,"black":1,"result":"1-0","ending":"crash","elo":1}`,
		"bad ending":     `{"game":1,"white":0,"black":1,"result":"1-0","ending":"bored"}`,
	} {
		var g Game
		if err := json.Unmarshal([]byte(text), &g); err == nil {
			t.Errorf("%s was read as %+v", name, g)
		}
	}
}

// TestCheck holds what cannot be in a match.
func TestCheck(t *testing.T) {
	for name, change := range map[string]func(*Match){
		"order":            func(m *Match) { m.Games[0], m.Games[1] = m.Games[1], m.Games[0] },
		"stranger":         func(m *Match) { m.Games[0].White = 2 },
		"against oneself":  func(m *Match) { m.Games[0].White = 1 },
		"mate and a draw":  func(m *Match) { m.Games[0].Result = Drawn },
		"draw and a win":   func(m *Match) { m.Games[2].Result = WhiteWins },
		"unfinished":       func(m *Match) { m.Games[0].Ending = Unfinished },
		"no result":        func(m *Match) { m.Games[2].Result = NoResult },
		"illegal move":     func(m *Match) { m.Games[0].Plies = m.Games[0].Plies[1:] },
		"illegal opening":  func(m *Match) { m.Games[3].Book = m.Games[3].Book[1:] },
		"not complete":     func(m *Match) { m.Rounds = 4 },
		"complete":         func(m *Match) { m.Complete = false },
		"a bad test":       func(m *Match) { m.Test = "elo0=1" },
		"of another shard": func(m *Match) { m.Shard.Index, m.Shard.Count, m.Complete = 2, 2, false },
	} {
		m := sample(t)
		change(m)
		if m.Check() == nil {
			t.Errorf("%s is not found", name)
		}
	}
}

// TestOracle lets another program's reader play our games: it has to find the same
// moves, last position and result.
func TestOracle(t *testing.T) {
	players, config := builtinMatch(t, 2, 4)
	played := must.Get(Execute(t.Context(), players, config))(t)
	for _, m := range []*Match{sample(t), played} {
		scanner := chesslib.NewScanner(strings.NewReader(must.Get(m.Record())(t)))
		n := 0
		for scanner.HasNext() {
			game, err := scanner.ParseNext()
			if err != nil {
				t.Fatalf("game %d: %v", n+1, err)
			}
			g := &m.Games[n]
			p := after(t, g)
			if got, want := game.Position().String(), p.String(); fields(got, 2) != fields(want, 2) || len(game.Moves()) != len(g.Book)+len(g.Plies) {
				t.Errorf("game %d ends at %s, want %s", n+1, got, want)
			}
			if got := game.GetTagPair("Result"); got != g.Result.String() {
				t.Errorf("game %d: result %s, want %s", n+1, got, g.Result)
			}
			n++
		}
		if n != len(m.Games) {
			t.Errorf("%d games were read of %d", n, len(m.Games))
		}
	}
}

func fields(text string, n int) string { return strings.Join(strings.Fields(text)[:n], " ") }

// after returns the last position of a game.
func after(t testing.TB, g *Game) game.Position {
	o := must.Get(g.Opening())(t)
	for _, ply := range g.Plies {
		o.Moves = append(o.Moves[:len(o.Moves):len(o.Moves)], ply.Move)
	}
	return o.EndPosition()
}

// FuzzReadPGN holds that what our reader makes of a book it makes again of our
// writer's PGN.
func FuzzReadPGN(f *testing.F) {
	f.Add("1. e4 e5 (1... c5) 2. Nf3 {x} *\n\n[FEN \"7k/8/8/8/8/8/8/KR6 w - - 0 1\"]\n1. Rb7 *")
	text := must.Get(sample(f).Record())(f)
	f.Add(text)
	f.Fuzz(func(t *testing.T, text string) {
		book, err := readPGN(strings.NewReader(text), "x.pgn", 400)
		if err != nil {
			return
		}
		m := &Match{Players: []PlayerRef{{Name: "a", Control: "nodes=1"}, {Name: "b", Control: "nodes=1"}}}
		for i, o := range book.Openings {
			g := Game{Number: i, Black: 1, Book: o.Moves, Ending: InsufficientMaterial, Result: Drawn}
			if fen := o.Start.String(); fen != startFEN() {
				g.Start = fen
			}
			m.Games = append(m.Games, g)
		}
		written := must.Get(m.Record())(t)
		again, err := readPGN(strings.NewReader(written), "x.pgn", 400)
		if err != nil || again.Digest != book.Digest {
			t.Errorf("read again: %v\n%s", err, written)
		}
	})
}
