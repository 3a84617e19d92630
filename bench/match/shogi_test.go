package match

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/golden"
	"github.com/zugwatch/zugwatch/engine/must"
)

const shogiStart = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"

// ofShogi is a player that says it plays shogi.
type ofShogi struct{ engine.Engine }

func (e ofShogi) ID() engine.ID {
	id := e.Engine.ID()
	id.Game = game.Shogi
	return id
}

// shogiPlayers returns two that play by a function.
func shogiPlayers(t testing.TB, control string, play func(int, game.Position, *engine.Task) (engine.Result, error)) []Player {
	var players []Player
	for _, name := range []string{"one", "two"} {
		p := scriptedPlayer(t, name, control, new(int), play)
		open := p.Open
		p.Open = func(board int) (engine.Engine, error) {
			e, err := open(board)
			return ofShogi{e}, err
		}
		players = append(players, p)
	}
	return players
}

// TestShogiEndings plays games that end by the rules and the words of shogi. It checks the
// record of the first one, and that it reads back from its file.
func TestShogiEndings(t *testing.T) {
	const perpetual = "sfen 9/9/9/9/9/9/4k4/8R/K8 b - 1"
	claims := func(m game.Move, after int) func(int, game.Position, *engine.Task) (engine.Result, error) {
		return func(n int, p game.Position, task *engine.Task) (engine.Result, error) {
			if len(task.Moves) == after {
				return engine.Result{Best: m}, nil
			}
			return firstMove(n, p, task)
		}
	}
	slow := func(n int, p game.Position, task *engine.Task) (engine.Result, error) {
		r, err := firstMove(n, p, task)
		r.Time = 150 * time.Millisecond
		return r, err
	}
	tests := []struct {
		name, sfen, control string
		play                func(int, game.Position, *engine.Task) (engine.Result, error)
		want                string
	}{
		{"mate", "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "", script("G*5b"), "1-0 checkmate 1"},
		{"no move left", "sfen 8k/6+R2/7G1/9/9/9/9/9/4K4 b - 1", "", script("5i5h"), "1-0 stalemate 1"},
		{"fourth time", shogiStart, "", script("2h3h 8b7b 3h2h 7b8b"), "1/2-1/2 repetition 12"},
		{"perpetual check", perpetual, "", script("1h1g 5g5f 1g1f 5f5g 1f1g 5g5f 1g1f 5f5g 1f1g 5g5f 1g1f 5f5g 1f1g"), "0-1 perpetual-check 13"},
		{"resigns", shogiStart, "", claims(game.Resign, 3), "1-0 resigned 3"},
		{"has entered", "sfen +R+BGGK4/SSPPPP3/9/9/9/9/9/9/8k b RB4P 1", "", claims(game.DeclareWin, 0), "1-0 declaration 0"},
		{"has not entered", shogiStart, "", claims(game.DeclareWin, 2), "0-1 illegal-move 2 answer win is not legal"},
		{"no mate", shogiStart, "", claims(game.NoMate, 2), "0-1 illegal-move 2 answer nomate is not legal"},
		{"byoyomi", shogiStart, "tc=0.4b0.1", slow, "0-1 time-loss 6 move 4 took 150ms, 50ms more than was left"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			control := cmp.Or(test.control, "nodes=1")
			g := playToEnd(t, shogiPlayers(t, control, test.play), Config{
				Schedule: Schedule{Rounds: 1, Book: fromFEN(t, test.sfen)}, Workers: 1, Now: stopped,
			}, test.want).Games[0]
			var back Game
			must.Do(t, json.Unmarshal(must.Get(json.Marshal(g))(t), &back))
			if fmt.Sprint(back) != fmt.Sprint(g) {
				t.Errorf("game %v reads as %v", g, back)
			}
		})
	}
}

