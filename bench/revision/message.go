package revision

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine/text"
	"github.com/zugwatch/zugwatch/epd"
)

// maxMessageBytes bounds a commit message.
const maxMessageBytes = 1 << 20

// maxHistory is the number of commits that are searched for a signature.
const maxHistory = "5000"

// Check compares the claim of a message with a signature.
type Check struct {
	Claim     Claim
	Claimed   uint64 // the signature that is claimed
	From      string // the place of the claim: the source, or an earlier commit
	Signature uint64 // that of the engine
}

// IsTrue reports whether the claim is true, or both claims if there are two.
func (c *Check) IsTrue() bool {
	return c.Claimed == c.Signature && (c.Claim.Bench == 0 || c.Claim.Bench == c.Signature)
}

// CheckMessage compares the message that a source names with a signature, which is requested only if the message
// makes a claim. The source is a commit of the repository around the working directory, a file with a message, or "-"
// for the content of in. The words "No functional change" claim the signature of the last commit before that has a
// Bench: line. They do so also beside a Bench: line of the message itself.
//
// The kind of an error is Input for a source or claim that cannot be read, and
// Baseline where there is no earlier signature.
func CheckMessage(ctx context.Context, source string, in io.Reader, signature func() (uint64, error)) (check Check, err error) {
	message, from, skip, err := readMessage(ctx, source, in)
	if err != nil {
		return check, err
	}
	if check.Claim, err = readClaim(source, message); err != nil {
		return check, err
	}
	check.Claimed, check.From = check.Claim.Bench, source
	if check.Claim.Same {
		if check.Claimed, check.From, err = signatureBefore(ctx, from, skip); err != nil {
			return check, err
		}
	}
	check.Signature, err = signature()
	return check, err
}

// readMessage returns the message that a source names, the commit from which to look for
// an earlier signature, and how many to skip there.
func readMessage(ctx context.Context, source string, in io.Reader) (message, from string, skip int, err error) {
	if stat, statErr := os.Stat(source); source == "-" || statErr == nil && stat.Mode().IsRegular() {
		message, err = readDraft(source, in)
		return message, "HEAD", 0, err
	}
	if strings.HasPrefix(source, "-") {
		return "", "", 0, failure.Inputf("commit %q (expected a commit, a file, or - for the standard input)", source)
	}
	message, err = git(ctx, "", "log", "--max-count=1", "--format=%B", source, "--")
	if err != nil {
		return "", "", 0, failure.Inputf("commit %q: %w (expected a commit, a file, or - for the standard input)", source, fullGitError(err))
	}
	return message, source, 1, nil
}

// readDraft reads a message that is not committed yet, up to the line below which
// git shows the changes. Its comments claim nothing, as no line with a # does.
func readDraft(source string, in io.Reader) (string, error) {
	if source != "-" {
		file, err := os.Open(source)
		if err != nil {
			return "", failure.Default(failure.Input, err)
		}
		defer file.Close()
		in = file
	}
	text, err := io.ReadAll(io.LimitReader(in, maxMessageBytes+1))
	if err != nil {
		return "", failure.Default(failure.Machine, err)
	}
	if len(text) > maxMessageBytes {
		return "", failure.Inputf("%s: message is larger than %d KiB", source, maxMessageBytes>>10)
	}
	message, _, _ := strings.Cut("\n"+string(text), "\n# ------------------------ >8")
	return strings.TrimPrefix(message, "\n"), nil
}

// signatureBefore returns the signature of the last commit with a Bench: line from one
// backwards, some skipped, and which one it is.
func signatureBefore(ctx context.Context, from string, skip int) (nodes uint64, commit string, err error) {
	text, err := git(ctx, "", "log", "--max-count="+maxHistory, "--skip="+strconv.Itoa(skip), "--format=%h%x1f%B%x1e", from, "--")
	if err != nil {
		return 0, "", failure.With(failure.Baseline, fullGitError(err))
	}
	for entry := range strings.SplitSeq(text, "\x1e") {
		name, message, _ := strings.Cut(strings.TrimLeft(entry, "\n"), "\x1f")
		if nodes := lastBench(message); nodes > 0 {
			return nodes, name, nil
		}
	}
	return 0, "", failure.With(failure.Baseline, fmt.Errorf("commit: none before it has a Bench: line in %s commits (hint: a shallow clone has no history; fetch-depth: 0 fetches it)", maxHistory))
}

