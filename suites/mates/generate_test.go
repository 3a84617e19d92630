package mates

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/tablebase"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites"
)

// tables opens the tables of endings.
func tables(t testing.TB, names ...string) *tablebase.Set {
	t.Helper()
	return must.Get(tablebase.Open(t.Context(), tablebase.Options{Workers: 2}, tablebase.MustParseEndings(names...)...))(t)
}

// small returns options that take little time.
func small() Options {
	o := Defaults()
	o.Mates, o.Mated, o.Count, o.Nodes, o.Endings = []int{1, 3, 2}, []int{0, 2}, 6, 3000, tablebase.MustParseEndings("KRK")
	return o
}

// TestGenerate: there are as many positions of each length as are asked for, the same
// options give the same bytes, and another seed others.
func TestGenerate(t *testing.T) {
	o, set := small(), tables(t, "KRK")
	var texts []string
	for _, seed := range []uint64{1, 1, 2} {
		o.Seed = seed
		records := must.Get(Generate(t.Context(), set, o))(t)
		var text bytes.Buffer
		must.Do(t, Write(&text, o, records))
		texts = append(texts, text.String())
		lengths := make(map[int]int)
		for i := range records {
			r := &records[i]
			lengths[r.MateIn]++
			if p, _ := game.ToChess(r.Position); (r.MateIn > 0) != (len(r.Best) > 0) || len(r.Best) > o.Most || p.Halfmove() != 0 {
				t.Errorf("record %s", r)
			}
		}
		if len(records) != 14 || lengths[1] != 1 || lengths[2] != 3 || lengths[3] != 2 || lengths[-2] != 2 {
			t.Errorf("seed %d: %d records, lengths %v", seed, len(records), lengths)
		}
	}
	if texts[0] != texts[1] || texts[0] == texts[2] {
		t.Errorf("the same seed gives the same: %v, another the same: %v", texts[0] == texts[1], texts[0] == texts[2])
	}
	if !strings.Contains(texts[0], "zugwatch suite generate mates --seed 1 --mates 1,3,2 --mated 0,2 --count 6 --dm 20 --first 3 --nodes 3000\n#   --ending KRK;") {
		t.Errorf("the header does not say how to repeat it:\n%.400s", texts[0])
	}
}

// TestGenerateErrors: what cannot be generated says why.
func TestGenerateErrors(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(*Options)
		want   string
	}{
		{"an ending twice", func(o *Options) { o.Endings = append(o.Endings, o.Endings...) }, "ending KRK is listed twice"},
		{"an ending that is not there", func(o *Options) { o.Endings[0], _ = tablebase.ParseEnding("KQK") }, "ending KQK is not in the set"},
		{"too long", func(o *Options) { o.Mates = make([]int, maxProof+1) }, "middle games ask for a mate in 13 (expected at most 12)"},
		{"a count", func(o *Options) { o.Count = -1 }, "count is -1 (expected a number from 0 to 999)"},
		{"a distance", func(o *Options) { o.Longest = 0 }, "distance to mate is 0 (expected a number from 1 to 500)"},
		{"first moves", func(o *Options) { o.Most = 0 }, "first moves are 0 (expected a number from 1)"},
		{"nodes", func(o *Options) { o.Nodes = 0 }, "nodes are 0 and games 20000 (expected at least 1 and 0)"},
		{"too few games", func(o *Options) { o.Games = 2 }, "2 games lack "},
		{"too few of an ending", func(o *Options) { o.Longest, o.Mates, o.Mated, o.Count = 4, nil, nil, 900 }, "ending KRK has "},
	} {
		o := small()
		test.change(&o)
		if _, err := Generate(t.Context(), krk(t), o); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Generate(ctx, krk(t), small()); err != context.Canceled { //nolint:errorlint // it is the very one
		t.Errorf("a done context: %v", err)
	}
}

var krkSet *tablebase.Set

// krk returns the tables of one ending, opened once.
func krk(t testing.TB) *tablebase.Set {
	if krkSet == nil {
		krkSet = tables(t, "KRK")
	}
	return krkSet
}

// TestEmbedded proves the mates of the suites: those of at most three moves, and with
// ZUGWATCH_SLOW all of middle games, and endings by their tables.
func TestEmbedded(t *testing.T) {
	slow := must.Slow()
	longest := 3
	var set *tablebase.Set
	if slow {
		longest = 7
		set = tables(t, "KQK", "KRK", "KPK", "KBBK", "KBNK", "KQKR")
	}
	v := NewProver()
	proven := 0
	for _, name := range []string{"mates", "zugzwang", "h3"} {
		s := must.Get(suites.Open(name))(t)
		for i := range s.Records {
			r := &s.Records[i]
			p, _ := game.ToChess(r.Position)
			n, first, ok := r.MateIn, game.ChessMoves(r.Best), false
			if set != nil && name == "mates" {
				n, first, ok = byTable(set, &p)
			}
			switch {
			case ok || !r.HasMate:
			case abs(r.MateIn) > longest:
				continue
			case r.MateIn > 0:
				n, first, ok = v.Mate(&p, r.MateIn, 1<<40)
			default:
				n, ok = v.Mated(&p, -r.MateIn, 1<<40)
				n = -n
			}
			if !r.HasMate {
				continue
			}
			proven++
			best := slices.Sorted(slices.Values(game.ChessMoves(r.Best)))
			if !ok || n != r.MateIn || name == "mates" && !slices.Equal(first, best) {
				t.Errorf("%s: mate in %d by %v, want %d by %v", r.ID, n, sans(r, game.FromChessMoves(first...)), r.MateIn, sans(r, r.Best))
			}
		}
	}
	t.Logf("%d mates are proven", proven)
	if proven < 100 || slow && proven < 300 {
		t.Errorf("only %d mates are proven", proven)
	}
}

func sans(r *epd.Record, moves []game.Move) (words []string) {
	for _, m := range moves {
		words = append(words, r.Position.Notation(m))
	}
	return words
}

// byTable returns the mate of a position of an ending, as dm counts it.
func byTable(set *tablebase.Set, p *chess.Position) (n int, first []chess.Move, ok bool) {
	a, ok := set.Analyze(p)
	if !ok || a.Value.Outcome == tablebase.Draw {
		return 0, nil, false
	}
	if a.Value.Outcome == tablebase.Loss {
		return -a.Value.Moves(), nil, true
	}
	for _, m := range a.Moves {
		if m.Value == a.Value {
			first = append(first, m.Move)
		}
	}
	slices.Sort(first)
	return a.Value.Moves(), first, true
}

// TestEmbeddedFile checks that the default options give the suite.
func TestEmbeddedFile(t *testing.T) {
	must.SkipUnlessSlow(t, "takes minutes")
	o := Defaults()
	set := must.Get(tablebase.Open(t.Context(), tablebase.Options{Workers: 2}, o.Endings...))(t)
	records := must.Get(Generate(t.Context(), set, o))(t)
	var got, want bytes.Buffer
	must.Do(t, Write(&got, o, records))
	must.Do(t, suites.Export(&want, "mates"))
	if got.String() != want.String() {
		t.Error("the options give another file")
	}
}
