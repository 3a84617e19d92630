//go:build unix

package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/engine/must"
)

// testFarm is a farm of processes. Any of them may be killed.
type testFarm struct {
	folder  string
	url     string
	server  *exec.Cmd
	workers []*exec.Cmd
}

// farmed is the configuration of a farm with an engine of each sort.
const farmed = `engines:
  - {name: mine, command: self, protocol: usi}
  - {name: script, command: ./script, protocol: uci, options: {Hash: 1}}
  - name: built
    command: ./bin/built
    args: [uci]
    options: {Hash: 1}
    build: [sh, -c, 'mkdir -p bin && cp "$(command -v zugwatch)" bin/built']
`

// build starts a farm with so many workers of one core each, in a repository of two commits
// with the configuration; more are their flags.
func build(t *testing.T, workers int, settings string, more ...string) *testFarm {
	t.Helper()
	if err := buildZugfarm(); err != nil {
		t.Fatal(err)
	}
	on, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := on.Addr().String()
	on.Close()
	f := &testFarm{folder: t.TempDir(), url: "nats://" + address}
	f.write(t, "zugwatch.yaml", settings)
	f.write(t, ".gitignore", "bin\nqueue\n*.json*\nmutants.*\nbisected.yaml\nraced.*\n")
	f.git(t, "init", "-q")
	f.commit(t)
	f.commit(t)
	f.server = f.start(t, "serve", "--listen", address, "--store", filepath.Join(f.folder, "queue"))
	for range workers {
		f.workers = append(f.workers, f.start(t, append(append([]string{"work", "--cores", "1"}, more...), f.url)...))
	}
	t.Cleanup(func() {
		for _, c := range append(f.workers, f.server) {
			kill(c)
		}
	})
	return f
}

// buildZugfarm builds zugfarm once, in the PATH next to the zugwatch of the tests. Both have the same version.
var buildZugfarm = sync.OnceValue(func() error {
	tool, err := exec.LookPath("zugwatch")
	if err != nil {
		return err
	}
	out, err := exec.Command("go", "build", "-pgo=off", "-buildvcs=false", "-o", filepath.Join(filepath.Dir(tool), "zugfarm"), "../zugfarm").CombinedOutput()
	if err != nil {
		return fmt.Errorf("go build: %w: %s", err, out)
	}
	return nil
})

// git runs a command of git.
func (f *testFarm) git(t *testing.T, args ...string) {
	t.Helper()
	command := exec.Command("git", append([]string{"-c", "user.name=test", "-c", "user.email=test@example.com"}, args...)...)
	command.Dir = f.folder
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("git %s: %v: %s", args, err, out)
	}
}

// commit makes a commit of everything.
func (f *testFarm) commit(t *testing.T) {
	t.Helper()
	f.git(t, "add", "-A")
	f.git(t, "commit", "-qm", "change", "--allow-empty")
}

// write writes a file of the repository.
func (f *testFarm) write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(f.folder, name), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// start starts a process of the farm. A worker, or the server after one that was killed,
// may have to try until there is a server, or the address is free.
func (f *testFarm) start(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	script := `until "$0" "$@"; do sleep 0.1; done`
	c := exec.Command("sh", append([]string{"-c", script, "zugfarm"}, args...)...)
	c.Dir = f.folder
	alone(c)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	return c
}

// killWorker kills a worker and starts another one.
func (f *testFarm) killWorker(t *testing.T, at int) {
	kill(f.workers[at])
	f.workers[at] = f.start(t, f.workers[at].Args[4:]...)
}

// killServer kills the server and starts it again.
func (f *testFarm) killServer(t *testing.T) {
	kill(f.server)
	f.server = f.start(t, f.server.Args[4:]...)
}

