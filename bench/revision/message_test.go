package revision

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestCheckMessage holds messages of commits, of files and of the standard input
// against signatures.
func TestCheckMessage(t *testing.T) {
	folder, _ := scratch(t)
	t.Chdir(folder)
	of := history(t, folder, "bench: search: prune more\n\nBench: 12", "same bench: docs: say more\n\nNo functional change",
		"none same: docs: say nothing", "both none: docs: more\n\nBench: 12\nBench unchanged")
	mustGit(t, folder, "update-ref", "HEAD", "refs/tags/none")
	bench := of["bench"].Hash[:7]
	draft := filepath.Join(folder, "draft.txt")
	write(t, draft, "docs: more\n\nNo functional change\n# Bench: 99\n# ------------------------ >8 ------------------------\nBench: 77\n")
	write(t, "wrong.txt", "# Bench: 1\n\nBench: none\n")
	write(t, "long.txt", strings.Repeat("x", maxMessageBytes+1))
	same, claimed := Claim{Same: true}, Claim{Bench: 12}
	tests := []struct {
		name, source, in string
		want             Check
		kind             failure.Kind
		err              string
	}{
		{"a commit", "HEAD~2", "", Check{claimed, 12, "HEAD~2", 13}, failure.None, ""},
		{"a commit that changes nothing", "HEAD~1", "", Check{same, 12, bench, 13}, failure.None, ""},
		{"both", "-", "x\n\nBench: 13\nNo functional change\n", Check{Claim{13, true}, 12, bench, 13}, failure.None, ""},
		{"a file", draft, "", Check{same, 12, bench, 13}, failure.None, ""},
		{"standard input", "-", "x\n\nBench: 12\n", Check{claimed, 12, "-", 13}, failure.None, ""},
		{"nothing but changes", "-", "# ------------------------ >8 ---\nBench: 77\n", Check{}, failure.Input, "-:1:1: nothing is claimed"},
		{"no claim", "HEAD", "", Check{}, failure.Input, "HEAD:1:1: nothing is claimed of the search"},
		{"a wrong line", "wrong.txt", "", Check{}, failure.Input, `wrong.txt:3:1: "Bench: none"`},
		{"too long", "long.txt", "", Check{}, failure.Input, "long.txt: message is larger than 1024 KiB"},
		{"a flag", "-x", "", Check{}, failure.Input, `commit "-x" (expected a commit, a file, or - for the standard input)`},
		{"no commit", "no", "", Check{}, failure.Input, `commit "no": git log: fatal: bad revision 'no' (expected a commit`},
		{"a folder", "part", "", Check{}, failure.Input, `commit "part": git log: fatal: bad revision 'part'`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := CheckMessage(t.Context(), test.source, strings.NewReader(test.in), func() (uint64, error) { return 13, nil })
			if failure.Of(err) != test.kind || err != nil && !strings.HasPrefix(err.Error(), test.err) {
				t.Errorf("error %v of kind %d, want %s of kind %d", err, failure.Of(err), test.err, test.kind)
			}
			if err == nil && (got != test.want || got.IsTrue()) {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
		})
	}
	none := errors.New("no signature")
	if _, err := CheckMessage(t.Context(), "HEAD~2", nil, func() (uint64, error) { return 0, none }); !errors.Is(err, none) {
		t.Errorf("without a signature: %v", err)
	}
	if check := (Check{Claimed: 12, Signature: 12}); !check.IsTrue() {
		t.Error("12 is not 12")
	}
	if check := (Check{Claim: Claim{13, true}, Claimed: 12, Signature: 12}); check.IsTrue() {
		t.Error("13 is claimed and is 12")
	}
	if check, err := CheckMessage(t.Context(), "both", nil, func() (uint64, error) { return 12, nil }); err != nil || !check.IsTrue() || check.From != bench {
		t.Errorf("both, in a commit: %+v, %v", check, err)
	}
}

