package revision

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Claim holds the bench signature that a commit message states, and whether it says that nothing changes.
type Claim struct {
	Bench uint64 // the figure of its last "Bench: N" line; 0: it has none
	Same  bool   // it says "No functional change", in any of the wordings of ReadClaim
}

// unchanged are the words in which a line says that the search is the same.
const unchanged = `(?:no functional changes?|non[- ]?functional(?: changes?)?|` +
	`bench[ \t]*:?[ \t]*(?:is )?(?:unchanged|not changed|identical|(?:the )?same|no changes?)|` +
	`(?:no|same|unchanged) bench(?: changes?)?|no change (?:in|of|to) (?:the )?bench)`

var (
	benchLine  = pattern(`(?i)^bench[ \t]*:[ \t]*([0-9]{1,19})[ \t]*$`)
	benchStart = pattern(`(?i)^bench[ \t]*:`)
	sameLine   = pattern(`(?i)^(?:` + unchanged + `|\[` + unchanged + `\]|\(` + unchanged + `\))[.!]?[ \t]*$`)
	sameTag    = pattern(`(?i)^(?:\[(?:` + unchanged + `|nfc)\]|\((?:` + unchanged + `|nfc)\))[ \t:]|[ \t](?:\[(?:` + unchanged + `|nfc)\]|\((?:` + unchanged + `|nfc)\))[ \t]*$`)
)

// pattern returns a function that compiles a regular expression the first time. Few commands read
// messages.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// ReadClaim finds the claim of a message. An unchanged search is claimed by a line of its own,
// such as "No functional change", "Non-functional" or "Bench unchanged". The first line may claim
// it in brackets at either end, as [NFC]. A line that begins like a claim and is none, and a
// message without a claim, are errors with the line of the message in file: *epd.SyntaxError of
// the kind Input.
func ReadClaim(file, message string) (Claim, error) {
	var found Claim
	benchAt := 0
	for i, line := range strings.Split(message, "\n") {
		line = strings.TrimSuffix(line, "\r")
		switch {
		case sameLine().MatchString(line) || i == 0 && sameTag().MatchString(line):
			found.Same = true
		case benchLine().MatchString(line):
			n, err := strconv.ParseUint(benchLine().FindStringSubmatch(line)[1], 10, 64)
			if err != nil || n == 0 {
				return found, claimError(file, i+1, fmt.Sprintf("%q", line), "Bench: and a number of nodes")
			}
			if benchAt > 0 && n != found.Bench {
				return found, claimError(file, i+1, fmt.Sprintf("Bench: %d is claimed beside %d (line %d)", n, found.Bench, benchAt), "one of them")
			}
			found.Bench, benchAt = n, i+1
		case benchStart().MatchString(line):
			return found, claimError(file, i+1, fmt.Sprintf("%.60q", line), "Bench: and a number, and nothing behind it")
		}
	}
	if benchAt == 0 && !found.Same {
		return found, claimError(file, 1, "nothing is claimed of the search", `a last line "Bench: N", or "No functional change"`)
	}
	return found, nil
}

// String returns the claim as a message writes it.
func (c Claim) String() string {
	const same = "No functional change"
	bench := fmt.Sprintf("Bench: %d", c.Bench)
	switch {
	case c.Same && c.Bench > 0:
		return bench + "\n" + same
	case c.Same:
		return same
	}
	return bench
}

// ClaimsNoChange reports whether every commit from a base to a head, merges left out, says
// that it does not change the search. A base that the head does not stand upon, a
// history that is cut in between, and no commit at all claim nothing.
func (r *Repository) ClaimsNoChange(ctx context.Context, base, head Commit) (bool, error) {
	commits, err := r.git(ctx, "rev-list", base.Hash+".."+head.Hash, "--")
	if err != nil {
		return false, err
	}
	missing, err := r.git(ctx, "rev-list", "--max-count=1", head.Hash+".."+base.Hash, "--")
	if err != nil || missing != "" || commits == "" {
		return false, err
	}
	if cut, err := r.shallow(ctx); err != nil || slices.ContainsFunc(strings.Fields(commits), func(hash string) bool { return slices.Contains(cut, hash) }) {
		return false, err
	}
	messages, err := r.git(ctx, "log", "--no-merges", "--format=%B%x1e", base.Hash+".."+head.Hash, "--")
	if err != nil || messages == "" {
		return false, err
	}
	for message := range strings.SplitSeq(strings.TrimSuffix(messages, "\x1e"), "\x1e") {
		claim, err := ReadClaim("", strings.TrimLeft(message, "\n"))
		if err != nil || !claim.Same {
			return false, nil // a malformed message claims nothing
		}
	}
	return true, nil
}

// shallow returns the commits whose parents were not fetched.
func (r *Repository) shallow(ctx context.Context) ([]string, error) {
	file, err := r.git(ctx, "rev-parse", "--git-path", "shallow")
	if err != nil {
		return nil, err
	}
	if !filepath.IsAbs(file) {
		file = filepath.Join(r.root, file)
	}
	text, err := os.ReadFile(file)
	return strings.Fields(string(text)), ignoreMissing(err)
}
