package uci

import (
	"context"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/text"
)

// Evaluate has the engine print the static value of a position by "eval", which is not UCI but common. What the engine
// prints until readyok is the answer. Its error is a *Fault, after which the process is dead, or the cause of ctx when
// that is done.
func (p *Process) Evaluate(ctx context.Context, position game.Position) (value engine.Evaluation, err error) {
	if err := p.tellBroken(); err != nil {
		return value, err
	}
	s := p.session
	s.phase, s.position, s.ask = phaseReady, "position "+PositionArgs(position), ""
	s.read(ignore)
	s.hear = func(line string) {
		if v := parseEvaluation(line); v.View != engine.NoView {
			value = v // the sum follows its terms
		}
	}
	err = s.waitReady(ctx, false, s.position, "eval")
	s.hear, p.ready = nil, err == nil
	return value, p.keepErr(err)
}

// valueLine matches the line with a static value, in the forms of several engines. It takes "Final evaluation +0.25
// (white side)", "Total evaluation: 0.25 (white side)", "Score: 9cp", "eval = 9", or the number alone.
var valueLine = text.Pattern(`(?i)^(?:.*\b(?:eval|evaluation|score)(?: is)?\s*[:=]?)?\s*([-+]?\d+(?:\.\d+)?)(?:\s*(?:cp|centipawns?|pawns?)\b.*|\s*[(\[].*)?\s*$`)

// parseEvaluation returns the static value in a line. The words "white" and "side to move" say whose side it is from.
func parseEvaluation(line string) (value engine.Evaluation) {
	match := valueLine().FindStringSubmatch(line)
	if match == nil {
		return value
	}
	number, err := strconv.ParseFloat(match[1], 64)
	if err != nil {
		return value
	}
	value = engine.Evaluation{Value: number, View: engine.UnknownView}
	switch line = strings.ToLower(line); {
	case strings.Contains(line, "white"):
		value.View = engine.FirstView
	case strings.Contains(line, "side to move"):
		value.View = engine.MoverView
	}
	return value
}
