package tablebase

import (
	"context"
	"testing"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/must"
)

var background = context.Background()

// published holds published numbers about an ending.
type published struct {
	ending string
	fast   bool // built by the ordinary test, in cheap

	// mutual zugzwangs up to symmetry, by kind, from the summary of the
	// Nalimov tables in Scid; the half points of sides with the same pieces are
	// counted once
	zugzwangs [3]int
	// longest wins in moves, of the stronger and of the weaker side, 0 where
	// nothing is listed
	longest [2]int
}

// The longest mates of three pieces, KQKR, KRKN, KRKB, KBNK, KBBK are in every
// book; that of KRKP (a win of the pawn in 43 moves, 85 plies) and of KPK (56
// plies) in Helmut Conrady's list of the longest lines of the Nalimov tables.
var record = []published{
	{"KQK", true, [3]int{}, [2]int{10, 0}},
	{"KRK", true, [3]int{}, [2]int{16, 0}},
	{"KBK", true, [3]int{}, [2]int{}},
	{"KNK", true, [3]int{}, [2]int{}},
	{"KPK", true, [3]int{80, 0, 0}, [2]int{28, 0}},
	{"KRKB", false, [3]int{5, 0, 0}, [2]int{29, 0}},
	{"KRKN", true, [3]int{18, 0, 0}, [2]int{40, 1}},
	{"KQQK", false, [3]int{}, [2]int{}},
	{"KBBK", false, [3]int{}, [2]int{19, 0}},
	{"KBNK", false, [3]int{}, [2]int{33, 0}},
	{"KQKR", false, [3]int{}, [2]int{35, 0}},
	{"KQKQ", false, [3]int{}, [2]int{}},
	{"KQKB", false, [3]int{}, [2]int{}},
	{"KQKN", false, [3]int{}, [2]int{}},
	{"KRKR", false, [3]int{}, [2]int{}},
	{"KBKB", false, [3]int{}, [2]int{1, 1}},
	{"KBKN", false, [3]int{}, [2]int{1, 1}},
	{"KNKN", false, [3]int{}, [2]int{1, 1}},
	{"KQKP", false, [3]int{}, [2]int{}},
	{"KRKP", false, [3]int{12, 0, 0}, [2]int{0, 43}},
	{"KBKP", false, [3]int{0, 1, 0}, [2]int{}},
	{"KNKP", false, [3]int{22, 7, 0}, [2]int{}},
	{"KPKP", false, [3]int{106, 0, 15}, [2]int{}},
	{"KBPK", false, [3]int{6, 0, 0}, [2]int{}},
	{"KNPK", false, [3]int{75, 0, 0}, [2]int{}},
	{"KPPK", false, [3]int{43, 0, 0}, [2]int{}},
	{"KRPK", false, [3]int{}, [2]int{}},
	{"KQPK", false, [3]int{}, [2]int{}},
}

func TestPublished(t *testing.T) {
	for _, want := range record {
		t.Run(want.ending, func(t *testing.T) {
			if !want.fast && !must.Slow() {
				t.Skip("takes a minute together; ZUGWATCH_SLOW=1 runs it")
			}
			e := ending(t, want.ending)
			s := allTables(t)
			all := must.Get(s.Zugzwangs(background, e))(t)
			var kinds [3]int
			for _, z := range all {
				kinds[z.Kind]++
				checkZugzwang(t, s, &z)
			}
			if kinds != want.zugzwangs {
				t.Errorf("mutual zugzwangs %v, published %v", kinds, want.zugzwangs)
			}
			f := s.Statistics(e)
			for winner, moves := range want.longest {
				if got := f.Longest[winner][Win+1].Moves(); moves != 0 && got != moves {
					t.Errorf("longest win of side %d is in %d moves, published %d", winner, got, moves)
				}
			}
		})
	}
}

