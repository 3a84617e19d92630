package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/store"
)

// TestSecondRunner holds that two runs never write one file, and that the second
// says who the first is.
func TestSecondRunner(t *testing.T) {
	file := filepath.Join(t.TempDir(), "run.json")
	first, err := store.OpenCheckpoint(file, store.CheckpointOptions{Holder: "process 12, started at noon"})
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"zugwatch", "run", "h3", "--nodes", "100", "-o", file}
	var out, diagnostics bytes.Buffer
	code := run(context.Background(), args, strings.NewReader(""), &out, &diagnostics)
	want := "zugwatch: output: " + file + ".lock: file is locked by process 12, started at noon (expected one runner for each output)\n"
	if code != codeMachine || diagnostics.String() != want || !strings.HasSuffix(out.String(), "verdict=inconclusive code=7\n") {
		t.Errorf("exit code %d, %q, %q", code, &out, &diagnostics)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if code := run(context.Background(), args, strings.NewReader(""), &out, &diagnostics); code != codePass {
		t.Errorf("after the first: exit code %d, %s", code, &diagnostics)
	}
}

func TestCheckpointErrors(t *testing.T) {
	tests := []struct {
		name string
		err  error
		code int
		text string
	}{
		{"nothing", nil, codePass, ""},
		{"pending", &store.PendingError{Path: "j"}, codeInput, "zugwatch: j: journal of an unfinished run is there (expected --resume to go on with it, or --fresh to start over)"},
		{
			"another run", &store.KeyError{Path: "j", Differences: []store.KeyDifference{{Name: "limits", Journal: `"a"`, Now: `"b"`}}}, codeBaseline,
			"zugwatch: j: journal is of another run\n  limits: \"a\" in the journal, \"b\" now\n  (expected the command of that run; or --fresh to start over)",
		},
		{
			"damage", &store.JournalError{Path: "j", Offset: 9, Kept: 2, Detail: "x"}, codeMachine,
			"zugwatch: j: journal is damaged at byte 9, after 2 positions: x (hint: --salvage goes on with what stands before, --fresh starts over)",
		},
		{"no header", &store.JournalError{Path: "j", Detail: "x"}, codeMachine, "zugwatch: j: journal is damaged at byte 0, after 0 positions: x (hint: --fresh starts over)"},
		{"locked", &store.LockedError{Path: "l"}, codeMachine, "zugwatch: output: l: file is locked by another process (expected one runner for each output)"},
		{"disk", &store.WriteError{Path: "j", Step: "sync", Err: syscall.EIO}, codeMachine, "zugwatch: output: j: sync: input/output error"},
		{"setup", &bench.SetupError{Text: "x"}, codeInput, "zugwatch: x"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := checkpointError(test.err)
			if code := codeOf(err); code != test.code || message(err) != test.text {
				t.Errorf("code %d, %q, want %d, %q", code, message(err), test.code, test.text)
			}
		})
	}
}

// TestSalvageIsTold holds that what was lost of a journal is said, not only done.
func TestSalvageIsTold(t *testing.T) {
	file := filepath.Join(t.TempDir(), "run.json")
	args := []string{"zugwatch", "run", "wac", "--filter", "1-3", "--nodes", "100", "-o", file}
	measure := func(more ...string) string {
		t.Helper()
		var out, diagnostics bytes.Buffer
		if code := run(context.Background(), append(args, more...), strings.NewReader(""), &out, &diagnostics); code != codePass {
			t.Fatalf("exit code %d, %s", code, &diagnostics)
		}
		return diagnostics.String()
	}
	if text := measure(); text != "" {
		t.Errorf("a first run says %q", text)
	}
	journal := journalOf(t, file)
	lines := bytes.SplitAfter(journal, []byte("\n"))
	torn := journal[:len(journal)-10]
	broken := append(bytes.Join(lines[:2], nil), "garbage\n"...)
	broken = append(broken, lines[3]...)
	for _, test := range []struct{ journal, mode, want string }{
		{string(torn), "--resume", "bytes at its end were not written to the end and are cut off\nresumed: 2 of 3 positions are finished already\n"},
		{string(broken), "--salvage", "after 1 positions: record is broken, and whole ones follow; what stood there is lost\nresumed: 1 of 3 positions are finished already\n"},
		{string(journal), "--resume", "resumed: 3 of 3 positions are finished already\n"},
	} {
		if err := os.WriteFile(store.JournalPath(file), []byte(test.journal), 0o666); err != nil {
			t.Fatal(err)
		}
		if text := measure(test.mode); !strings.HasSuffix(text, test.want) {
			t.Errorf("%s: got %q, want %q at its end", test.mode, text, test.want)
		}
	}
}

