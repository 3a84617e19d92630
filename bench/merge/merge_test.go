package merge

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/suites"
)

// shardsOf executes a suite shard by shard.
func shardsOf(t *testing.T, count int) []*bench.Run {
	t.Helper()
	var parts []*bench.Run
	for index := 1; index <= count; index++ {
		config := depthConfig()
		config.Shard = bench.Shard{Index: index, Count: count}
		config.Workers = 1 + index%2
		config.Origin = bench.Origin{Tool: "0.1", Program: "feed"}
		run, timing, err := bench.Execute(t.Context(), openScripted, walk(t), config)
		if err != nil || run.Complete != (count == 1) || !run.Finished() {
			t.Fatalf("shard %d/%d: %+v, %v", index, count, run, err)
		}
		if run.Totals().Unfinished != 20-config.Shard.Size(20) || len(timing.Positions) != 20 {
			t.Fatalf("shard %d/%d: %+v", index, count, run.Totals())
		}
		parts = append(parts, run)
	}
	return parts
}

// TestShards: any number of shards, in any order, give what
// one run gives.
func TestShards(t *testing.T) {
	straight, _, err := bench.Execute(t.Context(), openScripted, walk(t), depthConfig())
	if err != nil || straight.Shard != (bench.Shard{}) {
		t.Fatal(straight.Shard, err)
	}
	for count := 1; count <= 20; count++ {
		parts := shardsOf(t, count)
		for _, order := range [][]*bench.Run{parts, reversed(parts), append(slices.Clone(parts), parts[0])} {
			merged, err := Shards(order)
			if err != nil || !reflect.DeepEqual(merged, straight) {
				t.Fatalf("%d shards: %v\n got %+v\nwant %+v", count, err, merged, straight)
			}
		}
	}
}

func reversed(runs []*bench.Run) []*bench.Run {
	other := slices.Clone(runs)
	slices.Reverse(other)
	return other
}

func TestShardsErrors(t *testing.T) {
	changed := func(change func(*bench.Run)) func([]*bench.Run) []*bench.Run {
		return func(parts []*bench.Run) []*bench.Run {
			change(parts[2])
			return parts
		}
	}
	tests := []struct {
		name   string
		change func([]*bench.Run) []*bench.Run
		want   string
	}{
		{"nothing", func([]*bench.Run) []*bench.Run { return nil }, "runs are none (expected those of all shards)"},
		{"schema", changed(func(r *bench.Run) { r.Schema = 0 }), `run is of another kind: schema is "0", that of the first is "1"`},
		{"suite", changed(func(r *bench.Run) { r.Suite.Name = "other" }), `run is of another kind: suite is "other", that of the first is "test"`},
		{"revision", changed(func(r *bench.Run) { r.Suite.Digest = "d2" }), `run is of another kind: suite digest is "d2", that of the first is "d1"`},
		{"length", changed(func(r *bench.Run) { r.Outcomes = r.Outcomes[:19] }), `run is of another kind: number of positions is "19", that of the first is "20"`},
		{"limits", changed(func(r *bench.Run) { r.Limits = "depth=6" }), `run is of another kind: limits is "depth=6", that of the first is "depth=5"`},
		{"engine", changed(func(r *bench.Run) { r.Engine.Version = "2" }), `run is of another kind: engine is "Scripted 2 Hash=16", that of the first is "Scripted 1 Hash=16"`},
		{
			"option", changed(func(r *bench.Run) { r.Engine.Options = []engine.Option{{Name: "Hash", Value: "8"}} }),
			`run is of another kind: engine is "Scripted 1 Hash=8", that of the first is "Scripted 1 Hash=16"`,
		},
		{"runner", changed(func(r *bench.Run) { r.Origin.Tool = "0.2" }), `run is of another kind: runner is "0.2", that of the first is "0.1"`},
		{"program", changed(func(r *bench.Run) { r.Origin.Program = "f00d" }), `run is of another kind: engine program is "f00d", that of the first is "feed"`},
		{"plan", changed(func(r *bench.Run) { r.Shard.Count = 3 }), `run is of another kind: number of shards is "3", that of the first is "4"`},
		{"no shard", changed(func(r *bench.Run) { r.Shard = bench.Shard{} }), `run is of another kind: number of shards is "1", that of the first is "4"`},
		{"position", changed(func(r *bench.Run) { r.Outcomes[3].ID = "x" }), `run is of another kind: position 4 is "x b6", that of the first is "d3 b6"`},
		{"wrong shard", changed(func(r *bench.Run) { r.Shard.Index = 1 }), `run is of another kind: shard of position 3 is "1/4", that of the first is "3/4"`},
		{"a shard is missing", func(parts []*bench.Run) []*bench.Run { return parts[1:] }, "run is incomplete: 5 of 20 positions are missing in shard 1/4: "},
		{"two shards are missing", func(parts []*bench.Run) []*bench.Run { return parts[1:3] }, "run is incomplete: 10 of 20 positions are missing in shards 1/4, 4/4: "},
		{
			"one position is missing", changed(func(r *bench.Run) { r.Outcomes[2] = bench.Outcome{ID: r.Outcomes[2].ID, Want: r.Outcomes[2].Want} }),
			"run is incomplete: 1 of 20 positions are missing in shard 3/4: ",
		},
		{"clock", func(parts []*bench.Run) []*bench.Run {
			for _, r := range parts {
				r.Limits = "movetime=1s"
			}
			return parts
		}, `runs are under limits "movetime=1s" that read a clock (expected depth, nodes or mate; the times of different machines cannot be merged)`},
		{"different duplicates", func(parts []*bench.Run) []*bench.Run {
			other := *parts[1]
			other.Outcomes = slices.Clone(other.Outcomes)
			other.Outcomes[5].Nodes++
			other.Outcomes[9].Best = "Kh8"
			return append(parts, &other)
		}, "nondeterministic: 2 positions with different results: "},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			merged, err := Shards(test.change(shardsOf(t, 4)))
			if err == nil || !strings.HasPrefix(err.Error(), test.want) || merged != nil {
				t.Errorf("got %v\nwant %s", err, test.want)
			}
		})
	}
}

