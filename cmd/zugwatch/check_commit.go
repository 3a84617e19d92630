package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/engine/search"
)

// maxMessageBytes bounds a commit message.
const maxMessageBytes = 1 << 20

// maxHistory is how many commits are looked at for a signature.
const maxHistory = "5000"

// checkCommitCommand holds a commit message against the engine.
func checkCommitCommand() *cli.Command {
	return &cli.Command{
		Name:      "check-commit",
		Usage:     "hold what a commit message says of the search against the signature",
		ArgsUsage: "[REV|FILE|-]",
		Description: "Reads the message of a commit (HEAD without an argument), of a file such as the one\n" +
			"that git gives to a commit-msg hook, or from the standard input. A message ends with\n" +
			"\"Bench: N\" where the search has changed, and says \"No functional change\" where it has\n" +
			"not; then the signature has to be that of the last commit before that has a\n" +
			"Bench: line. The signature is that of this program, which has to be built from the\n" +
			"commit. Exit code 0: the claim is true; 5: it is not, or there is no signature to hold\n" +
			"it against; 3: the message claims nothing, or more than one thing.\n\n" +
			"   go run ./cmd/zugwatch check-commit\n" +
			"   go run ./cmd/zugwatch check-commit .git/COMMIT_EDITMSG",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "signature", Usage: "take `N` for the signature, as another engine printed it, and search nothing"},
		},
		Action: func(c *cli.Context) error {
			args, err := arguments(c, 0, 1, "a commit, a file, or - for the standard input")
			if err != nil {
				return err
			}
			source := "HEAD"
			if len(args) > 0 {
				source = args[0]
			}
			return conclude(c, func() (conclusion, error) { return checkCommit(c, source) })
		},
	}
}

// checkCommit checks the claim of one message.
func checkCommit(c *cli.Context, source string) (conclusion, error) {
	message, from, err := commitMessage(c, source)
	if err != nil {
		return conclusion{}, err
	}
	claimed, err := readClaim(source, message)
	if err != nil {
		return conclusion{}, err
	}
	want, where := claimed.bench, source
	if claimed.noMore {
		if want, where, err = signatureBefore(c, from); err != nil {
			return conclusion{}, err
		}
	}
	got, err := signature(c)
	if err != nil {
		return conclusion{}, err
	}
	end := conclusion{verdict: "true", fields: []report.Field{
		{Key: "claimed", Value: strconv.FormatUint(want, 10)},
		{Key: "signature", Value: strconv.FormatUint(got, 10)},
	}}
	answer := "true"
	if got != want {
		answer, end.verdict, end.code = "not true", "false", codeBaseline
	}
	_, err = fmt.Fprintf(c.App.Writer, "%s: %q is %s: the signature is %d, that of %s %d\n", source, claimed, answer, got, where, want)
	return end, err
}

// commitMessage is the message that a source names, and the commit from which to
// look for an earlier signature.
func commitMessage(c *cli.Context, source string) (message, from string, err error) {
	if stat, statErr := os.Stat(source); source == "-" || statErr == nil && stat.Mode().IsRegular() {
		message, err = readMessage(c, source)
		return message, "HEAD", err
	}
	if strings.HasPrefix(source, "-") {
		return "", "", badInput("commit %q (expected a commit, a file, or - for the standard input)", source)
	}
	message, err = git(c.Context, "log", "--max-count=1", "--format=%B", source, "--")
	if err != nil {
		return "", "", badInput("commit %q: %w (expected a commit, a file, or - for the standard input)", source, err)
	}
	return message, source, nil
}

// readMessage reads a message without the comments of git.
func readMessage(c *cli.Context, source string) (string, error) {
	in := c.App.Reader
	if source != "-" {
		file, err := os.Open(source)
		if err != nil {
			return "", withCode(codeInput, err)
		}
		defer file.Close()
		in = file
	}
	text, err := io.ReadAll(io.LimitReader(in, maxMessageBytes+1))
	if err != nil {
		return "", withCode(codeMachine, err)
	}
	if len(text) > maxMessageBytes {
		return "", badInput("%s: message is larger than %d KiB", source, maxMessageBytes>>10)
	}
	lines := strings.SplitAfter(string(text), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "# ------------------------ >8") {
			lines = lines[:i]
			break
		}
		if strings.HasPrefix(line, "#") {
			lines[i] = "\n" // the numbers of the lines stay
		}
	}
	return strings.Join(lines, ""), nil
}

// signatureBefore is the signature of the last commit with a Bench: line from
// one that has none backwards, and which one it is.
func signatureBefore(c *cli.Context, from string) (nodes uint64, commit string, err error) {
	text, err := git(c.Context, "log", "--max-count="+maxHistory, "--format=%h%x1f%B%x1e", from, "--")
	if err != nil {
		return 0, "", &failure{code: codeBaseline, err: err}
	}
	for entry := range strings.SplitSeq(text, "\x1e") {
		name, message, _ := strings.Cut(strings.TrimLeft(entry, "\n"), "\x1f")
		if nodes := lastBench(message); nodes > 0 {
			return nodes, name, nil
		}
	}
	return 0, "", &failure{code: codeBaseline, err: fmt.Errorf("commit: none before it has a Bench: line in %s commits (hint: a shallow clone has no history; fetch-depth: 0 fetches it)", maxHistory)}
}

// signature is the number of nodes of the built-in engine on the positions of
// bench, or what the flag says.
func signature(c *cli.Context) (uint64, error) {
	if text := c.String("signature"); text != "" {
		nodes, err := strconv.ParseUint(text, 10, 64)
		if err != nil || nodes == 0 {
			return 0, badInput("flag --signature=%s (expected a number of nodes)", text)
		}
		return nodes, nil
	}
	searcher, err := search.New(search.Defaults())
	if err != nil {
		return 0, withCode(codeEngine, err)
	}
	nodes, err := searcher.Bench(c.Context, search.BenchDepth, func(search.Benched) {})
	return nodes, interruption(c.Context, withCode(codeEngine, err))
}
