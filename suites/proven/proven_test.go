package proven

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/tablebase"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites"
)

// embedded is the suite that the default options make.
const embedded = "zugzwang-proven"

// options returns the defaults or, unless slow checks were asked for, those for
// the ending that is built at once.
func options(t testing.TB) Options {
	t.Helper()
	o := Defaults()
	if len(o.Endings) != 7 {
		t.Fatalf("the defaults have %d endings", len(o.Endings))
	}
	if !must.Slow() {
		o.Endings = o.Endings[:1]
	}
	return o
}

var open = sync.OnceValues(func() (*tablebase.Set, error) {
	endings := Defaults().Endings
	if !must.Slow() {
		endings = endings[:1]
	}
	return tablebase.Open(context.Background(), tablebase.Options{Workers: 2}, endings...)
})

func set(t testing.TB) *tablebase.Set {
	t.Helper()
	return must.Get(open())(t)
}

// TestEmbedded checks that the default options give the embedded suite, byte for byte. Endings of four pieces are
// only checked with ZUGWATCH_SLOW.
func TestEmbedded(t *testing.T) {
	o := options(t)
	records := must.Get(Generate(context.Background(), set(t), o))(t)
	var got, want bytes.Buffer
	must.Do(t, Write(&got, Defaults(), records))
	must.Do(t, suites.Export(&want, embedded))
	text := want.String()
	if len(o.Endings) < len(Defaults().Endings) {
		if !strings.HasPrefix(text, got.String()) {
			t.Errorf("the suite does not begin with what is generated now:\n%s", got.String())
		}
		return
	}
	if got.String() != text {
		t.Error("the suite is not what is generated now")
	}
}

// TestProofs holds every record of the embedded suite whose ending is built
// against the tables: what its id, bm, dm and c0 claim.
func TestProofs(t *testing.T) {
	suite := must.Get(suites.Open(embedded))(t)
	s := set(t)
	checked := 0
	for i := range suite.Records {
		r := &suite.Records[i]
		p, _ := game.ToChess(r.Position)
		e, _, ok := tablebase.EndingOf(&p)
		if !ok || !strings.HasPrefix(r.ID, e.String()+".") {
			t.Errorf("%s is of ending %s", r.ID, e)
		}
		if !s.Has(e) {
			continue
		}
		checked++
		if fault := disproof(s, r); fault != "" {
			t.Errorf("%s: %s", r.ID, fault)
		}
	}
	if want := 2 * Defaults().Count * len(options(t).Endings); checked != want {
		t.Errorf("%d records checked, want %d", checked, want)
	}
}

// disproof says which claim of a record is wrong.
func disproof(s *tablebase.Set, r *epd.Record) string {
	p, _ := game.ToChess(r.Position)
	v, ok := s.Probe(&p)
	keeping := chess.NoMove
	for m, next := range p.Successors() {
		w, known := s.Probe(&next)
		if ok = ok && known; w.ValueBefore().Outcome == v.Outcome {
			if keeping != chess.NoMove {
				return "more than one move keeps the outcome"
			}
			keeping = m
		}
	}
	if !ok || v.Outcome == tablebase.Loss || len(r.Best) != 1 || keeping != r.Best[0].Chess() {
		return "bm is not the one move that keeps the outcome"
	}
	if mate := v.Outcome == tablebase.Win && v.Moves() <= Defaults().MaxMate; mate != r.HasMate || mate && r.MateIn != v.Moves() {
		return "dm is wrong"
	}
	var after, passed chess.Position
	p.Play(keeping, &after)
	after.Pass(&passed)
	now, _ := s.Probe(&after)
	instead, _ := s.Probe(&passed)
	zugzwang := -instead.Outcome > now.Outcome
	proof := r.Op("c0").Text()
	if zugzwang != strings.HasPrefix(proof, "zugzwang; ") || zugzwang != strings.Contains(r.ID, ".Z.") {
		return "a pass is worth something else than said"
	}
	if want := map[tablebase.Outcome]string{tablebase.Win: " wins, mate in ", tablebase.Draw: " draws; "}[v.Outcome]; !strings.Contains(proof, want) {
		return "c0 does not say what the move does"
	}
	if !keeping.IsQuiet() || p.InCheck() || r.Depth < minStudyDepth || r.Depth > Defaults().MaxDepth {
		return "the position is trivial or too deep"
	}
	return ""
}

