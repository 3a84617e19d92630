package pgn

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/zugwatch/zugwatch/engine/chess"
)

// show returns the games of a text, one behind the other.
func show(text string, plies int) (string, error) {
	s := NewScanner(strings.NewReader(text), "x.pgn", plies)
	var games []string
	for s.Scan() {
		if problem := s.Problem(); problem != nil {
			games = append(games, "!"+problem.Error())
			continue
		}
		g := s.Game()
		words := []string{fmt.Sprintf("%d:%d", g.Number, g.Line)}
		if g.Start.FEN() != start.FEN() {
			words = append(words, g.Start.EPD())
		}
		for _, ply := range g.Plies {
			word := fmt.Sprintf("%s@%d:%d", ply.Move, ply.Line, ply.Col)
			if ply.Comment != "" {
				word += "{" + ply.Comment + "}"
			}
			words = append(words, word)
		}
		games = append(games, strings.Join(words, " "))
	}
	return strings.Join(games, " | "), s.Err()
}

var start = chess.Start()

func TestScanner(t *testing.T) {
	for _, test := range []struct {
		name, text, want string
		plies            int
	}{
		{"nothing", " \n\n", "", 0},
		{"two games", "[Event \"x\"]\n\n1. e4 e5 *\n\n[Event \"y\"]\n\n1.d4 1/2-1/2\n", "1:3 e2e4@3:4 e7e5@3:7 | 2:7 d2d4@7:3", 0},
		{"comments", "1. e4 {[%eval 0.3]} { book\n} e5 {} *", "1:2 e2e4@1:4{[%eval 0.3]  book} e7e5@2:3", 0},
		{"before the first move", "{ a word } 1. e4 *", "1:1 e2e4@1:15", 0},
		{"variations", "1. e4 (1. d4 {)} (1. c4)) e5 ; no { comment\n*", "1:2 e2e4@1:4 e7e5@1:27", 0},
		{"glyphs and marks", "1. e4! $1 e5?? *", "1:1 e2e4@1:4 e7e5@1:11", 0},
		{"castling with zeros", "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. 0-0 *", "1:3 4k3/8/8/8/8/8/8/4K2R w K - e1g1@3:4", 0},
		{"as far as asked for", "1. e4 e5 2. nonsense *", "1:1 e2e4@1:4 e7e5@1:7", 2},
		{"no result, then tags", "1. e4\n[Event \"y\"]\n1. d4", "1:1 e2e4@1:4 | 2:3 d2d4@3:4", 0},
		{"a damaged one between", "1. e4 *\n\n[Event \"y\"]\n\n1. e5 e5\n2. Nf3 *\n\n[Event \"z\"]\n\n1. c4 *", "1:1 e2e4@1:4 | !x.pgn:5:4: move \"e5\" is not legal (did you mean one of e4, e3) | 3:10 c2c4@10:4", 0},
		{"a damaged tag", "[FEN \"8 w\"]\n[Event \"y\"]\n\n1. e4 *\n\n[Event \"z\"]\n\n1. c4 *", "!x.pgn:1:1: FEN: | 2:8 c2c4@8:4", 0},
		{"open comment", "1. e4 {x", "!x.pgn:1:7: comment has no end (expected })", 0},
		{"open variation", "1. e4\n(x", "!x.pgn:2:1: variation has no end (expected ))", 0},
		{"open tag", "[Event \"x\n\n1. e4", "!x.pgn:1:1: tag has no end (expected ])", 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := show(test.text, test.plies)
			if err != nil {
				t.Fatal(err)
			}
			for _, part := range strings.Split(test.want, " | ") {
				if part, _, _ = strings.Cut(part, " (did you"); !strings.Contains(got, part) {
					t.Errorf("games are %s, want %s", got, test.want)
				}
			}
			if strings.Count(got, " | ") != strings.Count(test.want, " | ") || test.want == "" && got != "" {
				t.Errorf("games are %s, want %s", got, test.want)
			}
		})
	}
}

// TestReadError checks that a read error is reported, and that the interrupted game is not counted.
func TestReadError(t *testing.T) {
	broken := errors.New("broken")
	s := NewScanner(io.MultiReader(strings.NewReader("1. e4 * 1. d4 "), iotest.ErrReader(broken)), "x.pgn", 0)
	games := 0
	for s.Scan() {
		games++
	}
	if games != 1 || !errors.Is(s.Err(), broken) {
		t.Errorf("%d games, error %v", games, s.Err())
	}
}

// FuzzScanner checks that every move of a game is legal.
func FuzzScanner(f *testing.F) {
	f.Add("[Event \"x\"]\n\n1. e4 e5 {[%eval 0.1]} (1... c5) *\n")
	f.Add("1. e4 e4\n\n[FEN \"7k/8/8/8/8/8/8/KR6 w - - 0 1\"]\n1. Rb7 *")
	f.Fuzz(func(t *testing.T, text string) {
		s := NewScanner(strings.NewReader(text), "x.pgn", 0)
		for n := 1; s.Scan(); n++ {
			g := s.Game()
			if s.Problem() != nil {
				continue
			}
			if g.Number != n {
				t.Errorf("game %d has the number %d", n, g.Number)
			}
			p := g.Start
			for _, ply := range g.Plies {
				if !p.IsLegal(ply.Move) {
					t.Fatalf("move %s is not legal in %s", ply.Move, p.FEN())
				}
				p = p.After(ply.Move)
			}
		}
		if s.Err() != nil {
			t.Error(s.Err())
		}
	})
}
