package shogi

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/random"
)

// fairy is a fairy-stockfish that plays shogi.
type fairy struct {
	in  io.WriteCloser
	out *bufio.Scanner
}

// openFairy starts the engine of Debian's package, or skips the test where it is not
// installed.
func openFairy(t *testing.T) *fairy {
	t.Helper()
	path := "/usr/games/fairy-stockfish"
	if _, err := os.Stat(path); err != nil {
		t.Skipf("%v: apt-get install fairy-stockfish", err)
	}
	command := exec.CommandContext(t.Context(), path)
	in := must.Get(command.StdinPipe())(t)
	out := must.Get(command.StdoutPipe())(t)
	must.Do(t, command.Start())
	t.Cleanup(func() {
		in.Close()
		_ = command.Wait()
	})
	f := &fairy{in, bufio.NewScanner(out)}
	f.say(t, "usi\nsetoption name UCI_Variant value shogi\nisready\n")
	for f.out.Scan() && f.out.Text() != "readyok" {
	}
	return f
}

func (f *fairy) say(t *testing.T, text string) {
	t.Helper()
	if _, err := io.WriteString(f.in, text); err != nil {
		t.Fatal(err)
	}
}

// moves reads the answer to a "go perft 1": the legal moves, sorted.
func (f *fairy) moves(t *testing.T) (names []string) {
	t.Helper()
	for f.out.Scan() {
		name, count, found := strings.Cut(f.out.Text(), ": ")
		switch {
		case name == "Nodes searched":
			slices.Sort(names)
			return names
		case found && count == "1":
			names = append(names, name)
		}
	}
	t.Fatalf("the engine ended: %v", f.out.Err())
	return nil
}

// TestFairy compares the legal moves with fairy-stockfish's, at the positions of rules and at every position of random
// games: 200 with ZUGWATCH_ENGINES, 10,000 with ZUGWATCH_SLOW=1.
func TestFairy(t *testing.T) {
	games := 200
	switch {
	case must.Slow():
		games = 10_000
	case os.Getenv("ZUGWATCH_ENGINES") == "":
		t.Skip("neither ZUGWATCH_ENGINES nor ZUGWATCH_SLOW is set")
	}
	f := openFairy(t)
	seed, positions, moves, mates := random.Source(21), 0, 0, 0
	hold := func(game []Position) {
		for i, theirs := range f.legal(t, game) {
			ours := movesOf(&game[i])
			if !slices.Equal(ours, theirs.moves) {
				t.Fatalf("%s: moves\n%v, fairy-stockfish's\n%v", game[i].SFEN(), ours, theirs.moves)
			}
			positions++
			moves += len(ours)
			mates += theirs.mates
		}
	}
	for _, rule := range rules {
		if p := mustParse(t, rule.sfen); p.King(Black) != NoSquare && p.King(White) != NoSquare {
			hold([]Position{p})
		}
	}
	for played := 0; played < games; {
		for _, p := range beginnings(t, &seed) {
			var game []Position
			randomGame(&p, &seed, 200, func(p *Position, _ Move) { game = append(game, *p) })
			hold(game)
			played++
		}
	}
	t.Logf("%d positions with %d moves; %d times a dropped pawn would mate", positions, moves, mates)
	if mates == 0 {
		t.Error("no dropped pawn would have mated")
	}
}

// fairyMoves is the legal moves of a position, and how many drops of a pawn are none
// because they mate.
type fairyMoves struct {
	moves []string
	mates int
}

// legal asks for the moves of all positions. The engine lists pawn drops that mate,
// for it lets them lose: those after which it has no move itself are taken out.
func (f *fairy) legal(t *testing.T, positions []Position) []fairyMoves {
	t.Helper()
	var asked strings.Builder
	for i := range positions {
		fmt.Fprintf(&asked, "position sfen %s\ngo perft 1\n", positions[i].SFEN())
	}
	f.say(t, asked.String()) // less than a pipe holds
	answers := make([]fairyMoves, len(positions))
	for i := range answers {
		answers[i].moves = f.moves(t)
	}
	for i := range answers {
		p, a := &positions[i], &answers[i]
		a.moves = slices.DeleteFunc(a.moves, func(move string) bool {
			to, _ := parseSquare(move[2:4])
			if move[:2] != "P*" || !steps[p.Side()][Pawn][to].Has(p.King(p.Side().Other())) {
				return false
			}
			f.say(t, fmt.Sprintf("position sfen %s moves %s\ngo perft 1\n", p.SFEN(), move))
			if len(f.moves(t)) > 0 {
				return false
			}
			a.mates++
			return true
		})
	}
	return answers
}

// movesOf returns the legal moves as USI writes them, sorted.
func movesOf(p *Position) (names []string) {
	for _, m := range p.LegalMoves() {
		names = append(names, m.String())
	}
	slices.Sort(names)
	return names
}
