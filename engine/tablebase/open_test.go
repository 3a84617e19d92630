package tablebase

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/must"
)

// openIn opens endings with files in dir and returns what was reported.
func openIn(t *testing.T, dir string, workers int, names ...string) (*Set, []string) {
	t.Helper()
	var told []string
	s := must.Get(Open(background, Options{Dir: dir, Workers: workers, Report: func(e Event) {
		text := e.Ending.String() + " " + [...]string{"loaded", "damaged", "building", "built", "unsaved"}[e.Step]
		if e.Err != nil {
			text += ": " + strings.ReplaceAll(e.Err.Error(), dir, "DIR")
		}
		told = append(told, text)
	}}, must.Get(ParseEndings(names))(t)...))(t)
	return s, told
}

func checkTold(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("told %q, want %q", got, want)
	}
}

func TestOpenKeeps(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "made", "for it")
	built, told := openIn(t, dir, 1, "KRK")
	checkTold(t, told, "KK building", "KK built", "KRK building", "KRK built")
	read, told := openIn(t, dir, 1, "KRK")
	checkTold(t, told, "KK loaded", "KRK loaded")
	for e, table := range built.tables {
		if !slices.Equal(table.codes, read.tables[e].codes) {
			t.Errorf("%s is not read as it was built", e)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 2 {
		t.Errorf("files %v, error %v", entries, err)
	}
}

// TestOpenDamaged checks that every kind of damage to a file is reported, and that the file is rebuilt.
func TestOpenDamaged(t *testing.T) {
	dir := t.TempDir()
	openIn(t, dir, 1, "KK")
	name := fileName(dir, ending(t, "KK"))
	sound := must.Get(os.ReadFile(name))(t)
	flipped := func(at int) []byte {
		content := slices.Clone(sound)
		content[(at+len(content))%len(content)] ^= 4
		return content
	}
	head := `it does not begin with "zugwatch tablebase 1 KK\n"`
	tests := []struct {
		name    string
		content []byte
		reason  string
	}{
		{"bit in the codes", flipped(len(sound) / 2), "its checksum does not match"},
		{"bit in the checksum", flipped(-1), "its checksum does not match"},
		{"bit in the head", flipped(3), head},
		{"cut", sound[:len(sound)-1], "it has 979 bytes, not 980"},
		{"longer", append(slices.Clone(sound), 0), "it has 981 bytes, not 980"},
		{"empty", nil, head},
		{"another ending", []byte(strings.Replace(string(sound), "KK", "KQK", 1)), head},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			must.Do(t, os.WriteFile(name, test.content, 0o666))
			_, told := openIn(t, dir, 1, "KK")
			checkTold(t, told, "KK damaged: table: DIR/KK.table: file is damaged: "+test.reason, "KK building", "KK built")
			if again, err := os.ReadFile(name); err != nil || !slices.Equal(again, sound) {
				t.Errorf("the file was not renewed: %v", err)
			}
		})
	}
}

// TestOpenUnsaved checks that an invalid folder is an error, and that a table whose file cannot be written is
// reported and used.
func TestOpenUnsaved(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "file")
	must.Do(t, os.WriteFile(dir, nil, 0o666))
	if _, err := Open(background, Options{Dir: dir}, ending(t, "KK")); err == nil || errors.Is(err, errDamaged) {
		t.Errorf("a file for a folder: error %v", err)
	}
	dir = filepath.Join(t.TempDir(), "nowhere")
	if err := os.Symlink("missing", dir); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	} // no folder can be made in its place
	s, told := openIn(t, dir, 1, "KK")
	if len(told) != 3 || !strings.HasPrefix(told[2], "KK unsaved: table: ") || !s.Has(ending(t, "KK")) {
		t.Errorf("told %q", told)
	}
}

// TestSave makes the folders that are missing and leaves nothing over when it
// fails.
func TestSave(t *testing.T) {
	dir := t.TempDir()
	name := fileName(dir, ending(t, "KK"))
	l := newLayout(ending(t, "KK"))
	must.Do(t, save(filepath.Join(name, "below", "x"), &table{layout: l, codes: make([]code, l.size())}))
	if err := save(name, &table{layout: l, codes: make([]code, l.size())}); err == nil {
		t.Error("a folder in the place of a file was replaced")
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("left over: %v, %v", entries, err)
	}
}

// TestOpenWorkers: the tables do not depend on the number of workers.
func TestOpenWorkers(t *testing.T) {
	one, _ := openIn(t, "", 1, "KRK")
	for _, workers := range []int{0, 2, 7} {
		many, _ := openIn(t, "", workers, "KRK")
		for e, table := range one.tables {
			if !slices.Equal(table.codes, many.tables[e].codes) {
				t.Errorf("%d workers build another %s", workers, e)
			}
		}
	}
}

func TestOpenCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(background)
	dir := t.TempDir()
	s, err := Open(ctx, Options{Dir: dir, Report: func(e Event) {
		if e.Ending == ending(t, "KRK") {
			cancel()
		}
	}}, ending(t, "KRK"))
	if s != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("set %v, error %v", s, err)
	}
	_, told := openIn(t, dir, 1, "KRK")
	checkTold(t, told, "KK loaded", "KRK building", "KRK built")
}