// TestFarmKill kills workers and both parts of a coordinator, its server and the command
// that measures, at random moments: nothing is lost, and the files are those of this
// machine alone. It takes minutes, as an item of a worker that was killed is delivered
// again when it was silent for long.
func TestFarmKill(t *testing.T) {
	must.SkipUnlessSlow(t, "kills real processes (TestDeath of bench/farm/server is quick)")
	for _, test := range []struct {
		name  string
		file  string
		total int // records of the journal
		args  []string
	}{
		{"run", "run.json", 2000, []string{"run", "wac", "--filter", "1-250", "--forms", "8", "--nodes", "3000", "--hash", "1"}},
		{"match", "match.json", 1000, []string{"match", "--a", "nodes=100", "--b", "nodes=80", "--hash", "1", "--games", "1000", "--max-moves", "50"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := build(t, 3, "engines:\n  - {name: mine, command: self}\n")
			random := rand.New(rand.NewPCG(uint64(len(test.name)), 22))
			var events []event
			for i := range 25 {
				events = append(events, event{at: 1 + random.IntN(test.total*9/10), kind: "worker"})
				if i < 5 {
					events[i].kind = [...]string{"server", "command"}[i%2]
				}
			}
			slices.SortFunc(events, func(a, b event) int { return a.at - b.at })
			args := append(slices.Clone(test.args), "--resume", "-o", test.file)
			for attempts := 1; !f.storm(t, random, args, test.file, &events); attempts++ {
				if attempts > 1000 {
					t.Fatal("the measurement does not end")
				}
			}
			if len(events) > 0 {
				t.Errorf("the measurement ended before %v", events)
			}
			here := t.TempDir()
			command := exec.Command("zugwatch", append(slices.Clone(test.args), "-o", test.file)...)
			command.Dir = here
			if text, err := command.CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, text)
			}
			got, want := readText(t, filepath.Join(f.folder, test.file)), readText(t, filepath.Join(here, test.file))
			if got != want {
				t.Errorf("the file of the farm differs:\n%.2000s", got)
			}
		})
	}
}

// event is a process that is killed when so many records are in the journal.
type event struct {
	at   int
	kind string
}

// storm lets a command measure on a farm while processes are killed, until it is killed
// itself or ends. It tells whether it came to its end.
func (f *testFarm) storm(t *testing.T, random *rand.Rand, args []string, file string, events *[]event) bool {
	t.Helper()
	command := exec.Command("zugwatch", append(slices.Clone(args), "--farm", f.url)...)
	command.Dir = f.folder
	var out bytes.Buffer
	command.Stdout, command.Stderr = &out, &out
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = command.Wait() // its state is looked at
	}()
	for over := false; !over; {
		select {
		case <-ended:
			over = true
			continue
		case <-time.After(5 * time.Millisecond):
		}
		if len(*events) == 0 || journaled(t, filepath.Join(f.folder, file)) < (*events)[0].at {
			continue
		}
		switch (*events)[0].kind {
		case "worker":
			f.killWorker(t, random.IntN(len(f.workers)))
		case "server":
			f.killServer(t)
		case "command":
			_ = command.Process.Kill() // the end is waited for
		}
		*events = (*events)[1:]
	}
	code := command.ProcessState.ExitCode()
	if code > 0 && code != 7 { // the server was not there
		t.Fatalf("exit code %d: %s", code, &out)
	}
	if code == 0 {
		t.Log(lastLine(out.String()))
	}
	return code == 0
}

// lastLine returns the last line of a text.
func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}

// compare checks that a file measured on the farm, with more flags, equals the one measured on this machine.
func (f *testFarm) compare(t *testing.T, file string, args []string, more ...string) {
	t.Helper()
	var files [2]string
	for i, where := range [][]string{append([]string{"-o", file, "--farm", f.url}, more...), {"-o", "local-" + file}} {
		command := exec.Command("zugwatch", append(slices.Clone(args), where...)...)
		command.Dir = f.folder
		text, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v: %s", args, err, text)
		}
		files[i] = times.ReplaceAllString(readText(t, filepath.Join(f.folder, where[1])), "")
	}
	if files[0] != files[1] {
		t.Errorf("%s: the file of the farm differs:\n%.1000s\n%.1000s", file, files[0], files[1])
	}
}

// compareOutput checks that a command prints the same with and without a farm.
func (f *testFarm) compareOutput(t *testing.T, args []string) {
	t.Helper()
	var texts [2]string
	for i, more := range [][]string{{"--farm", f.url}, nil} {
		command := exec.Command("zugwatch", append(slices.Clone(args), more...)...)
		command.Dir = f.folder
		text, err := command.Output()
		if err != nil {
			t.Fatalf("%s: %v: %s", args, err, text)
		}
		texts[i] = string(text)
	}
	if texts[0] != texts[1] {
		t.Errorf("%s: the farm comes to\n%s\nthis machine to\n%s", args, texts[0], texts[1])
	}
}

// times matches the parts that may differ in two equal files of mutants.
var times = regexp.MustCompile(`,"cpu":[0-9.]+`)