// TestCSA holds every byte of the record of games of shogi.
func TestCSA(t *testing.T) {
	m := &Match{Players: []PlayerRef{{Name: "one", Control: "tc=60b10"}, {Name: "two", Control: "nodes=5"}}}
	add := func(sfen, book, plies string, ending Ending, result Result) {
		n := len(m.Games)
		g := Game{Number: n, White: n % 2, Black: 1 - n%2, Start: sfen, Ending: ending, Result: result}
		p := game.MustParsePosition(sfen)
		for word := range strings.FieldsSeq(book) {
			g.Book = append(g.Book, must.Get(playText(&p, word))(t))
		}
		for i, word := range strings.Fields(plies) {
			move := must.Get(playText(&p, word))(t)
			g.Plies = append(g.Plies, Ply{Move: move, Score: engine.Score(35 - 70*i), Depth: 9, Nodes: 1234, Time: 2500 * time.Millisecond})
		}
		m.Games = append(m.Games, g)
	}
	add(shogiStart, "7g7f 3c3d", "8h2b+ 3a2b B*5e", GivenUp, WhiteWins)
	add("sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1", "", "G*5b", Checkmate, WhiteWins)
	for e, result := range map[Ending]Result{
		Repetition: Drawn, PerpetualCheck: BlackWins, Declaration: WhiteWins, TimeLoss: BlackWins, IllegalMove: BlackWins,
		Resignation: BlackWins, DrawAgreed: Drawn, MoveLimit: Drawn, Hang: BlackWins, Stalemate: BlackWins,
	} {
		one := Match{Players: m.Players, Games: []Game{{Start: shogiStart, Ending: e, Result: result}}}
		text, err := one.Record()
		want := map[Ending]string{
			Repetition: "SENNICHITE", PerpetualCheck: "+ILLEGAL_ACTION", Declaration: "KACHI", TimeLoss: "TIME_UP", IllegalMove: "ILLEGAL_MOVE",
			Resignation: "TORYO", DrawAgreed: "HIKIWAKE", MoveLimit: "HIKIWAKE", Hang: "CHUDAN", Stalemate: "TSUMI",
		}[e]
		if err != nil || !strings.HasSuffix(text, "\n%"+want+"\n") {
			t.Errorf("%s is %q, %v", e, text[strings.LastIndex(text, "%"):], err)
		}
	}
	golden.Check(t, "testdata/sample.csa", must.Get(m.Record())(t))
}

// TestBooksOfShogi: the default book is sound, and a book or match of two games is refused.
func TestBooksOfShogi(t *testing.T) {
	book, err := DefaultBook(game.Shogi)
	must.Do(t, err)
	seen := make(map[string]bool)
	for i, o := range book.Openings {
		if p := o.Start; p.Game() != game.Shogi || p.InCheck() || p.Fullmove() != 5 || seen[p.EPD()] {
			t.Errorf("opening %d is %s", i+1, p)
		}
		seen[o.Start.EPD()] = true
	}
	if startBook(game.Shogi).Openings[0].Start.String() != shogiStart {
		t.Error("a game of shogi begins elsewhere")
	}
	_, err = ReadEPD(strings.NewReader(start+"\n"+shogiStart+"\n"), "both.epd")
	if err == nil || err.Error() != "both.epd:2: opening of shogi in a book of chess (expected one game in a book)" {
		t.Error(err)
	}
	for _, test := range []struct {
		control string
		book    *Book
		want    string
	}{
		{"nodes=1", startBook(game.Chess), "player one plays shogi, and the book is of chess (expected players and a book of one game)"},
		{"tc=1b1", startBook(game.Chess), "a byoyomi is of clocks of shogi (expected an increment, as in tc=8+0.08)"},
	} {
		_, err := Execute(t.Context(), shogiPlayers(t, test.control, firstMove), Config{Schedule: Schedule{Rounds: 1, Book: test.book}, Workers: 1, Now: stopped})
		if err == nil || err.Error() != test.want {
			t.Errorf("error %v, want %s", err, test.want)
		}
	}
}