func TestProbe(t *testing.T) {
	s := allTables(t)
	tests := []struct{ name, fen, want string }{
		{"bare kings", "8/8/8/3k4/8/8/8/3K4 w - -", "draw"},
		{"mate on the board", "R5k1/8/6K1/8/8/8/8/8 b - -", "loss in 0 plies"},
		{"mate in one", "6k1/8/6K1/8/8/8/8/R7 w - -", "win in 1 plies"},
		{"stalemate", "8/8/8/8/8/3k4/3p4/3K4 w - -", "draw"},
		{"the other to move", "8/8/8/8/8/3k4/3p4/3K4 b - -", "win in 17 plies"},
		{"longest of three", "8/8/8/1k6/8/8/K5P1/8 w - -", "win in 55 plies"},
		{"colors exchanged", "8/k5p1/8/8/1K6/8/8/8 b - -", "win in 55 plies"},
		{"the pawn falls", "8/8/8/8/3k4/3P4/8/7K b - -", "draw"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := parse(t, test.fen)
			if v, ok := s.Probe(&p); !ok || v.String() != test.want {
				t.Errorf("value %s, %t, want %s", v, ok, test.want)
			}
		})
	}
}

// TestProbeRefuses checks that positions outside the set are not answered.
func TestProbeRefuses(t *testing.T) {
	s := must.Get(cheap())(t)
	tests := []struct{ name, fen string }{
		{"too many pieces", "8/8/8/3k4/3p4/8/4PP2/3K4 w - -"},
		{"ending not in the set", "8/8/8/3k4/3q4/8/4R3/3K4 w - -"},
		{"white may castle", "8/8/8/3k4/8/8/8/4K2R w K -"},
		{"black may castle", "r3k3/8/8/3K4/8/8/8/8 b q -"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := parse(t, test.fen)
			if v, ok := s.Probe(&p); ok {
				t.Errorf("value %s", v)
			}
		})
	}
	p := parse(t, "8/8/8/3k4/8/8/8/4K2R w - -")
	if _, ok := s.Probe(&p); !ok {
		t.Error("a king at home without the right to castle has no value")
	}
	if e := ending(t, "KQKQ"); s.Has(e) || s.Size(e) != 0 || s.Statistics(e) != (Statistics{}) {
		t.Error("KQKQ is in the set")
	}
	if _, err := s.Zugzwangs(background, ending(t, "KQKQ")); err == nil || err.Error() != "ending KQKQ is not in the set" {
		t.Errorf("error %v", err)
	}
	other := parse(t, "8/8/8/3k4/3q4/8/4R3/3K4 w - -")
	if _, ok := s.Index(&other); ok || s.Predecessors(&other) != nil {
		t.Error("a position of another ending has an index or predecessors")
	}
}

// TestPredecessors: the positions before one are those with a quiet move to it,
// all of them, for either side and color.
func TestPredecessors(t *testing.T) {
	s := allTables(t)
	for _, fen := range []string{
		"8/8/8/8/3kP3/8/8/4K3 b - -", "8/8/8/3Kp3/8/8/8/4k3 w - -", "8/8/8/8/8/2n5/1k6/3KR3 w - -",
		"8/8/8/8/8/2N5/1K6/3kr3 b - -", "8/8/8/2k5/4P3/8/8/4K3 w - -",
	} {
		p := parse(t, fen)
		before := s.Predecessors(&p)
		if len(before) < 5 {
			t.Errorf("%s has %d predecessors", fen, len(before))
		}
		for i := range before {
			if !leadsTo(&before[i], &p) {
				t.Errorf("%s does not lead to %s", before[i].EPD(), fen)
			}
		}
		if want := countBefore(t, s, &p); want != len(before) {
			t.Errorf("%s has %d predecessors, want %d", fen, len(before), want)
		}
	}
}

// leadsTo reports whether a move of p leads to the placement of next.
func leadsTo(p, next *chess.Position) bool {
	for _, after := range p.Successors() {
		if after.EPD() == next.EPD() {
			return true
		}
	}
	return false
}

// countBefore counts the predecessors of p by trying every square for every
// piece.
func countBefore(t *testing.T, s *Set, p *chess.Position) (n int) {
	at, _ := s.place(p)
	side, pieces := at.arrange(p)
	for i := range at.table.n {
		for square := chess.A1; square <= chess.H8; square++ {
			b := board{layout: at.table.layout, side: side.Other(), at: pieces, passant: chess.NoSquare}
			b.at[i] = square
			pawnOnEdge := b.pieces[i].kind == chess.Pawn && (chess.Rank1 | chess.Rank8).Has(square)
			if b.pieces[i].color == side || pawnOnEdge || chess.KingAttacks(b.at[0]).Has(b.at[1]) || !b.isLegal() {
				continue
			}
			before := b.chessPosition(b.side, &b.at, false)
			if at.exchanged {
				before = b.chessPosition(b.side, &b.at, true)
			}
			if leadsTo(&before, p) {
				n++
			}
		}
	}
	return n
}