// TestNoSignatureBefore: a history without a Bench: line leaves nothing to hold the
// claim against, and the engine is not asked.
func TestNoSignatureBefore(t *testing.T) {
	folder, _ := scratch(t)
	t.Chdir(folder)
	asked := func() (uint64, error) {
		t.Error("the signature was asked for")
		return 0, nil
	}
	_, err := CheckMessage(t.Context(), "-", strings.NewReader("No functional change"), asked)
	if failure.Of(err) != failure.Baseline || !strings.Contains(err.Error(), "none before it has a Bench: line") {
		t.Errorf("got %v of kind %d", err, failure.Of(err))
	}
	t.Chdir(t.TempDir())
	_, err = CheckMessage(t.Context(), "-", strings.NewReader("No functional change"), asked)
	if failure.Of(err) != failure.Baseline || !strings.HasPrefix(err.Error(), "git log: fatal: not a git repository") {
		t.Errorf("without a repository: %v of kind %d", err, failure.Of(err))
	}
}

func TestCurrent(t *testing.T) {
	folder, r := scratch(t)
	t.Chdir(folder)
	hash := head(t, r, "main").Hash
	if got := CurrentCommit(t.Context()); got != hash {
		t.Errorf("got %s, want %s", got, hash)
	}
	must.Do(t, os.WriteFile("b.txt", []byte("changed"), 0o666))
	if got := CurrentCommit(t.Context()); got != hash+"-dirty" {
		t.Errorf("changed: got %s", got)
	}
	t.Chdir(t.TempDir())
	if got := CurrentCommit(t.Context()); got != "" {
		t.Errorf("without a repository: got %s", got)
	}
}

func TestReadElo(t *testing.T) {
	for _, test := range []struct {
		name, message string
		want          []Elo
		longest       int // index; -1: none
	}{
		{"none", "Tune the search\n\nLLR | 2.96 (-2.94, 2.94) [0.00, 3.00]\nBench: 123", nil, -1},
		{"one line", "Less time\n\nELO: 3.5 +-2.1", []Elo{{Elo: 3.5, Error: 2.1}}, 0},
		{
			"two controls", `A patch

ELO   | 2.10 +- 1.95 (95%)
SPRT  | 8.0+0.08s Threads=1 Hash=16MB
LLR   | 2.96 (-2.94, 2.94) [0.00, 3.00]
GAMES | N: 50000 W: 12000 L: 11700 D: 26300

Elo   | -0.22 +- 2.98 (95%)
Conf  | 40.0+0.40s Threads=1 Hash=64MB
Games | N: 12000 W: 3000 L: 3010 D: 5990

Bench: 4567890
`,
			[]Elo{{2.1, 1.95, "8.0+0.08", 50000}, {-0.22, 2.98, "40.0+0.40", 12000}},
			1,
		},
		{
			"control before, longest first", "SPRT | 40+0.4s\nELO | 1 +- 2\n\nSPRT | 8+0.08s\nELO | 3 +- 1\n",
			[]Elo{{1, 2, "40+0.4", 0}, {3, 1, "8+0.08", 0}},
			0,
		},
		{
			"headings", "Passed STC:\nElo: 4.0 +/- 2.0, nElo: 5.0 +/- 2.5\nGames: 1234, Wins: 300\n\nPassed LTC:\nElo difference: 1.5 +/- 1.0\n",
			[]Elo{{4, 2, "STC", 1234}, {1.5, 1, "LTC", 0}},
			1,
		},
		{"two without a gap", "ELO | 1.0 +- 1.0\nGAMES | N: 10\nELO | 2.0 +- 1.0\nGAMES | N: 20", []Elo{{1, 1, "", 10}, {2, 1, "", 20}}, 1},
		{"nodes", "ELO | 5.25 +- 3.14 (95%)\nCONF | N=25000 Threads=1 Hash=16MB\n", []Elo{{5.25, 3.14, "N=25000", 0}}, 0},
		{"no number", "ELO | inf +- nan (95%)\nElo | 99999 +- 1", nil, -1},
		{"prose", "This gains elo 3.5 in my tests\nDevelopers: 3 +- 1", nil, -1},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := ReadElo(test.message)
			if !slices.Equal(got, test.want) {
				t.Fatalf("got %+v, want %+v", got, test.want)
			}
			longest := LongestElo(got)
			if (longest == nil) != (test.longest < 0) || longest != nil && *longest != test.want[test.longest] {
				t.Errorf("the longest is %+v", longest)
			}
		})
	}
}
