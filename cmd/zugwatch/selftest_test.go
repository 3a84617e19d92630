package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/selftest"
	"github.com/zugwatch/zugwatch/cmd/command"
	"github.com/zugwatch/zugwatch/engine/must"
)

// deafKeys are keys of the folder's configuration with harmless replacements. Each key has its own suites.
var deafKeys = [][2]string{
	{`lost: 1`, "lost: 4"},
	{`gate: {quarantine: \[\{.*\}\]}`, "gate: {}"},
	{`gate: {control: .*\]}`, "gate: {}"},
	{`gate: {expected-fail: .*\]}`, "gate: {}"},
	{`must-solve: .*\]`, "exact: false"},
	{`gate: {points: \d+}`, "gate: {}"},
	{`gate: {nodes-solution: 20%}`, "gate: {}"},
	{`nodes-position: 50%`, "nodes-position: off"},
	{`nodes-total: 5%`, "nodes-total: off"},
	{`gate: {faults: 8}`, "gate: {}"},
	{`profile: gate`, "profile: information"},
}

// TestSelftestSeesDeafProgram runs the program with every key of the configuration disabled, and checks that the
// self-test misses exactly their injections. The tests of bench/selftest do the same with a made-up program.
func TestSelftestSeesDeafProgram(t *testing.T) {
	onlyThorough(t)
	program := thisProgram(installed(t))
	program.Call = func(ctx context.Context, args ...string) (failure.Kind, string, bool) {
		if i := slices.Index(args, "--config"); i > 0 && args[0] == "ci" {
			for _, key := range deafKeys {
				change(t, args[i+1], key[0], key[1])
			}
		}
		return runInProcess(ctx, args...)
	}
	test := selftest.Test{Program: program}
	all := must.Get(test.Run(t.Context()))(t)
	var missed []string
	for _, injection := range all {
		if !injection.Found {
			missed = append(missed, injection.What)
		}
	}
	want := []string{
		"nothing", "+7% nodes", "+60% nodes of one position",
		"a quarantine that has expired", "a position that must be solved and never was", "one more lost position than is allowed", "a lost position in quarantine", "a lost control",
		"a lost position that is expected to fail", "an expected failure that is solved",
		"as many points as are asked for", "fewer points than are asked for", "+40% nodes to the solution",
		"more nodes of positions below the floor", "more nodes of positions beyond the floor",
		"a function that takes more of the time", "an engine that hangs as often as is allowed",
	}
	if diff := cmp.Diff(want, missed); diff != "" {
		t.Errorf("missed (-want +got):\n%s", diff)
	}
}

// installed returns the path of the program: that of the test would run the tests.
func installed(t *testing.T) string {
	t.Helper()
	return must.Get(exec.LookPath("zugwatch"))(t)
}

// change replaces what matches a pattern in a file.
func change(t *testing.T, file, pattern, with string) {
	t.Helper()
	text := must.Get(os.ReadFile(file))(t)
	text = regexp.MustCompile(pattern).ReplaceAll(text, []byte(with))
	must.Do(t, os.WriteFile(file, text, 0o666))
}

// TestSelftestSeesDeafVerdicts runs a program that answers and never fails: every
// fault is missed, and the self-test fails. A made-up program does so in
// bench/selftest.
func TestSelftestSeesDeafVerdicts(t *testing.T) {
	onlyThorough(t)
	last := regexp.MustCompile(`(?m)^zugwatch: verdict=\w+ code=\d+`)
	deaf := func(ctx context.Context, args ...string) (failure.Kind, string, bool) {
		kind, out, concluded := runInProcess(ctx, args...)
		if args[0] == "baseline" || args[0] == "run" {
			return kind, out, concluded
		}
		return failure.None, last.ReplaceAllString(out, "zugwatch: verdict=pass code=0"), true
	}
	program := thisProgram(installed(t))
	program.Call = deaf
	test := selftest.Test{Program: program}
	all := must.Get(test.Run(t.Context()))(t)
	for _, injection := range all {
		if injection.Found != (injection.Expected == failure.None) {
			t.Errorf("%s: found %t, want kind %d", injection.What, injection.Found, injection.Expected)
		}
	}
	if end := selftestConclusion(all); end.Kind != failure.Regression || end.Verdict != compare.Fail.String() {
		t.Errorf("ends with %+v", end)
	}
}

// TestSelftestEnd checks that a missed injection is a failure, and so is a self-test without injections.
func TestSelftestEnd(t *testing.T) {
	found, lost := selftest.Injection{Found: true}, selftest.Injection{}
	for _, test := range []struct {
		name string
		all  []selftest.Injection
		want string
	}{
		{"all found", []selftest.Injection{found, found}, "pass 0 injected=2 missed=0"},
		{"missed", []selftest.Injection{found, lost, lost}, "fail 1 injected=3 missed=2"},
		{"nothing", nil, "fail 1 injected=0 missed=0"},
	} {
		end := selftestConclusion(test.all)
		got := fmt.Sprint(end.Verdict, " ", command.CodeOfKind(end.Kind))
		for _, field := range end.Fields {
			got += " " + field.Key + "=" + field.Value
		}
		if got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}