// fullGitError returns an error with all that git said in its line.
func fullGitError(err error) error {
	if refused, ok := errors.AsType[*gitError](err); ok {
		return errors.New("git " + refused.Command + ": " + refused.Message)
	}
	return err
}

// CurrentCommit returns the hash of the commit of the work tree around the working directory. It appends "-dirty" if
// files differ from the commit. The hash is empty without git or a commit.
func CurrentCommit(ctx context.Context) string {
	commit, err := git(ctx, "", "rev-parse", "--verify", "HEAD")
	if err != nil {
		return ""
	}
	if changes, err := git(ctx, "", "status", "--porcelain"); err != nil || changes != "" {
		commit += "-dirty"
	}
	return commit
}

// claimError returns what is wrong with a line of a message.
func claimError(file string, line int, what, want string) error {
	return failure.Default(failure.Input, &epd.SyntaxError{File: file, Line: line, Col: 1, What: what, Want: want})
}

// lastBench returns the figure of the last "Bench: N" line of a message of the
// history; 0: it has none. What is malformed there cannot be mended any more
// and is none.
func lastBench(message string) uint64 {
	var last uint64
	for line := range strings.Lines(message) {
		if m := benchLine().FindStringSubmatch(strings.TrimRight(line, "\r\n")); m != nil {
			if n, err := strconv.ParseUint(m[1], 10, 64); err == nil {
				last = n
			}
		}
	}
	return last
}

// Claim holds the bench signature that a commit message states, and whether it says that nothing changes.
type Claim struct {
	Bench uint64 // the figure of its last "Bench: N" line; 0: it has none
	Same  bool   // it says "No functional change", in any of the wordings of readClaim
}

// unchanged are the words in which a line says that the search is the same.
const unchanged = `(?:no functional changes?|non[- ]?functional(?: changes?)?|` +
	`bench[ \t]*:?[ \t]*(?:is )?(?:unchanged|not changed|identical|(?:the )?same|no changes?)|` +
	`(?:no|same|unchanged) bench(?: changes?)?|no change (?:in|of|to) (?:the )?bench)`

var (
	benchLine  = text.Pattern(`(?i)^bench[ \t]*:[ \t]*([0-9]{1,19})[ \t]*$`)
	benchStart = text.Pattern(`(?i)^bench[ \t]*:`)
	sameLine   = text.Pattern(`(?i)^(?:` + unchanged + `|\[` + unchanged + `\]|\(` + unchanged + `\))[.!]?[ \t]*$`)
	sameTag    = text.Pattern(`(?i)^(?:\[(?:` + unchanged + `|nfc)\]|\((?:` + unchanged + `|nfc)\))[ \t:]|[ \t](?:\[(?:` + unchanged + `|nfc)\]|\((?:` + unchanged + `|nfc)\))[ \t]*$`)
)

// readClaim finds the claim of a message. An unchanged search is claimed by a line of its own, such as "No functional
// change", "Non-functional" or "Bench unchanged". The first line may claim it in brackets at either end, as [NFC]. A
// line that begins like a claim and is none is an error. So is a message without a claim. The error is an
// *epd.SyntaxError of the kind Input, with the line of the message in file.
func readClaim(file, message string) (Claim, error) {
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
	var lines []string
	if c.Bench > 0 || !c.Same {
		lines = append(lines, fmt.Sprintf("Bench: %d", c.Bench))
	}
	if c.Same {
		lines = append(lines, "No functional change")
	}
	return strings.Join(lines, "\n")
}

// ClaimsNoChange reports whether every commit from a base to a head, merges left out, says
// that it does not change the search. A base that the head does not stand upon, a
// history that is cut or begins in between, and no commit at all claim nothing.
func (r *Repository) ClaimsNoChange(ctx context.Context, base, head Commit) (bool, error) {
	missing, err := r.git(ctx, "rev-list", "--max-count=1", head.Hash+".."+base.Hash, "--")
	if err != nil || missing != "" {
		return false, err
	}
	log, err := r.git(ctx, "log", "-z", "--format=%P%n%B", base.Hash+".."+head.Hash, "--")
	if err != nil {
		return false, err
	}
	claims := false
	for entry := range strings.SplitSeq(strings.TrimSuffix(log, "\x00"), "\x00") {
		parents, message, _ := strings.Cut(entry, "\n")
		if strings.Contains(parents, " ") {
			continue
		}
		claim, err := readClaim("", message)
		if parents == "" || err != nil || !claim.Same {
			return false, nil // without a parent, or with a malformed message, which claims nothing
		}
		claims = true
	}
	return claims, nil
}

