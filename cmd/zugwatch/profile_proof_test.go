package main

import (
	"bytes"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/must"
)

// The change of the proof: a function of the engine gets a loop of burdenSteps steps. Each
// step waits for the one before.
const (
	burdenSteps    = 60
	burdenFile     = "engine/chess/see.go"
	burdenHead     = "func (p *Position) SEEAtLeast(m Move, threshold int) bool {\n"
	burdenFunction = modulePath + "/engine/chess.(*Position).SEEAtLeast"
)

// burden returns the loop, here to take its time.
//
//go:noinline
func burden(x uint64) uint64 {
	for range burdenSteps {
		x = x*6364136223846793005 + 1442695040888963407
	}
	return x
}

// TestProfileProof makes one function of the engine slower by a known amount in a scratch copy, and checks the output
// of profile diff. It must name the function first. The reported size must follow from the number of its calls and
// the time of the loop, within three standard errors. For a pair of equal builds profile diff must report nothing.
func TestProfileProof(t *testing.T) {
	must.SkipUnlessSlow(t, "takes two minutes")
	folder := t.TempDir()
	base := scratchBuild(t, filepath.Join(folder, "base"), nil)
	head := scratchBuild(t, filepath.Join(folder, "head"), map[string][2]string{
		burdenFile: {burdenHead, "var Load uint64\n\n" + burdenHead +
			"\tload := Load\n\tfor range " + strconv.Itoa(burdenSteps) + " {\n\t\tload = load*6364136223846793005 + 1442695040888963407\n\t}\n\tLoad = load\n"},
	})
	counting := scratchBuild(t, filepath.Join(folder, "counting"), map[string][2]string{
		burdenFile:               {burdenHead, "var Load uint64\n\n" + burdenHead + "\tLoad++\n"},
		"cmd/zugwatch/engine.go": {"func perftCommand()", "func init() { command.TellCalls = func() { println(\"calls\", chess.Load) } }\n\nfunc perftCommand()"},
		"cmd/command/program.go": {"\tif text := Message(", "\tTellCalls()\n\tif text := Message("},
		"cmd/command/exit.go":    {"func ExitTable()", "var TellCalls func()\n\nfunc ExitTable()"},
	})
	calls, nodes := burdenCalls(t, counting)
	var steps []float64
	a, again, b := filepath.Join(folder, "a.pb.gz"), filepath.Join(folder, "again.pb.gz"), filepath.Join(folder, "b.pb.gz")
	for range 8 {
		recordPasses(t, base, a)
		recordPasses(t, head, b)
		recordPasses(t, base, again)
		steps = append(steps, burdenTime())
	}
	want := calls / nodes * mean(steps)
	changed := proofDiff(t, a, b)
	first := changed.Functions[0]
	t.Logf("%.3f calls per node, %.1f ns each: %.1f ns per node; seen %+.1f ± %.1f in %s", calls/nodes, mean(steps), want, first.Flat.Change, first.Flat.Error, first.Name)
	if first.Name != burdenFunction || !first.Flat.Clear {
		t.Fatalf("first is %s with %+v, want %s", first.Name, first.Flat, burdenFunction)
	}
	if math.Abs(first.Flat.Change-want) > 3*first.Flat.Error {
		t.Errorf("change of %+.1f ± %.1f ns per node, want %.1f", first.Flat.Change, first.Flat.Error, want)
	}
	for _, f := range proofDiff(t, a, again).ClearFunctions() {
		t.Errorf("a pair of equal builds differs in %s: %+v, %+v", f.Name, f.Flat, f.Cum)
	}
}

