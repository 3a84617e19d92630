package search

import "github.com/zugwatch/zugwatch/engine/shogi"

// repeats reports whether the position at f occurred before, in the line or the game, and its value for the side to
// move. One repetition is enough, because the sides could repeat it again. A side that only gave check since then
// loses, so the rule for the fourth occurrence applies to the second. The search does not look behind a pass, which
// is not a legal move.
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
