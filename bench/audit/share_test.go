package audit

import "testing"

// TestParseShares holds what is read as a sample and as a rate, and what is not.
func TestParseShares(t *testing.T) {
	for text, want := range map[string]uint64{"1/1": 1, "1/16": 16, "1/1048576": 1 << 20, "1/0": 0, "1/1048577": 0, "16": 0, "2/3": 0, "": 0} {
		if every, err := ParseSample(text); every != want || (err == nil) != (want > 0) {
			t.Errorf("sample %q: %d, %v, want %d", text, every, err, want)
		}
	}
	for text, want := range map[string]float64{"0%": 0, "2%": 0.02, "100%": 1} {
		if rate, err := ParseRate(text); rate != want || err != nil {
			t.Errorf("rate %q: %v, %v, want %v", text, rate, err, want)
		}
	}
	for _, text := range []string{"", "2", "-1%", "101%", "NaN%", "x%"} {
		if rate, err := ParseRate(text); err == nil {
			t.Errorf("rate %q: %v, want an error", text, rate)
		}
	}
}
