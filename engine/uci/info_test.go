//go:build linux

package uci

import (
	"fmt"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// FuzzInfo parses any line as an info line, and checks that accepted values are in range, moves are legal, and the
// result survives printing and parsing.
func FuzzInfo(f *testing.F) {
	for _, h := range strings.Split(seedLines, "\n") {
		f.Add(h)
	}
	start := game.Chess.Start()
	f.Fuzz(func(t *testing.T, line string) {
		var r, again report
		parseInfo(line, start, &r)
		checkReport(t, &r, start)
		text := UCI.InfoLine(&r.Info, r.Time)
		parseInfo(text, start, &again)
		if again.dropped > 0 || !r.hasScore && again.Score != 0 {
			t.Fatalf("%q was printed as %q and read with %d fields dropped", line, text, again.dropped)
		}
		r.Broken = false // illegal moves are not printed
		if got, want := fmt.Sprintf("%+v", again.Info), fmt.Sprintf("%+v", r.Info); got != want {
			t.Fatalf("%q was printed as %q and read as\n%s, want\n%s", line, text, got, want)
		}
	})
}

const seedLines = `info depth 12 seldepth 20 multipv 1 score cp 31 nodes 12345 nps 1000000 hashfull 12 time 12 pv e2e4 e7e5 g1f3
info depth 5 score mate -3 lowerbound nodes 7 pv d2d4
info score cp inf depth NaN nodes -1
info depth 99999999999999999999 nodes 18446744073709551616 score cp -99999999999 time 99999999999999999999
info pv e2e4 e2e4 depth 3 string pv d2d4
info depth 0x10 nodes 1_000 score cp +3 hashfull 1e3
info currmove e2e4 currmovenumber 1 tbhits 0 cpuload 10 wdl 1 2 3 refutation e2e4
info score mate 0
bestmove e2e4
info`

func checkReport(t *testing.T, r *report, root game.Position) {
	t.Helper()
	if r.Depth < 0 || r.Depth > maxPlies || r.SelDepth < 0 || r.SelDepth > maxPlies || r.MultiPV < 1 ||
		r.Hashfull < 0 || r.Hashfull > 1000 || r.Time < 0 || r.CPU != 0 || r.dropped < 0 || r.Nodes > maxNodes ||
		r.Score < -engine.MateScore || r.Score > engine.MateScore {
		t.Fatalf("out of range: %+v", r)
	}
	p := root
	for _, m := range r.PV {
		if !p.IsLegal(m) {
			t.Fatalf("%s in %v is not legal", m, r.PV)
		}
		p = p.After(m)
	}
}

// FuzzReply checks that every accepted answer is legal and survives printing and parsing.
func FuzzReply(f *testing.F) {
	for _, line := range []string{"bestmove e2e4", "bestmove e2e4 ponder e7e5", "bestmove (none)", "bestmove", "bestmove e2e4 d2d4", "bestmove e2e4 ponder", "bestmove E2E4"} {
		f.Add(line)
	}
	start := game.Chess.Start()
	f.Fuzz(func(t *testing.T, line string) {
		a, bad := parseReply("bestmove "+line, start)
		if bad != nil {
			if bad.detail == "" || strings.ContainsFunc(bad.detail, func(r rune) bool { return r < ' ' || r > '~' }) {
				t.Fatalf("detail %q", bad.detail)
			}
			return
		}
		if !start.IsLegal(a.move) {
			t.Fatalf("%q gives %s, which is not legal", line, a.move)
		}
		text := UCI.AnswerLine(&engine.Result{Best: a.move, Ponder: a.ponder})
		if again, bad := parseReply(text, start); bad != nil || again.move != a.move || again.ponder != a.ponder {
			t.Fatalf("%q was printed as %q and read as %v, %v", line, text, again, bad)
		}
	})
}

// FuzzDeclared checks that every accepted option line survives printing and parsing.
func FuzzDeclared(f *testing.F) {
	for _, line := range []string{
		"option name Hash type spin default 16 min 1 max 1024", "option name Clear Hash type button",
		"option name value of x type combo default A B var A B var C", "option name S type string default <empty>",
		"option name T type string default min max var", "option name U type check default true",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		d, err := ParseDeclared(line)
		if err != nil {
			return
		}
		if d.Kind == Button {
			d.Default, d.Values, d.Min, d.Max = "", nil, -1<<53, 1<<53
		}
		if d.Kind != Spin {
			d.Min, d.Max = -1<<53, 1<<53
		}
		text := d.String()
		again, err := ParseDeclared(text)
		if err != nil || fmt.Sprintf("%#v", again) != fmt.Sprintf("%#v", d) {
			t.Fatalf("%q was printed as %q and read as %#v, want %#v (%v)", line, text, again, d, err)
		}
	})
}
