package builtin

import (
	"bytes"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/golden"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/uci/server"
)

// TestUSI plays a conversation and holds every answer.
func TestUSI(t *testing.T) {
	commands := []string{
		"usi", "setoption name USI_Hash value 1", "setoption name USI_Ponder value true", "setoption name NullMove value r3,min=3,guard=two",
		"setoption name NullMove value r99", "isready", "usinewgame",
		"position startpos moves 7g7f 3c3d", "d", "go depth 3", "go nodes 200 searchmoves 8h2b+ P*5e",
		"position sfen 9/4k4/9/4P4/9/9/9/9/4K4 b 2G 1", "go depth 4", "go mate 100000", "perft 1",
		"position sfen 4k4/9/9/9/9/9/9/9/4K4 b G 1", "go mate 100000",
		"position sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", "go nodes 100",
		"position sfen 1KGGGG3/PPPPPP3/9/9/9/9/9/9/8k b 2R2B 1", "go byoyomi 100000", "eval",
		"position sfen lnsgkgsnl/1r5b1/pppp+Ppppp/9/9/9/PPPP1PPPP/1B5R1/LNSGKGSNL w p 2", "d",
		"position startpos moves 7g7e", "go depth 1", "position fen x", "go mate 5", "gameover win", "quit",
	}
	var out bytes.Buffer
	in := strings.NewReader(strings.Join(commands, "\n"))
	must.Do(t, server.Serve(t.Context(), in, &out, Host(ShogiDefaults(), nil)))
	golden.Check(t, "testdata/usi.txt", out.Bytes())
}

// TestShogiSettings checks that settings survive their own options, and that invalid options are reported.
func TestShogiSettings(t *testing.T) {
	for _, c := range []struct {
		name    string
		options []engine.Option
		err     string
	}{
		{"none", nil, ""},
		{"all", []engine.Option{{Name: "hash", Value: "8"}, {Name: "nullmove", Value: "nmr3-4"}, {Name: "Search", Value: "modern,lmr=off"}}, ""},
		{"hash", []engine.Option{{Name: "Hash", Value: "0"}}, "option Hash=0 (expected a number from 1 to 65536)"},
		{"unknown", []engine.Option{{Name: "Threads", Value: "2"}}, `the built-in engine has no option "Threads" (expected Hash, NullMove or Search)`},
	} {
		s, err := ShogiDefaults().Set(c.options)
		if c.err != "" {
			if err == nil || err.Error() != c.err {
				t.Errorf("%s: error %v, want %s", c.name, err, c.err)
			}
			continue
		}
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if again, err := ShogiDefaults().Set(s.Options()); err != nil || again != s {
			t.Errorf("%s: %+v after their own options, want %+v (%v)", c.name, again, s, err)
		}
	}
}
