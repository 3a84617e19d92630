package farm

import (
	"errors"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/speed"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestReadRace: a worker's result is accepted if it is of that race. An engine that
// failed ends the race, and so does a race that all workers gave up.
func TestReadRace(t *testing.T) {
	id := func(name string) Engine { return Engine{ID: engine.ID{Name: name}} }
	sample := speed.Sample{Wall: 10, Nodes: 5}
	pairs := []speed.Pair{{Base: sample, Head: sample}}
	report := func(head string, of int) *speed.Report {
		return &speed.Report{
			Base: id("a").ID, Head: id(head).ID, Limits: "nodes=5", Positions: 1, Of: of, Machine: "w",
			Measured: []*speed.Measurement{{Pairs: pairs, Same: pairs}},
		}
	}
	for _, test := range []struct {
		name   string
		report *speed.Report
		fault  error
		end    End
		refuse string // part of the reason why the result is refused
		fails  string // the end that it makes
	}{
		{"measured", report("b", 2), nil, Done, "", ""},
		{"other engine", report("c", 2), nil, Done, "race is another one", ""},
		{"other positions", report("b", 3), nil, Done, "race is another one", ""},
		{"no race", &speed.Report{}, nil, Done, "race: limits", ""},
		{"fault", nil, errors.New("head: crash\x1b"), Done, "", `farm: race on worker "w": head: crash`},
		{"lost", report("b", 2), nil, Lost, "", "farm: 3 workers were given the race, and none returned what fits"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := &raceTask{job: RaceJob{Base: id("a"), Head: id("b"), Suite: "s", Limits: "nodes=5"}, positions: []string{"1", "2"}}
			result := must.Get(NewRaceResult(0, "s", test.report, test.fault))(t)
			result.Worker, result.End = "w", test.end
			_, take, err := r.read(result)
			if test.refuse != "" {
				if err == nil || !strings.HasPrefix(err.Error(), test.refuse) {
					t.Fatalf("got %v", err)
				}
				return
			}
			must.Do(t, err)
			err = take()
			switch {
			case test.fails != "":
				if failure.Of(err) != failure.Engine || !strings.HasPrefix(err.Error(), test.fails) || strings.Contains(err.Error(), "\x1b") {
					t.Errorf("got %v", err)
				}
			case err != nil || r.report == nil || r.report.Machine != "w":
				t.Errorf("got %v, %v", r.report, err)
			}
		})
	}
}
