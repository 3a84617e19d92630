//go:build linux

package uci

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/golden"
	"github.com/zugwatch/zugwatch/engine/must"
)

// dialFake starts the fake engine with a script.
func dialFake(t *testing.T, change func(*Command), script ...string) *Process {
	t.Helper()
	h := hostile{script: script}
	command := h.command(markOf(t.Name()))
	if change != nil {
		change(&command)
	}
	p := must.Get(h.start(t.Context(), command))(t)
	t.Cleanup(func() { p.Close() })
	return p
}

// linesOf returns what was said so far, to the engine or by it.
func linesOf(p *Process, sent bool) (lines []string) {
	for _, l := range p.session.log.lines() {
		if l.Sent == sent {
			lines = append(lines, l.Text)
		}
	}
	return lines
}

func sent(p *Process) []string { return linesOf(p, true) }

func depth(n int) engine.Task {
	return engine.Task{Start: game.Chess.Start(), Limits: engine.Limits{Depth: n}}
}

// answerOf asks and wants an answer.
func answerOf(t *testing.T, p *Process, task engine.Task) engine.Result {
	t.Helper()
	return must.Get(p.Search(t.Context(), task, nil))(t)
}

// TestDialErrors covers what can be wrong before a process runs.
func TestDialErrors(t *testing.T) {
	dir, scratch := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", scratch)
	write := func(name, text string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		must.Do(t, os.WriteFile(path, []byte(text), mode))
		return path
	}
	tests := []struct {
		name    string
		command Command
		want    string
	}{
		{"no command", Command{}, "engine command is empty (expected the path of a program)"},
		{"not in PATH", Command{Path: "no-such-engine"}, "start-failed: engine no-such-engine did not start: executable file not found in $PATH"},
		{"no such file", Command{Path: dir + "/none"}, "start-failed: engine DIR/none did not start: no such file or directory"},
		{"folder", Command{Path: dir}, "start-failed: engine DIR did not start: is a directory"},
		{"not executable", Command{Path: write("text", "x", 0o666)}, "start-failed: engine DIR/text did not start: permission denied"},
		{"wrong format", Command{Path: write("arch", "\x7fELF\x02\x01\x01nothing", 0o777)}, "start-failed: engine DIR/arch did not start: exec format error"},
		{"no interpreter", Command{Path: write("script", "#!/no/such/shell\n", 0o777)}, "start-failed: engine DIR/script did not start: no such file or directory"},
		{"odd name", Command{Path: dir + "/-a\n\"b\""}, `start-failed: engine DIR/-a\x0a"b" did not start: no such file or directory`},
		{"no folder", Command{Path: "/bin/cat", Dir: dir + "/none"}, "start-failed: engine /bin/cat did not start: no such file or directory"},
		{"no processor", Command{Path: "/bin/cat", Affinity: []int{1023}}, "start-failed: engine /bin/cat did not start: affinity to processors [1023]: invalid argument"},
		{"secret", Command{Path: "/bin/cat", Env: []string{"GITHUB_TOKEN"}}, `environment variable "GITHUB_TOKEN" is never passed to an engine`},
		{"secret value", Command{Path: "/bin/cat", Env: []string{"my_password=x"}}, `environment variable "my_password" is never passed to an engine`},
		{"option of two lines", Command{Path: "/bin/cat", Options: []engine.Option{{Name: "a\nquit"}}}, `option "a\nquit"="" (expected a name and a value on one line)`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			test.command.Allowance.Start = time.Hour // which is not waited for
			p, err := Start(t.Context(), test.command)
			if err == nil {
				p.Close()
				t.Fatal("no error")
			}
			if got := strings.ReplaceAll(err.Error(), dir, "DIR"); got != test.want {
				t.Errorf("error %q, want %q", got, test.want)
			}
		})
	}
	if left, _ := filepath.Glob(scratch + "/*"); len(left) > 0 {
		t.Errorf("working directories left behind: %v", left)
	}
}

