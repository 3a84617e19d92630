package search

import "github.com/zugwatch/zugwatch/engine/shogi"

// repeats reports whether the position at f has stood on the board before, within the line
// or the game, and what that is worth to its side to move. One repetition is enough: what
// could be had once can be had again. A side that did nothing but check since then loses
// by it, so that the rule for the fourth time is applied to the second. A pass ends all
// that: nobody could play through it.
func (t *thread) repeats(f *frame) (value int32, ok bool) {
	last := len(t.keys)
	for back := 4; back <= min(last, f.real); back += 2 {
		if t.keys[last-back] != f.position.Key() {
			continue
		}
		checked := f.position.InCheck() && shogi.AllChecks(t.checks, last-2, last-back)
		checking := shogi.AllChecks(t.checks, last-1, last-back)
		switch {
		case checked == checking:
			return drawScore, true
		case checked:
			return foulScore, true
		}
		return -foulScore, true
	}
	return 0, false
}