// TestSpread checks that the embedded suite is balanced between the sides to move, and that some positions are draws.
// Most are wins, because solvers with null moves miss few draws: a draw shows sooner than its refutation.
func TestSpread(t *testing.T) {
	suite := must.Get(suites.Open(embedded))(t)
	count := make(map[string]int)
	for i := range suite.Records {
		r := &suite.Records[i]
		part := "control"
		if strings.Contains(r.ID, ".Z.") {
			part = "zugzwang"
		}
		count[part]++
		count[part+" "+game.Chess.SideName(r.Position.Side())]++
		if strings.Contains(r.Op("c0").Text(), " wins, mate in ") {
			count[part+" win"]++
		}
	}
	for _, part := range []string{"zugzwang", "control"} {
		n := count[part]
		if n != 7*Defaults().Count {
			t.Errorf("%d of %s", n, part)
		}
		if white := count[part+" white"]; white < n/3 || white > n*2/3 {
			t.Errorf("%d of %d are %s white", white, n, part)
		}
		if draws := n - count[part+" win"]; draws < n/16 {
			t.Errorf("%d of %d are %s draws", draws, n, part)
		}
	}
}

func TestCheck(t *testing.T) {
	sound := Defaults()
	tests := []struct {
		name   string
		change func(*Options)
		want   string
	}{
		{"defaults", func(*Options) {}, ""},
		{"no ending", func(o *Options) { o.Endings = nil }, "no ending is given (expected one such as KPKP)"},
		{"ending twice", func(o *Options) { o.Endings = append(o.Endings, o.Endings[0]) }, "ending KPK is listed twice (expected each once)"},
		{"no count", func(o *Options) { o.Count = 0 }, "count is 0 (expected a number from 1 to 999)"},
		{"large count", func(o *Options) { o.Count = 1000 }, "count is 1000 (expected a number from 1 to 999)"},
		{"negative mate", func(o *Options) { o.MaxMate = -1 }, "distance to mate is -1 (expected a number from 0 to 500)"},
		{"no depth", func(o *Options) { o.MaxDepth = 3 }, "depth is 3 (expected a number from 4 to 240)"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			o := sound
			test.change(&o)
			got := ""
			if err := o.Check(); err != nil {
				got = err.Error()
			}
			if got != test.want {
				t.Errorf("error %q, want %q", got, test.want)
			}
		})
	}
}

func TestGenerateErrors(t *testing.T) {
	s := set(t)
	o := options(t)
	o.Endings = o.Endings[:1]
	o.Count, o.MaxDepth = 500, 9
	if _, err := Generate(context.Background(), s, o); err == nil || !strings.HasPrefix(err.Error(), "ending KPK has ") {
		t.Errorf("too many: error %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Generate(ctx, s, options(t)); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: error %v", err)
	}
	o.Endings = tablebase.MustParseEndings("KBBK")
	if _, err := Generate(context.Background(), s, o); err == nil || err.Error() != "ending KBBK is not in the set" {
		t.Errorf("absent: error %v", err)
	}
}

// TestSeed checks that another seed chooses others. TestEmbedded holds that the same seed chooses the same.
func TestSeed(t *testing.T) {
	var texts [2]bytes.Buffer
	for seed := range texts {
		o := options(t)
		o.Endings, o.Count, o.Seed, o.MaxDepth = o.Endings[:1], 5, uint64(seed), 9
		records := must.Get(Generate(context.Background(), set(t), o))(t)
		must.Do(t, Write(&texts[seed], Defaults(), records)) // a header without the seed
	}
	if texts[0].String() == texts[1].String() {
		t.Error("two seeds give the same suite")
	}
}