// TestKinds checks which pairs of values are a mutual zugzwang, and its kind. The cheap tables have only one kind.
func TestKinds(t *testing.T) {
	l := newLayout(ending(t, "KRK"))
	p := parse(t, "8/8/8/3k4/8/8/8/R3K3 w - -")
	at := squares{p.King(chess.White), p.King(chess.Black), chess.A1}
	index, _ := l.index(chess.White, &at)
	win, draw, loss := Value{Win, 9}, Value{}, Value{Loss, 8}
	for _, test := range []struct {
		white, black Value
		kind         Kind
		ok           bool
	}{
		{draw, loss, HalfWhite, true},
		{loss, draw, HalfBlack, true},
		{loss, loss, Full, true},
		{draw, draw, 0, false},
		{win, loss, 0, false},
		{loss, win, 0, false},
		{draw, win, 0, false},
		{win, win, 0, false},
	} {
		table := &table{layout: l, codes: make([]code, l.size())}
		table.codes[index], table.codes[index+l.half] = test.white.code(), test.black.code()
		z, ok := table.zugzwang(index)
		if ok != test.ok || z.Kind != test.kind || ok && z.Values != [2]Value{test.white, test.black} {
			t.Errorf("a %s and a %s: %+v, %t", test.white, test.black, z, ok)
		}
	}
}

// checkZugzwang holds the values of a zugzwang against Probe, and its kind
// against them.
func checkZugzwang(t *testing.T, s *Set, z *Zugzwang) {
	t.Helper()
	for side, v := range z.Values {
		if got, ok := s.Probe(&z.ToMove[side]); !ok || got != v {
			t.Errorf("%s is %s, probed %s", z.ToMove[side].EPD(), v, got)
		}
	}
	want := map[Kind][2]Outcome{HalfWhite: {Draw, Loss}, HalfBlack: {Loss, Draw}, Full: {Loss, Loss}}
	if got := [2]Outcome{z.Values[0].Outcome, z.Values[1].Outcome}; got != want[z.Kind] {
		t.Errorf("%s: %s, but the outcomes are %v", z.ToMove[0].EPD(), z.Kind, got)
	}
}

// TestPositionCounts holds the number of legal positions, all symmetric ones
// counted, against figures of an independent generator.
func TestPositionCounts(t *testing.T) {
	tests := []struct {
		ending string
		want   [2]int // White, Black to move
	}{
		{"KQK", [2]int{144_508, 223_944}},
		{"KRK", [2]int{175_168, 223_944}},
		{"KBK", [2]int{193_284, 223_944}},
		{"KNK", [2]int{205_496, 223_944}},
		{"KPK", [2]int{163_328, 168_024}},
	}
	for _, test := range tests {
		t.Run(test.ending, func(t *testing.T) {
			table := allTables(t).tables[ending(t, test.ending)]
			var got [2]int
			for i, c := range table.codes {
				if c == unused {
					continue
				}
				side, at := table.position(i)
				_, mirror := table.index(side, &at)
				switch {
				case table.ending.pawns() > 0:
					got[side] += 2
				case mirror:
					got[side] += 4
				default:
					got[side] += 8
				}
			}
			if got != test.want {
				t.Errorf("%v positions, want %v", got, test.want)
			}
		})
	}
}

// TestFarthest holds the number of positions at the longest distance against
// the counts in the thread "Longest Mate in kqk" of Kirill Kryukov's endgame
// forum: three pieces from the tables of a member, KBNK from Peter Karrer's.
func TestFarthest(t *testing.T) {
	tests := []struct {
		ending    string
		win, loss int // White to move wins, Black to move loses
		fast      bool
	}{
		{"KQK", 1, 8, true},
		{"KRK", 121, 390, true},
		{"KPK", 3, 2, true},
		{"KBNK", 138, 0, false}, // nothing is said of Black to move
	}
	for _, test := range tests {
		t.Run(test.ending, func(t *testing.T) {
			if !test.fast && !must.Slow() {
				t.Skip("takes a minute; ZUGWATCH_SLOW=1 runs it")
			}
			f := allTables(t).Statistics(ending(t, test.ending))
			if f.LongestCount[0][Win+1] != test.win || test.loss != 0 && f.LongestCount[1][Loss+1] != test.loss {
				t.Errorf("longest distances %v, want %d and %d", f.LongestCount, test.win, test.loss)
			}
		})
	}
}
