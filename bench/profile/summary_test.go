package profile

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/pprof/driver"
	"github.com/google/pprof/profile"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/search"
)

func TestSummarise(t *testing.T) {
	p := stacks(t, Notes{Passes: []Pass{{Nodes: 100}, {Nodes: 100}}},
		[]string{"3 leaf;search;moves;search;main", "search;main", "2 main"},
		[]string{"leaf;search;main", "4 leaf"})
	s := must.Get(p.Summarise())(t)
	want := []Function{
		{"leaf", []int64{3, 5}, []int64{3, 5}},
		{"main", []int64{2, 0}, []int64{6, 1}},
		{"moves", []int64{0, 0}, []int64{3, 0}},
		{"search", []int64{1, 0}, []int64{4, 1}}, // once for each stack, though it calls itself
	}
	if diff := cmp.Diff(want, s.Functions); diff != "" {
		t.Errorf("functions differ:\n%s", diff)
	}
	if s.SampleNS != 1e7 || s.Nodes() != 200 || s.NSPerNode(10) != 5e5 {
		t.Errorf("sample of %v ns, %d nodes, 10 samples are %v ns per node", s.SampleNS, s.Nodes(), s.NSPerNode(10))
	}
}

// TestInlined counts frames that share one place as if each had been called.
func TestInlined(t *testing.T) {
	p := stacks(t, Notes{}, []string{"outer"})
	inner := &profile.Function{ID: 2, Name: "inner"}
	p.p.Function = append(p.p.Function, inner)
	l := p.p.Location[0]
	l.Line = append([]profile.Line{{Function: inner}}, l.Line...)
	s := must.Get(p.Summarise())(t)
	want := []Function{{"inner", []int64{1}, []int64{1}}, {"outer", []int64{0}, []int64{1}}}
	if diff := cmp.Diff(want, s.Functions); diff != "" {
		t.Errorf("functions differ:\n%s", diff)
	}
}

func TestSummariseOther(t *testing.T) {
	p := must.Get(CaptureMemory("heap", Notes{}))(t)
	if _, err := p.Summarise(); err == nil || !strings.Contains(err.Error(), "not one of CPU time") {
		t.Errorf("error %v", err)
	}
	if _, err := CaptureMemory("threads", Notes{}); err == nil {
		t.Error("there is no profile of threads")
	}
}

// captured returns a real profile of the built-in engine, taken once.
func captured(t *testing.T) *Profile {
	t.Helper()
	return must.Get(captureOnce())(t)
}

var captureOnce = sync.OnceValues(func() (*Profile, error) {
	searcher, err := search.New(search.Defaults())
	if err != nil {
		return nil, err
	}
	on := WithLabels(searcher, "test", func(game.Position) string { return "start" })
	return CaptureCPU(BuiltinRules(), func() (Notes, error) {
		r, err := on.Search(context.Background(), engine.Task{Start: game.Chess.Start(), Limits: engine.Limits{Nodes: 1_000_000}}, nil)
		return Notes{Suite: "test", Passes: []Pass{{Nodes: r.Nodes}}}, err
	})
})

// topFlags is a command line of pprof that asks for the counts of every function.
type topFlags struct{ fixedFlags }

func (topFlags) Bool(name string, def bool, _ string) *bool {
	value := def || name == "top"
	return &value
}

func (topFlags) Int(name string, def int, _ string) *int {
	if name == "nodecount" {
		def = 1_000_000
	}
	return &def
}

func (topFlags) Float64(name string, def float64, _ string) *float64 {
	if strings.HasSuffix(name, "fraction") {
		def = 0
	}
	return &def
}

func (topFlags) String(name, def, _ string) *string {
	switch name {
	case "symbolize":
		def = "none"
	case "sample_index":
		def = "samples"
	case "output":
		def = "top"
	}
	return &def
}

// topWriter keeps what pprof writes.
type topWriter struct{ bytes.Buffer }

func (w *topWriter) Open(string) (io.WriteCloser, error) { return w, nil }
func (*topWriter) Close() error                          { return nil }

