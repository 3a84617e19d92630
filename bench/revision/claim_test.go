package revision

import (
	"fmt"
	"testing"

	"github.com/zugwatch/zugwatch/bench/failure"
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
		{"both", "x\n\nBench: 12\nNo functional change\n", Claim{12, true}, "m:4:1: both Bench: (line 3) and No functional change are claimed (expected one of them)"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := ReadClaim("m", test.message)
			if got != test.want || fmt.Sprint(err) != test.err && (err != nil || test.err != "") {
				t.Errorf("got %+v, %v, want %+v, %s", got, err, test.want, test.err)
			}
			if err != nil && failure.Of(err) != failure.Input {
				t.Errorf("failure of kind %d", failure.Of(err))
			}
		})
	}
}

// FuzzClaim: a claim that is read is read again from what it is written as, and
// the history reads a signature as the message does.
func FuzzClaim(f *testing.F) {
	f.Add("Bench: 12\n")
	f.Add("x\r\nbench:1\r\n")
	f.Add("No functional change.")
	f.Fuzz(func(t *testing.T, message string) {
		got, err := ReadClaim("m", message)
		if err != nil {
			return
		}
		if again, err := ReadClaim("m", got.String()); again != got || err != nil {
			t.Errorf("%q: %+v became %+v, %v", message, got, again, err)
		}
		if last := lastBench(message); last != got.Bench {
			t.Errorf("%q: the history reads %d, the message %d", message, last, got.Bench)
		}
	})
}
