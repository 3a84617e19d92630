package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOpenings makes the first openings of the default book again, all of them
// with ZUGWATCH_SLOW=1, and holds them to the byte: as long as the engine is the
// one that its first line names.
func TestOpenings(t *testing.T) {
	want, err := os.ReadFile(filepath.Join("..", "..", "bench", "match", "openings.epd"))
	if err != nil {
		t.Fatal(err)
	}
	now, err := signature(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	head, rest, _ := strings.Cut(string(want), "\n")
	if !strings.HasSuffix(head, fmt.Sprintf("signature %d", now)) {
		t.Skipf("the book is of another engine than that of signature %d: %s", now, head)
	}
	count := 3
	if os.Getenv("ZUGWATCH_SLOW") != "" {
		count = 1000
	}
	var got bytes.Buffer
	if err := openings(t.Context(), &got, 1, count); err != nil {
		t.Fatal(err)
	}
	_, made, _ := strings.Cut(got.String(), "\n")
	if strings.Count(made, "\n") != count || !strings.HasPrefix(rest, made) || count == 1000 && rest != made {
		t.Errorf("openings are\n%swant\n%s", made, rest[:len(made)])
	}
	if count == 1000 && got.String() != string(want) {
		t.Error("the first line differs")
	}
}
