package uci

import (
	"context"
	"time"
)

// usiAfter is the time without an answer to uci after which usi is sent too.
const usiAfter = time.Second

// Detect starts a program and determines its protocol. It sends uci and, without an answer, usi as well; the first
// answer decides. It restarts a program that exits at uci. It ignores the options of the command. Errors are those of
// Start.
func Detect(ctx context.Context, command Command) (Protocol, error) {
	command.Options, command.Protocol = nil, UCI
	s, start, err := startProgram(ctx, &command)
	if err != nil {
		return UCI, err
	}
	s.phase = phaseStart
	spoken := UCI
	hear := func(line string) bool {
		word, _ := cutWord(line)
		if word == USI.ReadyWord() {
			spoken = USI
		}
		return word == UCI.ReadyWord() || word == USI.ReadyWord()
	}
	limit := start.Add(s.allowance.Start)
	ask := func(p Protocol, until time.Time) (event, *Fault) {
		if fault := s.sendWithin(s.allowance.Write, ignore, p.String()); fault != nil {
			return dead, fault
		}
		return s.listen(ctx, until, hear), nil
	}
	e, fault := ask(UCI, time.Now().Add(usiAfter))
	if e == late {
		e, fault = ask(USI, limit)
	}
	switch {
	case e == gotLine:
		s.end()
		return spoken, nil
	case e == cancelled:
		s.end()
		return UCI, context.Cause(ctx)
	case e == late:
		return UCI, s.fail(ClassHandshake, "engine answered neither %s nor %s within %v (limit start=%v)", UCI, USI, s.allowance.Start, s.allowance.Start)
	case fault == nil:
		fault = s.broken(e)
	}
	command.Protocol = USI
	again, err := Start(ctx, command)
	if err != nil {
		return UCI, fault
	}
	_ = again.Close() // how it ends is not asked here
	return USI, nil
}
