package doc

import (
	"math"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/golden"
)

// pictured returns a document with every block and figure.
func pictured() Document {
	board := Board{
		Name: Quote("ZUG.006"), Black: true, Arrows: []Arrow{{12, 28, Asked}, {62, 45, Now}, {1, 18, Before}},
		Lines: []Text{"solved in 12 of 12 forms before, in 0 now"}, Repeat: "position fen 8/8/1p1r1k2 w; go depth 8",
	}
	for i, letter := range "RNBQKBNR" {
		board.Squares[i], board.Squares[8+i], board.Squares[48+i], board.Squares[56+i] = byte(letter), 'P', 'p', byte(letter)+'a'-'A'
	}
	other := board
	other.Name, other.Black, other.Repeat = Quote("<script>alert(1)</script>"), false, ""
	var steps, more []Point
	for i := range 40 {
		x := 100 * math.Pow(1.25, float64(i))
		steps = append(steps, Point{X: x, Y: float64(5 * i)})
		more = append(more, Point{X: x, Y: float64(4 * i), Marked: i == 30})
	}
	rows := make([]Row, 30)
	for i := range rows {
		rows[i] = Row{Quote("WAC." + strings.Repeat("1", i%4)), Grouped(uint64(i * i * 137)), Ratio(1 + float64(i%7)/50)}
	}
	return append(sample(),
		Verdict{Axis: "zugzwang", Word: "fail", Subject: Quote("zugzwang"), Text: "solved forms 71 to 48: p<0.0001", Notes: []Text{"a note"}},
		Verdict{Axis: "tactics", Word: "undecided", Subject: Quote("wac"), Text: "+2.1%, -1.0% to +5.5%"},
		Heading("figures"),
		Effects{
			{"wac: nodes to the solution", -1.3, 0.9, 2.2, 3, "pass"},
			{"zugzwang: lost share", 14, 22.1, 31.9, 5, "fail"},
			{"crafty: nodes", -4, 3, 11, 8, "undecided"},
		},
		Boards{board, other, board},
		Plot{Title: "solved against nodes", X: "nodes", Y: "solved", Log: true, Steps: true, Curves: []Curve{{"base", steps}, {"head", more}}},
		Heat{"policies", []Text{"policy", "solved", "nodes"}, []HeatRow{
			{Quote("off"), []HeatCell{{"300", 300}, {"1,000", -1000}}}, {Quote("r3"), []HeatCell{{"290", 290}, {"500", -500}}}, {Quote("x"), []HeatCell{{"", math.NaN()}, {"700", -700}}},
		}},
		Flame{"where the time goes", []Frame{
			{"search", 0, 0, 1, 1}, {"negamax", 1, 0, 0.9, 0.92}, {"quiescence", 2, 0.1, 0.4, 0.3}, {"evaluate", 3, 0.1, 0.2, 0.24}, {"picker.next", 2, 0.5, 0.3, 0.3},
		}},
		Table{Columns: Words("position").Numbers("nodes", "change"), Rows: FixedRows(rows)},
	)
}

// TestPage checks every byte of a page with all blocks and figures. The style and the script
// are those of their own files.
func TestPage(t *testing.T) {
	page := written(t, pictured(), HTML, Extent{})
	for _, part := range []string{pageStyle, pageScript} {
		if strings.Count(page, part) != 1 {
			t.Fatal("the page lacks its style or its script")
		}
	}
	got := strings.NewReplacer(pageStyle, "(style)", pageScript, "(script)").Replace(page)
	golden.Check(t, "testdata/page.html", got)
}

// TestDrawn checks the figures on terminals, with letters and with chess symbols. A file and a narrow
// terminal have what fits.
func TestDrawn(t *testing.T) {
	for name, screen := range map[string]Screen{"drawn-letters.txt": {Width: 80}, "drawn-symbols.txt": {Width: 80, Symbols: true}, "drawn-narrow.txt": {Width: 40, Symbols: true}} {
		_, figures, _ := strings.Cut(written(t, pictured(), PlainText, Extent{Screen: screen}), "figures\n")
		golden.Check(t, "testdata/"+name, figures)
	}
}

