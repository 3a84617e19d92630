package setting

import "testing"

type sample struct {
	depth int8
	what  uint8
	on    bool
}

var form = Form[sample]{
	What:    "sample",
	Presets: []Preset[sample]{{Name: "small", Value: sample{depth: 1}}, {Name: "large", Value: sample{depth: 9, what: 1, on: true}}},
	Keys: []Key[sample]{
		Number("depth", 0, 100, func(s *sample) *int8 { return &s.depth }),
		Word("what", []string{"none", "some"}, func(s *sample) *uint8 { return &s.what }),
		Switch("on", func(s *sample) *bool { return &s.on }),
	},
}

func TestTextRoundTrip(t *testing.T) {
	for depth := range int8(101) {
		for what := range uint8(2) {
			for _, on := range []bool{false, true} {
				value := sample{depth, what, on}
				text := form.String(value)
				if again, err := form.Parse(text); err != nil || again != value {
					t.Fatalf("%+v prints as %q, which reads as %+v, %v", value, text, again, err)
				}
			}
		}
	}
}

func TestString(t *testing.T) {
	for want, value := range map[string]sample{
		"small":               {depth: 1},
		"large":               {9, 1, true},
		"small,depth=2":       {depth: 2},
		"large,what=none":     {9, 0, true},
		"small,what=some":     {1, 1, false},
		"large,depth=1":       {1, 1, true},
		"small,depth=3,on=on": {3, 0, true},
	} {
		if got := form.String(value); got != want {
			t.Errorf("%+v prints as %q, want %q", value, got, want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"tiny":            `sample "tiny" (expected one of small large)`,
		"":                `sample "" (expected one of small large)`,
		"small,":          `sample "small," ends with a comma (expected key=value)`,
		"small,depht=1":   `unknown sample key "depht" (expected one of depth what on)`,
		"small,depth":     `sample key depth= (expected 0 to 100)`,
		"small,depth=101": `sample key depth=101 (expected 0 to 100)`,
		"small,depth=1e1": `sample key depth=1e1 (expected 0 to 100)`,
		"small,what=all":  `sample key what=all (expected none, some)`,
		"small,on=yes":    `sample key on=yes (expected on, off)`,
	} {
		if _, err := form.Parse(text); err == nil || err.Error() != want {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
}

func TestNumber(t *testing.T) {
	if n, low, high, err := form.Number(sample{depth: 7}, "depth"); n != 7 || low != 0 || high != 100 || err != nil {
		t.Errorf("depth is %d from %d to %d, %v", n, low, high, err)
	}
	for _, name := range []string{"what", "on", "depht"} {
		want := `sample key "` + name + `" is no number (expected one of depth)`
		if _, _, _, err := form.Number(sample{}, name); err == nil || err.Error() != want {
			t.Errorf("%s: error %v, want %s", name, err, want)
		}
	}
}
