package bench

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
)

// TestRemote: searches on other machines, in any order and repeated if they were wrong,
// make the run of this machine. So do they with answers of an earlier attempt.
func TestRemote(t *testing.T) {
	suite := walk(t)
	engines := newStable()
	want, _ := engines.run(t, depthConfig(), suite.Records...)
	kept := &memory{known: []Answer{{Index: 1, Outcome: want.Outcomes[1], Time: PositionTime{ID: want.Outcomes[1].ID}}}}
	config := depthConfig()
	config.Recorder = kept
	config.Remote = func(ctx context.Context, here *Searcher, indices []int, found func(Answer, []string)) error {
		if slices.Contains(indices, 1) || len(indices) != len(suite.Records)-1 {
			t.Errorf("records %v are to be searched", indices)
		}
		wrong := here.Faulted(suite, indices[0], &FaultError{Class: FaultInternal, Text: "a lie"})
		found(wrong, []string{"it may be a lie"})
		slices.Reverse(indices)
		for _, i := range indices {
			a, warnings, err := here.Search(ctx, suite, i)
			if err != nil {
				return err
			}
			if wrong := here.Mismatch(suite, &a); wrong != "" {
				t.Error(wrong)
			}
			found(a, warnings)
		}
		return nil
	}
	engines = newStable()
	config.Workers = 3 // only the first engine is needed, to tell its name
	run, timing := engines.run(t, config, suite.Records...)
	if got, want := encoded(t, run), encoded(t, want); got != want {
		t.Errorf("the run differs:\n got %s\nwant %s", got, want)
	}
	if last := kept.found[len(kept.found)-1]; last.Outcome.Verdict == Faulted || len(kept.found) != len(suite.Records) {
		t.Errorf("%d records, the last one %+v", len(kept.found), last)
	}
	if !slices.Equal(timing.Warnings, []string{"it may be a lie"}) || engines.opened != 1 || engines.closed != 1 {
		t.Errorf("warnings %q; %d engines opened, %d closed", timing.Warnings, engines.opened, engines.closed)
	}
}

// TestRemoteVoid: a dropped answer is neither in the run nor in the recorder. The workers
// that gave the answers of an earlier attempt are known.
func TestRemoteVoid(t *testing.T) {
	suite := walk(t)
	want, _ := newStable().run(t, depthConfig(), suite.Records...)
	answer := func(i int, by string) Answer {
		return Answer{Index: i, Outcome: want.Outcomes[i], Time: PositionTime{ID: want.Outcomes[i].ID}, By: by}
	}
	kept := &memory{known: []Answer{answer(0, "w"), answer(1, "")}}
	config, events := depthConfig(), 0
	config.Recorder, config.Progress = kept, func(Event) { events++ }
	config.Remote = func(_ context.Context, here *Searcher, _ []int, found func(Answer, []string)) error {
		if got := here.AnsweredBy(); len(got) != 1 || got[0] != "w" {
			t.Errorf("answeredBy are %v", got)
		}
		for i := 2; i < len(suite.Records); i++ {
			found(answer(i, "w"), nil)
		}
		found(Answer{Index: 0, Void: true}, nil)
		found(Answer{Index: 2, Void: true}, nil)
		found(answer(2, ""), nil)
		return nil
	}
	run, timing, err := Execute(t.Context(), newStable().open, suite, config)
	if err != nil && run == nil {
		t.Fatal(err)
	}
	if totals := run.Totals(); run.Complete || totals.Unfinished != 1 || run.Outcomes[0].Verdict != Unfinished || timing.Positions[0].ID != want.Outcomes[0].ID || run.Outcomes[2].Verdict != want.Outcomes[2].Verdict {
		t.Errorf("the run is %+v", run)
	}
	if void := kept.found[len(kept.found)-3]; !void.Void || void.Index != 0 || void.Outcome.ID != want.Outcomes[0].ID || void.Time.ID == "" {
		t.Errorf("kept is %+v", void)
	}
	if want := len(suite.Records) - 1; events != want {
		t.Errorf("%d events, want %d", events, want)
	}
}

// TestRemoteFails: what keeps other machines from going on ends the run.
func TestRemoteFails(t *testing.T) {
	broken := errors.New("the line is cut")
	config := depthConfig()
	config.Remote = func(context.Context, *Searcher, []int, func(Answer, []string)) error { return broken }
	run, _, err := Execute(t.Context(), newStable().open, walk(t), config)
	if !errors.Is(err, broken) || run == nil || run.Complete {
		t.Errorf("got %v", err)
	}
}

// TestMismatch: an answer to another record is none.
func TestMismatch(t *testing.T) {
	suite := walk(t)
	s := NewSearcher(newStable().open, newStable().id, depthConfig())
	defer s.Close()
	good, _, err := s.Search(t.Context(), suite, 0)
	must.Do(t, err)
	for name, change := range map[string]func(a *Answer){
		"another record": func(a *Answer) { a.Index = 1 },
		"unfinished":     func(a *Answer) { a.Outcome.Verdict = Unfinished },
		"contradiction":  func(a *Answer) { a.Outcome.Fault = FaultExit },
	} {
		a := good
		if change(&a); s.Mismatch(suite, &a) == "" {
			t.Errorf("%s: nothing is wrong", name)
		}
	}
	if wrong := s.Mismatch(suite, &good); wrong != "" {
		t.Error(wrong)
	}
}
