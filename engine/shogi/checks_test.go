package shogi

import (
	"slices"
	"testing"
)

// TestChecks holds on random games that the moves which give check are those after which
// the opponent is in check, the quiet ones those of them that Noisy leaves out.
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
		if got := all.Slice(); !sameMoves(got, want) {
			t.Fatalf("%s: checks %v, want %v", p.SFEN(), got, want)
		}
		if got := quiet.Slice(); !sameMoves(got, wantQuiet) {
			t.Fatalf("%s: quiet checks %v, want %v", p.SFEN(), got, wantQuiet)
		}
	})
	if found < 1000 {
		t.Errorf("only %d checks were met", found)
	}
}

// sameMoves reports whether two lists hold the same moves in any order.
func sameMoves(a, b []Move) bool {
	a, b = slices.Clone(a), slices.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}
