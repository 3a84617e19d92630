package eval

import "testing"

// TestDigest holds that the digest is one of the evaluation: the same each time, and another
// when a value changes.
func TestDigest(t *testing.T) {
	first := Digest()
	if again := Digest(); again != first || len(first) != 16 {
		t.Fatalf("digests %q and %q, want the same 16 digits", first, again)
	}
	pieces[0][20]++
	changed := Digest()
	pieces[0][20]--
	if changed == first {
		t.Error("a pawn is worth more on e3, and the digest is the same")
	}
	if again := Digest(); again != first {
		t.Errorf("digest %q after all is as before, want %q", again, first)
	}
}