func TestDialCancelled(t *testing.T) {
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	time.AfterFunc(50*time.Millisecond, func() { cancel(cause) })
	h := hostile{script: []string{"uci: hang"}, allowance: Allowance{Start: time.Hour}}
	if _, err := Start(ctx, h.command(markOf("cancelled"))); !errors.Is(err, cause) {
		t.Errorf("error %v, want %v", err, cause)
	}
	if _, err := Start(ctx, h.command(markOf("cancelled"))); !errors.Is(err, cause) {
		t.Errorf("error %v, want %v", err, cause)
	}
	waitFor(t, "processes", 0, func() int { return len(whoCarries(markOf("cancelled"))) })
}

func TestResetCancelled(t *testing.T) {
	p := dialFake(t, nil, "ucinewgame: hang")
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := p.Reset(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
	if _, err := p.Search(t.Context(), depth(1), nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error of the next search %v", err)
	}
}

// TestBenchCrash: what an engine printed before it crashed is no signature.
func TestBenchCrash(t *testing.T) {
	program := filepath.Join(t.TempDir(), "crashes")
	must.Do(t, os.WriteFile(program, []byte("#!/bin/sh\necho info depth 3 nodes 77 nps 5\nkill -SEGV $$\n"), 0o777))
	if nodes, err := Bench(t.Context(), Command{Path: program, Args: []string{"bench"}}, time.Minute); err == nil || !strings.HasPrefix(err.Error(), "crash-signal: ") {
		t.Errorf("%d nodes, %v", nodes, err)
	}
}

// TestDiesAfterAnswer: an engine that ends after its last answer is found by the next call, or else by Close.
func TestDiesAfterAnswer(t *testing.T) {
	for _, again := range []bool{true, false} {
		p := dialFake(t, nil, "go: say bestmove e2e4 | exit 5")
		answerOf(t, p, depth(1))
		var next error
		if again {
			next = p.Reset(t.Context())
		}
		closed := p.Close()
		for who, err := range map[bool]error{true: next, false: closed} {
			const want = "crash-exit: engine ended with exit status 5"
			if told := err != nil && strings.HasPrefix(err.Error(), want); told != (who == again) {
				t.Errorf("asked again %t: next call %v, close %v", again, next, closed)
			}
		}
	}
}

// TestFaultStays shows that a dead process answers every call with its fault,
// and a closed one with an error.
func TestFaultStays(t *testing.T) {
	p := dialFake(t, nil, "go: exit 5")
	_, first := p.Search(t.Context(), depth(1), nil)
	_, second := p.Search(t.Context(), depth(1), nil)
	third := p.Reset(t.Context())
	if first == nil || second != first || third != first {
		t.Errorf("errors %v, %v, %v", first, second, third)
	}
	if err := p.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
	q := dialFake(t, nil)
	if err := errors.Join(q.Close(), q.Close()); err != nil {
		t.Errorf("close: %v", err)
	}
	if err := q.Reset(t.Context()); err == nil || err.Error() != "engine is closed" {
		t.Errorf("reset after close: %v", err)
	}
}

// TestCommand shows that a program runs as its command says.
func TestCommand(t *testing.T) {
	dir := t.TempDir()
	status := must.Get(os.ReadFile("/proc/self/status"))(t)
	cpu := 0
	if _, after, found := strings.Cut(string(status), "Cpus_allowed_list:"); found {
		fmt.Sscan(after, &cpu) // the first of those that may be used
	}
	p := dialFake(t, func(c *Command) {
		c.Dir, c.Affinity = dir, []int{cpu}
		c.Environ = []string{"HOME=/root", "SHELL=/bin/sh", "MY_NET=/net"}
		c.Env = append(c.Env, "MY_NET", "EXTRA=1 2")
	}, "go: env | put log.txt | normal")
	answerOf(t, p, depth(1))
	want := []string{"EXTRA=1 2", "HOME=/root", "MY_NET=/net", fakeVariable + "=1", markOf("TestCommand")}
	var got []string
	for _, l := range linesOf(p, false) {
		if text, ok := strings.CutPrefix(l, "info string "); ok && !strings.HasPrefix(text, "ZUGWATCH_RUN=") {
			got = append(got, text)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("engine sees %q, want %q", got, want)
	}
	if n := p.session.body.Processors(); n != 1 {
		t.Errorf("engine may use %d processors, want 1", n)
	}
	if _, err := os.Stat(filepath.Join(dir, "log.txt")); err != nil {
		t.Error(err)
	}
}

// TestIdentity covers what an engine says of itself.
func TestIdentity(t *testing.T) {
	p := dialFake(t, func(c *Command) {
		c.Options = []engine.Option{{Name: "style", Value: "Very Risky"}, {Name: "hash", Value: "8"}}
	}, `uci: normal | raw "id name \x1b[31mFäke\xff \t\n"`)
	want := engine.ID{Name: "Fake 1", Options: []engine.Option{{Name: "Hash", Value: "8"}, {Name: "OwnBook", Value: "false"}, {Name: "Style", Value: "Very Risky"}}}
	if got := p.ID(); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("ID %v, want %v", got, want)
	}
	if len(p.intro.options) != 5 {
		t.Errorf("declared %v", p.intro.options)
	}
	wantSent := []string{"uci", "setoption name Style value Very Risky", "setoption name Hash value 8", "setoption name OwnBook value false", "isready"}
	if got := sent(p); !slices.Equal(got, wantSent) {
		t.Errorf("sent %q, want %q", got, wantSent)
	}
	q := dialFake(t, nil, `uci: raw "id name \x1b[31mF\u00e4ke\xff \t|" | say `+strings.Repeat("n", 400)+" | say uciok")
	if name := q.ID().Name; !strings.HasPrefix(name, "?[31mFäke? ?|nnn") || len(name) > nameCap {
		t.Errorf("name %q", name)
	}
}

// TestDefaults covers the options that are set, or part of the identity without being set.
func TestDefaults(t *testing.T) {
	threads := func(n string) string {
		return "uci: say option name Threads type spin default " + n + " min 1 max 8 | normal"
	}
	const several = "uci: say option name Threads type spin default 4 min 2 max 8 | normal"
	const bare = "usi: say id name Bare | say usiok"
	for name, test := range map[string]struct {
		protocol Protocol
		script   string
		asked    string // option=value; empty: none
		want     string // the identity
		sent     string // the options that are set
	}{
		"hash":                  {UCI, "", "", "[{Hash 16} {OwnBook false}]", "OwnBook value false"},
		"one thread":            {UCI, threads("1"), "", "[{Hash 16} {OwnBook false}]", "OwnBook value false"},
		"two threads":           {UCI, threads("2"), "", "[{Hash 16} {OwnBook false} {Threads 1}]", "OwnBook value false, Threads value 1"},
		"never one":             {UCI, several, "", "[{Hash 16} {OwnBook false} {Threads 4}]", "OwnBook value false"},
		"set to two":            {UCI, threads("1"), "Threads=2", "[{Hash 16} {OwnBook false} {Threads 2}]", "Threads value 2, OwnBook value false"},
		"set to one":            {UCI, threads("2"), "threads=1", "[{Hash 16} {OwnBook false} {Threads 1}]", "Threads value 1, OwnBook value false"},
		"a book that is wanted": {USI, "", "OwnBook=true", "[{Hash 16} {OwnBook true}]", "USI_OwnBook value true"},
		"hash that USI implies": {USI, bare, "Hash=64", "[{Hash 64}]", "USI_Hash value 64"},
		"nothing in USI":        {USI, bare, "", "[]", ""},
	} {
		t.Run(name, func(t *testing.T) {
			p := dialFake(t, func(c *Command) {
				if c.Protocol = test.protocol; test.asked != "" {
					c.Options = []engine.Option{must.Get(engine.ParseOption(test.asked))(t)}
				}
			}, test.script)
			if got := fmt.Sprint(p.ID().Options); got != test.want {
				t.Errorf("options %s, want %s", got, test.want)
			}
			var set []string
			for _, line := range sent(p) {
				if option, found := strings.CutPrefix(line, "setoption name "); found {
					set = append(set, option)
				}
			}
			if got := strings.Join(set, ", "); got != test.sent {
				t.Errorf("set %s, want %s", got, test.sent)
			}
		})
	}
}

// TestFaultReport compares the text of a report with a golden file, and runs its reproduction.
func TestFaultReport(t *testing.T) {
	dir := t.TempDir()
	p := dialFake(t, func(c *Command) {
		c.Dir = dir
		c.Options = []engine.Option{{Name: "Book File", Value: "it's here"}}
	}, `go: err panic: \n | raw "info string \x1b[31m\xff\n" | say info depth 1 score cp 1 nodes 1 pv e2e4 | exit 5`)
	task := depth(3)
	task.Moves = knightMoves(task.Start, 4)
	_, err := p.Search(t.Context(), task, nil)
	fault := (*Fault)(nil)
	if !errors.As(err, &fault) || fault.Class != ClassExit || fault.FaultClass() != "crash-exit" {
		t.Fatalf("error %v", err)
	}
	text := strings.ReplaceAll(fault.FaultReport(), dir, "DIR")
	text = strings.ReplaceAll(text, os.Args[0], "ENGINE")
	golden.Check(t, "testdata/capsule.txt", text)
	if text := (&Fault{}).FaultReport(); text != "" {
		t.Errorf("text of no capsule is %q", text)
	}
	shell := exec.Command("/bin/sh", "-c", strings.ReplaceAll(fault.Report.Reproduce, "sleep 10", "sleep 0"))
	shell.Env = []string{fakeVariable + "=1"}
	out, err := shell.CombinedOutput()
	if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) || exit.ExitCode() != 5 || !strings.Contains(string(out), "info depth 1 score cp 1") {
		t.Errorf("reproduction: %v\n%s", err, out)
	}
}

