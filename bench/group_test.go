package bench

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/suites"
)

// fiveInForms returns five positions in so many forms.
func fiveInForms(t *testing.T, forms int) *suites.Suite {
	t.Helper()
	var text strings.Builder
	for i, rank := range []string{"8", "7P", "6P1", "5P2", "4P3"} {
		rights := []string{"-", "K"}[i%2] // with rights to castle there are fewer symmetries, and the third form is of the second round
		fmt.Fprintf(&text, "k7/8/8/8/8/%s/8/4K2R w %s - id \"P%d\";\n", rank, rights, i)
	}
	suite := must.Get(suites.Load(strings.NewReader(text.String()), "five.epd"))(t)
	return must.Get(suite.Forms(forms))(t)
}

// TestKeepState: one reset for each two positions of as many forms, and no prelude. The order is not that of the suite.
// Neither more forms nor a fresh process for each group changes it.
func TestKeepState(t *testing.T) {
	suite := fiveInForms(t, 8)
	limits := Limits{Limits: engine.Limits{Depth: 1}, KeepState: 2}
	book, opened := new(recorder), 0
	open := func() (engine.Engine, error) { opened++; return book, nil }
	run, _, err := Execute(t.Context(), open, suite, Config{Limits: limits, Workers: 1})
	must.Do(t, err)
	resets := 0
	for i, call := range book.calls {
		switch {
		case call == "reset":
			resets++
		case strings.HasPrefix(call, "depth=5"):
			t.Errorf("call %d is a prelude: %s", i, call)
		}
	}
	if !run.Complete || resets != 8*3 || len(book.calls) != 24+40 {
		t.Errorf("%d resets in %d calls:\n%s", resets, len(book.calls), strings.Join(book.calls, "\n"))
	}
	more := strings.Join(book.calls, "\n") + "\nreset"
	for _, look := range [][2]int{{0, 4}, {4, 8}} {
		few := new(recorder)
		part := must.Get(suite.FormsBetween(look[0], look[1]))(t)
		if _, _, err := Execute(t.Context(), func() (engine.Engine, error) { return few, nil }, part, Config{Limits: limits, Workers: 1}); err != nil {
			t.Fatal(err)
		}
		for group := range strings.SplitSeq(strings.TrimPrefix(strings.Join(few.calls, "\n"), "reset"), "\nreset") {
			if !strings.Contains(more, "reset"+group+"\nreset") {
				t.Errorf("group of forms %v:%s\nall:\n%s", look, group, more)
			}
		}
	}
	if slices.IsSorted(keptGroups(fiveInForms(t, 1), 5)[0]) {
		t.Error("the order is that of the suite")
	}
	before := book.calls
	book.calls, opened = nil, 0
	if _, _, err := Execute(t.Context(), open, suite, Config{Limits: limits, Workers: 1, Restart: 16}); err != nil {
		t.Fatal(err)
	}
	if opened != 24 || !slices.Equal(book.calls, before) {
		t.Errorf("with restarts: %d engines, %v", opened, book.calls)
	}
}

// TestKeepStateFault: after a fault the position is tried again in a fresh engine, and the next one has another, which begins a game.
func TestKeepStateFault(t *testing.T) {
	suite := fiveInForms(t, 1)
	second := suite.Records[keptGroups(suite, 5)[0][1]].Position.EPD()
	book := new(recorder)
	open := func() (engine.Engine, error) {
		book.calls = append(book.calls, "open")
		return &breaking{book, second}, nil
	}
	run, _, err := Execute(t.Context(), open, suite, Config{Limits: Limits{Limits: engine.Limits{Depth: 1}, KeepState: 5}, Workers: 1})
	must.Do(t, err)
	for i, want := range []string{"open", "reset", "depth=1", "depth=1", "open", "reset", "depth=1", "open", "reset", "depth=1", "depth=1", "depth=1"} {
		if i >= len(book.calls) || !strings.HasPrefix(book.calls[i], want) {
			t.Fatalf("call %d is not %s: %q", i, want, book.calls)
		}
	}
	if totals := run.Totals(); totals.Faulted != 1 {
		t.Errorf("%+v", totals)
	}
}

// breaking is a recorder that fails on one position.
type breaking struct {
	*recorder
	on string
}

func (b *breaking) Search(ctx context.Context, task engine.Task, each func(engine.Info)) (engine.Result, error) {
	result, err := b.recorder.Search(ctx, task, each)
	if task.Start.EPD() == b.on {
		err = errors.New("broken")
	}
	return result, err
}

// TestRestartGroups: large groups are equal and even in number, small ones hold as many records as they may.
func TestRestartGroups(t *testing.T) {
	for _, test := range []struct {
		records, size int
		want          []int
	}{
		{0, 1, nil},
		{0, 256, nil},
		{3, 1, []int{1, 1, 1}},
		{33, 16, []int{16, 16, 1}},
		{300, 256, []int{150, 150}},
		{1200, 256, []int{200, 200, 200, 200, 200, 200}},
		{513, 256, []int{129, 129, 129, 126}},
		{1, 32, []int{1}},
	} {
		var sizes, all []int
		for _, group := range restartGroups(test.records, test.size) {
			sizes, all = append(sizes, len(group)), append(all, group...)
		}
		if !slices.Equal(sizes, test.want) || !slices.IsSorted(all) || len(all) != test.records {
			t.Errorf("%d records by %d: groups of %v, want %v", test.records, test.size, sizes, test.want)
		}
	}
}
