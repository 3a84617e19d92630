//go:build unix && !nofarm

package main

import (
	"bytes"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// plant is a farm of processes, all of which may be killed.
type plant struct {
	folder  string
	url     string
	server  *exec.Cmd
	workers []*exec.Cmd
}

// build starts a farm with so many workers of one core each, in a repository of two commits
// with the configuration.
func build(t *testing.T, workers int, settings string) *plant {
	t.Helper()
	on, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := on.Addr().String()
	on.Close()
	p := &plant{folder: t.TempDir(), url: "nats://" + address}
	for name, text := range map[string]string{"zugwatch.yaml": settings, ".gitignore": "bin\nqueue\n*.json*\n"} {
		if err := os.WriteFile(filepath.Join(p.folder, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "-A"}, {"commit", "-qm", "one"}, {"commit", "-qm", "two", "--allow-empty"}} {
		command := exec.Command("git", append([]string{"-c", "user.name=test", "-c", "user.email=test@example.com"}, args...)...)
		command.Dir = p.folder
		if out, err := command.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v: %s", args, err, out)
		}
	}
	p.server = p.start(t, "farm", "serve", "--listen", address, "--store", filepath.Join(p.folder, "queue"))
	for range workers {
		p.workers = append(p.workers, p.start(t, "farm", "work", "--cores", "1", p.url))
	}
	t.Cleanup(func() {
		for _, c := range append(p.workers, p.server) {
			kill(c)
		}
	})
	return p
}

// start starts a process of the farm. A worker, or the server after one that was killed,
// may have to try until there is a server, or the address is free.
func (p *plant) start(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	script := `until "$0" "$@"; do sleep 0.1; done`
	c := exec.Command("sh", append([]string{"-c", script, "zugwatch"}, args...)...)
	c.Dir = p.folder
	alone(c)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	return c
}

// killWorker kills a worker and starts another one.
func (p *plant) killWorker(t *testing.T, at int) {
	kill(p.workers[at])
	p.workers[at] = p.start(t, p.workers[at].Args[4:]...)
}

// killServer kills the server and starts it again.
func (p *plant) killServer(t *testing.T) {
	kill(p.server)
	p.server = p.start(t, p.server.Args[4:]...)
}

// TestFarmKill kills workers and both parts of a coordinator, its server and the command
// that measures, at random moments: nothing is lost, and the files are those of this
// machine alone. It takes minutes, as an item of a worker that was killed is delivered
// again when it was silent for long.
func TestFarmKill(t *testing.T) {
	if !thorough() {
		t.Skip("ZUGWATCH_SLOW is not set; TestDeath of bench/farm/server is quick")
	}
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
			p := build(t, 3, "engines:\n  - {name: mine, command: self}\n")
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
			for attempts := 1; !p.storm(t, random, args, test.file, &events); attempts++ {
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
			got, want := readText(t, filepath.Join(p.folder, test.file)), readText(t, filepath.Join(here, test.file))
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
func (p *plant) storm(t *testing.T, random *rand.Rand, args []string, file string, events *[]event) bool {
	t.Helper()
	command := exec.Command("zugwatch", append(slices.Clone(args), "--farm", p.url)...)
	command.Dir = p.folder
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
		if len(*events) == 0 || journaled(t, filepath.Join(p.folder, file)) < (*events)[0].at {
			continue
		}
		switch (*events)[0].kind {
		case "worker":
			p.killWorker(t, random.IntN(len(p.workers)))
		case "server":
			p.killServer(t)
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

// lastLine is the last line of a text.
func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}

// TestFarm: files of a farm are those of this machine, to the byte.
func TestFarm(t *testing.T) {
	t.Parallel()
	p := build(t, 2, `engines:
  - {name: mine, command: self, protocol: usi}
  - name: built
    command: ./bin/built
    args: [uci]
    options: {Hash: 1}
    build: [sh, -c, 'mkdir -p bin && cp "$(command -v zugwatch)" bin/built']
`)
	for _, test := range []struct {
		file string
		args []string
	}{
		{"run.json", []string{"run", "wac", "--filter", "1-20", "--nodes", "2000", "--hash", "1"}},
		{"match.json", []string{"match", "--a", "nodes=200", "--b", "nodes=20", "--hash", "1", "--games", "60", "--max-moves", "60", "--sprt", "elo0=0,elo1=90"}},
		{"shogi.json", []string{"match", "--option", "NullMove=off", "--a", "depth=1", "--b", "depth=2", "--games", "2", "--max-moves", "10", "one=mine", "two=mine"}},
		{"built.json", []string{"match", "built", "--base", "HEAD~1", "--nodes", "50", "--games", "4", "--max-moves", "10"}},
	} {
		var files [2]string
		for i, more := range [][]string{{"-o", test.file, "--farm", p.url}, {"-o", "local-" + test.file}} {
			command := exec.Command("zugwatch", append(slices.Clone(test.args), more...)...)
			command.Dir = p.folder
			text, err := command.CombinedOutput()
			if err != nil {
				t.Fatalf("%s: %v: %s", test.args, err, text)
			}
			files[i] = readText(t, filepath.Join(p.folder, more[1]))
		}
		if files[0] != files[1] {
			t.Errorf("%s: the file of the farm differs:\n%.1000s\n%.1000s", test.file, files[0], files[1])
		}
	}
	for _, args := range [][]string{
		{"run", "wac", "--movetime", "10ms", "--farm", p.url},
		{"run", "wac", "--farm", "http://127.0.0.1:1"},
		{"match", "--tc", "1+0.1", "--games", "2", "--farm", p.url},
		{"run", "wac", "--nodes", "10", "--threads", "2", "--farm", p.url},
		{"run", "wac", "--nodes", "10", "--engine", "fake", "--farm", p.url},
	} {
		var out bytes.Buffer
		command := exec.Command("zugwatch", args...)
		command.Dir, command.Stdout, command.Stderr = p.folder, &out, &out
		_ = command.Run() // its state is looked at
		if code := command.ProcessState.ExitCode(); code != 3 {
			t.Errorf("%s: exit code %d: %s", args, code, &out)
		}
	}
	if out, err := exec.Command("zugwatch", "run", "wac", "--nodes", "10", "--farm", "nats://127.0.0.1:1").CombinedOutput(); err == nil || !strings.Contains(string(out), "code=7") {
		t.Errorf("without a server: %v: %s", err, out)
	}
}
