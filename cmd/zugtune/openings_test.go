package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/search"
)

// TestOpenings makes the first openings of the default book again, all of them
// with ZUGWATCH_SLOW=1, and holds them to the byte: as long as the engine is the
// one that its first line names, which is asked where they differ.
func TestOpenings(t *testing.T) {
	want := must.Get(os.ReadFile(filepath.Join("..", "..", "bench", "match", "openings.epd")))(t)
	head, rest, _ := strings.Cut(string(want), "\n")
	_, named, _ := strings.Cut(head, " signature ")
	number := must.Get(strconv.ParseUint(named, 10, 64))(t)
	count := 2
	if os.Getenv("ZUGWATCH_SLOW") != "" {
		count = 1000
	}
	var got bytes.Buffer
	must.Do(t, writeOpenings(t.Context(), &got, 1, count, func(context.Context) (uint64, error) { return number, nil }))
	first, made, _ := strings.Cut(got.String(), "\n")
	if count == 1000 && first != head {
		t.Errorf("the first line is %s, want %s", first, head)
	}
	if strings.Count(made, "\n") == count && strings.HasPrefix(rest, made) && (count < 1000 || rest == made) {
		return
	}
	now := must.Get(signatureOf(search.Defaults())(t.Context()))(t)
	if now != number {
		t.Skipf("the book is of another engine than that of signature %d: %s", now, head)
	}
	t.Errorf("openings are\n%swant\n%s", made, rest[:min(len(made), len(rest))])
}
