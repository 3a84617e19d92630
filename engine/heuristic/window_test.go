package heuristic

import "testing"

// TestWindow checks how the window of an iteration opens.
func TestWindow(t *testing.T) {
	open := [2]int32{-infinity, infinity}
	for name, w := range map[string]Window{"a shallow iteration": NewWindow(4, 100), "a mate before": NewWindow(9, mateBound)} {
		if got := [2]int32{w.Alpha, w.Beta}; got != open {
			t.Errorf("%s begins with %v", name, got)
		}
	}
	w := NewWindow(9, 100)
	if w.Alpha != 84 || w.Beta != 116 {
		t.Fatalf("begins with %+v", w)
	}
	for _, c := range []struct {
		value int32
		high  bool
		want  [2]int32
	}{
		{80, false, [2]int32{64, 100}},
		{101, true, [2]int32{64, 133}},
		{200, true, [2]int32{64, 264}},
		{300, true, [2]int32{64, 428}},
		{500, true, open},
	} {
		if c.high {
			w.High(c.value)
		} else {
			w.Low(c.value)
		}
		if got := [2]int32{w.Alpha, w.Beta}; got != c.want {
			t.Fatalf("after %d: %v, want %v", c.value, got, c.want)
		}
	}
}
