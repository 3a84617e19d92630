//go:build linux

package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/golden"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/uci"
)

// echo is an engine that prints its tasks and answers with the first allowed move. Without a limit, and for a mate,
// it searches until stop. A limit of 9 plies lasts until stop as well, unknown to the server.
type echo struct {
	out    io.Writer
	values map[string]string
}

func (e *echo) ID() engine.ID { return engine.ID{Name: "echo"} }

func (e *echo) Reset(context.Context) error {
	fmt.Fprintln(e.out, "# reset")
	return nil
}

func (e *echo) Close() error {
	fmt.Fprintln(e.out, "# close")
	return nil
}

func (e *echo) Search(ctx context.Context, task engine.Task, each func(engine.Info)) (engine.Result, error) {
	fmt.Fprintf(e.out, "# search %s moves %v only %v limits %q", task.Start.EPD(), task.Moves, task.SearchMoves, task.Limits.String())
	if c := task.Limits.Clock; c != nil {
		fmt.Fprintf(e.out, " clock %v %v to go %d", c.Left, c.Increment, c.MovesToGo)
	}
	fmt.Fprintln(e.out)
	p := task.Start
	for _, m := range task.Moves {
		p = p.After(m)
	}
	moves := p.LegalMoves()
	if len(task.SearchMoves) > 0 {
		moves = task.SearchMoves
	}
	if len(moves) == 0 {
		return engine.Result{Stop: engine.StopForced}, nil
	}
	if e.values["Style"] == "broken" {
		return engine.Result{}, errors.New("engine is out of order")
	}
	score := engine.Score(100 * len(moves))
	r := engine.Result{Best: moves[0], PV: moves[:1], Score: score, Depth: max(1, task.Limits.Depth), Nodes: 50, Stop: engine.StopDepth}
	r.Counters.NullTried, r.Counters.NullCut = 7, 3
	if each != nil {
		e.begin(moves[:1], task.AtRoot)
		each(engine.Info{Depth: 1, SelDepth: 3, Score: 5, Bound: engine.Lower, Nodes: 20, PV: r.PV})
		e.begin(moves[:min(2, len(moves))], task.AtRoot)
		each(engine.Info{Depth: r.Depth, SelDepth: 4, Score: score, Nodes: 50, Hashfull: 12, PV: r.PV})
	}
	if task.Limits == (engine.Limits{Mate: task.Limits.Mate}) || task.Limits.Depth == 9 {
		<-ctx.Done()
		r.Stop = engine.StopContext
	}
	return r, nil
}

// begin says that the turn of some moves has come.
func (e *echo) begin(moves []game.Move, atRoot func(game.Move)) {
	for _, m := range moves {
		if atRoot != nil {
			atRoot(m)
		}
	}
}

// echoHost returns the host of an echo that writes to out.
func echoHost(out io.Writer) Host {
	return Host{
		Name: "Echo 1", Author: "the authors",
		Options: []Setting{
			{Declared: uci.Declared{Name: "Hash", Kind: uci.Spin, Default: "16", Min: 1, Max: 64}},
			{
				Declared: uci.Declared{Name: "Style", Kind: uci.String, Default: "calm, sober"},
				Check: func(text string) error {
					if text == "rude" {
						return errors.New(`style "rude" (expected another)`)
					}
					return nil
				},
			},
		},
		Open: func(values map[string]string) (engine.Engine, error) {
			if values["Hash"] == "13" {
				return nil, errors.New("hash of 13 MiB is bad luck")
			}
			fmt.Fprintf(out, "# open Hash=%s Style=%s\n", values["Hash"], values["Style"])
			return &echo{out, values}, nil
		},
		Eval: func(_ map[string]string, p game.Position) (string, error) { return "eval of " + p.EPD(), nil },
		Bench: func(ctx context.Context, values map[string]string, args []string, w io.Writer) error {
			fmt.Fprintf(w, "bench with %v and Hash=%s\n\nNodes searched  : 1\n", args, values["Hash"])
			if len(args) > 1 {
				return errors.New("too much")
			}
			return nil
		},
	}
}

// screen is the output seen by a GUI. It is safe for concurrent use.
type screen struct {
	mu   sync.Mutex
	text bytes.Buffer
	read int // what await has gone past
	more chan struct{}
	slow time.Duration // delay of each write after it is visible
}

func newScreen() *screen { return &screen{more: make(chan struct{}, 1)} }

func (s *screen) Write(p []byte) (int, error) {
	defer time.Sleep(s.slow)
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case s.more <- struct{}{}:
	default:
	}
	return s.text.Write(p)
}

