//go:build linux

package uci

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/golden"
	"github.com/zugwatch/zugwatch/engine/process"
)

// TestHostile runs every script under the oracle: it ends in time, with exactly
// the outcome of the file, takes little memory and leaves nothing behind.
func TestHostile(t *testing.T) {
	all := readHostile(t)
	if len(all) < 60 {
		t.Errorf("scripts are %d, want 60 or more", len(all))
	}
	before := openFiles(t)
	routines := runtime.NumGoroutine()
	memory := peak(t)
	var mu sync.Mutex
	got := make(map[string]string)
	t.Run("scripts", func(t *testing.T) {
		for _, h := range all {
			t.Run(h.name, func(t *testing.T) {
				t.Parallel()
				outcome := h.run(t)
				mu.Lock()
				got[h.name] = outcome
				mu.Unlock()
				if outcome != h.want && !golden.Updating() {
					t.Errorf("outcome:\n%swant:\n%s", outcome, h.want)
				}
			})
		}
	})
	if grown := peak(t) - memory; grown > 64<<10 && !raced() {
		t.Errorf("memory grew by %d KiB, want at most 64 MiB", grown)
	}
	waitFor(t, "processes", 0, func() int { return len(whoCarries(markOf(t.Name()))) })
	waitFor(t, "open files", before, func() int { return openFiles(t) })
	waitFor(t, "goroutines", routines, runtime.NumGoroutine)
	if golden.Updating() && len(got) == len(all) {
		writeHostile(t, all, got)
	}
}

// waitFor waits for a count to return to its earlier value.
func waitFor(t *testing.T, what string, want int, count func() int) {
	t.Helper()
	for limit := time.Now().Add(forever); count() > want && time.Now().Before(limit); {
		time.Sleep(10 * time.Millisecond)
	}
	if got := count(); got > want {
		t.Errorf("%s are %d at the end, were %d at the start", what, got, want)
	}
}

func openFiles(t *testing.T) int {
	entries, err := os.ReadDir("/dev/fd")
	if err != nil {
		t.Skip("open files cannot be counted")
	}
	return len(entries)
}

// patient sets the missing limits so high that only a hanging engine exceeds them, even on a slow machine. Memory without a limit
// is not watched, which takes most of the time of a short conversation.
func patient(l Allowance) Allowance {
	for _, limit := range []*time.Duration{&l.Start, &l.Ready, &l.Position, &l.Overrun, &l.Stall, &l.Stop, &l.Write, &l.Close, &l.Quit, &l.Kill} {
		if *limit == 0 {
			*limit = forever
		}
	}
	l.Memory = cmp.Or(l.Memory, -1)
	return l
}

// command returns the fake engine with the script, and a mark that all of its
// processes carry.
func (h *hostile) command(mark string) Command {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	return Command{
		Path: self, Args: []string{strings.Join(h.script, "\n")}, Options: h.options, Allowance: patient(h.allowance),
		Env: append([]string{fakeVariable + "=1", mark}, h.env...),
	}
}

// start starts the engine. One that only talks needs no process of its own, which takes most of the time of a conversation.
func (h *hostile) start(ctx context.Context, command Command) (*Process, error) {
	if slices.ContainsFunc(h.script, isMoreThanTalk) {
		return Start(ctx, command)
	}
	box := newInbox(&transcript{})
	in, commands := io.Pipe()
	out, said := io.Pipe()
	go box.drain(out)
	go func() {
		runFake(strings.Join(h.script, "\n"), in, said)
		said.Close()
	}()
	body := &talker{puppet{box: box}, commands}
	return open(ctx, newSession(&command, command.Allowance.withDefaults(), body, command.Path, box), time.Now())
}

// isMoreThanTalk reports whether a line of a script does more than to say something.
func isMoreThanTalk(line string) bool {
	_, actions, _ := strings.Cut(line, ":")
	return slices.ContainsFunc(strings.Split(actions, " | "), func(action string) bool {
		word, _, _ := strings.Cut(strings.TrimLeft(action, " "), " ")
		return !slices.Contains([]string{"", "say", "raw", "normal"}, word)
	})
}

// talker is a fake engine in this process.
type talker struct {
	puppet
	commands *io.PipeWriter
}

func (p *talker) Write(text string, _ time.Duration) error {
	if text == "quit\n" {
		p.End(true)
		return nil
	}
	_, err := io.WriteString(p.commands, text)
	return err
}

func (p *talker) End(patient bool) process.EndReport {
	p.commands.Close()
	p.box.setExited()
	p.box.end(process.Exit{Text: "exit status 0"})
	return process.EndReport{}
}

// run searches the positions like a suite: with a reset before each, and in a fresh process after a fault. It returns
// a description of the outcome.
func (h *hostile) run(t *testing.T) string {
	mark := markOf(t.Name())
	var b strings.Builder
	var p *Process
	drop := func() {
		if p != nil {
			if text := conductText(p.Irregularities()); text != "" {
				fmt.Fprintf(&b, "conduct %s\n", text)
			}
			fmt.Fprintf(&b, "close: %s\n", faultText(t, p.Close()))
			p = nil
		}
	}
	for i := range fakeFENs() {
		if h.one > 0 && h.one != i+1 {
			continue
		}
		start := time.Now()
		outcome, err := h.position(&p, mark, i+1)
		if err != nil {
			outcome = faultText(t, err)
		}
		fmt.Fprintf(&b, "%d %s\n", i+1, outcome)
		if most := h.most(i+1, err); time.Since(start) > most {
			t.Errorf("position %d took %v, want at most %v", i+1, time.Since(start), most)
		}
		if err != nil {
			if p == nil {
				break // it does not even start
			}
			drop()
		}
	}
	drop()
	return b.String()
}

