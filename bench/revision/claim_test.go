package revision

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine/must"
)

func TestReadClaim(t *testing.T) {
	const neither = `m:1:1: nothing is claimed of the search (expected a last line "Bench: N", or "No functional change")`
	tests := []struct {
		name, message string
		want          Claim
		err           string
	}{
		{"bench", "search: prune more\n\nBench: 3950184\n", Claim{Bench: 3950184}, ""},
		{"carriage returns", "x\r\n\r\nBench: 12\r\n", Claim{Bench: 12}, ""},
		{"small letters and blanks", "x\n\nbench :  12 \n", Claim{Bench: 12}, ""},
		{"twice the same", "x\n\nBench: 2\nBench: 2", Claim{Bench: 2}, ""},
		{"two figures", "x\n\nBench: 1\nBench: 2", Claim{Bench: 1}, "m:4:1: Bench: 2 is claimed beside 1 (line 3) (expected one of them)"},
		{"no functional change", "x\n\nNo functional change\n", Claim{Same: true}, ""},
		{"with a full stop", "x\n\nno functional changes.\n", Claim{Same: true}, ""},
		{"a sentence about it", "x\n\nThe bench: it is slow\nNo functional change here\n", Claim{}, neither},
		{"words between", "bench 16 1 13\n", Claim{}, neither},
		{"empty", "", Claim{}, neither},
		{"trailing dot", "x\n\nBench: 3950184.\n", Claim{Bench: 0}, `m:3:1: "Bench: 3950184." (expected Bench: and a number, and nothing behind it)`},
		{"no number", "Bench:\n", Claim{}, `m:1:1: "Bench:" (expected Bench: and a number, and nothing behind it)`},
		{"zero", "Bench: 0\n", Claim{}, `m:1:1: "Bench: 0" (expected Bench: and a number of nodes)`},
		{"too large", "Bench: 99999999999999999999\n", Claim{}, `m:1:1: "Bench: 99999999999999999999" (expected Bench: and a number, and nothing behind it)`},
		{"both", "x\n\nBench: 12\nNo functional change\n", Claim{12, true}, ""},
		{"other words", "x\n\nNon-functional\n", Claim{Same: true}, ""},
		{"other words and a change", "x\n\nnon functional change!\n", Claim{Same: true}, ""},
		{"in brackets", "x\n\n(No functional change)\n", Claim{Same: true}, ""},
		{"bench unchanged", "x\n\nBench unchanged\n", Claim{Same: true}, ""},
		{"bench: unchanged", "x\n\nBench: unchanged\n", Claim{Same: true}, ""},
		{"bench is the same", "x\n\nbench is the same.\n", Claim{Same: true}, ""},
		{"bench: no change", "x\n\nBench: no change\n", Claim{Same: true}, ""},
		{"no bench change", "x\n\nNo bench change\n", Claim{Same: true}, ""},
		{"no change in bench", "x\n\nno change in bench\n", Claim{Same: true}, ""},
		{"the first line begins so", "[non-functional] Tidy up\n", Claim{Same: true}, ""},
		{"the first line ends so", "Tidy up (No functional change)\n", Claim{Same: true}, ""},
		{"no functional change, short", "[NFC] Tidy up\n", Claim{Same: true}, ""},
		{"in brackets within a line", "x\n\nTidy up (non-functional)\n", Claim{}, neither},
		{"a word of another meaning", "search: non-functional pruning\n\nBench: 12", Claim{Bench: 12}, ""},
		{"brackets within the first line", "x: take (non-functional) parts out\n", Claim{}, neither},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := readClaim("m", test.message)
			if got != test.want || fmt.Sprint(err) != test.err && (err != nil || test.err != "") {
				t.Errorf("got %+v, %v, want %+v, %s", got, err, test.want, test.err)
			}
			if err != nil && failure.Of(err) != failure.Input {
				t.Errorf("failure of kind %d", failure.Of(err))
			}
		})
	}
}

// FuzzClaim: a claim reads back from its text, and the history reads a signature as the
// message does.
func FuzzClaim(f *testing.F) {
	f.Add("Bench: 12\n")
	f.Add("x\r\nbench:1\r\n")
	f.Add("No functional change.")
	f.Add("Bench: 1\nnon-functional")
	f.Add("x [NFC]")
	f.Fuzz(func(t *testing.T, message string) {
		got, err := readClaim("m", message)
		if err != nil {
			return
		}
		if again, err := readClaim("m", got.String()); again != got || err != nil {
			t.Errorf("%q: %+v became %+v, %v", message, got, again, err)
		}
		if last := lastBench(message); last != got.Bench {
			t.Errorf("%q: the history reads %d, the message %d", message, last, got.Bench)
		}
	})
}

// TestClaimsSame reads the messages of all commits between two.
func TestClaimsSame(t *testing.T) {
	folder, r := scratch(t)
	of := history(t, folder,
		"start: search: prune\n\nBench: 12", "one start: tidy\n\nNo functional change", "two one: tidy more\n\nBench: 12\nNon-functional",
		"plain two: docs: say more", "after plain: tidy\n\nNo functional change", "beside one: tidy (NFC)", "merged two beside: merge beside",
		"wrong merged: x\n\nBench: none",
		"pull1 start: tidy\n\nNo functional change", "pull2 pull1: tidy more\n\nNo functional change", "pulled start pull2: merge")
	tests := []struct {
		name       string
		base, head string
		want       bool
	}{
		{"one", "start", "one", true},
		{"two", "start", "two", true},
		{"one that does not say so", "start", "plain", false},
		{"one among others that does not", "start", "after", false},
		{"behind it", "plain", "after", true},
		{"none", "one", "one", false},
		{"backwards", "two", "one", false},
		{"a base that has moved on", "two", "beside", false},
		{"a merge, which need not say so", "start", "merged", true},
		{"a merge alone", "two", "merged", true},
		{"a malformed one", "start", "wrong", false},
		{"a pull request of two commits", "start", "pulled", true},
	}
	for _, test := range tests {
		if got, err := r.ClaimsNoChange(t.Context(), of[test.base], of[test.head]); got != test.want || err != nil {
			t.Errorf("%s: got %v, %v", test.name, got, err)
		}
	}
	// A shallow clone of the pull request has only its last commit.
	shallow := filepath.Join(t.TempDir(), "shallow")
	mustGit(t, folder, "clone", "-q", "--depth=2", "--branch=pulled", "file://"+folder, shallow)
	cut := must.Get(Open(t.Context(), shallow))(t)
	if got, err := cut.ClaimsNoChange(t.Context(), of["start"], of["pulled"]); got || err != nil {
		t.Errorf("pull request whose commits are not all there: got %v, %v", got, err)
	}
}
