package bench

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/suites"
)

// recorder is an engine that records the calls to it.
type recorder struct{ calls []string }

func (e *recorder) ID() engine.ID { return engine.ID{Name: "Recorder", Version: "1"} }

func (e *recorder) Reset(context.Context) error {
	e.calls = append(e.calls, "reset")
	return nil
}

func (e *recorder) Search(_ context.Context, task engine.Task, _ func(engine.Info)) (engine.Result, error) {
	call, at := task.Limits.String()+" "+task.Start.EPD(), task.Start
	for _, m := range task.Moves {
		call, at = call+" "+m.String(), at.After(m)
	}
	e.calls = append(e.calls, call)
	return engine.Result{Best: firstLegal(at), Depth: 1, Nodes: 7}, nil
}

func (e *recorder) Close() error { return nil }

// TestHistory: an engine is given the game that led to a position, in each form.
func TestHistory(t *testing.T) {
	const sound = `8/8/8/8/8/8/8/K2k4 b - - hmvc 1; draw; id "A"; history "8/8/8/8/8/8/8/1K1k4 w - - 0 1 moves b1a1";`
	suite := must.Get(suites.Load(strings.NewReader(sound+"\n"), "few.epd"))(t)
	suite = must.Get(suite.Forms(2))(t)
	book := new(recorder)
	open := func() (engine.Engine, error) { return book, nil }
	if _, _, err := Execute(context.Background(), open, suite, Config{Limits: Limits{Limits: engine.Limits{Depth: 1}}, Workers: 1}); err != nil {
		t.Fatal(err)
	}
	want := []string{"reset", "depth=1 8/8/8/8/8/8/8/1K1k4 w - - b1a1", "reset", "depth=1 1k1K4/8/8/8/8/8/8/8 b - - b8a8"}
	if !slices.Equal(book.calls, want) {
		t.Errorf("asked\n%s\nwant\n%s", strings.Join(book.calls, "\n"), strings.Join(want, "\n"))
	}
}

// TestPrelude: a form of the second round comes after a search of another position,
// without a reset between, and nothing of that search is in its outcome.
func TestPrelude(t *testing.T) {
	suite := must.Get(suites.Load(strings.NewReader("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - bm O-O; id \"A\";\n"), "few.epd"))(t)
	suite = must.Get(suite.Forms(3))(t)
	book := new(recorder)
	open := func() (engine.Engine, error) { return book, nil }
	run, _, err := Execute(context.Background(), open, suite, Config{Limits: Limits{Limits: engine.Limits{Nodes: 100}}, Workers: 1})
	must.Do(t, err)
	prelude, found := suite.Prelude(2)
	if !found {
		t.Fatal("the third form has no prelude")
	}
	want := []string{
		"reset", "nodes=100 r3k2r/8/8/8/8/8/8/R3K2R w KQkq -",
		"reset", "nodes=100 r3k2r/8/8/8/8/8/8/R3K2R b KQkq -",
		"reset", "depth=5,nodes=100 " + prelude.EPD(), "nodes=100 r3k2r/8/8/8/8/8/8/R3K2R w KQkq -",
	}
	if !slices.Equal(book.calls, want) {
		t.Errorf("asked\n%s\nwant\n%s", strings.Join(book.calls, "\n"), strings.Join(want, "\n"))
	}
	if o := run.Outcomes[2]; o.ID != "A/2" || o.Nodes != 7 {
		t.Errorf("%+v", o)
	}
}

// TestPreludeLimits: a prelude goes no further than the positions of the suite.
func TestPreludeLimits(t *testing.T) {
	for _, test := range []struct{ limits, want string }{
		{limits: "depth=3,stop-when-solved=3", want: "depth=3"},
		{limits: "depth=9", want: "depth=5"},
		{limits: "nodes=3125,stop-when-solved=3", want: "depth=5,nodes=3125"},
		{limits: "depth=4,nodes=1000000", want: "depth=4,nodes=1000000"},
		{limits: "movetime=100ms", want: "depth=5"},
		{limits: "sd", want: "depth=5"},
	} {
		limits := must.Get(ParseLimits(test.limits))(t)
		if got := limits.Prelude().String(); got != test.want {
			t.Errorf("%s: prelude %s, want %s", test.limits, got, test.want)
		}
		longer := limits.Longer().Longer()
		if got := longer.Prelude().String(); got != test.want {
			t.Errorf("%s, longer: prelude %s, want %s", test.limits, got, test.want)
		}
	}
}
