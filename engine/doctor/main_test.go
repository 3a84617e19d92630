package doctor

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/engine/game"
)

// engineWord is the first argument with which the test's binary is an engine.
const engineWord = "engine-for-tests"

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == engineWord {
		f := &fakeEngine{rules: os.Args[2:], root: game.Chess.Start()}
		f.serve()
		return
	}
	os.Exit(m.Run())
}

// fakeEngine speaks UCI and USI without searching: it answers at once with the first legal move. Each rule, "BEGIN =>
// ACTION", applies to lines read or written that start with BEGIN. ACTION is one of
//
//	HANG        it does nothing any more
//	EXIT N      it ends with the exit code, and a word about it
//	WAIT TIME   the line comes later
//	FILE NAME   the file is made
//	ALSO TEXT   TEXT stands before the line
//	TEXT        TEXT replaces the line, or drops it when empty; PID is the process
//	            number, COUNT the number of replacements so far
//
// "EOF" stands for the end of its input.
type fakeEngine struct {
	rules    []string
	first    game.Game // that it plays
	root     game.Position
	thinking bool // until stop
	count    int  // of lines that were replaced
}

func (f *fakeEngine) serve() {
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		if line := f.apply(lines.Text()); line != "" && !f.obey(line) {
			return
		}
	}
	f.apply("EOF")
}

// apply carries out the first rule that matches a line, and returns the line that remains.
func (f *fakeEngine) apply(line string) string {
	for _, rule := range f.rules {
		begin, action, _ := strings.Cut(rule, " =>")
		if !strings.HasPrefix(line, begin) {
			continue
		}
		word, rest, _ := strings.Cut(strings.TrimSpace(action), " ")
		switch word {
		case "HANG":
			time.Sleep(time.Hour)
		case "EXIT":
			fmt.Fprintln(os.Stderr, "ouch")
			code, _ := strconv.Atoi(rest)
			os.Exit(code)
		case "WAIT":
			d, _ := time.ParseDuration(rest)
			time.Sleep(d)
		case "FILE":
			os.WriteFile(rest, nil, 0o666)
		case "ALSO":
			fmt.Println(rest)
		default:
			f.count++
			return strings.NewReplacer("PID", strconv.Itoa(os.Getpid()), "COUNT", strconv.Itoa(f.count)).Replace(strings.TrimSpace(action))
		}
		break
	}
	return line
}

func (f *fakeEngine) say(format string, args ...any) {
	if line := f.apply(fmt.Sprintf(format, args...)); line != "" {
		fmt.Println(line)
	}
}

// obey carries out a command; false: it was the last.
func (f *fakeEngine) obey(line string) bool {
	switch word, rest, _ := strings.Cut(line, " "); word {
	case "uci":
		for _, text := range []string{"id name Fake", "id author nobody", "option name Hash type spin default 1 min 1 max 8", "option name Threads type spin default 1 min 1 max 8", "uciok"} {
			f.say("%s", text)
		}
	case "usi":
		f.first = game.Shogi
		for _, text := range []string{"id name Fake", "id author nobody", "option name Threads type spin default 1 min 1 max 8", "usiok"} {
			f.say("%s", text)
		}
	case "isready":
		f.say("readyok")
	case "position":
		if fen, ok := strings.CutPrefix(rest, "fen "); ok {
			f.root, _ = game.ParsePosition(fen)
		} else if game.GameOf(rest) == game.Shogi {
			f.root, _ = game.ParsePosition(rest)
		} else {
			f.root = f.first.Start()
		}
	case "go":
		f.search(strings.Fields(rest))
	case "stop":
		if f.thinking {
			f.thinking = false
			f.say("bestmove %s", f.move())
		}
	case "quit":
		return false
	}
	return true
}

// search answers a go command.
func (f *fakeEngine) search(words []string) {
	depth, nodes, score, move := 9, 100, "cp 1", f.move()
	for i := 0; i+1 < len(words); i++ {
		number, _ := strconv.Atoi(words[i+1])
		switch words[i] {
		case "depth":
			depth = number
		case "nodes":
			nodes = number
		case "mate":
			score = fmt.Sprint("mate ", number)
		case "searchmoves":
			move = words[i+1]
		}
	}
	if f.first == game.Shogi && words[0] == "mate" {
		f.say("checkmate G*2c 2b3a G*3b")
		return
	}
	if words[0] == "infinite" {
		f.thinking = true
		return
	}
	for d := 1; d <= depth && move != "(none)" && move != "resign"; d++ {
		f.say("info depth %d nodes %d score %s pv %s", d, nodes, score, move)
	}
	f.say("bestmove %s", move)
}

// move returns the first legal move.
func (f *fakeEngine) move() string {
	if moves := f.root.LegalMoves(); len(moves) > 0 {
		return moves[0].String()
	}
	if f.first == game.Shogi {
		return "resign"
	}
	return "(none)"
}