// TestSymbols: each letter of a piece has its symbol, of the same color.
func TestSymbols(t *testing.T) {
	var b Board
	copy(b.Squares[56:], "KQRBNP")
	copy(b.Squares[48:], "kqrbnp")
	if got := b.ranks(true)[:2]; got[0] != "♔ ♕ ♖ ♗ ♘ ♙ · ·" || got[1] != "♚ ♛ ♜ ♝ ♞ ♟ · ·" {
		t.Errorf("%q", got)
	}
	if got := b.ranks(false)[:2]; got[0] != "K Q R B N P . ." || got[1] != "k q r b n p . ." {
		t.Errorf("%q", got)
	}
}

// TestRoomy: a curve has room at both ends of its axis and what hardly moves looks so, but no axis
// goes where no value can be.
func TestRoomy(t *testing.T) {
	for _, test := range []struct {
		values    []float64
		most      float64
		low, high float64
	}{
		{[]float64{100, 200}, 0, 95, 205},
		{[]float64{1, 200}, 0, 0, 209.95},
		{[]float64{-20, 0}, 0, -21, 0},
		{[]float64{-10, 10}, 0, -11, 11},
		{[]float64{20000, 20003}, 0, 19901.485, 20101.515},
		{[]float64{-20003, -20000}, 0, -20101.515, -19901.485},
		{[]float64{80, 99}, 100, 79.05, 99.95},
		{[]float64{80, 100}, 100, 79, 100},
		{[]float64{100}, 100, 98.9, 100},
		{[]float64{0}, 0, -1.1, 1.1},
	} {
		got := newScale(false, test.values...).roomy(test.most)
		if math.Abs(got.low-test.low) > 1e-9 || math.Abs(got.high-test.high) > 1e-9 {
			t.Errorf("%v, at most %v: from %v to %v, want %v to %v", test.values, test.most, got.low, got.high, test.low, test.high)
		}
	}
}

