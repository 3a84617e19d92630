package bench

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/suites"
)

// diary is an engine that writes down what is asked of it.
type diary struct{ calls []string }

func (d *diary) ID() engine.ID { return engine.ID{Name: "Diary", Version: "1"} }

func (d *diary) Reset(context.Context) error {
	d.calls = append(d.calls, "reset")
	return nil
}

func (d *diary) Search(_ context.Context, task engine.Task, _ func(engine.Info)) (engine.Result, error) {
	d.calls = append(d.calls, task.Limits.String()+" "+task.Start.EPD())
	return engine.Result{Best: firstLegal(task.Start), Depth: 1, Nodes: 7}, nil
}

func (d *diary) Close() error { return nil }

// TestPrelude: a form of the second round comes after a search of another position,
// without a reset between, and nothing of that search is in its outcome.
func TestPrelude(t *testing.T) {
	suite, err := suites.Load(strings.NewReader("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - bm O-O; id \"A\";\n"), "few.epd")
	if err != nil {
		t.Fatal(err)
	}
	if suite, err = suite.Forms(3); err != nil {
		t.Fatal(err)
	}
	book := new(diary)
	open := func() (engine.Engine, error) { return book, nil }
	run, _, err := Execute(context.Background(), open, suite, Config{Limits: Limits{Limits: engine.Limits{Nodes: 100}}, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	prelude, found := suite.Prelude(2)
	if !found {
		t.Fatal("the third form has no prelude")
	}
	want := []string{
		"reset", "nodes=100 r3k2r/8/8/8/8/8/8/R3K2R w KQkq -",
		"reset", "nodes=100 r3k2r/8/8/8/8/8/8/R3K2R b KQkq -",
		"reset", "depth=5 " + prelude.EPD(), "nodes=100 r3k2r/8/8/8/8/8/8/R3K2R w KQkq -",
	}
	if !slices.Equal(book.calls, want) {
		t.Errorf("asked\n%s\nwant\n%s", strings.Join(book.calls, "\n"), strings.Join(want, "\n"))
	}
	if o := run.Outcomes[2]; o.ID != "A/2" || o.Nodes != 7 {
		t.Errorf("%+v", o)
	}
}
