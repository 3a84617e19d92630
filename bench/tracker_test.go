package bench

import (
	"slices"
	"testing"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// reports makes one exact report for each move, by rising depth; a move with a
// bound in front of it, such as ">e4", has that bound and the depth of the next.
func reports(t *testing.T, moves ...string) []engine.Info {
	t.Helper()
	var list []engine.Info
	depth := 1
	for _, text := range moves {
		bound, san := engine.Exact, text
		switch text[0] {
		case '>':
			bound, san = engine.Lower, text[1:]
		case '<':
			bound, san = engine.Upper, text[1:]
		}
		list = append(list, engine.Info{
			Depth: depth, SelDepth: depth + 1, Nodes: uint64(100 * (len(list) + 1)), Score: 7, Bound: bound,
			PV: []game.Move{move(t, startFEN, san)},
		})
		if bound == engine.Exact {
			depth++
		}
	}
	return list
}

func TestEarlyStop(t *testing.T) {
	same := reports(t, "e4", "e4", "e4")
	for i := range same {
		same[i].Depth = 1
	}
	gap := reports(t, "e4", "e4", "e4")
	gap[1].Depth, gap[2].Depth = 9, 30
	tests := []struct {
		name   string
		enough int
		infos  []engine.Info
		told   int // reports until the end of the search
		depth  int // of the outcome
		nodes  uint64
		stable uint64 // nodes
	}{
		{"three in a row", 3, reports(t, "d4", "e4", "e4", "e4", "e4", "e4"), 4, 4, 400, 200},
		{"at once", 1, reports(t, "e4", "d4"), 1, 1, 100, 100},
		{"a loss between", 3, reports(t, "e4", "e4", "d4", "e4", "e4", "e4", "d4"), 6, 6, 600, 400},
		{"not often enough", 4, reports(t, "e4", "e4", "e4"), 3, 3, 350, 100},
		{"never", 0, reports(t, "e4", "e4", "e4", "e4"), 4, 3, 350, 100},
		{"one depth counts once", 3, same, 3, 3, 350, 100},
		{"depths left out", 3, gap, 3, 30, 300, 100},
		{"bounds do not count", 3, reports(t, "e4", ">e4", "<d4", "e4", ">e4", "e4", "e4"), 6, 3, 600, 100},
		{"a lower bound of another move breaks", 3, reports(t, "e4", "e4", ">d4", "e4", "e4", "e4"), 6, 5, 600, 400},
	}
	for _, test := range tests {
		for _, deaf := range []bool{false, true} {
			t.Run(test.name, func(t *testing.T) {
				engines := newStable()
				record := ask(t, "x", startFEN, "e4")
				final := result(t, startFEN, "e4", 12)
				final.Counters.NullTried = 9 // known at the end only, so not of a search that was stopped
				engines.script[record.Position.EPD()] = answer{infos: test.infos, result: final, deaf: deaf}
				config := depthConfig()
				config.Limits.StopSolved = test.enough
				run, _ := engines.run(t, config, record)
				o := run.Outcomes[0]
				if o.Verdict != Solved || o.Depth != test.depth || o.Nodes != test.nodes || o.Stable == nil || o.Stable.Nodes != test.stable {
					t.Errorf("got %+v", o)
				}
				stopped := test.nodes != 350
				if stopped != (o.Counters == engine.Counters{}) || stopped && o.Score != 7 {
					t.Errorf("stopped %v, counters %+v, score %v", stopped, o.Counters, o.Score)
				}
				if !deaf && engines.told != test.told {
					t.Errorf("%d reports, want %d", engines.told, test.told)
				}
			})
		}
	}
}

// TestEarlyStopKeepsTheRunGoing: ending one search is not ending the run, and a
// position that asks nothing is searched to its limit.
func TestEarlyStopKeepsTheRunGoing(t *testing.T) {
	engines := newStable()
	asked, measured := ask(t, "x", startFEN, "e4"), ask(t, "y", startFEN)
	engines.script[asked.Position.EPD()] = answer{infos: reports(t, "e4", "e4", "e4"), result: result(t, startFEN, "e4", 12)}
	config := depthConfig()
	config.Limits.StopSolved = 2
	run, _, err := Execute(t.Context(), engines.open, suiteOf(asked, measured, asked), config)
	if err != nil || !run.Complete {
		t.Fatalf("got %+v, %v", run, err)
	}
	var nodes []uint64
	for _, o := range run.Outcomes {
		nodes = append(nodes, o.Nodes)
	}
	if want := []uint64{200, 350, 200}; !slices.Equal(nodes, want) {
		t.Errorf("nodes: got %v, want %v", nodes, want)
	}
	if run.Limits != "depth=5,stop-when-solved=2" {
		t.Errorf("limits: got %q", run.Limits)
	}
}

// TestEarlyStopChecksTheMove: the answer of a search that was ended is checked
// like every other.
func TestEarlyStopChecksTheMove(t *testing.T) {
	engines := newStable()
	record := ask(t, "x", startFEN)
	record.Avoid = []game.Move{move(t, startFEN, "a3")}
	infos := reports(t, "e4", "e4")
	for i := range infos {
		infos[i].PV = []game.Move{move(t, backRank, "Ra8")}
	}
	engines.script[record.Position.EPD()] = answer{infos: infos, result: result(t, startFEN, "e4", 12)}
	config := depthConfig()
	config.Limits.StopSolved = 2
	run, _, err := Execute(t.Context(), engines.open, suiteOf(record), config)
	if err != nil || run.Outcomes[0].Fault != FaultIllegalMove {
		t.Errorf("got %+v, %v", run.Outcomes[0], err)
	}
}