// scratchBuild builds the program from a copy of the repository with edits: in each named file it replaces the first
// text by the second.
func scratchBuild(t *testing.T, folder string, edits map[string][2]string) string {
	t.Helper()
	root := os.DirFS("../..")
	for _, part := range []string{"bench", "cmd", "engine", "epd", "suites"} {
		sub := must.Get(fs.Sub(root, part))(t)
		must.Do(t, os.CopyFS(filepath.Join(folder, part), sub))
	}
	for _, file := range []string{"go.mod", "go.sum"} {
		text := must.Get(fs.ReadFile(root, file))(t)
		must.Do(t, os.WriteFile(filepath.Join(folder, file), text, 0o666))
	}
	for file, edit := range edits {
		path := filepath.Join(folder, filepath.FromSlash(file))
		text := must.Get(os.ReadFile(path))(t)
		if !bytes.Contains(text, []byte(edit[0])) {
			t.Fatalf("%s does not hold %q", file, edit[0])
		}
		must.Do(t, os.WriteFile(path, bytes.Replace(text, []byte(edit[0]), []byte(edit[1]), 1), 0o666))
	}
	program := filepath.Join(folder, "program.exe")
	build := exec.Command("go", "build", "-pgo=off", "-o", program, "./cmd/zugwatch")
	build.Dir = folder
	printed(t, build)
	return program
}

// proofRun runs a program and gives all that it prints.
func proofRun(t *testing.T, program string, args ...string) string {
	t.Helper()
	run := exec.Command(program, args...)
	run.Dir = t.TempDir()
	return printed(t, run)
}

func recordPasses(t *testing.T, program, file string) {
	t.Helper()
	proofRun(t, program, "profile", "record", "crafty", "--passes", "6", "--append", "-o", file)
}

// burdenCalls counts the calls of the function and the nodes of the suite.
func burdenCalls(t *testing.T, program string) (calls, nodes float64) {
	t.Helper()
	out := proofRun(t, program, "run", "crafty", "--workers", "1")
	find := func(pattern string) float64 {
		m := regexp.MustCompile(pattern).FindStringSubmatch(out)
		if m == nil {
			t.Fatalf("no %s in:\n%s", pattern, out)
		}
		return must.Get(strconv.ParseFloat(m[1], 64))(t)
	}
	return find(`calls (\d+)`), find(`nodes=(\d+)`)
}

// burdenTime returns the time of the loop in nanoseconds: the least of many tries, because interruptions only add
// time.
func burdenTime() float64 {
	const rounds, tries = 20_000, 50
	least := math.Inf(1)
	x := uint64(1)
	for range tries {
		start := time.Now()
		for range rounds {
			x = burden(x)
		}
		least = min(least, float64(time.Since(start).Nanoseconds())/rounds)
	}
	if x == 0 {
		return 0
	}
	return least
}

func mean(values []float64) (sum float64) {
	for _, v := range values {
		sum += v / float64(len(values))
	}
	return sum
}

// proofDiff compares two files by nanoseconds per node.
func proofDiff(t *testing.T, base, head string) *profile.Difference {
	t.Helper()
	before := must.Get(profile.LoadSummary(base))(t)
	after := must.Get(profile.LoadSummary(head))(t)
	rule := profile.DefaultRule()
	rule.Measure = profile.PerNode
	return must.Get(profile.Compare(before, after, rule))(t)
}

// TestGuide checks that profile record made the profile of the build, from the suites and with enough samples. The
// profile must not name a folder of a machine.
func TestGuide(t *testing.T) {
	guide := must.Get(profile.Load("default.pgo"))(t)
	for _, suite := range []string{"wac@", "zugzwang@", "crafty@"} {
		if !strings.Contains(guide.Notes.Suite, suite) {
			t.Errorf("suites are %s, without %s", guide.Notes.Suite, suite)
		}
	}
	if !strings.HasPrefix(guide.Notes.Engine, builtin.Name+" ") || guide.Samples() < defaultSamples {
		t.Errorf("%d samples of %s", guide.Samples(), guide.Notes.Engine)
	}
	for _, file := range guide.Files() {
		if strings.HasPrefix(file, "/") || strings.Contains(file, ":") {
			t.Errorf("file %s is one of a machine", file)
		}
	}
}
