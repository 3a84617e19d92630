//go:build linux

package uci

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
)

// Positions of shogi: a mate in three plies, and a king that has entered.
const (
	mateInThree = "sfen 7nl/7k1/9/7P1/9/9/9/9/9 b 2G2r2b2g4s3n3l17p 1"
	entered     = "sfen +R+BGGK4/SSPPPP3/9/9/9/9/9/9/8k b RB4P 1"
)

// usi makes a command speak USI.
func usi(c *Command) { c.Protocol = USI }

// TestUSI holds what becomes of the answers to go depth and go mate.
func TestUSI(t *testing.T) {
	const threePlies = "info depth 3 score mate 3 nodes 90 pv G*2c 2b3a G*3b"
	tests := []struct {
		name, sfen, answer string // answer is the output at go, separated by |
		limits             engine.Limits
		want               string
	}{
		{"move", mateInThree, threePlies + " | bestmove G*2c ponder 2b3a", engine.Limits{Depth: 3}, "G*2c 2b3a #2 exact [G*2c 2b3a G*3b] depth"},
		{"promotion", game.Shogi.Start().String(), "info depth 1 score cp -7 nodes 30 pv 7g7f 3c3d 8h2b+ | bestmove 7g7f", engine.Limits{Depth: 1}, "7g7f 0000 -7 exact [7g7f 3c3d 8h2b+] depth"},
		{"mated in plies", game.Shogi.Start().String(), "info depth 9 score mate -4 nodes 30 pv 7g7f | bestmove 7g7f", engine.Limits{Depth: 9}, "7g7f 0000 #-2 exact [7g7f] depth"},
		{"mate of some length", mateInThree, "info depth 3 score mate + nodes 90 pv G*2c | bestmove G*2c", engine.Limits{Depth: 3}, "G*2c 0000 #500 lower [G*2c] depth"},
		{"mated some time", mateInThree, "info depth 3 score mate - nodes 90 pv G*2c | bestmove G*2c", engine.Limits{Depth: 3}, "G*2c 0000 #-500 upper [G*2c] depth"},
		{"resigns", mateInThree, "info depth 3 score cp -3000 nodes 90 | bestmove resign", engine.Limits{Depth: 3}, "resign 0000 -3000 exact [] depth"},
		{"declares", entered, "bestmove win", engine.Limits{Depth: 3}, "win 0000 0 exact [] mate"},
		{"declares without a node", entered, "bestmove win", engine.Limits{Nodes: 100}, "win 0000 0 exact [] mate"},
		{"declares too soon", mateInThree, "bestmove win", engine.Limits{Depth: 3}, "illegal-bestmove: engine declared that it has won by entering king, which it has not"},
		{"coordinates of chess", mateInThree, "bestmove e2e4", engine.Limits{Depth: 3}, `malformed-bestmove: engine answered "bestmove e2e4" (expected a move such as 7g7f, 8h2b+ or P*5e, resign or win)`},
		{"illegal", mateInThree, "bestmove P*5e", engine.Limits{Depth: 3}, "illegal-bestmove: engine answered P*5e, which is not legal"},
		{"nothing", mateInThree, "bestmove (none)", engine.Limits{Depth: 3}, "null-bestmove: engine answered (none) although there are 79 legal moves"},
		{"checkmate", mateInThree, "checkmate G*2c 2b3a G*3b", engine.Limits{Mate: 2}, "G*2c 2b3a #2 exact [G*2c 2b3a G*3b] mate"},
		{"no mate", mateInThree, "checkmate nomate", engine.Limits{Mate: 2}, "nomate 0000 0 exact [] depth"},
		{"mate not found in time", mateInThree, "checkmate timeout", engine.Limits{Mate: 2}, "nomate 0000 0 exact [] time"},
		{"no solver", mateInThree, "checkmate notimplemented", engine.Limits{Mate: 2}, "no-bestmove: engine answered go mate with notimplemented (expected one that looks for mates, or a limit by depth, nodes or time)"},
		{"checkmate by nothing", mateInThree, "checkmate", engine.Limits{Mate: 2}, "no-bestmove: engine answered go mate without a move (expected moves, nomate or timeout)"},
		{"checkmate by an illegal move", mateInThree, "checkmate G*2c 2b2c", engine.Limits{Mate: 2}, `illegal-bestmove: engine answered "checkmate G*2c 2b2c", in which 2b2c is not legal`},
		{"checkmate by a word", mateInThree, "checkmate maybe", engine.Limits{Mate: 2}, `malformed-bestmove: engine answered "checkmate maybe" (expected checkmate and moves, nomate or timeout)`},
		{"mate by a search", mateInThree, threePlies + " | bestmove G*2c", engine.Limits{Mate: 2}, "G*2c 0000 #2 exact [G*2c 2b3a G*3b] mate"},
		{"twice", mateInThree, "bestmove G*2c | checkmate nomate", engine.Limits{Depth: 3}, `duplicate-bestmove: engine answered again after "bestmove G*2c": "checkmate nomate"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			actions := "say " + strings.ReplaceAll(test.answer, " | ", " | say ")
			p := dialFake(t, usi, "go: "+actions)
			must.Do(t, p.Reset(t.Context()))
			task := engine.Task{Start: game.MustParsePosition(test.sfen), Limits: test.limits}
			r, err := p.Search(t.Context(), task, nil)
			got := faultText(t, err)
			if err == nil {
				got = strings.Join([]string{r.Best.String(), r.Ponder.String(), r.Score.String(), r.Bound.String(), fmt.Sprint(r.PV), r.Stop.String()}, " ")
			}
			if got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// TestUSIConversation checks the full conversation with an engine.
func TestUSIConversation(t *testing.T) {
	p := dialFake(t, func(c *Command) {
		usi(c)
		c.Options = []engine.Option{{Name: "Hash", Value: "64"}}
	}, "go: say bestmove 3c3d")
	if p.ID().Game != game.Shogi || p.ID().Name != "Fake Shogi 1" || p.ID().Option("Hash", "") != "64" {
		t.Errorf("engine %+v", p.ID())
	}
	must.Do(t, p.Reset(t.Context()))
	start := game.Shogi.Start()
	first := start.LegalMoves()[0]
	answerOf(t, p, engine.Task{Start: start, Moves: []game.Move{first}, Limits: engine.Limits{Depth: 5}})
	want := []string{
		"usi", "setoption name USI_Hash value 64", "setoption name USI_OwnBook value false", "isready", "usinewgame", "isready",
		"position " + start.String() + " moves " + first.String(), "go depth 5", "isready",
	}
	if got := sent(p); !slices.Equal(got, want) {
		t.Errorf("sent\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if got := p.session.replay()[0]; got != "usi" {
		t.Errorf("it is said again from %q on", got)
	}
}

// TestOtherGame: each protocol is of one game.
func TestOtherGame(t *testing.T) {
	for _, test := range []struct {
		change func(*Command)
		start  game.Position
		want   string
	}{
		{usi, game.Chess.Start(), "position is of chess (expected one of shogi, which engines play that speak usi)"},
		{nil, game.Shogi.Start(), "position is of shogi (expected one of chess, which engines play that speak uci)"},
	} {
		p := dialFake(t, test.change)
		if _, err := p.Search(t.Context(), engine.Task{Start: test.start, Limits: engine.Limits{Depth: 1}}, nil); err == nil || err.Error() != test.want {
			t.Error(err)
		}
	}
}

// TestSilentHandshake: a fault names the words of the protocol.
func TestSilentHandshake(t *testing.T) {
	h := hostile{script: []string{"usi: pending"}}
	command := h.command(markOf(t.Name()))
	command.Protocol, command.Allowance.Start = USI, 50*time.Millisecond
	_, err := Start(t.Context(), command)
	if got := faultText(t, err); got != "handshake-timeout: engine did not answer usi with usiok within 50ms (limit start=50ms)" {
		t.Error(got)
	}
}

func TestProtocols(t *testing.T) {
	for _, p := range []Protocol{UCI, USI} {
		if back, err := ParseProtocol(p.String()); err != nil || back != p {
			t.Errorf("%s reads as %s: %v", p, back, err)
		}
	}
	if _, err := ParseProtocol("xboard"); err == nil || err.Error() != `protocol "xboard" (expected uci or usi)` {
		t.Error(err)
	}
}

// TestFairyShogi asks fairy-stockfish, when asked to:
//
//	apt-get install fairy-stockfish
func TestFairyShogi(t *testing.T) {
	if os.Getenv("ZUGWATCH_ENGINES") == "" {
		t.Skip("ZUGWATCH_ENGINES is not set")
	}
	p := must.Get(Start(t.Context(), Command{Path: "/usr/games/fairy-stockfish", Protocol: USI}))(t)
	three := game.MustParsePosition(mateInThree)
	clock := &engine.Clock{Left: [2]time.Duration{time.Second, time.Second}, Byoyomi: 20 * time.Millisecond}
	for _, limits := range []engine.Limits{{Depth: 7}, {Nodes: 3000}, {Mate: 2}, {MoveTime: 50 * time.Millisecond}, {CPUTime: 50 * time.Millisecond}, {Clock: clock}} {
		must.Do(t, p.Reset(t.Context()))
		r := answerOf(t, p, engine.Task{Start: three, Limits: limits})
		if r.Best.String() != "G*2c" || r.Score != engine.MateIn(2) {
			t.Errorf("%+v: %s %s", limits, r.Best, r.Score)
		}
		start := game.Shogi.Start()
		if r = answerOf(t, p, engine.Task{Start: start, Limits: limits}); !start.IsLegal(r.Best) {
			t.Errorf("%+v: %s", limits, r.Best)
		}
	}
	for depth, want := range []uint64{1: 30, 2: 900, 3: 25470} {
		if depth == 0 {
			continue
		}
		if leaves, err := p.Perft(context.Background(), game.Shogi.Start(), depth); err != nil || leaves != want {
			t.Errorf("perft %d is %d, want %d: %v", depth, leaves, want, err)
		}
	}
	t.Logf("conduct %+v", p.Irregularities())
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}
