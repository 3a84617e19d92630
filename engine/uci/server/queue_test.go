//go:build linux

package server

import (
	"io"
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/engine/must"
)

// atOnce has an echo read the lines in one go, with the end of the input behind
// them, and gives what comes out; false: it does not end.
func atOnce(t *testing.T, lines []string) (string, bool) {
	t.Helper()
	out := newScreen()
	done := make(chan error, 1)
	go func() { done <- Serve(t.Context(), strings.NewReader(strings.Join(lines, "\n")), out, echoHost(out)) }()
	select {
	case err := <-done:
		if err != nil {
			t.Errorf("%q: %v", lines, err)
		}
		return out.String(), true
	case <-time.After(forever):
		return out.String(), false
	}
}

// holdsAtOnce checks that a conversation in one write ends with one answer to each search.
func holdsAtOnce(t *testing.T, lines []string) {
	t.Helper()
	got, ends := atOnce(t, lines)
	shown := lines[:min(len(lines), 60)]
	if !ends {
		t.Fatalf("%q does not end:\n%.2000s", shown, got)
	}
	searches := 0
	for _, line := range lines {
		if line == "quit" {
			break
		}
		if strings.HasPrefix(line, "go ") {
			searches++
		}
	}
	if answers := strings.Count(got, "bestmove "); answers != searches {
		t.Errorf("%q: %d answers to %d searches:\n%.2000s", shown, answers, searches, got)
	}
}

// vocabulary has a command of each manner, and searches of each kind.
var vocabulary = []string{
	"go infinite", "stop", "go depth 2", "go ponder depth 2", "ponderhit", "position startpos moves e2e4", "perft 1", "quit",
	"go mate 3", "isready", "bench", "setoption name Hash value 8", "ucinewgame", "eval", "nonsense",
}

// TestQueueEnds tries all conversations of up to three commands, and of four
// of the first five.
func TestQueueEnds(t *testing.T) {
	var try func(lines, words []string, more int)
	try = func(lines, words []string, more int) {
		holdsAtOnce(t, lines)
		if more == 0 {
			return
		}
		for _, word := range words {
			try(append(lines[:len(lines):len(lines)], word), words, more-1)
		}
	}
	try(nil, vocabulary, 3)
	try(nil, vocabulary[:5], 4)
}

// FuzzQueue tries longer ones: each byte is a command.
func FuzzQueue(f *testing.F) {
	f.Add([]byte{0, 1, 0, 1, 7})
	f.Add([]byte{0, 1, 3, 4, 2, 5, 1, 0, 10, 8})
	f.Add([]byte{3, 4, 3, 1, 3, 11, 6, 6, 2, 1})
	f.Fuzz(func(t *testing.T, choices []byte) {
		lines := []string{}
		for _, b := range choices[:min(len(choices), 50)] {
			lines = append(lines, vocabulary[int(b)%len(vocabulary)])
		}
		holdsAtOnce(t, lines)
	})
}

// TestQueueFull ends a conversation with more waiting commands than the queue holds.
func TestQueueFull(t *testing.T) {
	for _, first := range []string{"go infinite", "go depth 2", "perft 2"} {
		for _, word := range []string{"position startpos", "go infinite", "stop", "eval"} {
			lines := []string{first}
			for range 2*maxWaiting + 1 {
				lines = append(lines, word)
			}
			holdsAtOnce(t, lines)
		}
	}
}

// TestQueueOrder checks to which search a command applies. The searches differ in their moves.
func TestQueueOrder(t *testing.T) {
	const second = "position startpos moves d2d4"
	for name, c := range map[string]struct {
		lines []string
		want  string // parts of the output, in this order
	}{
		"a search is finished before the next":     {[]string{"go depth 2", second, "go infinite"}, "depth 2 seldepth 4|bestmove a2a3|moves [d2d4]|bestmove a7a6"},
		"what waits ends a search without a limit": {[]string{"go infinite", second, "go depth 2"}, `search stopped by "position|bestmove a2a3|moves [d2d4]`},
		"and one for a mate":                       {[]string{"go mate 2", second}, `search stopped by "position|bestmove a2a3`},
		"stop behind a search is for that one":     {[]string{"go depth 2", second, "go depth 9", "stop", "eval"}, "depth 2 seldepth 4|bestmove a2a3|moves [d2d4]|bestmove a7a6|eval of"},
		"stop goes before what begins nothing":     {[]string{"go depth 9", second, "stop", "eval"}, "bestmove a2a3|eval of"},
		"also when the search had to wait":         {[]string{"go depth 2", "go depth 9", second, "stop", "eval"}, "bestmove a2a3|bestmove a2a3|eval of"},
		"quit waits for a benchmark":               {[]string{"go infinite", "bench 2", "quit"}, "bestmove a2a3|bench with [2]|Nodes searched"},
		"quit ends a search that had to wait":      {[]string{"perft 1", "go depth 9", "quit"}, "Nodes searched|bestmove a2a3"},
	} {
		t.Run(name, func(t *testing.T) {
			got, ends := atOnce(t, c.lines)
			if !ends {
				t.Fatalf("%q does not end:\n%s", c.lines, got)
			}
			rest := got
			for part := range strings.SplitSeq(c.want, "|") {
				_, after, found := strings.Cut(rest, part)
				if !found {
					t.Fatalf("no %q in its place:\n%s", part, got)
				}
				rest = after
			}
		})
	}
}

// TestQueueUnread ends a search after its reader is gone, although more commands may come.
func TestQueueUnread(t *testing.T) {
	for _, search := range []string{"go infinite", "go depth 9", "go ponder"} {
		in, commands := io.Pipe()
		out, sink := io.Pipe()
		out.Close()
		done := make(chan error, 1)
		go func() { done <- Serve(t.Context(), in, sink, echoHost(io.Discard)) }()
		must.Get(io.WriteString(commands, search+"\n"))(t)
		select {
		case err := <-done:
			if err == nil {
				t.Errorf("%s: no error", search)
			}
		case <-time.After(forever):
			t.Fatalf("%s does not end", search)
		}
		commands.Close()
	}
}
