package main

import (
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/zugwatch/zugwatch/engine/golden"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestMain runs the tests. The tested program starts itself as an engine in a process of its own. If a command runs
// in the test's process or in a session, that program is the test binary.
func TestMain(m *testing.M) {
	switch first := os.Args[min(1, len(os.Args)-1)]; first {
	case "uci", "usi":
		main()
		return
	case "session":
		if err := serveSession(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, "session:", err)
		}
		return
	}
	// A program that lives for a tenth of a second spends a fifth of it on garbage.
	if os.Getenv("GOGC") == "" {
		os.Setenv("GOGC", "400")
	}
	// Tests wait for processes and clocks most of the time: more of them than processors run at once.
	flag.Set("test.parallel", strconv.Itoa(2*runtime.GOMAXPROCS(0)))
	testscript.Main(withPrograms{m}, map[string]func(){"many": writeMany})
}

// withPrograms puts the tested program and the engine with faults on the path of the tests. A program of its own starts
// in half the time of the test binary.
type withPrograms struct{ *testing.M }

// Run builds the programs beside the other command of the scenarios, and runs the tests.
func (m withPrograms) Run() int {
	many, err := exec.LookPath("many")
	if err == nil {
		build := exec.Command("go", "build", "-buildvcs=false", "-ldflags=-s -w", "-o", filepath.Dir(many)+string(filepath.Separator), ".", "../../engine/builtin/fake")
		build.Stderr = os.Stderr
		err = build.Run()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "the programs of the tests:", err)
		return 1
	}
	return m.M.Run()
}

// TestScripts runs the scenarios of testdata/script. In addition to the usual commands they have:
//
//	exits CODE COMMAND...      the command ends with the exit code; one of zugwatch runs in the session
//	exits CODE zugwatch... <FILE   and reads the file
//	mask FILE                  the last standard output, without times, as a file
//	killed SIGNAL CODE COMMAND...   the command ends with the code after the signal
//	flip FILE TEXT TEXT        replaces the first text in the file by the second
//	glob PATTERN FILE          copies the one file that matches
//	same FILE FILE ID...       the records of two run files are equal
//	forge FILE PATTERN TEXT    replaces the first match in a run file and mends its digest
//	valid SCHEMA FILE          the JSON in the file is of the schema
func TestScripts(t *testing.T) {
	runScenarios(t, "script")
}

// TestSlowScripts runs the scenarios of testdata/slow. They combine what those of TestScripts show alone, or take seconds.
func TestSlowScripts(t *testing.T) {
	must.SkipUnlessSlow(t, "takes a minute")
	runScenarios(t, "slow")
}

// runScenarios runs the scenarios of a folder of testdata.
func runScenarios(t *testing.T, folder string) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", folder),
		Setup:               prepare,
		UpdateScripts:       golden.Updating(),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Condition:           condition,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":  exits,
			"mask":   mask,
			"killed": killed,
			"flip":   flip,
			"forge":  forge,
			"glob":   glob,
			"same":   same,
			"valid":  valid,
		},
	})
}

// condition knows [slow], for what takes seconds: ZUGWATCH_SLOW asks for it.
func condition(name string) (bool, error) {
	if name != "slow" {
		return false, fmt.Errorf("condition %q is not known", name)
	}
	return must.Slow(), nil
}

// prepare shares the go command's build cache with a scenario, because a scenario has no home. It also makes its
// programs collect garbage rarely, like those of other tests.
func prepare(env *testscript.Env) error {
	env.Setenv("GOGC", os.Getenv("GOGC"))
	if folder := goCache(); folder != "" {
		env.Setenv("GOCACHE", folder)
	}
	return newSession(env)
}

// goCache returns the folder of the go command's build cache, empty without one.
var goCache = sync.OnceValue(func() string {
	out, _ := exec.Command("go", "env", "GOCACHE").Output() // no go command: nothing
	return strings.TrimSpace(string(out))
})

// schemaTests builds the tests of bench/schemas once, the program that validates documents.
var schemaTests = sync.OnceValues(func() (program string, err error) {
	tool, err := exec.LookPath("zugwatch")
	if err != nil {
		return "", err
	}
	program = filepath.Join(filepath.Dir(tool), "schemas.test")
	out, err := exec.Command("go", "test", "-c", "-o", program, "../../bench/schemas").CombinedOutput()
	if err != nil {
		err = fmt.Errorf("go test -c: %w: %s", err, out)
	}
	return program, err
})