func TestShardsOfAnUnfinishedRun(t *testing.T) {
	whole := shardsOf(t, 1)[0]
	whole.Outcomes[7].Verdict = bench.Unfinished
	if _, err := Shards([]*bench.Run{whole}); err == nil || err.Error() != "run is incomplete: 1 of 20 positions are missing: "+whole.Outcomes[7].ID {
		t.Errorf("a run of the whole suite: got %v", err)
	}
}

// deck deals the positions of a run to shards.
type deck struct {
	straight *bench.Run
	count    int // of shards
	parts    []*bench.Run
}

// deal adds a shard, perhaps without one position or with another result of one;
// -1 for neither.
func (d *deck) deal(index, without, changed int) {
	part := *d.straight
	part.Complete = false
	if d.count > 1 {
		part.Shard = bench.Shard{Index: index, Count: d.count}
	}
	part.Outcomes = slices.Clone(d.straight.Outcomes)
	for i := range part.Outcomes {
		switch {
		case !part.Shard.Has(i) || i == without:
			part.Outcomes[i] = bench.Outcome{ID: part.Outcomes[i].ID}
		case i == changed:
			part.Outcomes[i].Nodes += 10
		}
	}
	d.parts = append(d.parts, &part)
}

// disturb does what a byte says.
func (d *deck) disturb(b byte) {
	at := int(b) % len(d.straight.Outcomes)
	switch b >> 6 {
	case 0: // a shard is lost
		if len(d.parts) > 1 {
			d.parts = slices.Delete(d.parts, at%len(d.parts), at%len(d.parts)+1)
		}
	case 1: // a shard was cut short
		d.deal(at%d.count+1, at, -1)
	case 2: // an equal one
		d.deal(at%d.count+1, -1, -1)
	case 3: // another result
		d.deal(at%d.count+1, -1, at)
	}
}

// survey lists the positions with no result and those with several, by a set of
// results for each position.
func (d *deck) survey() (missing, different []string) {
	for i, o := range d.straight.Outcomes {
		results := make(map[uint64]bool)
		for _, part := range d.parts {
			if known := part.Outcomes[i]; known.Verdict != bench.Unfinished {
				results[known.Nodes] = true
			}
		}
		switch {
		case len(results) == 0:
			missing = append(missing, o.ID)
		case len(results) > 1:
			different = append(different, o.ID)
		}
	}
	return missing, different
}

