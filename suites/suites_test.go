package suites

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/golden"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/epd"
)

// TestEmbedded: the list of suites with count, kind, digest and title is as it
// was; a change of a position, a solution or a depth is a change of a digest.
func TestEmbedded(t *testing.T) {
	all := must.Get(All())(t)
	var got bytes.Buffer
	for _, s := range all {
		fmt.Fprintf(&got, "%-9s %5d %-9s %s %s\n", s.Name, len(s.Records), s.Kind, s.Digest, s.Title)
		if s.Title == "" || s.Kind == "" || s.Source == "" || s.License == "" || s.Checked == "" || s.Path != "" {
			t.Errorf("suite %s has an empty text: %q %q %q %q %q", s.Name, s.Title, s.Kind, s.Source, s.License, s.Checked)
		}
	}
	golden.Check(t, "testdata/embedded.golden", got.Bytes())
}

// TestEmbeddedCanonical: lint finds nothing in the files, and fix leaves them
// as they are.
func TestEmbeddedCanonical(t *testing.T) {
	for _, name := range Names() {
		t.Run(name, func(t *testing.T) {
			var text, fixed bytes.Buffer
			must.Do(t, Export(&text, name))
			findings := must.Get(epd.Lint(bytes.NewReader(text.Bytes())))(t)
			for _, f := range findings {
				t.Errorf("%s.epd:%s", name, f)
			}
			must.Do(t, epd.WriteCanonical(&fixed, bytes.NewReader(text.Bytes()), name))
			if !bytes.Equal(text.Bytes(), fixed.Bytes()) {
				t.Error("fix changes the file")
			}
		})
	}
}

// TestPurpose checks that every record asks a question of its suite's kind.
func TestPurpose(t *testing.T) {
	all := must.Get(All())(t)
	for _, s := range all {
		for i := range s.Records {
			r := &s.Records[i]
			asks := map[string]bool{
				"tactics":  (len(r.Best) > 0 || r.Result == epd.Mate) && r.Depth == 0,
				"zugzwang": len(r.Best) > 0,
				"mates":    r.HasMate && (len(r.Best) > 0) == (r.MateIn > 0),
				"rules":    r.HasVerdict() && r.Depth > 0,
				"nodes":    !r.HasVerdict() && r.Depth > 0,
				"perft":    !r.HasVerdict() && len(r.Perft) >= 3,
			}
			if !asks[s.Kind] {
				t.Errorf("%s of kind %q asks for something else: %s", r.ID, s.Kind, r)
			}
		}
	}
}

// TestCrafty: the six positions are those of the Bratko-Kopec test, with the
// depths of the benchmark.
func TestCrafty(t *testing.T) {
	crafty, bk := open(t, "crafty"), open(t, "bk")
	depths := [6]int{11, 11, 14, 11, 12, 11}
	for i, number := range [6]int{2, 4, 8, 12, 22, 23} {
		r := &crafty.Records[i]
		if got, want := r.Position.String(), bk.Records[number-1].Position.String(); got != want || r.Depth != depths[i] {
			t.Errorf("%s is %s to depth %d, want %s to depth %d", r.ID, got, r.Depth, want, depths[i])
		}
	}
}

// TestH3: the position of the figure has three legal moves and a mate in 15.
func TestH3(t *testing.T) {
	r := &open(t, "h3").Records[0]
	legal := r.Position.CountLegal()
	first := open(t, "zugzwang").Records[0]
	if legal != 3 || r.MateIn != 15 || len(r.Best) != 1 || r.Position.Notation(r.Best[0]) != "h3" || first.Position.Key() != r.Position.Key() {
		t.Errorf("record %s with %d legal moves", r, legal)
	}
}

// TestPerft counts the leaves of every position of the perft suite to all
// depths below a ceiling.
func TestPerft(t *testing.T) {
	ceiling := uint64(300_000)
	if must.Slow() {
		ceiling = 200_000_000
	}
	counts := 0
	s := open(t, "perft")
	for i := range s.Records {
		r := &s.Records[i]
		for _, c := range r.Perft {
			if c.Nodes > ceiling {
				break
			}
			counts++
			if got, err := game.Perft(t.Context(), r.Position, c.Depth); err != nil || got != c.Nodes {
				t.Errorf("%s: perft %d is %d, want %d: %s", r.ID, c.Depth, got, c.Nodes, r.Position.String())
			}
		}
	}
	if counts < 400 {
		t.Errorf("only %d counts are below the ceiling", counts)
	}
}

func open(t testing.TB, name string) *Suite {
	t.Helper()
	return must.Get(Open(name))(t)
}
