package report_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench/report"
)

// TestShellWordOfCommand holds that a word with an old form of command in it is
// none, and the same to a shell.
func TestShellWordOfCommand(t *testing.T) {
	const word = "a ##[error]b's"
	got := report.ShellWord(word)
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
