package engine

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestScoreText(t *testing.T) {
	tests := []struct {
		name  string
		score Score
		text  string
	}{
		{"even", 0, "0"},
		{"plus", 35, "35"},
		{"minus", -120, "-120"},
		{"largest evaluation", MateBound - 1, "30999"},
		{"smallest evaluation", 1 - MateBound, "-30999"},
		{"mate on this move", MateScore - 1, "#1"},
		{"mate in five", MateScore - 9, "#5"},
		{"mated on the next move", 2 - MateScore, "#-1"},
		{"mated in three", 6 - MateScore, "#-3"},
		{"mated now", -MateScore, "#-0"},
		{"the other side is mated now", MateScore, "#0"},
		{"longest mate", MateScore - 999, "#500"},
		{"longest mate received", -MateBound, "#-500"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := test.score.String(); got != test.text {
				t.Errorf("score %d is written %s, want %s", int(test.score), got, test.text)
			}
			if got, err := ParseScore(test.text); err != nil || got != test.score {
				t.Errorf("score %s is read as %d, error %v, want %d", test.text, int(got), err, int(test.score))
			}
		})
	}
}

func TestParseScoreErrors(t *testing.T) {
	const want = " (expected centipawns such as -35, or #N for a mate)"
	tests := []struct{ name, text, quoted string }{
		{"nothing", "", `""`},
		{"only the sign of a mate", "#", `"#"`},
		{"words", "mate 3", `"mate 3"`},
		{"pawns", "0.35", `"0.35"`},
		{"beyond evaluations", "31000", `"31000"`},
		{"beyond evaluations, minus", "-31000", `"-31000"`},
		{"beyond mates", "#501", `"#501"`},
		{"beyond mates, minus", "#-501", `"#-501"`},
		{"beyond numbers", "-9223372036854775808", `"-9223372036854775808"`},
		{"two lines", "3\n5", `"3\n5"`},
		{"long", strings.Repeat("7", 100), `"` + strings.Repeat("7", 40) + `"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := ParseScore(test.text)
			if got != 0 || err == nil || err.Error() != "score "+test.quoted+want {
				t.Errorf("score %q is read as %s, error %v", test.text, got, err)
			}
		})
	}
}

// TestMateIn: every number of moves comes back from its score, and scores are
// in the order of what they are worth.
func TestMateIn(t *testing.T) {
	for n := -500; n <= 500; n++ {
		s := MateIn(n)
		if got, ok := s.Mate(); !ok || got != n {
			t.Errorf("MateIn(%d) is a mate in %d, %t", n, got, ok)
		}
		if again, err := ParseScore(s.String()); err != nil || again != s {
			t.Errorf("mate in %d is written %s and read as %s, error %v", n, s, again, err)
		}
		switch {
		case n > 1 && s >= MateIn(n-1), n < 0 && s <= MateIn(n+1), n > 0 && s < MateBound, n < 0 && s > -MateBound:
			t.Errorf("mate in %d has the score %d", n, int(s))
		}
	}
	for _, n := range []int{501, 1 << 40, 1<<63 - 1} {
		if MateIn(n) != MateIn(500) || MateIn(-n) != MateIn(-500) {
			t.Errorf("MateIn(±%d) is %s and %s, want #500 and #-500", n, MateIn(n), MateIn(-n))
		}
	}
	for s := 1 - MateBound; s < MateBound; s++ {
		if n, ok := s.Mate(); ok || n != 0 {
			t.Fatalf("score %d is a mate in %d", int(s), n)
		}
	}
}

func TestScoreJSON(t *testing.T) {
	type record struct {
		Score Score `json:"score"`
	}
	text, err := json.Marshal(record{MateIn(-2)})
	if err != nil || string(text) != `{"score":"#-2"}` {
		t.Errorf("score is stored as %s, error %v", text, err)
	}
	var got record
	if err := json.Unmarshal([]byte(`{"score":"-17"}`), &got); err != nil || got.Score != -17 {
		t.Errorf("score is read as %s, error %v", got.Score, err)
	}
	if err := json.Unmarshal([]byte(`{"score":"high"}`), &got); err == nil {
		t.Errorf("a word is read as the score %s", got.Score)
	}
}

// FuzzParseScore checks that accepted scores survive writing and reading.
func FuzzParseScore(f *testing.F) {
	for _, text := range []string{"0", "35", "-120", "#5", "#-3", "#0", "#-0", "#500", "30999", "#+7", "+7", "007", "31000", "", "#", "x"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseScore(text)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\r\n\x00") || len(err.Error()) > 500 {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		if again, err := ParseScore(s.String()); err != nil || again != s {
			t.Fatalf("%q is read as %s, then as %s, error %v", text, s, again, err)
		}
	})
}