// TestApart: a point that stands apart is not joined to the one before.
func TestApart(t *testing.T) {
	curve := Curve{Points: []Point{{X: 0, Y: 0}, {X: 1, Y: 0}, {X: 2, Y: 1, Apart: true}, {X: 4, Y: 1}}}
	axis := func(high float64) scale { return scale{high: high} }
	if got, want := curve.view(axis(4), axis(1), false, "").Path, "M0.0 1000.0L250.0 1000.0M500.0 0.0L1000.0 0.0"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestSteps: a curve of steps rises from nothing and holds to the end of the axis.
func TestSteps(t *testing.T) {
	plot := Plot{Steps: true, Curves: []Curve{{Points: []Point{{X: 1, Y: 1}, {X: 2, Y: 2}}}, {Points: []Point{{X: 5, Y: 19}}}}}
	x, y := plot.scales()
	if x.low != 1 || x.high != 5 || y.low != 0 {
		t.Fatalf("axes %v and %v", x, y)
	}
	if got, want := plot.Curves[0].view(x, scale{high: 20}, true, "").Path, "M0.0 1000.0V950.0H250.0V900.0H1000.0"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestFactors: an axis of factors holds 1 and is told in factors.
func TestFactors(t *testing.T) {
	plot := Plot{Factors: true, Curves: []Curve{{Points: []Point{{X: 1, Y: 4.5}, {X: 2, Y: 6.5}}}}}
	var got []string
	for _, mark := range plot.view()["YTicks"].([]tick) {
		got = append(got, mark.Text)
	}
	if want := "1× 4× 16× 64×"; strings.Join(got, " ") != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestFrameLabel: a frame is named without the folders of its package, and only where there is room.
func TestFrameLabel(t *testing.T) {
	for _, test := range []struct {
		name  Text
		share float64
		want  string
	}{
		{Quote("github.com/zugwatch/zugwatch/engine/search.(*thread).search"), 0.5, "search.(*thread).search"},
		{Quote("a.b/c.Each[go.shape.*x.y/z.T]"), 0.5, "c.Each[go.shape.*x.y/z.T]"},
		{Quote("a/b.f(c/d)"), 0.5, "b.f(c/d)"},
		{Quote("main.main"), 0.5, "main.main"},
		{Quote("main.main"), 0.01, ""},
		{"all", 1, "all"},
	} {
		if got := (Frame{Name: test.name, Share: test.share}).Label(); got != test.want {
			t.Errorf("%s of %v: got %q, want %q", test.name, test.share, got, test.want)
		}
	}
}

// TestLong: the last column of a table keeps room to be folded in where it has long text, and no
// other does.
func TestLong(t *testing.T) {
	for _, test := range []struct {
		last Text
		want int
	}{
		{"short", 0}, {Quote("<><><><><>"), 0}, {Quote(strings.Repeat("long ", 5)), 1},
	} {
		table := Table{Columns: Words("a", "b"), Rows: FixedRows([]Row{{Quote(strings.Repeat("long ", 5)), test.last}})}
		if got := strings.Count(written(t, Document{table}, HTML, Extent{}), `class="long"`); got != test.want {
			t.Errorf("%s: got %d, want %d", test.last, got, test.want)
		}
	}
}

// TestTicks: the marks of an axis are told apart, however near they are to each other.
func TestTicks(t *testing.T) {
	logarithmic := newScale(true, 90, 4000)
	var marks []string
	for _, tick := range logarithmic.ticks() {
		marks = append(marks, tick.Text)
	}
	if want := "100 200 500 1k 2k"; strings.Join(marks, " ") != want {
		t.Errorf("logarithmic: %q, want %s", marks, want)
	}
	for _, test := range []struct {
		low, high float64
		want      string
	}{
		{0, 100, "0 20 40 60 80 100"},
		{1e6, 1.3e6, "1M 1.1M 1.2M 1.3M"},
		{20000, 20003, "20000 20001 20002 20003"},
		{99.998, 100, "99.9980 99.9985 99.9990 99.9995 100.0000"},
		{-1e9, -1e9 + 4, "-1000000000 -999999999 -999999998 -999999997 -999999996"},
	} {
		var got []string
		for _, tick := range newScale(false, test.low, test.high).ticks() {
			got = append(got, tick.Text)
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("from %v to %v: %q, want %s", test.low, test.high, got, test.want)
		}
	}
}

// shogiBoards returns two positions of shogi: with pieces in hand, a promoted one and a drop, and
// with White to move.
func shogiBoards() Boards {
	one := Board{
		Name: Quote("TSUME.001"), Black: true, Shogi: &ShogiBoard{Hands: [2]string{"2G", "2R2B4S3N3L17P"}},
		Arrows: []Arrow{{Dropped, 16, Asked}, {34, 25, Now}}, Lines: []Text{"asked: G*2c"}, Repeat: "position sfen 7nl/7k1",
	}
	one.Shogi.Squares[7], one.Shogi.Squares[8], one.Shogi.Squares[16], one.Shogi.Squares[34], one.Shogi.Squares[80] = "n", "l", "k", "+P", "K"
	other := Board{Name: Quote("two"), Shogi: &ShogiBoard{}, Arrows: []Arrow{{Dropped, 40, Before}}}
	other.Shogi.Squares[4], other.Shogi.Squares[76] = "k", "+r"
	return Boards{one, other}
}

// TestShogiPage holds every byte of the boards of a page.
func TestShogiPage(t *testing.T) {
	_, boards, _ := strings.Cut(written(t, Document{shogiBoards()}, HTML, Extent{}), `<div class="boards">`)
	boards, _, _ = strings.Cut(boards, "</main>")
	golden.Check(t, "testdata/shogi.html", boards)
}

// TestShogiDrawn holds the boards on a screen and in Markdown.
func TestShogiDrawn(t *testing.T) {
	golden.Check(t, "testdata/shogi.txt", written(t, Document{shogiBoards()}, PlainText, Extent{Screen: Screen{Width: 80, Symbols: true}}))
	golden.Check(t, "testdata/shogi.md", written(t, Document{shogiBoards(), Paragraph{Position("sfen 9/9")}}, Markdown, Extent{}))
}

// TestSigns: each letter of a piece has its sign, and nothing else has.
func TestSigns(t *testing.T) {
	var b ShogiBoard
	letters := []string{"P", "L", "N", "S", "G", "B", "R", "K", "+P", "+L", "+N", "+S", "+B", "+R"}
	copy(b.Squares[:], letters)
	seen := make(map[string]bool)
	for i, s := range b.Signs() {
		if s.Sign == "" || seen[s.Sign] || s.Promoted != (i > 7) || s.White {
			t.Errorf("%s is %+v", letters[i], s)
		}
		seen[s.Sign] = true
	}
	if len(seen) != len(letters) || len(shogiSigns) != len(letters) {
		t.Errorf("%d signs of %d letters", len(seen), len(letters))
	}
	b.Hands[1] = "R2B11P"
	if got := b.Hand(1); got != "飛角2歩11" || b.Hand(0) != "" {
		t.Errorf("hands are %q and %q", got, b.Hand(0))
	}
}
