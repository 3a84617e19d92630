package profile

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/zugwatch/zugwatch/engine/must"
)

const perfText = `my engine 21346   10101010 cpu-clock:u: 
	          361845 Search::qsearch(Stack*, int) (/home/x/engine)
	          35e54f Search::search(Stack*, int) (/home/x/engine)
	          35e600 Search::search(Stack*, int) (/home/x/engine)
	               0 [unknown] ([unknown])
	          123456 nobody (/home/x/engine)

my engine 21347   10101010 cpu-clock:u: 
	           1a603 [unknown] (/usr/games/stripped)

other 3   10101010 cpu-clock:u: 
	               0 [unknown] ([unknown])
`

func TestReadPerf(t *testing.T) {
	p := must.Get(ReadPerf(strings.NewReader(perfText)))(t)
	s := must.Get(p.Summarise())(t)
	want := []Function{
		{"Search::qsearch(Stack*, int)", []int64{1}, []int64{1}},
		{"Search::search(Stack*, int)", []int64{0}, []int64{1}},
		{"[stripped]", []int64{1}, []int64{1}},
		{"[unknown]", []int64{1}, []int64{1}},
	}
	if diff := cmp.Diff(want, s.Functions); diff != "" || s.SampleNS != 10101010 {
		t.Errorf("samples of %v ns, functions differ:\n%s", s.SampleNS, diff)
	}
	if strings.Contains(string(unzipped(t, written(t, p))), "/home/x") {
		t.Error("the profile names a folder of the machine")
	}
}

func TestReadPerfRefuses(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"empty", "", "profile has no samples"},
		{"no head", "x\n", "output of perf script has no head of a sample at line 1 (expected the fields " + PerfFields + ")"},
		{"other event", "x 1 10 cycles: \n", "another event than cpu-clock at line 1"},
		{"no period", "x 1 ten cpu-clock: \n", "no period at line 1"},
		{"no frame", "x 1 10 cpu-clock: \n\twhat\n", "no frame at line 2"},
		{"long line", strings.Repeat("x", 1<<17), "a line of more than 64 KiB at line 0"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := ReadPerf(strings.NewReader(test.text))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
}

// TestReadPerfLimits goes on behind nearly as many samples and frames as there may be.
func TestReadPerfLimits(t *testing.T) {
	for want, p := range map[string]perfReader{
		"profile has more than 100000 samples": {samples: maxMessages - 2}, "profile has more than 3000000 frames": {frames: maxFrames - 3},
	} {
		var err error
		for line := range strings.Lines(perfText) {
			if err == nil {
				err = p.read(line)
			}
		}
		if err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

// FuzzReadPerf holds the number of samples of whatever can be read equal to the
// number of heads in it.
func FuzzReadPerf(f *testing.F) {
	f.Add(perfText)
	f.Add("x 1 10 cpu-clock: \n\n\ny z 2 10 cpu-clock: \n\t1 a (b)\n")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ReadPerf(strings.NewReader(text))
		if err != nil {
			return
		}
		heads, inside := int64(0), false
		for line := range strings.SplitSeq(text, "\n") {
			blank := strings.TrimSpace(line) == ""
			if !blank && !inside {
				heads++
			}
			inside = !blank
		}
		if p.Samples() != heads {
			t.Errorf("%d samples of %d heads in %s", p.Samples(), heads, fmt.Sprintf("%q", text))
		}
	})
}