// TestFarmMutants: patches of the source are built by the workers.
func TestFarmMutants(t *testing.T) {
	must.SkipUnlessSlow(t, "builds the program nine times")
	source, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	f := build(t, 2, "engines:\n  - {name: mine, command: self}\n", "--source", source)
	f.writeMutants(t)
	args := []string{"sensitivity", "--config", "mutants.yaml", "--source", source, "--only", "null-chain,table-all-exact", "--bench", "4"}
	f.compare(t, "patches.json", args)
	f.compare(t, "games.json", append(args, "--games", "4", "--nodes", "100"))
}

// bisect finds the commit that changed an engine.
func (f *testFarm) bisect(t *testing.T) {
	t.Helper()
	f.write(t, "bisected.yaml", `engine: script
engines:
  - {name: script, command: ./script, protocol: uci, options: {Hash: 1}}
suites:
  - {name: zz, suite: mutants.epd, kind: zugzwang, limit: nodes=5000}
`)
	for _, flags := range []string{"", "", "--nullmove off", "--nullmove off"} {
		f.write(t, "script", "#!/bin/sh\nexec zugwatch uci "+flags+"\n")
		if err := os.Chmod(filepath.Join(f.folder, "script"), 0o777); err != nil {
			t.Fatal(err)
		}
		f.commit(t)
	}
	f.compareOutput(t, []string{"bisect", "--config", "bisected.yaml", "--position", "ZUG.020", "--metric", "nodes", "--limit", "depth=8", "--good", "HEAD~3", "--bad", "HEAD"})
}

// race races two engines on a worker.
func (f *testFarm) race(t *testing.T) {
	t.Helper()
	command := exec.Command("zugwatch", "speed", "bk", "--budget", "1s", "--nodes", "100", "--allowed", "off", "--head-option", "Hash=1", "--farm", f.url, "-o", "race.json")
	command.Dir = f.folder
	text, err := command.CombinedOutput()
	if err != nil || !strings.Contains(string(text), "on worker: ") || !strings.Contains(string(text), "verdict=pass") {
		t.Errorf("race: %v: %s", err, text)
	}
	if text := readText(t, filepath.Join(f.folder, "race.json")); !strings.Contains(text, `,"machine":"`) {
		t.Errorf("file of the race says no machine: %.500s", text)
	}
}

// ab compares two revisions that race on a worker. The runs, the report and the last line equal
// those of this machine, except measured times.
func (f *testFarm) ab(t *testing.T) {
	t.Helper()
	f.write(t, "raced.epd", "5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - bm Rg3; id \"RACE.1\";\n")
	f.write(t, "raced.yaml", `engine: built
engines:
  - name: built
    command: ./bin/built
    args: [uci]
    options: {Hash: 1}
    build: [sh, -c, 'mkdir -p bin && cp "$(command -v zugwatch)" bin/built']
suites:
  - {name: raced, suite: raced.epd, kind: tactics, limit: nodes=2000, gate: {speed: 1000%}}
`)
	var texts [2]string
	for i, more := range [][]string{{"--farm", f.url}, nil} {
		folder := t.TempDir()
		command := exec.Command("zugwatch", append([]string{
			"ab", "--verbose", "--config", "raced.yaml", "--base", "HEAD~1", "--head", "HEAD", "--speed", "1s", "--no-times", "--save", folder, "--report", "json=" + filepath.Join(folder, "report.json"),
		}, more...)...)
		command.Dir = f.folder
		out, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("ab %s: %v: %s", more, err, out)
		}
		texts[i] = lastLine(string(out))
		if !strings.Contains(texts[i], " gate_speed=") || strings.Contains(string(out), "on worker: ") != (i == 0) {
			t.Errorf("ab %s did not race where it should: %s", more, out)
		}
		for _, file := range []string{"raced-base.json", "raced-head.json", "report.json"} {
			texts[i] += "\n" + readText(t, filepath.Join(folder, file))
		}
	}
	if got, want := measured.ReplaceAllString(texts[0], ""), measured.ReplaceAllString(texts[1], ""); got != want {
		t.Errorf("ab on the farm comes to\n%s\nthis machine to\n%s", got, want)
	}
}

// measured matches the parts that differ in two races of the same engines.
var measured = regexp.MustCompile(`verdict=\w+|gate_speed=\w+|"verdict":"\w+","code":0,|"spent_ns":.*`)

