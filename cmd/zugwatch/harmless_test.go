package main

import (
	"errors"
	"os/exec"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
)

// TestHarmless holds that no message is a workflow command to GitHub's runner,
// which reads the standard error, too.
func TestHarmless(t *testing.T) {
	for text, want := range map[string]string{
		"zugwatch: a ##[error]b":          `zugwatch: a ##\x5berror]b`,
		"::error::x.epd:1: what":          `:\x3aerror::x.epd:1: what`,
		"one\n  ::warning::two\nthree::x": "one\n" + `:\x3awarning::two` + "\nthree::x",
		"zugwatch: plain # text [x]":      "zugwatch: plain # text [x]",
	} {
		if got := message(errors.New(text)); strings.Contains(got, "##[") {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
		if got := harmless(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// TestShellWordOfCommand holds that a word with an old form of command in it is
// none, and the same to a shell.
func TestShellWordOfCommand(t *testing.T) {
	const word = "a ##[error]b's"
	got := shellWord(word)
	if strings.Contains(got, "##[") {
		t.Errorf("got %s", got)
	}
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("there is no sh")
	}
	said, err := exec.Command("sh", "-c", "printf %s "+got).Output()
	if err != nil || string(said) != word {
		t.Errorf("a shell reads %q, %v", said, err)
	}
}

func TestDefaultGrowth(t *testing.T) {
	for text, want := range map[string]compare.Growth{
		"depth=9": 50, "depth=9,nodes=50000": 50, "sd": 50,
		"nodes=50000": compare.Unlimited, "movetime=1s": compare.Unlimited, "cputime=1s": compare.Unlimited,
		"depth=9,cputime=1s": compare.Unlimited, "depth=9,stop-when-solved=3": compare.Unlimited,
	} {
		limits, err := bench.ParseLimits(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := defaultGrowth(limits); got != want {
			t.Errorf("%s: got %v, want %v", text, got, want)
		}
	}
}