// TestAsk covers the commands that a task becomes in UCI and in USI.
func TestAsk(t *testing.T) {
	start := game.Chess.Start()
	e4 := must.Get(start.ParseMove("e2e4"))(t)
	left := [2]time.Duration{time.Minute, 0}
	clock := &engine.Clock{Left: left, Increment: [2]time.Duration{time.Second, 0}, MovesToGo: 7}
	byoyomi := &engine.Clock{Left: left, Byoyomi: 10 * time.Second}
	for _, test := range []struct {
		protocol Protocol
		task     engine.Task
		want     string
		open     bool
	}{
		{UCI, engine.Task{}, "go infinite", true},
		{UCI, engine.Task{Limits: engine.Limits{Depth: 9}}, "go depth 9", false},
		{UCI, engine.Task{Limits: engine.Limits{Depth: 9, Nodes: 7}}, "go depth 9 nodes 7", false},
		{UCI, engine.Task{Limits: engine.Limits{Mate: 3}}, "go mate 3", false},
		{UCI, engine.Task{Limits: engine.Limits{MoveTime: 1500 * time.Microsecond}}, "go movetime 1", false},
		{UCI, engine.Task{Limits: engine.Limits{MoveTime: 1}}, "go movetime 1", false},
		{UCI, engine.Task{Limits: engine.Limits{CPUTime: time.Second}}, "go infinite", true},
		{UCI, engine.Task{Limits: engine.Limits{CPUTime: time.Second, Depth: 3}}, "go depth 3", false},
		{UCI, engine.Task{Limits: engine.Limits{Clock: clock}}, "go wtime 60000 btime 1 winc 1000 binc 0 movestogo 7", false},
		{UCI, engine.Task{Limits: engine.Limits{Depth: 2}, SearchMoves: []game.Move{e4}}, "go depth 2 searchmoves e2e4", false},
		{USI, engine.Task{}, "go infinite", true},
		{USI, engine.Task{Limits: engine.Limits{Depth: 9, Nodes: 7}}, "go depth 9 nodes 7", false},
		{USI, engine.Task{Limits: engine.Limits{Mate: 3}}, "go mate infinite", false},
		{USI, engine.Task{Limits: engine.Limits{Mate: 3, Nodes: 5}}, "go nodes 5", false},
		{USI, engine.Task{Limits: engine.Limits{MoveTime: time.Second}}, "go btime 0 wtime 0 byoyomi 1000", false},
		{USI, engine.Task{Limits: engine.Limits{MoveTime: time.Second, Depth: 3}}, "go btime 0 wtime 0 byoyomi 1000 depth 3", false},
		{USI, engine.Task{Limits: engine.Limits{CPUTime: time.Second}}, "go infinite", true},
		{USI, engine.Task{Limits: engine.Limits{Clock: clock}}, "go btime 60000 wtime 0 binc 1000 winc 0", false},
		{USI, engine.Task{Limits: engine.Limits{Clock: byoyomi}}, "go btime 60000 wtime 0 byoyomi 10000", false},
	} {
		if got, open := test.protocol.GoCommand(&test.task); got != test.want || open != test.open {
			t.Errorf("%s: %q, %t, want %q, %t", test.protocol, got, open, test.want, test.open)
		}
	}
	task := engine.Task{Start: start, Moves: []game.Move{e4}}
	want := "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e4"
	if got := positionCommand(&task); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestBadTasks shows that nothing illegal is ever sent.
func TestBadTasks(t *testing.T) {
	p := dialFake(t, nil)
	start := game.Chess.Start()
	e4, _ := start.ParseMove("e2e4")
	for _, test := range []struct {
		name string
		task engine.Task
		want string
	}{
		{"no position", engine.Task{}, "position is empty (expected one from game.ParsePosition)"},
		{"illegal move", engine.Task{Start: start, Moves: []game.Move{e4, e4}}, "move 2 of the task, e2e4, is not legal"},
		{"illegal search move", engine.Task{Start: start, Moves: []game.Move{e4}, SearchMoves: []game.Move{e4}}, "search move e2e4 is not legal"},
		{"lines", engine.Task{Start: start, MultiPV: 2}, `engine cannot show 2 lines: unknown option "MultiPV" (expected one of Hash, OwnBook, Style, Clear Hash, Book File)`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if _, err := p.Search(t.Context(), test.task, nil); err == nil || err.Error() != test.want {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
	for _, l := range sent(p) {
		if strings.HasPrefix(l, "position") {
			t.Errorf("sent %q", l)
		}
	}
	if r := answerOf(t, p, depth(1)); r.Best == game.NoMove {
		t.Error("no answer afterwards")
	}
}

// TestNoMoves shows that a finished game is not asked about.
func TestNoMoves(t *testing.T) {
	p := dialFake(t, nil, "go: exit 1")
	for fen, want := range map[string]string{
		"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1": "0",
		"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1": "#-0",
	} {
		r := answerOf(t, p, engine.Task{Start: must.Get(game.ParsePosition(fen))(t), Limits: engine.Limits{Depth: 1}})
		if r.Best != game.NoMove || r.Score.String() != want || r.Stop != engine.StopForced {
			t.Errorf("%s: %v", fen, r)
		}
	}
}

// TestReportsMateInCentipawns checks that a score in centipawns is read as a mate, in info lines and in the answer.
func TestReportsMateInCentipawns(t *testing.T) {
	p := dialFake(t, func(c *Command) { c.MateScore = 20000 }, "go#1: say info depth 3 score cp 19997 nodes 9 pv e2e4 | say bestmove e2e4")
	var told []engine.Score
	r, err := p.Search(t.Context(), depth(3), func(i engine.Info) { told = append(told, i.Score) })
	if want := engine.MateIn(2); err != nil || r.Score != want || !slices.Equal(told, []engine.Score{want}) {
		t.Errorf("score %v, lines %v, error %v", r.Score, told, err)
	}
}

// TestLines asks for several lines of an engine that has the option.
func TestLines(t *testing.T) {
	p := dialFake(t, nil, "uci: say option name MultiPV type spin default 1 min 1 max 9 | say uciok",
		"go#1: say info depth 1 multipv 1 score cp 5 nodes 9 pv e2e4 | say info depth 1 multipv 2 score cp 4 nodes 9 pv d2d4 | say info depth 1 multipv 3 score cp 3 pv a2a3 | say bestmove e2e4")
	var got []string
	task := depth(1)
	task.MultiPV = 2
	r, err := p.Search(t.Context(), task, func(i engine.Info) { got = append(got, fmt.Sprint(i.MultiPV, i.PV)) })
	if err != nil || fmt.Sprint(got) != "[1 [e2e4] 2 [d2d4]]" || r.Score != 5 {
		t.Errorf("lines %v, score %v, error %v", got, r.Score, err)
	}
	answerOf(t, p, depth(1))
	var set []string
	for _, l := range sent(p) {
		if strings.HasPrefix(l, "setoption") {
			set = append(set, l)
		}
	}
	if want := "[setoption name MultiPV value 2 setoption name MultiPV value 1]"; fmt.Sprint(set) != want {
		t.Errorf("set %v, want %v", set, want)
	}
}
