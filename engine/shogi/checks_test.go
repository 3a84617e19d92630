package shogi

import (
	"slices"
	"testing"
)

// TestChecks checks on random games that Checks lists exactly the moves after which the opponent is in check, and
// QuietChecks those of them that Noisy leaves out.
func TestChecks(t *testing.T) {
	found := 0
	randomGames(t, 21, 2, func(p *Position, _ Move) {
		info := p.CheckInfo()
		var all, quiet, noisy MoveList
		p.Checks(&all, &info)
		p.QuietChecks(&quiet, &info)
		p.Noisy(&noisy)
		var want, wantQuiet []Move
		for m, next := range p.Successors() {
			if !next.InCheck() {
				continue
			}
			want = append(want, m)
			if !slices.Contains(noisy.Slice(), m) {
				wantQuiet = append(wantQuiet, m)
			}
		}
		found += len(want)
		slices.Sort(want)
		if got := sorted(&all); !slices.Equal(got, want) {
			t.Fatalf("%s: checks %v, want %v", p.SFEN(), got, want)
		}
		slices.Sort(wantQuiet)
		if got := sorted(&quiet); !slices.Equal(got, wantQuiet) {
			t.Fatalf("%s: quiet checks %v, want %v", p.SFEN(), got, wantQuiet)
		}
	})
	if found < 1000 {
		t.Errorf("only %d checks were met", found)
	}
}