// FuzzShards deals the positions of a run to shards, drops some, repeats some and
// changes some, and holds the merge against a set of results for each position.
func FuzzShards(f *testing.F) {
	f.Add(uint64(1), byte(3), []byte{})
	f.Add(uint64(2), byte(4), []byte{0x10, 0x41})
	f.Add(uint64(3), byte(1), []byte{0x82})
	f.Add(uint64(4), byte(5), []byte{0xc3, 0x03})
	f.Fuzz(func(t *testing.T, seed uint64, shards byte, script []byte) {
		random := rand.New(rand.NewPCG(seed, 0))
		straight := &bench.Run{Schema: bench.Schema, Limits: "depth=5", Suite: bench.SuiteRef{Name: "s", Count: 12}, Complete: true}
		for i := range straight.Suite.Count {
			straight.Outcomes = append(straight.Outcomes, bench.Outcome{ID: fmt.Sprint("p", i), Verdict: bench.Measured, Nodes: random.Uint64N(9)})
		}
		d := &deck{straight: straight, count: int(shards)%6 + 1}
		for index := 1; index <= d.count; index++ {
			d.deal(index, -1, -1)
		}
		for _, b := range script[:min(len(script), 20)] {
			d.disturb(b)
		}
		random.Shuffle(len(d.parts), func(i, j int) { d.parts[i], d.parts[j] = d.parts[j], d.parts[i] })
		missing, different := d.survey()
		merged, err := Shards(d.parts)
		var conflict *ConflictError
		var hole *UnfinishedError
		switch {
		case len(different) > 0:
			if !errors.As(err, &conflict) || !slices.Equal(conflict.IDs, different) {
				t.Fatalf("got %v, want conflicts on %v", err, different)
			}
		case len(missing) > 0:
			if !errors.As(err, &hole) || !slices.Equal(hole.IDs, missing) {
				t.Fatalf("got %v, want holes %v", err, missing)
			}
		case err != nil:
			t.Fatalf("got %v", err)
		case !changedAlone(straight, merged) && !reflect.DeepEqual(merged, straight):
			t.Fatalf("got %+v, want %+v", merged, straight)
		}
	})
}

// changedAlone reports whether a position has only its changed result, because the
// shard with the true one was lost: no merge can know.
func changedAlone(straight, merged *bench.Run) bool {
	for i := range merged.Outcomes {
		if merged.Outcomes[i].Nodes == straight.Outcomes[i].Nodes+10 {
			return true
		}
	}
	return false
}

// TestOutcomes puts the positions of a suite together out of runs of parts of it.
func TestOutcomes(t *testing.T) {
	suite := must.Get(suites.Load(strings.NewReader("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - id \"a\";\n8/8/8/8/8/4k3/8/4K3 w - - id \"b\";\n"), "own.epd"))(t)
	first := &bench.Run{Complete: true, Outcomes: []bench.Outcome{{ID: "b", Verdict: bench.Measured, Nodes: 1}}}
	second := &bench.Run{Outcomes: []bench.Outcome{{ID: "a", Verdict: bench.Solved, Nodes: 2}, {ID: "b", Verdict: bench.Solved, Nodes: 3}, {ID: "x", Nodes: 4}}}
	whole, err := Outcomes(suite, first, second)
	if err != nil || !whole.Complete || whole.Suite.Digest != suite.Digest || len(whole.Outcomes) != 2 || whole.Outcomes[0].Nodes != 2 || whole.Outcomes[1].Nodes != 1 {
		t.Errorf("got %+v, %v", whole, err)
	}
	second.Outcomes[0].Verdict = bench.Unfinished
	if whole, err = Outcomes(suite, first, second); err != nil || whole.Complete {
		t.Errorf("with an unfinished position: %+v, %v", whole, err)
	}
	if _, err := Outcomes(suite, first); err == nil || err.Error() != `position "a" is in no run` {
		t.Errorf("a position that is in no run: %v", err)
	}
	times := Times(suite,
		&bench.Timing{Wall: 1, Warnings: []string{"engine close: exit status: 3", "engine: fields: 2", "engine: lines: 1"}, Positions: []bench.PositionTime{{ID: "b", Wall: 5}}},
		&bench.Timing{Wall: 2, Warnings: []string{"engine close: exit status: 3", "engine: odd: x", "engine: fields: 5"}, Positions: []bench.PositionTime{{ID: "a", Wall: 6}}})
	warnings := []string{"engine close: exit status: 3", "engine: fields: 7", "engine: lines: 1", "engine: odd: x"}
	if times.Wall != 3 || !slices.Equal(times.Warnings, warnings) || len(times.Positions) != 2 || times.Positions[0].Wall != 6 || times.Positions[1].Wall != 5 {
		t.Errorf("times %+v", times)
	}
}

// TestShardsRetried: a position that one of two parts has in a second attempt is one of the
// whole, whatever their order.
func TestShardsRetried(t *testing.T) {
	parts, again := shardsOf(t, 2), shardsOf(t, 2)
	for i := range again[0].Outcomes {
		if o := &again[0].Outcomes[i]; o.Verdict != bench.Unfinished {
			o.Retried = bench.FaultSignal
			break
		}
	}
	for _, order := range [][]*bench.Run{{parts[0], parts[1], again[0]}, {again[0], parts[1], parts[0]}} {
		if whole, err := Shards(order); err != nil || whole.Totals().Retried != 1 {
			t.Errorf("%v, %+v", err, whole)
		}
	}
}
