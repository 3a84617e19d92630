package selfplay

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/shogi"
	"github.com/zugwatch/zugwatch/engine/shogi/tsume"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites"
)

// few returns options that take little time.
func few() TsumeOptions {
	return TsumeOptions{Seed: 12, Mates: []int{1, 1}, Games: 30, Nodes: 30_000, Every: 3, Workers: 1}
}

// text returns the output of write.
func text(t testing.TB, write func(io.Writer) error) string {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, write(&b))
	return b.String()
}

// TestGenerateTsume checks that there are as many problems of each length as are asked for, and that two workers find
// the same ones.
func TestGenerateTsume(t *testing.T) {
	o := few()
	found := must.Get(GenerateTsume(t.Context(), o))(t)
	header := text(t, found.Write)
	if !strings.Contains(header, "# source: zugwatch suite generate tsume --seed 12 --mates 1,1 --games 30 --nodes 30000 --every 3;\n") {
		t.Errorf("the header does not say how to repeat it:\n%s", header)
	}
	if len(found.Records) != 2 || found.Records[0].MateIn != 1 || found.Records[1].MateIn != 2 {
		t.Fatalf("records %v", found.Records)
	}
	prove(t, found.Records)
	o.Workers = 2
	c := choice{open: slices.Clone(o.Mates), seen: make(map[uint64]bool)}
	must.Get(c.games(t.Context(), o))(t)
	for i := range c.chosen {
		if !slices.ContainsFunc(found.Records, func(r epd.Record) bool { return r.Position == game.FromShogi(c.chosen[i].position) }) {
			t.Errorf("two workers find %s", c.chosen[i].position.SFEN())
		}
	}
}

// TestTsumeErrors: what cannot be generated says why.
func TestTsumeErrors(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(*TsumeOptions)
		want   string
	}{
		{"too long", func(o *TsumeOptions) { o.Mates = make([]int, 17) }, "a mate in 17 is asked for (expected at most 16)"},
		{"nodes", func(o *TsumeOptions) { o.Nodes = 0 }, "nodes are 0 and games 30 (expected at least 1 and 0)"},
		{"workers", func(o *TsumeOptions) { o.Workers = 0 }, "generation with 0 workers (expected at least one)"},
		{"every", func(o *TsumeOptions) { o.Every = -1 }, "plies of every move are -1 (expected a number from 0 to 31)"},
		{"too few games", func(o *TsumeOptions) { o.Games = 0 }, "0 games lack 2 problems: of mates in 1, 2 … moves 1,1 "},
	} {
		o := few()
		test.change(&o)
		if _, err := GenerateTsume(t.Context(), o); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := GenerateTsume(ctx, few()); !errors.Is(err, context.Canceled) {
		t.Errorf("a done context: %v", err)
	}
}

// prove proves records anew: lengths and first moves by trying every check and every defence,
// up to everyPlies every move; that no other check mates by proof numbers; and that pv is the
// mate.
func prove(t *testing.T, records []epd.Record) {
	t.Helper()
	checks, every := tsume.NewExhaustive(tsume.ChecksAlone), tsume.NewExhaustive(tsume.EveryMove)
	solver := must.Get(tsume.New(solverMB))(t)
	for i := range records {
		r := &records[i]
		plies := 2*r.MateIn - 1
		p, _ := game.ToShogi(r.Position)
		holdsLine(t, r, p, plies)
		for _, e := range []*tsume.Exhaustive{checks, every} {
			if e == every && plies > everyPlies {
				continue
			}
			n, first, ok := e.Shortest(t.Context(), p, plies, 1<<40)
			if !ok || n != plies || len(first) != 1 || game.FromShogiMove(first[0]) != r.Best[0] {
				t.Errorf("%s: mate in %d plies by %v, want %d by %s", r.ID, n, first, plies, r.Best[0])
			}
		}
		for m, next := range p.Successors() {
			if got := solver.Refute(t.Context(), next, 1_000_000).Verdict; (got == tsume.Mate) != (game.FromShogiMove(m) == r.Best[0]) || got == tsume.Unknown {
				t.Errorf("%s: %s is %s", r.ID, m, got)
			}
		}
	}
}

// everyPlies is the number of plies to which moves without check are tried as well.
var everyPlies = TsumeDefaults().Every

// holdsLine holds that pv is legal, checks with every second move, and mates at the last.
func holdsLine(t *testing.T, r *epd.Record, p shogi.Position, plies int) {
	t.Helper()
	line := strings.Fields(r.Op("pv").Raw)
	for i, word := range line {
		m, err := p.ParseMove(word)
		if err != nil {
			t.Errorf("%s: %v", r.ID, err)
			return
		}
		if p = p.After(m); i%2 == 0 && !p.InCheck() {
			t.Errorf("%s: %s of pv is no check", r.ID, m)
		}
	}
	if len(line) != plies || line[0] != r.Best[0].String() || p.CountLegal() > 0 {
		t.Errorf("%s: pv %v is no mate in %d plies", r.ID, line, plies)
	}
}

// TestEmbeddedTsume proves every twelfth problem of the suite anew, with ZUGWATCH_SLOW all. No two
// mean the same.
func TestEmbeddedTsume(t *testing.T) {
	s := must.Get(suites.Open("tsume"))(t)
	if len(s.Records) < 300 {
		t.Errorf("%d problems, want 300 at least", len(s.Records))
	}
	proven, step := make([]epd.Record, 0, len(s.Records)), 12
	if must.Slow() {
		step = 1
	}
	for i := 0; i < len(s.Records); i += step {
		proven = append(proven, s.Records[i])
	}
	prove(t, proven)
	holdsApart(t, s)
}

// holdsApart holds that no two positions of a suite mean the same.
func holdsApart(t *testing.T, s *suites.Suite) {
	t.Helper()
	seen := make(map[uint64]string)
	for i := range s.Records {
		r := &s.Records[i]
		key := game.LeastKey(r.Position)
		if again, found := seen[key]; found {
			t.Errorf("%s and %s mean the same", again, r.ID)
		}
		seen[key] = r.ID
	}
}