func valid(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: valid SCHEMA FILE")
	}
	program, err := schemaTests()
	ts.Check(err)
	file := ts.MkAbs(args[1])
	if args[1] == "stdout" {
		file = ts.MkAbs("validated")
		ts.Check(os.WriteFile(file, []byte(ts.ReadFile("stdout")), 0o666))
		defer os.Remove(file)
	}
	if out, err := exec.Command(program, "valid", args[0], file).CombinedOutput(); err != nil {
		ts.Fatalf("%v: %s", err, out)
	}
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits code command...")
	}
	got := 0
	if args[1] == "zugwatch" {
		got = ts.Value(sessionKey{}).(*session).run(ts, args[1:])
	} else {
		got = exitCode(ts.Exec(args[1], args[2:]...))
	}
	if want, err := strconv.Atoi(args[0]); err != nil || got != want {
		ts.Fatalf("%s ended with exit code %d, want %s", strings.Join(args[1:], " "), got, args[0])
	}
}

// exitCode returns the code that a command ended with, -1 when it did not end by
// itself.
func exitCode(err error) int {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return exit.ExitCode()
	}
	return -1
}

func mask(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: mask file")
	}
	text := maskTimes(ts.ReadFile("stdout"))
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o666))
}

// maskTimes replaces what differs between two equal runs.
func maskTimes(text string) string {
	for pattern, with := range map[string]string{
		`(?m)^(Total time \(ms\) :|Nodes/second    :) \d+$`: "$1 N",
		`time [0-9.:]+ (ms|s|min)`:                          "time T",
		`\d+ ms over`:                                       "N ms over",
		`[0-9,]+ nodes/second`:                              "N nodes/second",
		`CPU [0-9.:]+ (ms|s|min)`:                           "CPU T",
		`20\d\d-\d\d-\d\d`:                                  "DATE",
		`(?m)^measured by zugwatch .*$`:                     "measured by ORIGIN",
	} {
		text = regexp.MustCompile(pattern).ReplaceAllString(text, with)
	}
	return text
}

// killed sends the signal as soon as the command is ready for it: one that died
// of the signal was not, and is given more time.
func killed(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: killed signal code command...")
	}
	signals := map[string]os.Signal{"INT": os.Interrupt, "TERM": syscall.SIGTERM}
	for delay := 200 * time.Millisecond; delay < 2*time.Minute; delay *= 2 {
		command := exec.Command(args[2], args[3:]...)
		command.Path = filepath.Join(strings.Split(ts.Getenv("PATH"), string(os.PathListSeparator))[0], args[2])
		command.Dir = ts.MkAbs(".")
		command.Err = nil
		var out strings.Builder
		command.Stdout, command.Stderr = &out, &out
		ts.Check(command.Start())
		time.Sleep(delay)
		ts.Check(command.Process.Signal(signals[args[0]]))
		deaf := time.AfterFunc(5*time.Minute, func() { command.Process.Kill() })
		code := exitCode(command.Wait())
		ts.Logf("%s", out.String())
		if !deaf.Stop() {
			ts.Fatalf("went on for five minutes after the signal")
		}
		if code < 0 {
			continue
		}
		if strconv.Itoa(code) != args[1] {
			ts.Fatalf("ended with exit code %d, want %s", code, args[1])
		}
		ts.Check(os.WriteFile(ts.MkAbs("killed.out"), []byte(out.String()), 0o666))
		return
	}
	ts.Fatalf("the command never was ready for the signal")
}

func flip(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: flip file old new")
	}
	text := ts.ReadFile(args[0])
	if !strings.Contains(text, args[1]) {
		ts.Fatalf("%s does not hold %q", args[0], args[1])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Replace(text, args[1], args[2], 1)), 0o666))
}

func forge(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: forge file pattern new")
	}
	text := ts.ReadFile(args[0])
	at := regexp.MustCompile(args[1]).FindStringIndex(text)
	digest := strings.LastIndex(text, "\"digest\": ")
	if at == nil || digest < 0 {
		ts.Fatalf("%s does not hold %q and a digest", args[0], args[1])
	}
	above := text[:at[0]] + args[2] + text[at[1]:digest]
	text = fmt.Sprintf("%s\"digest\": \"sha256:%x\"\n}\n", above, sha256.Sum256([]byte(above)))
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o666))
}

func glob(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: glob pattern file")
	}
	found, err := filepath.Glob(ts.MkAbs(args[0]))
	ts.Check(err)
	if len(found) != 1 {
		ts.Fatalf("%s matches %d files", args[0], len(found))
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(ts.ReadFile(found[0])), 0o666))
}

func same(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: same file file id...")
	}
	a, b := ts.ReadFile(args[0]), ts.ReadFile(args[1])
	for _, id := range args[2:] {
		record := regexp.MustCompile(`(?m)^\s*\{"id":"` + regexp.QuoteMeta(id) + `".*\}`)
		x, y := record.FindString(a), record.FindString(b)
		if x == "" || x != y {
			ts.Fatalf("record %s differs:\n%s\n%s", id, x, y)
		}
	}
}
