//go:build linux

package uci

import (
	"slices"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestDetect detects the protocol of engines that ignore, reject or exit at unknown words.
func TestDetect(t *testing.T) {
	for _, test := range []struct {
		name   string
		script []string
		want   string
	}{
		{"both", nil, "uci"},
		{"uci alone", []string{"usi: exit 1"}, "uci"},
		{"usi alone", []string{"uci: say unknown"}, "usi"},
		{"usi alone, ends at uci", []string{"uci: exit 3"}, "usi"},
		{"neither", []string{"uci: err ?", "usi: err ?"}, "handshake-timeout: engine answered neither uci nor usi within 1.5s (limit start=1.5s)"},
		{"ends at both", []string{"uci: exit 3", "usi: exit 3"}, "crash-exit: engine ended with exit status 3 before it introduced itself"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			h := hostile{script: test.script}
			command := h.command(markOf(t.Name()))
			if test.name == "neither" {
				command.Allowance.Start = 1500 * time.Millisecond
			}
			protocol, err := Detect(t.Context(), command)
			got := faultText(t, err)
			if err == nil {
				got = protocol.String()
			}
			if got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

// TestEndGame checks that a USI engine receives the result of a game, and then plays the next.
func TestEndGame(t *testing.T) {
	p := dialFake(t, usi)
	start := game.Shogi.Start()
	for halves, want := range []string{"gameover lose", "gameover draw", "gameover win"} {
		must.Do(t, p.Reset(t.Context()))
		answerOf(t, p, engine.Task{Start: start, Limits: engine.Limits{Depth: 1}})
		must.Do(t, p.EndGame(halves))
		if !slices.Contains(sent(p), want) {
			t.Errorf("%d half points: sent %q, want %s", halves, sent(p), want)
		}
	}
	p = dialFake(t, func(*Command) {})
	if err := p.EndGame(2); err != nil || slices.Contains(sent(p), "gameover win") {
		t.Errorf("an engine that speaks UCI is told: %v", err)
	}
}