// TestTop holds the counts of every function against those of pprof itself.
func TestTop(t *testing.T) {
	loaded := must.Get(readProfile(written(t, captured(t))))(t)
	s := must.Get(loaded.Summarise())(t)
	var out topWriter
	ui := &quietUI{}
	err := driver.PProf(&driver.Options{Flagset: topFlags{}, Fetch: fetched{loaded.p.Copy()}, UI: ui, Sym: noSymbols{}, Writer: &out})
	if err != nil {
		t.Fatalf("%v%s", err, ui.output())
	}
	got := make(map[string][2]int64)
	for _, f := range s.Functions {
		got[f.Name] = [2]int64{Total(f.Flat), Total(f.Cum)}
	}
	want := make(map[string][2]int64)
	row := regexp.MustCompile(`(?m)^ *(\d+) +[\d.]+% +[\d.]+% +(\d+) +[\d.]+% +(.+?)(?: \((?:partial-)?inline\))?$`)
	for _, m := range row.FindAllStringSubmatch(out.String(), -1) {
		flat, _ := strconv.ParseInt(m[1], 10, 64)
		cum, _ := strconv.ParseInt(m[2], 10, 64)
		want[m[3]] = [2]int64{flat, cum}
	}
	if len(want) < 50 {
		t.Fatalf("only %d functions in:\n%s", len(want), &out.Buffer)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("counts differ from those of pprof:\n%s", diff)
	}
}

// TestCapture checks the labels of a real profile and its facts about the machine.
func TestCapture(t *testing.T) {
	p := captured(t)
	if p.Samples() < 20 {
		t.Fatalf("%d samples", p.Samples())
	}
	s := must.Get(p.Summarise())(t)
	trees := make(map[string]int64)
	for _, phase := range s.Phases {
		trees[phase.Tree] += Total(phase.Samples)
		if phase.Phase != PhaseOther && phase.Tree == TreeNone {
			t.Errorf("phase %s is in no tree", phase.Phase)
		}
	}
	if 10*(trees[TreeMain]+trees[TreeNull]+trees[TreeVerification]) < 8*p.Samples() {
		t.Errorf("trees %v of %d samples", trees, p.Samples())
	}
	named := 0
	for _, sample := range p.p.Sample {
		if sample.HasLabel(suiteLabel, "test") && sample.HasLabel(positionLabel, "start") {
			named++
		}
	}
	if 10*named < 8*len(p.p.Sample) {
		t.Errorf("%d of %d samples name the position", named, len(p.p.Sample))
	}
	here := must.Get(os.Getwd())(t)
	data := unzipped(t, written(t, p))
	for _, path := range []string{filepath.Dir(filepath.Dir(here)), os.TempDir(), "/usr/"} {
		if bytes.Contains(data, []byte(path)) {
			t.Errorf("the profile holds the path %s", path)
		}
	}
}

func TestCaptureFails(t *testing.T) {
	broken := errors.New("broken")
	if _, err := CaptureCPU(Rules{}, func() (Notes, error) { return Notes{}, broken }); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	_, err := CaptureCPU(Rules{}, func() (Notes, error) { return Notes{}, nil })
	if err == nil || !strings.Contains(err.Error(), "no samples") {
		t.Errorf("error %v", err)
	}
	_, err = CaptureCPU(Rules{}, func() (Notes, error) {
		_, err := CaptureCPU(Rules{}, func() (Notes, error) { return Notes{}, nil })
		return Notes{}, err
	})
	if err == nil || !strings.Contains(err.Error(), "profile start") {
		t.Errorf("error %v", err)
	}
}

// TestGuide merges what differs in its labels only.
func TestGuide(t *testing.T) {
	p := stacks(t, Notes{Passes: []Pass{{Nodes: 1}, {Nodes: 1}}}, []string{"2 a;b"}, []string{"3 a;b", "a"})
	guide := must.Get(p.ForCompiler())(t)
	if len(guide.p.Sample) != 2 || guide.Samples() != 6 {
		t.Errorf("%d samples of %d stacks", guide.Samples(), len(guide.p.Sample))
	}
}

func TestAppendRefuses(t *testing.T) {
	a := stacks(t, Notes{Suite: "wac", Passes: []Pass{{Nodes: 1}}}, []string{"a"})
	b := stacks(t, Notes{Suite: "ecm", Passes: []Pass{{Nodes: 1}}}, []string{"a"})
	if err := a.Append(b); err == nil || !strings.Contains(err.Error(), `profiles are of another suite each ("wac" and "ecm")`) {
		t.Errorf("error %v", err)
	}
}