// most returns the longest that a position may take: the limits that can pass one
// after the other with this outcome, and a while for the machine.
func (h *hostile) most(place int, err error) time.Duration {
	l := h.limitsAt(place).withDefaults()
	most := l.Search(h.task) + l.Stop + l.Term + 3*l.Kill + l.Close + forever
	fault := (*Fault)(nil)
	if h.cancel != "" && h.cancel != "info" {
		most += timeOf(h.cancel)
	}
	if errors.As(err, &fault) {
		switch fault.Class {
		case ClassReady:
			most += l.Ready
		case ClassHandshake:
			most += l.Start
		case ClassInputBlocked:
			most += l.Write
		}
	}
	return most
}

// limitsAt returns the limits of the search of a position, as far as they are given.
func (h *hostile) limitsAt(place int) Allowance {
	if slices.Contains(h.spoilt, place) {
		return h.sharp
	}
	return h.allowance
}

// position searches one position, opening the engine when there is none.
func (h *hostile) position(p **Process, mark string, place int) (string, error) {
	ctx := context.Background()
	fresh := *p == nil
	if fresh {
		opened, err := h.start(ctx, h.command(mark))
		if err != nil {
			return "", err
		}
		*p = opened
	}
	if fresh || !h.again {
		if err := (*p).Reset(ctx); err != nil {
			return "", err
		}
	}
	start, err := game.ParsePosition(fakeFENs()[place-1])
	if err != nil {
		return "", err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	if h.cancel != "" && h.cancel != "info" {
		time.AfterFunc(timeOf(h.cancel), stop)
	}
	task := engine.Task{Start: start, Moves: knightMoves(start, h.moves), Limits: h.task}
	before := (*p).session.allowance
	(*p).session.allowance = patient(h.limitsAt(place)).withDefaults()
	r, err := (*p).Search(ctx, task, func(engine.Info) {
		if h.cancel == "info" {
			stop()
		}
	})
	(*p).session.allowance = before
	if err != nil {
		return "", err
	}
	text := fmt.Sprintf("%s score %s", r.Best, r.Score)
	if r.Bound != engine.Exact {
		text += " " + r.Bound.String()
	}
	return text + fmt.Sprintf(" depth %d nodes %d pv %v stop %s", r.Depth, r.Nodes, r.PV, r.Stop), nil
}

// knightMoves returns n moves of knights to and fro.
func knightMoves(p game.Position, n int) []game.Move {
	var moves []game.Move
	at := p
	for i := range n {
		m, err := at.ParseMove([]string{"b1c3", "g8f6", "c3b1", "f6g8"}[i%4])
		if err != nil {
			panic(err)
		}
		at = at.After(m)
		moves = append(moves, m)
	}
	return moves
}

// faultText returns an error for the golden file. It checks the report on its way.
func faultText(t *testing.T, err error) string {
	fault := (*Fault)(nil)
	switch {
	case err == nil:
		return "ok"
	case !errors.As(err, &fault):
		return "error " + err.Error()
	}
	if fault.Class != ClassStart {
		c := fault.Report
		switch {
		case c == nil:
			t.Errorf("%v has no capsule", fault)
		case len(c.Lines) > 2*transcriptLines || len(c.Stderr) > 64<<10:
			t.Errorf("%v: capsule has %d lines and %d bytes of stderr", fault, len(c.Lines), len(c.Stderr))
		case !strings.Contains(c.Reproduce, "printf"):
			t.Errorf("%v: reproduction is %q", fault, c.Reproduce)
		}
	}
	if strings.ContainsFunc(fault.Error(), func(r rune) bool { return r < ' ' || r > '~' }) {
		t.Errorf("%q does not print", fault.Error())
	}
	return strings.ReplaceAll(fault.Error(), filepath.Dir(os.Args[0]), "DIR")
}

// conductText leaves out the lines lost, which depend on the load.
func conductText(c Irregularities) string {
	c.Lost = 0
	var parts []string
	for field, n := range reflect.ValueOf(c).Fields() {
		if n.Int() > 0 {
			parts = append(parts, fmt.Sprintf("%s=%d", strings.ToLower(field.Name), n.Int()))
		}
	}
	return strings.Join(parts, " ")
}

// whoCarries lists the processes whose environment holds the mark of a test or of one of its subtests.
func whoCarries(mark string) (pids []string) {
	folders, _ := filepath.Glob("/proc/[0-9]*") // a pattern below them would read every folder
	for _, folder := range folders {
		if text, err := os.ReadFile(folder + "/environ"); err == nil && bytes.Contains(text, []byte(mark)) {
			pids = append(pids, folder)
		}
	}
	return pids
}