// writeMutants writes a configuration with a suite to judge mutants on.
func (f *testFarm) writeMutants(t *testing.T) {
	t.Helper()
	text, err := exec.Command("zugwatch", "suite", "show", "zugzwang", "ZUG.003", "ZUG.006", "ZUG.020", "ZUG.022", "ZUG.028", "ZUG.030").Output()
	if err != nil {
		t.Fatal(err)
	}
	f.write(t, "mutants.epd", string(text))
	f.write(t, "mutants.yaml", mutants)
}

// mutants is a configuration with a mutant.
const mutants = `hash: 1
suites:
  - {name: zz, suite: mutants.epd, kind: zugzwang, forms: 4, limit: nodes=10000}
mutants:
  - {name: narrow, kind: damaging, search: "modern,qchecks=0"}
`

// TestFarm: files of a farm are those of this machine, to the byte.
func TestFarm(t *testing.T) {
	t.Parallel()
	f := build(t, 2, farmed)
	for _, test := range []struct {
		file string
		args []string
	}{
		{"run.json", []string{"run", "wac", "--filter", "1-20", "--nodes", "2000", "--hash", "1"}},
		{"match.json", []string{"match", "--a", "nodes=200", "--b", "nodes=20", "--hash", "1", "--games", "60", "--max-moves", "60", "--sprt", "elo0=0,elo1=90"}},
	} {
		f.compare(t, test.file, test.args)
	}
	f.ab(t)
	for _, args := range [][]string{
		{"run", "wac", "--movetime", "10ms", "--farm", f.url},
		{"speed", "--budget", "6m", "--farm", f.url},
		{"run", "wac", "--nodes", "10", "--threads", "2", "--farm", f.url},
		{"run", "wac", "--nodes", "10", "--engine", "fake", "--farm", f.url},
	} {
		var out bytes.Buffer
		command := exec.Command("zugwatch", args...)
		command.Dir, command.Stdout, command.Stderr = f.folder, &out, &out
		_ = command.Run() // its state is looked at
		if code := command.ProcessState.ExitCode(); code != 3 {
			t.Errorf("%s: exit code %d: %s", args, code, &out)
		}
	}
	if out, err := exec.Command("zugwatch", "run", "wac", "--nodes", "10", "--farm", "nats://127.0.0.1:1").CombinedOutput(); err == nil || !strings.Contains(string(out), "code=7") {
		t.Errorf("without a server: %v: %s", err, out)
	}
}

// TestFarmCommands: files of the other commands that take a farm are those of this machine too.
func TestFarmCommands(t *testing.T) {
	must.SkipUnlessSlow(t, "takes half a minute")
	t.Parallel()
	f := build(t, 2, farmed)
	f.writeMutants(t)
	for _, test := range []struct {
		file string
		args []string
	}{
		{"shogi.json", []string{"match", "--option", "NullMove=off", "--a", "depth=1", "--b", "depth=2", "--games", "2", "--max-moves", "10", "one=mine", "two=mine"}},
		{"mutants.json", []string{"sensitivity", "--config", "mutants.yaml", "--only", "narrow,hash-4", "--bench", "0"}},
		{"mutants-games.json", []string{"sensitivity", "--config", "mutants.yaml", "--only", "narrow", "--bench", "0", "--games", "2", "--nodes", "50"}},
		{"built.json", []string{"match", "built", "--base", "HEAD~1", "--nodes", "50", "--games", "4", "--max-moves", "10"}},
	} {
		f.compare(t, test.file, test.args)
	}
	f.compareOutput(t, []string{"calibrate", "--config", "mutants.yaml", "--no-times"})
	f.bisect(t)
	f.race(t)
	f.send(t)
}

// TestFarmUsage checks that invalid arguments of a sender are refused, with the expected ones named, before anything
// connects or searches.
func TestFarmUsage(t *testing.T) {
	for _, test := range []struct{ line, want string }{
		{"run wac --farm http://127.0.0.1:1", `address "http://127.0.0.1:1" (expected nats://HOST:PORT or tls://HOST:PORT, without a password)`},
		{"run wac --send-key x", "flag --send-key is of no use without --farm"},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
		command := exec.CommandContext(ctx, "zugwatch", strings.Fields(test.line)...)
		command.Dir = t.TempDir()
		out, _ := command.CombinedOutput() // its state is looked at
		cancel()
		if code := command.ProcessState.ExitCode(); code != 3 || !strings.Contains(string(out), test.want) {
			t.Errorf("%s: exit code %d: %s (want code 3, %q)", test.line, code, out, test.want)
		}
	}
}