// Elo is one result of games that a commit message reports.
type Elo struct {
	Elo         float64 `json:"elo"`
	Error       float64 `json:"error"`                  // half of the 95 % interval
	TimeControl string  `json:"time_control,omitempty"` // such as "8.0+0.08", "LTC" or "N=25000"; empty: the message names none
	Games       int     `json:"games,omitempty"`        // 0: the message does not say
}

// maxElo is the largest result taken for Elo: beyond it nothing is known.
const maxElo = 5000

var (
	eloLine     = text.Pattern(`(?i)^[\s*>|-]*elo(?: diff(?:erence)?)?\s*[|:=]*\s*([-+]?\d+(?:\.\d+)?)\s*(?:\+-|\+/-|±)\s*(\d+(?:\.\d+)?)`)
	controlLine = text.Pattern(`(?i)^[\s*>|-]*(?:sprt|conf|tc|time control|results of)\b[^\d]*.*?(\d+(?:\.\d+)?\+\d+(?:\.\d+)?|\bN=\d+)`)
	gamesLine   = text.Pattern(`(?i)^[\s*>|-]*(?:games|total)\s*[|:=]*\s*(?:N\s*:\s*)?(\d{1,9})\b`)
	controlWord = text.Pattern(`(?i)\b(V*LTC|STC)\b`)
)

// ReadElo returns the results of games in a message, in their order. The line of a result begins with "Elo", such as
// "ELO | 2.10 +- 1.95 (95%)". The lines around it give the time control and the number of games, up to an empty line
// or the next result. A heading "STC" or "LTC" names the time control where no line does. Lines of sequential tests,
// such as LLR, are ignored.
func ReadElo(message string) (all []Elo) {
	var found *Elo
	var control, heading string // heading is the last one, also of a block before
	games := 0
	end := func() {
		if found != nil {
			found.TimeControl, found.Games = cmp.Or(control, heading), games
			all, heading = append(all, *found), ""
		}
		found, control, games = nil, "", 0
	}
	for line := range strings.Lines(message) {
		line = strings.TrimRight(line, " \t\r\n")
		if parts := eloLine().FindStringSubmatch(line); parts != nil {
			if found != nil {
				end()
			}
			found = newElo(parts[1], parts[2])
		} else if parts := controlLine().FindStringSubmatch(line); parts != nil {
			control = parts[1]
		} else if parts := gamesLine().FindStringSubmatch(line); parts != nil {
			games, _ = strconv.Atoi(parts[1])
		}
		if word := controlWord().FindString(line); word != "" && found == nil {
			heading = strings.ToUpper(word)
		}
		if line == "" {
			end()
		}
	}
	end()
	return all
}

// newElo reads the numbers of a line; nil where they mean nothing.
func newElo(elo, margin string) *Elo {
	value, err := strconv.ParseFloat(elo, 64)
	if err != nil || value < -maxElo || value > maxElo {
		return nil
	}
	half, err := strconv.ParseFloat(margin, 64)
	if err != nil || half > maxElo {
		return nil
	}
	return &Elo{Elo: value, Error: half}
}

// LongestElo returns the result at the longest time control, the last of several; nil
// without a result. Where a time control is not known, it is the last of all.
func LongestElo(all []Elo) (best *Elo) {
	longest := 0.0
	for i := range all {
		length := all[i].timeControlLength()
		if length == 0 {
			return &all[len(all)-1]
		}
		if length >= longest {
			best, longest = &all[i], length
		}
	}
	return best
}

// timeControlLength orders time controls; 0 is not known.
func (e *Elo) timeControlLength() float64 {
	switch word := e.TimeControl; {
	case word == "STC":
		return 10
	case strings.HasSuffix(word, "LTC"):
		return 60 * float64(len(word)-2)
	case strings.Contains(word, "+"):
		base, _, _ := strings.Cut(word, "+")
		seconds, _ := strconv.ParseFloat(base, 64)
		return seconds
	}
	return 0
}
