package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/format"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/eval"
	"github.com/zugwatch/zugwatch/engine/golden"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/search"
	"github.com/zugwatch/zugwatch/engine/tune"
)

// TestHelp checks the help of the commands.
func TestHelp(t *testing.T) {
	for _, command := range []string{"", "games", "pack", "weights", "train", "quantize", "spsa"} {
		t.Run("help "+command, func(t *testing.T) {
			var out, diagnostics bytes.Buffer
			args := append([]string{"zugtune"}, strings.Fields(command+" --help")...)
			if code := run(context.Background(), args, &out, &diagnostics); code != codeDone || diagnostics.Len() > 0 {
				t.Fatalf("exit code %d, %s", code, &diagnostics)
			}
			golden.Check(t, "testdata/help"+command+".golden", out.Bytes())
		})
	}
}

func TestErrors(t *testing.T) {
	dir := t.TempDir()
	bad := filepath.Join(dir, "bad.txt")
	must.Do(t, os.WriteFile(bad, []byte("nonsense\n"), 0o600))
	done, cancel := context.WithCancel(context.Background())
	cancel()
	out := filepath.Join(dir, "out")
	tests := []struct {
		name string
		ctx  context.Context
		args []string
		code int
		want string
	}{
		{"unknown command", nil, []string{"frobnicate"}, codeInput, `command "frobnicate" is not known (expected games, pack, weights, train, quantize, openings or spsa; see zugtune --help)`},
		{"unknown flag", nil, []string{"games", "--frobnicate"}, codeInput, "flag provided but not defined: -frobnicate"},
		{"no output", nil, []string{"games"}, codeInput, `Required flag "out" not set`},
		{"clock", nil, []string{"games", "-o", out, "--limit", "movetime=1s"}, codeInput, "limit of a generation reads a clock (expected nodes or depth)"},
		{"bad limit", nil, []string{"games", "-o", out, "--limit", "much"}, codeInput, `limit "much" (expected key=value with depth, nodes, movetime, cputime or mate)`},
		{"argument", nil, []string{"games", "-o", out, "5"}, codeInput, `argument "5" (expected options only)`},
		{"no directory", nil, []string{"games", "-o", filepath.Join(dir, "none", "x")}, codeMachine, "no such file or directory"},
		{"no games", nil, []string{"weights", "-o", out}, codeInput, "no file of games (expected at least one after the options)"},
		{"form", nil, []string{"games", "-o", out, "--form", "json"}, codeInput, `form "json" (expected text or packed)`},
		{"no chunks", nil, []string{"games", "-o", out, "--chunks", "0"}, codeInput, "flag --chunks=0 (expected at least one)"},
		{"chunks of no games", nil, []string{"games", "-o", out, "--chunks", "2", "--games", "0"}, codeInput, "generation of 0 games from game 0 (expected at least one, from 0 on)"},
		{"farm without its network", nil, []string{"games", "-o", out, "--farm", "nats://127.0.0.1:1", "--eval-file", filepath.Join("..", "..", "engine", "network", "zugwatch.zugnet")}, codeInput, "flag --eval-file beside --farm: no other machine has the file (expected one of the two)"},
		{"no farm there", nil, []string{"games", "-o", out, "--farm", "nats://127.0.0.1:1", "--games", "1"}, codeMachine, "nats: no servers available for connection (expected zugfarm serve there)"},
		{"no address", nil, []string{"games", "-o", out, "--farm", "here"}, codeInput, `farm: address "here" (expected nats://HOST:PORT or tls://HOST:PORT, without a password)`},
		{"nothing to pack", nil, []string{"pack", "-o", out}, codeInput, "no file of games (expected at least one after the options)"},
		{"pack nonsense", nil, []string{"pack", "-o", out, bad}, codeInput, `bad.txt:1: header "nonsense" (expected "# games seed=0 first=0 games=1 limit=nodes=2500 hash=2 signature=0")`},
		{"bad evaluation", nil, []string{"games", "-o", out, "--eval", "guess"}, codeInput, `evaluation "guess" (expected classic or network)`},
		{"network of the classic evaluation", nil, []string{"games", "-o", out, "--eval", "classic", "--eval-file", bad}, codeInput, "flag --eval-file without a network (expected --eval network)"},
		{"no network", nil, []string{"games", "-o", out, "--eval", "network", "--eval-file", bad}, codeInput, `bad.txt: not a network of this version (expected a file that begins with "zugwatch network 1")`},
		{"nothing to train on", nil, []string{"train", "-o", out}, codeInput, "no file of games (expected at least one after the options)"},
		{"train on nonsense", nil, []string{"train", "-o", out, bad}, codeInput, `bad.txt:1: header "nonsense" (expected "# games seed=0 first=0 games=1 limit=nodes=2500 hash=2 signature=0")`},
		{"train over nothing known", nil, []string{"train", "-o", out, "--base", "guess", bad}, codeInput, `base "guess" (expected classic or none)`},
		{"train a bad shape", nil, []string{"train", "-o", out, "--hidden", "100", bad}, codeInput, "network of 100 hidden units (expected a multiple of 128 up to 1024)"},
		{"train without workers", nil, []string{"train", "-o", out, "--workers", "0", bad}, codeInput, "0 workers, a checkpoint every 0 batches (expected at least one, and 0 or more)"},
		{"train over a file", nil, []string{"train", "-o", bad, bad}, codeInput, "bad.txt exists (expected --resume or a free name)"},
		{"train nowhere", nil, []string{"train", "-o", filepath.Join(dir, "none", "x"), bad}, codeMachine, "no such file or directory"},
		{"train interrupted", done, []string{"train", "-o", out, bad}, codeInterrupted, "context canceled"},
		{"no checkpoint", nil, []string{"quantize", "-o", out}, codeInput, "no checkpoint (expected one after the options)"},
		{"quantize nonsense", nil, []string{"quantize", "-o", out, bad}, codeInput, `bad.txt: not a checkpoint of this version (expected a file that begins with "zugwatch training 1")`},
		{"quantize nothing", nil, []string{"quantize", "-o", out, filepath.Join(dir, "none")}, codeInput, "no such file or directory"},
		{"interrupted", done, []string{"games", "-o", out}, codeInterrupted, "context canceled"},
	}
	if !eval.Tracing {
		tests = append(tests, tests[0])
		last := &tests[len(tests)-1]
		last.name, last.args, last.want = "plain build", []string{"weights", "-o", out, bad}, "evaluation cannot be traced (expected a build with -tags tune)"
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			ctx := test.ctx
			if ctx == nil {
				ctx = context.Background()
			}
			var stdout, diagnostics bytes.Buffer
			code := run(ctx, append([]string{"zugtune"}, test.args...), &stdout, &diagnostics)
			if code != test.code || !strings.HasPrefix(diagnostics.String(), "zugtune: ") || !strings.HasSuffix(diagnostics.String(), test.want+"\n") {
				t.Errorf("exit code %d, %q; want %d, %q", code, diagnostics.String(), test.code, test.want)
			}
			if entries, _ := filepath.Glob(filepath.Join(dir, "*")); len(entries) != 1 {
				t.Errorf("files are left behind: %v", entries)
			}
		})
	}
}

