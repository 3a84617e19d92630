package mined

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/random"
	"github.com/zugwatch/zugwatch/epd"
)

func position(t testing.TB, fen string) chess.Position {
	t.Helper()
	return must.Get(chess.ParseFEN(fen))(t)
}

func move(t testing.TB, p *chess.Position, san string) chess.Move {
	t.Helper()
	return must.Get(p.ParseSAN(san))(t)
}

// TestVerify checks the verification of positions with one winning move, with several, with none and with no choice.
func TestVerify(t *testing.T) {
	v := must.Get(NewVerifier(30_000))(t)
	defer v.Close()
	for _, test := range []struct {
		name, fen, best string
		only            bool
	}{
		{"a fork", "r3k3/8/8/3N4/8/8/6PP/6K1 w - - 0 1", "Nc7+", true},
		{"won anyhow", "r3k3/8/8/3N4/8/8/6PP/3Q1RK1 w - - 0 1", "", false},
		{"level", "r3k3/8/8/8/3N4/8/6PP/6K1 w - - 0 1", "", false},
		{"a mate among others", "7k/5ppp/8/8/8/8/5PPP/RR4K1 w - - 0 1", "", false},
		{"one legal move", "7k/8/8/8/8/8/q7/2K5 w - - 0 1", "", false},
		{"no legal move", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := position(t, test.fen)
			found, err := v.verify(t.Context(), &p)
			if err != nil || found.onlyWin() != test.only {
				t.Fatalf("verified %+v, %v", found, err)
			}
			if !test.only {
				return
			}
			best := move(t, &p, test.best)
			if found.Best != best || found.PV[0] != best || found.Second == best || found.Score < win || found.Other > level {
				t.Errorf("verified %+v, want %s", found, test.best)
			}
			for m, want := range map[chess.Move]bool{best: true, found.Second: false} {
				if holds, err := v.Holds(t.Context(), &epd.Record{Position: game.FromChess(p), Best: game.FromChessMoves(m)}); holds != want || err != nil {
					t.Errorf("%s holds is %t, %v", p.SAN(m), holds, err)
				}
			}
		})
	}
}

// TestOnlyWin: each condition alone refuses.
func TestOnlyWin(t *testing.T) {
	whole := verified{Score: win, Other: level, Depth: minVerified, IsStable: true}
	if !whole.onlyWin() {
		t.Fatal("the least that is enough is refused")
	}
	for name, change := range map[string]func(*verified){
		"no win": func(v *verified) { v.Score-- }, "another wins": func(v *verified) { v.Other++ },
		"shallow": func(v *verified) { v.Depth-- }, "unsteady": func(v *verified) { v.IsStable = false },
	} {
		v := whole
		if change(&v); v.onlyWin() {
			t.Errorf("%s is taken", name)
		}
	}
}

// TestIsFit: what anybody would play is left out.
func TestIsFit(t *testing.T) {
	for _, test := range []struct {
		name, fen, last, best string
		want                  bool
	}{
		{"quiet", "r3k3/8/8/3N4/8/8/6PP/6K1 w - - 0 1", "", "Nc7+", true},
		{"an answer to a check", "4k3/8/8/8/8/8/6PP/r5K1 w - - 0 1", "", "Kf2", false},
		{"a piece for nothing", "4k3/8/3q4/8/4N3/8/6PP/6K1 w - - 0 1", "", "Nxd6+", false},
		{"a pawn", "4k3/8/3p4/8/4N3/8/6PP/6K1 w - - 0 1", "", "Nxd6+", true},
		{"the same, taken back", "4k3/4p3/3P4/8/8/8/6PP/6K1 b - - 0 1", "", "exd6", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := position(t, test.fen)
			c := candidate{position: p, best: move(t, &p, test.best)}
			if c.isFit() != test.want {
				t.Errorf("fit is %t", !test.want)
			}
		})
	}
	before := position(t, "4k3/4p3/3b4/4P3/8/8/6PP/6K1 w - - 0 1")
	last := move(t, &before, "exd6")
	p := before.After(last)
	c := candidate{position: p, best: move(t, &p, "exd6"), last: last}
	if c.isFit() {
		t.Error("a capture that takes back is taken")
	}
}

// TestBlunders: they are legal, not the best, lose nothing on their square, and hang on
// the source alone.
func TestBlunders(t *testing.T) {
	p := position(t, "r3k3/8/8/3N4/8/8/6PP/6K1 w - - 0 1")
	best := move(t, &p, "Nc7+")
	found := blunderMoves(&p, best, random.New(1, 1))
	if len(found) != mistakes {
		t.Fatalf("%d mistakes", len(found))
	}
	for i, m := range found {
		if m == best || !p.IsLegal(m) || !p.SEEAtLeast(m, 0) || blunderMoves(&p, best, random.New(1, 1))[i] != m {
			t.Errorf("mistake %s", p.SAN(m))
		}
	}
}