// journalOf writes the journal that the run in a file has had before its end.
func journalOf(t *testing.T, file string) []byte {
	t.Helper()
	measured, err := store.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	times, err := store.LoadTiming(file)
	if err != nil {
		t.Fatal(err)
	}
	key, err := checkpointKey(contender{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	c, err := store.OpenCheckpoint(file, store.CheckpointOptions{Key: key})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Begin(measured); err != nil {
		t.Fatal(err)
	}
	for i, o := range measured.Outcomes {
		if err := c.Record(bench.Finding{Index: i, Outcome: o, Time: times.Positions[i]}); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(store.JournalPath(file))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// contextOf is the context that the action of a command line gets.
func contextOf(t *testing.T, diagnostics *bytes.Buffer, args ...string) *cli.Context {
	t.Helper()
	app := newApp(strings.NewReader(""), new(bytes.Buffer), diagnostics)
	var captured *cli.Context
	for _, command := range app.Commands {
		command.Action = func(c *cli.Context) error {
			captured = c
			return nil
		}
	}
	if err := dispatch(context.Background(), app, append([]string{"zugwatch"}, args...)); err != nil || captured == nil {
		t.Fatalf("%v: %v", args, err)
	}
	return captured
}

func TestTellFaults(t *testing.T) {
	t.Chdir(t.TempDir())
	measured, times := new(bench.Run), new(bench.Timing)
	for _, id := range []string{"WAC.001", "it's \x1b", "fine", "WAC.003"} {
		measured.Outcomes = append(measured.Outcomes, bench.Outcome{ID: id, Verdict: bench.Faulted, Fault: bench.FaultExit})
		times.Positions = append(times.Positions, bench.PositionTime{ID: id})
	}
	measured.Outcomes[2].Verdict = bench.Solved
	measured.Outcomes[3].Verdict, times.Positions[3].Retried = bench.Solved, "crash-exit: 3"
	capsule := store.CapsulePath("x.json", "WAC.003")
	if err := os.MkdirAll(filepath.Dir(capsule), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(capsule, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	var diagnostics bytes.Buffer
	c := contextOf(t, &diagnostics, "run", "wac", "--nodes", "500", "--stop-when-solved", "--filter", "1-50", "--shard", "1/2", "--workers", "2",
		"--repeat", "2", "--nullmove", "r4,guard=none", "-o", "x.json", "--fresh", "--verbose", "--limit", "a b")
	tellFaults(c, contender{}, "x.json", measured, times)
	want := `reproduce: zugwatch run wac --filter WAC.001 --nodes=500 '--limit=a b' --stop-when-solved=3 --repeat=2 --nullmove=r4,guard=none
reproduce: zugwatch run wac --filter 'it'\''s ?' --nodes=500 '--limit=a b' --stop-when-solved=3 --repeat=2 --nullmove=r4,guard=none
reproduce: zugwatch run wac --filter WAC.003 --nodes=500 '--limit=a b' --stop-when-solved=3 --repeat=2 --nullmove=r4,guard=none
  what happened is in x.json.faults/WAC.003-`
	if got := diagnostics.String(); !strings.HasPrefix(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	diagnostics.Reset()
	for range 12 {
		measured.Outcomes = append(measured.Outcomes, measured.Outcomes[0])
		times.Positions = append(times.Positions, times.Positions[0])
	}
	tellFaults(c, contender{}, "x.json", measured, times)
	if got := diagnostics.String(); strings.Count(got, "reproduce: ") != maxReproduced || !strings.HasSuffix(got, "and 5 more\n") {
		t.Errorf("many faults: got\n%s", got)
	}
}

func TestFlagShard(t *testing.T) {
	tests := []struct {
		name, text string
		env        map[string]string
		want       string
		fault      string
	}{
		{"none", "", nil, "", ""},
		{"plain", "2/4", nil, "2/4", ""},
		{"wrong", "5/4", nil, "", `flag --shard: shard "5/4" (expected i/n with i from 1 to n and n at most 4096, such as 2/4); or slurm, kubernetes or github`},
		{"slurm from 0", "slurm", map[string]string{"SLURM_ARRAY_TASK_ID": "0", "SLURM_ARRAY_TASK_COUNT": "4", "SLURM_ARRAY_TASK_MIN": "0", "SLURM_ARRAY_TASK_STEP": "1"}, "1/4", ""},
		{"slurm from 1", "slurm", map[string]string{"SLURM_ARRAY_TASK_ID": "4", "SLURM_ARRAY_TASK_COUNT": "4"}, "4/4", ""},
		{"slurm in steps", "slurm", map[string]string{"SLURM_ARRAY_TASK_ID": "20", "SLURM_ARRAY_TASK_COUNT": "3", "SLURM_ARRAY_TASK_MIN": "10", "SLURM_ARRAY_TASK_STEP": "5"}, "3/3", ""},
		{
			"slurm with gaps", "slurm",
			map[string]string{"SLURM_ARRAY_TASK_ID": "7", "SLURM_ARRAY_TASK_COUNT": "3", "SLURM_ARRAY_TASK_MIN": "1"},
			"",
			`flag --shard: shard "7/3" (expected i/n`,
		},
		{
			"slurm between steps", "slurm",
			map[string]string{"SLURM_ARRAY_TASK_ID": "6", "SLURM_ARRAY_TASK_COUNT": "3", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_STEP": "2"},
			"",
			"flag --shard=slurm: task 6 does not follow 1 in steps of 2 (expected an array without gaps, such as --array=1-4)",
		},
		{"no slurm", "slurm", nil, "", "flag --shard=slurm: SLURM_ARRAY_TASK_ID is not set (expected a task of a job array: sbatch --array=1-4)"},
		{"slurm without count", "slurm", map[string]string{"SLURM_ARRAY_TASK_ID": "1"}, "", "flag --shard=slurm: SLURM_ARRAY_TASK_COUNT is not set"},
		{"slurm in words", "slurm", map[string]string{"SLURM_ARRAY_TASK_ID": "one"}, "", `flag --shard=slurm: SLURM_ARRAY_TASK_ID is "one" (expected a whole number)`},
		{"kubernetes", "kubernetes", map[string]string{"JOB_COMPLETION_INDEX": "3", "ZUGWATCH_SHARDS": "4"}, "4/4", ""},
		{"kubernetes without count", "kubernetes", map[string]string{"JOB_COMPLETION_INDEX": "3"}, "", "flag --shard=kubernetes: ZUGWATCH_SHARDS is not set (expected the completions of the job, in the env: of the container)"},
		{"kubernetes beyond", "kubernetes", map[string]string{"JOB_COMPLETION_INDEX": "4", "ZUGWATCH_SHARDS": "4"}, "", `flag --shard: shard "5/4"`},
		{"no kubernetes", "kubernetes", nil, "", "flag --shard=kubernetes: JOB_COMPLETION_INDEX is not set"},
		{"github", "github", map[string]string{"ZUGWATCH_SHARD": "3/8"}, "3/8", ""},
		{"no github", "github", nil, "", "flag --shard=github: ZUGWATCH_SHARD is not set (expected i/n, such as ${{ matrix.shard }}/4 in the env: of the step)"},
		{"github in words", "github", map[string]string{"ZUGWATCH_SHARD": "slurm"}, "", `flag --shard: shard "slurm"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := flagShard(test.text, func(name string) string { return test.env[name] })
			if got.String() != test.want || (err == nil) != (test.fault == "") {
				t.Fatalf("got %q, %v, want %q", got, err, test.want)
			}
			if err != nil && (!strings.HasPrefix(err.Error(), test.fault) || codeOf(err) != codeInput) {
				t.Errorf("got %v, want %s", err, test.fault)
			}
		})
	}
}

// TestObey holds that a signal ends what listens to the context, and after some
// time what does not.
func TestObey(t *testing.T) {
	for caught, want := range map[os.Signal]int{os.Interrupt: 130, syscall.SIGTERM: 143} {
		ctx, cancel := context.WithCancelCause(context.Background())
		var diagnostics bytes.Buffer
		code := 0
		after := func(waits time.Duration) <-chan time.Time {
			if waits != 3*time.Second || ctx.Err() == nil {
				t.Errorf("waits %v, context %v", waits, ctx.Err())
			}
			due := make(chan time.Time, 1)
			due <- time.Time{}
			return due
		}
		obey(caught, cancel, after, &diagnostics, func(c int) { code = c })
		var cause *signalError
		if !errors.As(context.Cause(ctx), &cause) || cause.signal != caught || code != want {
			t.Errorf("%v: cause %v, exit code %d, want %d", caught, context.Cause(ctx), code, want)
		}
		if text := "zugwatch: ended by signal: " + caught.String() + ": an engine did not stop within 3s "; !strings.HasPrefix(diagnostics.String(), text) {
			t.Errorf("%v: got %q", caught, &diagnostics)
		}
	}
}
