//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nats-io/nkeys"
)

// send measures engines that are sent as programs. The existing workers refuse them; a new worker trusts the sender.
func (f *testFarm) send(t *testing.T) {
	t.Helper()
	pair, err := nkeys.CreateAccount()
	if err != nil {
		t.Fatal(err)
	}
	seed, err := pair.Seed()
	if err != nil {
		t.Fatal(err)
	}
	public, err := pair.PublicKey()
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	key, kept := filepath.Join(home, "seed"), filepath.Join(home, "kept")
	if err := os.WriteFile(key, seed, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, flags := range map[string]string{"plain": "", "without": "--nullmove off"} {
		if err := os.WriteFile(filepath.Join(home, name), []byte("#!/bin/sh\nexec zugwatch $1 "+flags+"\n"), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	f.write(t, "sent.yaml", "engines:\n  - {name: secret, command: "+home+"/without, args: [uci], protocol: uci, options: {Hash: 1}}\n")
	f.workers = append(f.workers, f.start(t, "work", "--cores", "1", "--trust", public, "--programs", kept, f.url))
	for _, test := range []struct {
		file string
		args []string
	}{
		{"sent.json", []string{"run", "wac", "--filter", "1-10", "--nodes", "2000", "--config", "sent.yaml", "--engine", "secret"}},
		{"sent-match.json", []string{"match", "--config", "sent.yaml", "--nodes", "50", "--games", "4", "--max-moves", "10", "secret", home + "/plain uci"}},
	} {
		f.compare(t, test.file, test.args, "--send-key", key)
	}
	if found, err := os.ReadDir(kept); err != nil || len(found) != 2 {
		t.Errorf("%d programs are kept, %v", len(found), err)
	}
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"--send-key", key}, "flag --send-key is of no use without --farm"},
		{[]string{"--farm", f.url, "--send-key", home + "/plain"}, "flag --send-key: seed in " + home + "/plain"},
	} {
		out, err := exec.Command("zugwatch", append([]string{"run", "wac", "--nodes", "10"}, test.args...)...).CombinedOutput()
		if err == nil || !strings.Contains(string(out), test.want) || !strings.Contains(string(out), "code=3") {
			t.Errorf("%s: %v: %s", test.args, err, out)
		}
	}
	if out, err := exec.Command("zugfarm", "work", "--trust", string(seed), f.url).CombinedOutput(); err == nil || strings.Contains(string(out), string(seed)) || !strings.Contains(string(out), "flag --trust: key is not that of an account of NATS") {
		t.Errorf("a seed as a public key: %v: %s", err, out)
	}
}