func (s *screen) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// await waits for a line that begins with prefix, after the last awaited line.
func (s *screen) await(prefix string) bool {
	limit := time.After(forever)
	for {
		s.mu.Lock()
		rest := s.text.Bytes()[s.read:]
		for len(rest) > 0 {
			line, after, whole := bytes.Cut(rest, []byte("\n"))
			if !whole {
				break
			}
			s.read += len(line) + 1
			rest = after
			if bytes.HasPrefix(line, []byte(prefix)) {
				s.mu.Unlock()
				return true
			}
		}
		s.mu.Unlock()
		select {
		case <-s.more:
		case <-limit:
			return false
		}
	}
}

// talk sends the lines of a dialogue and returns its transcript. The line "! PREFIX" waits for a line of the answer.
func talk(t *testing.T, host func(io.Writer) Host, lines []string) string {
	t.Helper()
	return talkOver(t, newScreen(), host, lines)
}

func talkOver(t *testing.T, out *screen, host func(io.Writer) Host, lines []string) string {
	t.Helper()
	in, commands := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- Serve(t.Context(), in, out, host(out)) }()
	for _, line := range lines {
		if prefix, ok := strings.CutPrefix(line, "! "); ok {
			if !out.await(prefix) {
				t.Errorf("no line %q in\n%s", prefix, out)
				break
			}
			continue
		}
		if _, err := io.WriteString(commands, line+"\n"); err != nil && err != io.ErrClosedPipe {
			t.Error(err)
		}
	}
	commands.Close()
	select {
	case err := <-done:
		if err != nil {
			fmt.Fprintf(out, "error: %v\n", err)
		}
	case <-time.After(forever):
		t.Errorf("serve does not end after\n%s", out)
	}
	return out.String()
}

// TestTimes runs a dialogue with a clock that advances 400 ms per reading. It checks times, speeds and, after a
// second, the reported current move.
func TestTimes(t *testing.T) {
	looks := time.Duration(0)
	clocked := func(w io.Writer) Host {
		host := echoHost(w)
		host.Now = func() time.Time {
			looks++
			return time.Time{}.Add(looks * 400 * time.Millisecond)
		}
		return host
	}
	got := talk(t, clocked, []string{"go depth 3", "! bestmove"})
	const want = `# open Hash=16 Style=calm, sober
# search rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - moves [] only [] limits "depth=3"
info depth 1 seldepth 3 score cp 5 lowerbound nodes 20 nps 25 hashfull 0 time 800 pv a2a3
info depth 1 currmove a2a3 currmovenumber 1
info depth 1 currmove b2b3 currmovenumber 2
info depth 3 seldepth 4 score cp 2000 nodes 50 nps 25 hashfull 12 time 2000 pv a2a3
bestmove a2a3
# close
`
	if got != want {
		t.Errorf("dialogue:\n%swant:\n%s", got, want)
	}
}

// TestAnswerFreesServer shows that after an answer the next command finds
// nothing to stop, even when it comes before the writing of the answer returns.
func TestAnswerFreesServer(t *testing.T) {
	var lines []string
	for range 3 {
		lines = append(lines, "go ponder depth 2", "! info depth 1 seldepth 4", "ponderhit", "! bestmove", "position startpos")
	}
	out := newScreen()
	out.slow = 20 * time.Millisecond
	if got := talkOver(t, out, echoHost, lines); strings.Contains(got, "info string") {
		t.Errorf("there was something to stop:\n%s", got)
	}
}

// TestServe holds the dialogues of testdata/serve.txt against what comes out.
// Each begins with "-- name --"; "!" waits for a line of the answer.
func TestServe(t *testing.T) {
	const file = "testdata/serve.txt"
	head, rest, _ := strings.Cut(string(must.Get(os.ReadFile(file))(t)), "-- ")
	out := strings.Builder{}
	out.WriteString(head)
	for section := range strings.SplitSeq("\n"+rest, "\n-- ") {
		if section == "" {
			continue
		}
		name, body, _ := strings.Cut(strings.TrimPrefix(section, "\n"), " --\n")
		ask, want, _ := strings.Cut(strings.TrimSuffix(body, "\n")+"\n", "==\n")
		t.Run(name, func(t *testing.T) {
			got := talk(t, echoHost, strings.Split(strings.TrimSuffix(ask, "\n"), "\n"))
			fmt.Fprintf(&out, "-- %s --\n%s==\n%s", name, ask, got)
			if got != want && !golden.Updating() {
				t.Errorf("dialogue:\n%swant:\n%s", got, want)
			}
		})
	}
	if golden.Updating() {
		must.Do(t, os.WriteFile(file, []byte(out.String()), 0o666))
	}
}
