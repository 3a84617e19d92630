//go:build linux

package uci

import (
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// TestParseEvaluation checks the static value in the formats of several engines, and lines without one.
func TestParseEvaluation(t *testing.T) {
	for line, want := range map[string]engine.Evaluation{
		"Final evaluation       +0.23 (white side) [with scaled NNUE, hybrid, ...]": {Value: 0.23, View: engine.FirstView},
		"Total evaluation: -0.24 (white side)":                                      {Value: -0.24, View: engine.FirstView},
		"Final evaluation: +0.25 (White's side)":                                    {Value: 0.25, View: engine.FirstView},
		"eval 6395 centipawns for the side to move":                                 {Value: 6395, View: engine.MoverView},
		"Score: 9cp":                        {Value: 9, View: engine.UnknownView},
		"The evaluation is: -4.5 cp":        {Value: -4.5, View: engine.UnknownView},
		"Eval:-12":                          {Value: -12, View: engine.UnknownView},
		"eval = 7":                          {Value: 7, View: engine.UnknownView},
		"Static eval: +0.07 (+7 cp)":        {Value: 0.07, View: engine.UnknownView},
		"-31":                               {Value: -31, View: engine.UnknownView},
		"":                                  {},
		"Final evaluation: none (in check)": {},
		"info string NNUE evaluation using nn-ad9b42354671.nnue enabled": {},
		"Unknown command: 'eval'. Type help for more information.":       {},
		"info depth 1 score cp 35 nodes 20 pv e2e4":                      {},
		"|      Total |  ----  ---- |  ----  ---- |  0.11 -0.37 |":       {},
		"8  r n b q k b n r":                      {},
		"eval none: the side to move is in check": {},
		"Eval time: 12":                           {},
	} {
		if got := parseEvaluation(line); got != want {
			t.Errorf("%q: %+v, want %+v", line, got, want)
		}
	}
}

// TestEvaluate: the answer to eval ends with readyok, its last value counts, and an engine without one goes on.
func TestEvaluate(t *testing.T) {
	for _, test := range []struct {
		name, script string
		want         engine.Evaluation
		fault        string
	}{
		{"the sum comes last", "eval: say Classical evaluation +0.10 (white side) | say Final evaluation +0.25 (white side)", engine.Evaluation{Value: 0.25, View: engine.FirstView}, "ok"},
		{"no such command", "eval: say Unknown command: eval", engine.Evaluation{}, "ok"},
		{"silence", "", engine.Evaluation{}, "ok"},
		{"an end", "eval: exit 3", engine.Evaluation{}, "crash-exit: engine ended with exit status 3 while it got ready"},
		{"a hang", "eval: hang", engine.Evaluation{}, "ready-timeout: engine did not answer isready with readyok within 300ms while it got ready (limit ready=300ms)"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := dialFake(t, func(c *Command) { c.Allowance.Ready = 300 * time.Millisecond }, test.script)
			value, err := p.Evaluate(t.Context(), game.Chess.Start())
			if got := faultText(t, err); value != test.want || got != test.fault {
				t.Errorf("%+v, %s", value, got)
			}
			if test.fault == "ok" {
				answerOf(t, p, engine.Task{Start: game.Chess.Start(), Limits: engine.Limits{Depth: 1}})
			}
		})
	}
}