// TestGames plays a few games in both forms. It checks that two workers write the same
// bytes as one, and that both forms hold the same samples.
func TestGames(t *testing.T) {
	var first string
	for _, form := range []tune.Form{tune.Text, tune.Packed} {
		var files []string
		for _, workers := range []int{1, 2} {
			var said, written bytes.Buffer
			p := testPlay(&said)
			p.form, p.generation.Workers = form, workers
			must.Do(t, p.games(t.Context(), &written))
			if !strings.HasPrefix(said.String(), "zugtune: games=4 positions=") || !strings.HasSuffix(said.String(), " signature=77\n") {
				t.Errorf("games say %q", &said)
			}
			files = append(files, written.String())
		}
		if files[0] != files[1] {
			t.Errorf("the games differ between one and two workers, %s", form)
		}
		var samples strings.Builder
		sources, err := tune.Read(strings.NewReader(files[0]), "games", func(s *tune.Sample) error {
			_, err := fmt.Fprintln(&samples, s)
			return err
		})
		if err != nil || len(sources) != 1 || sources[0].Games != 4 || sources[0].Signature != 77 {
			t.Errorf("the file is of %+v, %v", sources, err)
		}
		first = cmp.Or(first, samples.String())
		if samples.String() != first || first == "" {
			t.Errorf("samples of %s are\n%swant\n%s", form, &samples, first)
		}
	}
}

// small returns the engine with little memory.
func small() search.Options {
	o := search.Defaults()
	o.HashMB = 2
	return o
}

// testPlay returns a run of four fast games with few nodes for each move.
func testPlay(said io.Writer) *gameRun {
	return &gameRun{
		generation: tune.Generation{Seed: 1, Games: 4, Limits: engine.Limits{Nodes: 50}, Workers: 1},
		settings:   small(), out: said, sign: func(context.Context) (uint64, error) { return 77, nil },
	}
}

