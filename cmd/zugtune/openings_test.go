package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/search"
)

// TestOpenings checks that equal settings make equal, readable books that name the settings and the signature of the engine. With
// ZUGWATCH_SLOW=1 it makes the default book again and compares the bytes, if the engine has the signature in its first line.
func TestOpenings(t *testing.T) {
	remake := func(seed uint64, count int, signature uint64) string {
		var made bytes.Buffer
		must.Do(t, writeOpenings(t.Context(), &made, seed, count, func(context.Context) (uint64, error) { return signature, nil }))
		return made.String()
	}
	first := remake(1, 2, 42)
	if head, _, _ := strings.Cut(first, "\n"); head != "# zugtune openings --seed 1 --count 2, with the engine of signature 42" {
		t.Errorf("the first line is %s", head)
	}
	if book := must.Get(match.ReadEPD(strings.NewReader(first), "made.epd"))(t); len(book.Openings) != 2 || book.Openings[0].Start == book.Openings[1].Start {
		t.Errorf("openings are %v", book.Openings)
	}
	if remake(1, 2, 42) != first || remake(2, 2, 42) == first {
		t.Error("the openings do not follow from the seed")
	}
	if !must.Slow() {
		return
	}
	want := string(must.Get(os.ReadFile(filepath.Join("..", "..", "bench", "match", "openings.epd")))(t))
	head, _, _ := strings.Cut(want, "\n")
	_, named, _ := strings.Cut(head, " signature ")
	number := must.Get(strconv.ParseUint(named, 10, 64))(t)
	if now := must.Get(signatureOf(search.Defaults())(t.Context()))(t); now != number {
		t.Logf("the default book is of the engine of signature %d, this one has %d", number, now)
		return
	}
	if made := remake(1, 1000, number); made != want {
		t.Errorf("the default book is not what the engine makes, which begins\n%s", made[:min(len(made), 300)])
	}
}
