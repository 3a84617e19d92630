package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/search"
)

// TestOpenings makes the first openings of the default book again and holds them to the byte,
// as long as the engine is the one that its first line names. With ZUGWATCH_SLOW=1 it makes all
// of them, and searches for the signature of the engine where they differ.
func TestOpenings(t *testing.T) {
	want := string(must.Get(os.ReadFile(filepath.Join("..", "..", "bench", "match", "openings.epd")))(t))
	head, _, _ := strings.Cut(want, "\n")
	_, named, _ := strings.Cut(head, " signature ")
	number := must.Get(strconv.ParseUint(named, 10, 64))(t)
	remake := func(count int) (made, part string) {
		var got bytes.Buffer
		must.Do(t, writeOpenings(t.Context(), &got, 1, count, func(context.Context) (uint64, error) { return number, nil }))
		lines := strings.SplitAfterN(want, "\n", count+2)[:count+1]
		lines[0] = strings.Replace(lines[0], " --count 1000,", fmt.Sprintf(" --count %d,", count), 1)
		return got.String(), strings.Join(lines, "")
	}
	slow := os.Getenv("ZUGWATCH_SLOW") != ""
	made, part := remake(2)
	if made == part && slow {
		made, part = remake(1000)
	}
	switch {
	case made == part:
		return
	case !slow:
		t.Skipf("the book differs from the engine of signature %d; ZUGWATCH_SLOW=1 searches for that of this engine", number)
	case must.Get(signatureOf(search.Defaults())(t.Context()))(t) != number:
		t.Skipf("the book is of another engine: %s", head)
	}
	t.Errorf("openings are\n%swant\n%s", made, part)
}