// TestGamesInChunks stops a run after its first file. The same call continues with the
// second, and writes the same bytes as an uninterrupted run. It refuses files of another
// engine.
func TestGamesInChunks(t *testing.T) {
	dir := t.TempDir()
	whole, folder := filepath.Join(dir, "whole"), filepath.Join(dir, "new", "games")
	var said bytes.Buffer
	p := testPlay(&said)
	p.generation.Games, p.form = 2, tune.Packed
	must.Do(t, p.chunks(t.Context(), whole, 3))
	if lines := strings.Count(said.String(), "\n"); lines != 3 {
		t.Errorf("a run of three files says\n%s", &said)
	}
	ctx, cancel := context.WithCancel(t.Context())
	p.out = writerFunc(func(b []byte) (int, error) { cancel(); return len(b), nil })
	if err := p.chunks(ctx, folder, 3); !errors.Is(err, context.Canceled) {
		t.Fatalf("a run that is stopped ends with %v", err)
	}
	if got := readFolder(t, folder); len(got) != 1 {
		t.Fatalf("stopped after one file, the folder has %v", slices.Sorted(maps.Keys(got)))
	}
	said.Reset()
	p.out = &said
	must.Do(t, p.chunks(t.Context(), folder, 3))
	if lines := strings.Count(said.String(), "\n"); lines != 2 {
		t.Errorf("going on with two files says\n%s", &said)
	}
	if got, want := readFolder(t, folder), readFolder(t, whole); !maps.Equal(got, want) {
		t.Errorf("folders have %v and %v, or other bytes", slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
	}
	names := []string{"games-1-000000000.packed", "games-1-000000002.packed", "games-1-000000004.packed"}
	if got := slices.Sorted(maps.Keys(readFolder(t, folder))); !slices.Equal(got, names) {
		t.Errorf("folder has %v, want %v", got, names)
	}
	p.sign = func(context.Context) (uint64, error) { return 78, nil }
	want := "games-1-000000000.packed is of other games, " +
		`["# games seed=1 first=0 games=2 limit=nodes=50 hash=2 signature=77"] ` +
		`(expected "# games seed=1 first=0 games=2 limit=nodes=50 hash=2 signature=78", or another folder)`
	if err := p.chunks(t.Context(), folder, 3); err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("games of another engine: %v\nwant %s", err, want)
	}
}

// writerFunc implements io.Writer by a function.
type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

// readFolder returns the files of a folder by name.
func readFolder(t *testing.T, folder string) map[string]string {
	t.Helper()
	entries := must.Get(os.ReadDir(folder))(t)
	files := make(map[string]string)
	for _, e := range entries {
		text := must.Get(os.ReadFile(filepath.Join(folder, e.Name())))(t)
		files[e.Name()] = string(text)
	}
	return files
}

// TestTune plays a few games and fits the weights to them, twice. It checks that
// the loss falls and that both runs write the same bytes. It needs a build that
// traces; TestGames and the tests of package tune cover the parts in every build.
func TestTune(t *testing.T) {
	must.SkipUnlessSlow(t, "builds a program and searches for its signature twice")
	dir := t.TempDir()
	program := filepath.Join(dir, "zugtune")
	call := func(name string, args ...string) string {
		t.Helper()
		command := exec.Command(name, args...)
		text, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v\n%s", command, err, text)
		}
		return string(text)
	}
	call("go", "build", "-tags", "tune", "-o", program, ".")
	files := make(map[string]string)
	for _, workers := range []string{"1", "2"} {
		games, weights := filepath.Join(dir, "games"+workers), filepath.Join(dir, "weights"+workers)
		said := call(program, "games", "--games", "4", "--limit", "nodes=200", "--workers", workers, "-o", games)
		if !strings.HasPrefix(said, "zugtune: games=4 positions=") {
			t.Errorf("games say %q", said)
		}
		said = call(program, "weights", "--epochs", "3", "--batch", "16", "-o", weights, games)
		last := said[strings.LastIndex(said, "zugtune: "):]
		var positions int
		var before, after float64
		if _, err := fmt.Sscanf(last, "zugtune: positions=%d before=%f after=%f", &positions, &before, &after); err != nil || positions < 50 || after >= before {
			t.Errorf("weights say %q (%v)", last, err)
		}
		for _, name := range []string{games, weights} {
			text := must.Get(os.ReadFile(name))(t)
			key := strings.TrimSuffix(filepath.Base(name), workers)
			if before, again := files[key]; again && before != string(text) {
				t.Errorf("%s differ between one and two workers", key)
			}
			files[key] = string(text)
		}
	}
	formatted, err := format.Source([]byte(files["weights"]))
	if err != nil || string(formatted) != files["weights"] {
		t.Errorf("weights are not a formatted Go file: %v", err)
	}
	overlay(t, dir, call)
}

// overlay compiles the evaluation with the fitted weights.
func overlay(t *testing.T, dir string, call func(string, ...string) string) {
	t.Helper()
	place := must.Get(filepath.Abs("../../engine/eval/weights.go"))(t)
	file := filepath.Join(dir, "overlay.json")
	text := fmt.Sprintf(`{"Replace": {%q: %q}}`, place, filepath.Join(dir, "weights1"))
	must.Do(t, os.WriteFile(file, []byte(text), 0o600))
	call("go", "build", "-overlay", file, "../../engine/eval")
}
