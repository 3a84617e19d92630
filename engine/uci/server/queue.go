package server

import (
	"slices"
	"strings"

	"github.com/zugwatch/zugwatch/engine/uci"
)

// call is a command with its arguments, as it was read.
type call struct {
	line    string
	word    string // the first known one; "": there is none
	odd     string // the words before it
	args    []string
	command command
}

// parse finds the command of a line. Words before the first known one are
// passed over, as the protocol says.
func (s *server) parse(line string) call {
	fields := strings.Fields(line)
	for i, word := range fields {
		if c, ok := s.commands[word]; ok {
			return call{line: line, word: word, odd: strings.Join(fields[:i], " "), args: fields[i+1:], command: c}
		}
	}
	return call{line: line, odd: strings.Join(fields, " "), command: command{effect: passes}}
}

// queueLine reads a command and runs it in its turn.
//
// Commands run in the order in which they came, and those behind a job wait for its end. Only stop and ponderhit act
// on the job at once. Quit ends a search at once. But if a waiting command would begin another job, a later stop,
// ponderhit or quit is meant for that one.
//
// So with several commands in one write, a search with a limit finishes before the next. Any waiting command ends a
// search without a limit, and quit ends the last search. Commands that change nothing, such as isready, do not wait.
func (s *server) queueLine(line string) {
	if s.job != nil && s.job.last.Load() {
		s.runWaiting() // the job has answered, and the client may have read that
	}
	c := s.parse(line)
	if c.command.effect == passes {
		s.runCall(&c)
		return
	}
	s.queue = append(s.queue, c)
	s.advance()
}

// runWaiting goes on after the end of a job.
func (s *server) runWaiting() {
	s.end()
	s.advance()
}

// advance carries out what has its turn.
func (s *server) advance() {
	for len(s.queue) > 0 && !s.over {
		next := 0
		if s.job != nil {
			next = slices.IndexFunc(s.queue, func(c call) bool { return c.command.effect >= starts })
			if next < 0 || s.queue[next].command.effect != acts {
				s.endForWaiting(next >= 0 && s.queue[next].command.effect == leaves)
				return
			}
		}
		c := s.queue[next]
		s.queue = slices.Delete(s.queue, next, next+1)
		s.runCall(&c)
	}
}

// endForWaiting ends the running search if waiting commands require it: any of them ends an endless search, quit ends
// every search.
func (s *server) endForWaiting(leaving bool) {
	switch {
	case s.job.kind == errand || s.job.ctx.Err() != nil:
	case leaving:
		s.job.cancel()
	case s.job.kind == endless:
		s.out.note("search stopped by %q", uci.Clip(s.queue[0].line, 80))
		s.job.cancel()
	}
}

// runCall runs one command.
func (s *server) runCall(c *call) {
	switch {
	case c.word == "" && c.odd != "":
		s.out.note("unknown command %q", uci.Clip(c.line, 80))
	case c.odd != "":
		s.out.note("unknown words %q before %s", c.odd, c.word)
	}
	if c.command.run != nil {
		c.command.run(s, c.args)
	}
}
