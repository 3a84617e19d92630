package train

import (
	"math"
	"testing"
)

func TestSettings(t *testing.T) {
	if d := Defaults(); d.Check() != nil {
		t.Errorf("defaults: %v", d.Check())
	}
	tests := []struct {
		spoil func(*Settings)
		want  string
	}{
		{func(s *Settings) { s.Hidden = 100 }, "network of 100 hidden units (expected a multiple of 128 up to 1024)"},
		{func(s *Settings) { s.Outputs = 9 }, "network of 9 outputs (expected 1 to 8)"},
		{func(s *Settings) { s.Epochs = 0 }, "training of 0 epochs by 16384 at 0.001 (expected positive numbers)"},
		{func(s *Settings) { s.Batch = 0 }, "training of 6 epochs by 0 at 0.001 (expected positive numbers)"},
		{func(s *Settings) { s.Rate = math.NaN() }, "training of 6 epochs by 16384 at NaN (expected positive numbers)"},
		{func(s *Settings) { s.Blend = 1.5 }, "share of 1.5 blended (expected 0 to 1)"},
		{func(s *Settings) { s.Held = 0.6 }, "share of 0.6 held back (expected 0 to 0.5)"},
		{func(s *Settings) { s.Decay = -1 }, "decay of -1 at a rate of 0.001 (expected from 0 on, together less than 1)"},
	}
	for _, test := range tests {
		s := Defaults()
		test.spoil(&s)
		if err := s.Check(); err == nil || err.Error() != test.want {
			t.Errorf("error = %v\nwant    %s", err, test.want)
		}
	}
}
