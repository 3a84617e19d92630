package engines

import (
	"runtime"
	"slices"
	"testing"

	"github.com/zugwatch/zugwatch/bench/failure"
)

// TestProcessors: an engine gets the processor with the fewest, and gives it
// back once.
func TestProcessors(t *testing.T) {
	p := NewProcessors([]int{4, 2, 7})
	var got []int
	for range 5 {
		got = append(got, p.numbers[p.acquire()])
	}
	p.release(1)
	p.release(1)
	got = append(got, p.numbers[p.acquire()])
	if want := []int{4, 2, 7, 4, 2, 2}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestParseProcessors holds which lists are taken.
func TestParseProcessors(t *testing.T) {
	if got, err := ParseProcessors(""); got != nil || err != nil {
		t.Errorf("empty: got %v, %v", got, err)
	}
	if runtime.GOOS != "linux" {
		if _, err := ParseProcessors("0"); failure.Of(err) != failure.Input {
			t.Errorf("elsewhere: got %v", err)
		}
		return
	}
	if got, err := ParseProcessors("0,3,1023"); err != nil || !slices.Equal(got, []int{0, 3, 1023}) {
		t.Errorf("got %v, %v", got, err)
	}
	for _, text := range []string{"-1", "1024", "1,1", "1,", "one", "0-3"} {
		want := "flag --affinity=" + text + " (expected numbers of processors from 0, each once, with commas between)"
		if got, err := ParseProcessors(text); failure.Of(err) != failure.Input || err.Error() != want {
			t.Errorf("%s: got %v, %v", text, got, err)
		}
	}
}
