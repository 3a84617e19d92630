package doctor

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/zugwatch/zugwatch/engine/uci"
)

const (
	maxLine = 64 << 10 // bytes of one line that are looked at
	backlog = 1024     // lines that wait to be looked at; more wait in the engine

	sweepTime = time.Second // to end what the engine has left behind
)

// talk is a conversation with one process. It belongs to one goroutine.
type talk struct {
	process *exec.Cmd
	family  *uci.Family
	input   io.WriteCloser
	output  *os.File
	lines   chan string   // closed at the end of the output
	over    chan struct{} // closed when nobody listens any more
	ended   chan struct{} // closed when the process has ended
	stderr  *tail
	debris  *debris

	introduced bool // it has said uciok
}

// begin starts the program in a folder.
func begin(command *uci.Command, folder string, debris *debris) (*talk, error) {
	family, err := uci.NewFamily()
	if err != nil {
		return nil, err
	}
	environ := command.Environ
	if environ == nil {
		environ = os.Environ()
	}
	variables, err := family.Environment(environ, command.Env)
	if err != nil {
		return nil, err
	}
	t := &talk{
		process: exec.Command(command.Path, command.Args...), family: family,
		lines: make(chan string, backlog), over: make(chan struct{}), ended: make(chan struct{}),
		stderr: new(tail), debris: debris,
	}
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	t.output = read
	t.process.Dir, t.process.Env = folder, variables
	t.process.Stdout, t.process.Stderr = write, t.stderr
	t.process.WaitDelay = time.Second
	ownSession(t.process)
	if t.input, err = t.process.StdinPipe(); err == nil {
		err = family.Start(t.process)
	}
	if err = errors.Join(err, write.Close()); err != nil {
		return nil, errors.Join(err, read.Close())
	}
	go t.listen()
	go func() {
		t.process.Wait() // its state tells how it ended
		t.family.Waited()
		close(t.ended)
	}()
	return t, nil
}

// listen hands on the lines that the process prints. A process that prints
// faster than anybody looks has to wait.
func (t *talk) listen() {
	defer close(t.lines)
	reader := bufio.NewReaderSize(t.output, maxLine)
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

// say sends commands. A process that does not hear any more is found out when
// its answer is waited for.
func (t *talk) say(lines ...string) {
	for _, line := range lines {
		io.WriteString(t.input, line+"\n")
	}
}

// The reasons why an answer did not come.
var (
	errLate = errors.New("no answer")
	errDead = errors.New("engine ended")
)

// hear looks at each line until one is the last that is wanted. The error is
// errLate, errDead, or the cause of the context.
func (t *talk) hear(ctx context.Context, limit time.Duration, last func(line string) bool) error {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	for {
		select {
		case line, more := <-t.lines:
			if !more {
				return errDead
			}
			t.debris.look(line, t.introduced)
			t.introduced = t.introduced || firstWord(line) == "uciok"
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

// expect waits for a line that begins with the word and returns it.
func (t *talk) expect(ctx context.Context, limit time.Duration, word string) (string, error) {
	var found string
	err := t.hear(ctx, limit, func(line string) bool {
		found = line
		return firstWord(line) == word
	})
	return found, err
}

// gone waits for the end of the process.
func (t *talk) gone(limit time.Duration) bool {
	select {
	case <-t.ended:
		return true
	case <-time.After(limit):
		return false
	}
}

// how tells how a process has ended, with the last it had to say. One that has
// closed its output gets a moment to end.
func (t *talk) how() string {
	if !t.gone(500 * time.Millisecond) {
		return "closed its output"
	}
	text := "ended with " + t.process.ProcessState.String()
	if said := t.stderr.last(); said != "" {
		text += "; it said: " + said
	}
	return text
}

// end ends the process and what it has started.
func (t *talk) end() {
	t.input.Close()
	killGroup(t.process)
	<-t.ended
	close(t.over)
	t.output.Close()
	t.debris.processes += t.family.Sweep(sweepTime)
	t.family.Release()
}

// tail keeps the end of what a process prints to its standard error. It may be
// used concurrently, once the process has ended.
type tail struct {
	text string
	size int
}

// Write keeps the last kilobytes.
func (t *tail) Write(p []byte) (int, error) {
	t.size += len(p)
	t.text += string(p)
	t.text = t.text[max(0, len(t.text)-4096):]
	return len(p), nil
}

// last is the last line that is not empty.
func (t *tail) last() string {
	lines := strings.Split(strings.TrimSpace(t.text), "\n")
	return clip(lines[len(lines)-1])
}

// debris counts lines that do not belong into a UCI conversation, and processes
// that lived on when the engine and its group were gone. A greeting before uciok
// is usual and does no harm.
type debris struct {
	greeting string
	count    int
	first    string

	processes int
}

// look takes in one line; introduced tells whether it comes after uciok.
func (d *debris) look(line string, introduced bool) {
	switch firstWord(line) {
	case "", "id", "option", "uciok", "readyok", "bestmove", "info", "copyprotection", "registration":
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

// clip is the beginning of a line of an engine in printable characters.
func clip(line string) string {
	if len(line) > 80 {
		line = line[:80] + "..."
	}
	return uci.Printable(line)
}

// quoted is a line of an engine for a sentence.
func quoted(line string) string { return fmt.Sprintf(`"%s"`, clip(line)) }