// TestGames: a game is the same whenever it is played, and candidates are what they
// should be.
func TestGames(t *testing.T) {
	m := must.Get(newMiner(Defaults()))(t)
	defer m.close()
	var texts [2]string
	for i := range texts {
		const number = 3 // a short game with candidates
		must.Do(t, m.player.play(t.Context(), 1, number, func(c *candidate) error {
			if !c.position.IsLegal(c.best) || c.position.InCheck() {
				t.Errorf("candidate %s of %s", c.best, c.position.FEN())
			}
			texts[i] += c.position.FEN() + c.best.String() + "\n"
			return nil
		}))
	}
	if texts[0] != texts[1] || texts[0] == "" {
		t.Errorf("candidates are\n%s\nthen\n%s", texts[0], texts[1])
	}
}

// TestWrite: a suite that reads back.
func TestWrite(t *testing.T) {
	p := position(t, "r3k3/8/8/3N4/8/8/6PP/6K1 w - - 0 1")
	best, second := move(t, &p, "Nc7+"), move(t, &p, "Kf2")
	f := verifiedPosition{candidate{position: p, best: best}, verified{Best: best, Second: second, Score: 345, Other: -170, Depth: 7, PV: []chess.Move{best}}}
	m := Mined{Records: []epd.Record{f.record(1)}, Games: 12, Signature: 3950184}
	var out bytes.Buffer
	must.Do(t, m.Write(&out, Options{Count: 1, Seed: 7, Easy: 300, Hard: 1000}))
	for _, want := range []string{
		"# source: zugwatch suite generate tactics --count 1 --seed 7 --easy 300 --hard 1000;\n",
		"#   12 games of the built-in engine against itself, engine with signature 3950184 (zugwatch bench)\n",
		"r3k3/8/8/3N4/8/8/6PP/6K1 w - - bm Nc7+; id \"TAC.0001\"; c0 \"next best Kf2 -170\"; acd 7; ce 345; pv Nc7+;\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("suite has no %q:\n%s", want, out.String())
		}
	}
	findings, err := epd.Lint(&out)
	if err != nil || len(findings) > 0 {
		t.Errorf("lint finds %v, %v", findings, err)
	}
}

func TestCheck(t *testing.T) {
	for name, change := range map[string]func(*Options){
		"count is 0": func(o *Options) { o.Count = 0 }, "count is 10000": func(o *Options) { o.Count = MaxCount + 1 },
		"positions are easy with 0": func(o *Options) { o.Easy = 0 }, "positions are easy with 9 nodes and hard with 9": func(o *Options) { o.Easy, o.Hard = 9, 9 },
		"generation with 0 workers": func(o *Options) { o.Workers = 0 },
	} {
		o := Defaults()
		change(&o)
		if err := o.Check(); err == nil || !strings.HasPrefix(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := Generate(t.Context(), o); err == nil {
			t.Errorf("%s: generated", name)
		}
	}
}

// TestCancelled: a done context ends the generation.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Generate(ctx, Defaults()); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v", err)
	}
}

// TestEachGame checks that an error of take ends the games. The tests of engine/inorder check the order.
func TestEachGame(t *testing.T) {
	o := Defaults()
	o.Count, o.Workers = 1, 2
	o.Seed, o.Hard = 23, 1000 // the first games are short
	games := 0
	enough := errors.New("enough")
	err := eachGame(t.Context(), o, func([]verifiedPosition) error {
		games++
		return enough
	})
	if !errors.Is(err, enough) || games != 1 {
		t.Errorf("%d games, %v (expected 1)", games, err)
	}
}

// TestGenerate checks that one and three workers give the same bytes, and that each position fits the header. It
// takes minutes.
func TestGenerate(t *testing.T) {
	must.SkipUnlessSlow(t, "takes minutes")
	var texts [2]string
	for i, workers := range []int{1, 3} {
		o := Defaults()
		o.Count, o.Workers = 2, workers
		m := must.Get(Generate(t.Context(), o))(t)
		var out bytes.Buffer
		must.Do(t, m.Write(&out, o))
		texts[i] = out.String()
		for j := range m.Records {
			r := &m.Records[j]
			if len(r.Best) != 1 || r.Position.InCheck() || len(r.Position.LegalMoves()) < minMoves {
				t.Errorf("record %s", r)
			}
		}
	}
	if texts[0] != texts[1] {
		t.Errorf("with one worker\n%s\nwith three\n%s", texts[0], texts[1])
	}
}
