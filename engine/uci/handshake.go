package uci

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/text"
)

// Phases of an engine, for the texts of faults.
const (
	phaseStart  = "before it introduced itself"
	phaseReady  = "while it got ready"
	phaseSearch = "while it searched"
	phaseAfter  = "after its answer"
)

// The most that an engine may say of itself.
const (
	nameCap    = 256
	optionsCap = 1000
)

// introduction is the reply of an engine to uci or usi.
type introduction struct {
	name    string
	options []Declared
	odd     int    // malformed option lines
	last    string // the word that ends it
}

// introduce requests the introduction of the engine. The time counts from start.
func (s *session) introduce(ctx context.Context, start time.Time) (*introduction, error) {
	s.phase = phaseStart
	protocol := s.command.Protocol
	if fault := s.sendWithin(s.allowance.Write, ignore, protocol.String()); fault != nil {
		return nil, fault
	}
	intro := &introduction{last: protocol.ReadyWord()}
	switch e := s.listen(ctx, start.Add(s.allowance.Start), intro.addLine); e {
	case gotLine:
		intro.options = protocol.implied(intro.options)
		return intro, nil
	case cancelled:
		s.end()
		return nil, context.Cause(ctx)
	case late:
		return nil, s.fail(ClassHandshake, "engine did not answer %s with %s within %v (limit start=%v)", protocol, intro.last, s.allowance.Start, s.allowance.Start)
	default:
		return nil, s.broken(e)
	}
}

// addLine reads one line of an introduction and reports whether it was the last.
func (i *introduction) addLine(line string) bool {
	switch word, rest := cutWord(line); word {
	case i.last:
		return true
	case "id":
		if key, value := cutWord(rest); key == "name" {
			i.name = cleanName(value)
		}
	case "option":
		d, err := ParseDeclared(line)
		if err != nil || len(i.options) >= optionsCap {
			i.odd++
			return false
		}
		i.options = append(i.options, d)
	}
	return false
}

// cleanName returns the name of an engine in valid text of one line.
func cleanName(text string) string {
	text = strings.ToValidUTF8(strings.TrimSpace(text), "?")
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return '?'
		}
		return r
	}, text)
	if len(text) > nameCap {
		text = strings.ToValidUTF8(text[:nameCap], "")
	}
	return text
}

// configure checks the options against the declarations of the engine and sets them.
func (s *session) configure(ctx context.Context, intro *introduction) error {
	s.phase = phaseReady
	protocol := s.command.Protocol
	wanted := slices.Clone(s.command.Options)
	if own, err := protocol.Find(intro.options, "OwnBook"); err == nil && own.Kind == Check && !isSet(wanted, own.Name) && !isSet(wanted, "OwnBook") {
		wanted = append(wanted, engine.Option{Name: own.Name, Value: "false"})
	}
	if threads, err := protocol.Find(intro.options, engine.ThreadsOption); err == nil && threads.Default != "1" && threads.Check("1") == nil && !isSet(wanted, threads.Name) {
		wanted = append(wanted, engine.Option{Name: threads.Name, Value: "1"}) // with more no search can be repeated
	}
	for _, o := range wanted {
		d, err := protocol.Find(intro.options, o.Name)
		if err == nil {
			err = d.Check(o.Value)
		}
		if err != nil {
			return s.fail(ClassOption, "%v", err)
		}
		s.options = append(s.options, engine.Option{Name: protocol.common(d.Name), Value: o.Value})
		s.settings = append(s.settings, d.SetCommand(o.Value))
	}
	s.options = append(s.options, protocol.leftOptions(intro.options, wanted)...)
	slices.SortStableFunc(s.options, func(a, b engine.Option) int { return strings.Compare(a.Name, b.Name) })
	return s.waitReady(ctx, false, s.settings...)
}

// leftOptions returns the options left at the engine's default that affect the result of a search: Hash, and Threads
// if the default is not 1. They belong to the identity of a run even if the user did not set them.
func (p Protocol) leftOptions(declared []Declared, wanted []engine.Option) []engine.Option {
	var options []engine.Option
	for _, name := range []string{engine.HashOption, engine.ThreadsOption} {
		d, err := p.Find(declared, name)
		if err != nil || d.Kind != Spin || d.Default == "" || isSet(wanted, d.Name) || isSet(wanted, name) || name == engine.ThreadsOption && d.Default == "1" {
			continue
		}
		options = append(options, engine.Option{Name: name, Value: d.Default})
	}
	return options
}

func isSet(options []engine.Option, name string) bool {
	return slices.ContainsFunc(options, func(o engine.Option) bool { return strings.EqualFold(o.Name, name) })
}

// waitReady sends the commands and waits until the engine has processed all earlier ones. An answer to a search in
// this time is a fault; with echo, one repetition of the last answer is allowed.
func (s *session) waitReady(ctx context.Context, echo bool, commands ...string) error {
	var extra string
	hear := func(line string) bool {
		switch word, _ := cutWord(line); {
		case s.command.Protocol.isAnswer(word):
			if echo && line == s.answer {
				echo = false
				s.irregularities.RepeatedAnswers++
				return false
			}
			extra = line
		case word == "readyok":
			return true
		case s.hear != nil:
			s.hear(line)
		}
		return false
	}
	s.read(func(line string) bool { hear(line); return false }) // what was said before does not count
	limit := time.Now().Add(s.allowance.Ready)
	fault := s.sendWithin(s.allowance.Write, hear, append(slices.Clip(commands), "isready")...)
	e := gotLine
	if fault == nil {
		e = s.listen(ctx, limit, hear)
	}
	switch {
	case e == cancelled:
		s.end()
		return context.Cause(ctx)
	case extra != "":
		return s.unaskedFault(extra)
	case fault != nil:
		return fault
	case e == late:
		return s.fail(ClassReady, "engine did not answer isready with readyok within %v %s (limit ready=%v)", s.allowance.Ready, s.phase, s.allowance.Ready)
	case e != gotLine:
		return s.broken(e)
	}
	return nil
}

// isAnswer reports whether a word begins the answer to a search.
func (p Protocol) isAnswer(word string) bool {
	return word == "bestmove" || word == "checkmate" && p == USI
}

// unaskedFault returns the fault of an answer to no question.
func (s *session) unaskedFault(line string) *Fault {
	if s.answer == "" {
		return s.fail(ClassStaleMove, "engine answered what it was not asked: %s", quoted(line))
	}
	return s.fail(ClassDuplicateMove, "engine answered again after %s: %s", quoted(s.answer), quoted(line))
}

// checkEarlyAnswer finds an answer that is there before the question is put.
func (s *session) checkEarlyAnswer() *Fault {
	extra := ""
	s.read(func(line string) bool {
		if word, _ := cutWord(line); s.command.Protocol.isAnswer(word) {
			extra = line
		}
		return false
	})
	if extra != "" {
		return s.unaskedFault(extra)
	}
	return nil
}

// quoted returns a line of an engine for the text of a fault.
func quoted(line string) string { return `"` + text.Escaped(Clip(line, 80)) + `"` }
