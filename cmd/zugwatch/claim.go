package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/epd"
)

// claim is what a commit message says of the signature of the engine.
type claim struct {
	bench  uint64 // the figure of its last "Bench: N" line; 0: it has none
	noMore bool   // it says "No functional change"
}

var (
	benchLine  = regexp.MustCompile(`(?i)^bench[ \t]*:[ \t]*([0-9]{1,19})[ \t]*$`)
	benchStart = regexp.MustCompile(`(?i)^bench[ \t]*:`)
	sameLine   = regexp.MustCompile(`(?i)^no functional changes?\.?[ \t]*$`)
)

// readClaim finds the claim of a message. A line that begins like one and is
// none, a message with both claims and one with neither are errors, with the
// line of the message in file.
func readClaim(file, message string) (claim, error) {
	var found claim
	benchAt, sameAt := 0, 0
	for i, line := range strings.Split(message, "\n") {
		line = strings.TrimSuffix(line, "\r")
		switch {
		case sameLine.MatchString(line):
			found.noMore, sameAt = true, i+1
		case benchLine.MatchString(line):
			n, err := strconv.ParseUint(benchLine.FindStringSubmatch(line)[1], 10, 64)
			if err != nil || n == 0 {
				return found, claimError(file, i+1, fmt.Sprintf("%q", line), "Bench: and a number of nodes")
			}
			if benchAt > 0 && n != found.bench {
				return found, claimError(file, i+1, fmt.Sprintf("Bench: %d is claimed beside %d (line %d)", n, found.bench, benchAt), "one of them")
			}
			found.bench, benchAt = n, i+1
		case benchStart.MatchString(line):
			return found, claimError(file, i+1, fmt.Sprintf("%.60q", line), "Bench: and a number, and nothing behind it")
		}
	}
	switch {
	case benchAt > 0 && sameAt > 0:
		return found, claimError(file, sameAt, fmt.Sprintf("both Bench: (line %d) and No functional change are claimed", benchAt), "one of them")
	case benchAt == 0 && sameAt == 0:
		return found, claimError(file, 1, "nothing is claimed of the search", `a last line "Bench: N", or "No functional change"`)
	}
	return found, nil
}

// claimError is what is wrong with a line of a message.
func claimError(file string, line int, what, want string) error {
	return withCode(codeInput, &epd.SyntaxError{File: file, Line: line, Col: 1, What: what, Want: want})
}

// lastBench is the figure of the last "Bench: N" line of a message of the
// history; 0: it has none. What is malformed there can not be mended any more
// and is none.
func lastBench(message string) uint64 {
	var last uint64
	for line := range strings.Lines(message) {
		if m := benchLine.FindStringSubmatch(strings.TrimRight(line, "\r\n")); m != nil {
			if n, err := strconv.ParseUint(m[1], 10, 64); err == nil {
				last = n
			}
		}
	}
	return last
}

// String is the claim as a message writes it.
func (c claim) String() string {
	if c.noMore {
		return "No functional change"
	}
	return fmt.Sprintf("Bench: %d", c.bench)
}
