package doctor

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"

	"github.com/zugwatch/zugwatch/engine/process"
	"github.com/zugwatch/zugwatch/engine/text"
	"github.com/zugwatch/zugwatch/engine/uci"
)

const (
	maxLine  = 64 << 10 // bytes of one line that are looked at
	maxWords = 4 << 10  // bytes of the standard error that are
	backlog  = 1024     // lines that wait to be looked at; more wait in the engine

	writeTime = time.Minute // for the engine to read a command, which a pipe has room for
	killTime  = time.Second // to end the processes that the engine left behind
)

// conversation is a conversation with one process. It belongs to one goroutine.
type conversation struct {
	tree   *process.Tree
	lines  chan string   // closed at the end of the output
	over   chan struct{} // closed when the conversation has ended
	exited chan struct{} // closed when the engine has ended, before how is known
	strays *strays

	introduced bool // it has said uciok or usiok
}

// startConversation starts the program in a folder.
func startConversation(command *uci.Command, folder string, found *strays) (*conversation, error) {
	t := &conversation{lines: make(chan string, backlog), over: make(chan struct{}), exited: make(chan struct{}), strays: found}
	cmd := exec.Command(command.Path, command.Args...)
	cmd.Dir, cmd.Env = folder, command.Environ
	var err error
	t.tree, err = process.Start(cmd, process.Options{
		Env: command.Env, Quota: process.Quota{Kill: killTime},
		Output: t.listen, Exited: func() { close(t.exited) },
	})
	return t, err
}

// listen hands on the lines that the process prints. A process that prints
// faster than anybody looks has to wait.
func (t *conversation) listen(output io.Reader) {
	defer close(t.lines)
	reader := bufio.NewReaderSize(output, maxLine)
	cut := false // within a line whose beginning was handed on
	for {
		line, err := reader.ReadSlice('\n')
		if len(line) > 0 && !cut {
			select {
			case t.lines <- strings.TrimRight(string(line), "\r\n"):
			case <-t.over:
				return
			}
		}
		if cut = errors.Is(err, bufio.ErrBufferFull); err != nil && !cut {
			return
		}
	}
}

// sendLines sends commands. A process that does not hear any more is found out when
// its answer is waited for.
func (t *conversation) sendLines(lines ...string) {
	for _, line := range lines {
		_ = t.tree.Write(line+"\n", writeTime)
	}
}

// The reasons why an answer did not come.
var (
	errLate = errors.New("no answer")
	errDead = errors.New("engine ended")
)

// readUntil reads lines until last returns true. The error is errLate, errDead, or the cause of the context.
func (t *conversation) readUntil(ctx context.Context, limit time.Duration, last func(line string) bool) error {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	for {
		select {
		case line, more := <-t.lines:
			if !more {
				return errDead
			}
			t.strays.addLine(line, t.introduced)
			t.introduced = t.introduced || isIntroduced(firstWord(line))
			if last(line) {
				return nil
			}
		case <-timer.C:
			return errLate
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// expect waits for a line that begins with the word.
func (t *conversation) expect(ctx context.Context, limit time.Duration, word string) error {
	return t.readUntil(ctx, limit, func(line string) bool { return firstWord(line) == word })
}

// waitExit waits for the end of the process.
func (t *conversation) waitExit(limit time.Duration) bool {
	select {
	case <-t.exited:
		<-t.tree.Exited() // soon
		return true
	case <-time.After(limit):
		return false
	}
}

// exitText describes the end of a process, with the last line of its standard error. A process that has closed its
// output gets a moment to end.
func (t *conversation) exitText() string {
	if !t.waitExit(500 * time.Millisecond) {
		return "closed its output"
	}
	text := "ended with " + t.tree.Exit().Text
	if said := lastStderrLine(t.tree.Stderr()); said != "" {
		text += "; it said: " + said
	}
	return text
}

// lastStderrLine returns the last line of a standard error, shortened if it is long.
func lastStderrLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text[max(0, len(text)-maxWords):]), "\n")
	return clip(lines[len(lines)-1])
}

// end ends the process and all its children.
func (t *conversation) end() {
	close(t.over)
	report := t.tree.End(false)
	t.strays.processes += report.Escaped + report.Strays
}

// strays counts lines that are not UCI, and processes that outlived the engine and its group. A greeting before uciok
// is usual and harmless.
type strays struct {
	greeting string
	count    int
	first    string

	processes int
}

// isIntroduced reports whether a word ends an introduction.
func isIntroduced(word string) bool {
	return word == uci.UCI.ReadyWord() || word == uci.USI.ReadyWord()
}

// addLine counts one line; introduced reports whether it comes after uciok.
func (d *strays) addLine(line string, introduced bool) {
	switch firstWord(line) {
	case "", "id", "option", "uciok", "usiok", "readyok", "bestmove", "checkmate", "info", "copyprotection", "registration":
		return
	}
	if !introduced {
		d.greeting = line
		return
	}
	if d.count++; d.count == 1 {
		d.first = line
	}
}

func firstWord(line string) string {
	fields := strings.Fields(line)
	if len(fields) == 0 {
		return ""
	}
	return fields[0]
}

// clip returns the beginning of a line of an engine in printable characters.
func clip(line string) string {
	if len(line) > 80 {
		line = line[:80] + "..."
	}
	return text.Escaped(line)
}

// quoted returns a line of an engine for a sentence.
func quoted(line string) string { return fmt.Sprintf(`"%s"`, clip(line)) }
