package imported

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/golden"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites"
)

func readText(t testing.TB, name string) string {
	t.Helper()
	return string(must.Get(os.ReadFile(filepath.Join("testdata", name)))(t))
}

// suiteOf imports text, and what came of it as a suite.
func suiteOf(t testing.TB, text, file string, o Options) (suite string, c Counts, err error) {
	t.Helper()
	p, err := Read(t.Context(), strings.NewReader(text), file, o)
	if err != nil {
		return "", p.Counts, err
	}
	var out bytes.Buffer
	must.Do(t, errors.Join(p.Write(&out), p.Close()))
	loaded := must.Get(suites.Load(bytes.NewReader(out.Bytes()), "x.epd"))(t)
	if len(loaded.Records) != p.Taken || loaded.Title == "" || loaded.Kind == "" || loaded.Source == "" || loaded.License == "" || loaded.Checked == "" {
		t.Errorf("suite of %d records, %d taken:\n%s", len(loaded.Records), p.Taken, out.String())
	}
	findings, err := epd.Lint(bytes.NewReader(out.Bytes()))
	if err != nil || len(findings) > 0 {
		t.Errorf("lint finds %v, %v", findings, err)
	}
	return out.String(), p.Counts, nil
}

// TestGolden holds the suites of the files in testdata.
func TestGolden(t *testing.T) {
	puzzles, games := Defaults(), Defaults()
	games.Format = PGN
	few := puzzles
	few.Rating, few.Themes, few.Without, few.Popularity = Range{600, 1199}, []string{"mateIn1", "mateIn2"}, []string{"short"}, 80
	near := games
	near.Within = 10
	for _, test := range []struct {
		file, golden string
		options      Options
		found        int
	}{
		{"puzzles.csv", "puzzles.golden", puzzles, 5},
		{"puzzles.csv", "few.golden", few, 1},
		{"games.pgn", "games.golden", games, 4},
		{"games.pgn", "near.golden", near, 3},
	} {
		t.Run(test.golden, func(t *testing.T) {
			got, c, err := suiteOf(t, readText(t, test.file), test.file, test.options)
			must.Do(t, err)
			if c.Found != test.found || c.Taken+c.Duplicates != c.Found {
				t.Errorf("counts are %+v, want %d found", c, test.found)
			}
			golden.Check(t, "testdata/"+test.golden, got)
		})
	}
}

const header = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n"

// TestDamaged checks the errors about damaged lines, with their places.
func TestDamaged(t *testing.T) {
	const before, after = "7k/5ppp/8/8/8/8/5PPP/R5K1 b - - 0 1", "600,80,90,10,mateIn1,x,"
	for _, test := range []struct{ name, text, want string }{
		{"empty", "", "x.csv:1:1: file is empty (expected the header of the puzzles of Lichess)"},
		{"no header", "a,b\n", "x.csv:1:1: header has no column PuzzleId (expected PuzzleId,FEN,"},
		{"few fields", header + "a,b\n", "x.csv:2:1: line has 2 fields (expected 10, as the header has)"},
		{"empty line", header + "\n", "x.csv:2:1: line is empty (expected a puzzle)"},
		{"quote", header + "a,\"b\n", `x.csv:2:6: extraneous or missing " in quoted-field (expected fields`},
		{"long line", header + strings.Repeat("x", 3*maxLine) + "\n", "x.csv:2:1: line is too long (expected at most 65536 bytes)"},
		{"id", header + "a b," + before + ",h8g8 a1a8," + after + "\n", `x.csv:2:1: puzzle has the id "a b" (expected letters`},
		{"position", header + "a,7k/5ppp w,h8g8 a1a8," + after + "\n", "x.csv:2:3: "},
		{"first move", header + "a," + before + ",h8h7 a1a8," + after + "\n", `x.csv:2:39: move "h8h7" is not legal`},
		{"later move", header + "a," + before + ",h8g8 a1b8," + after + "\n", `x.csv:2:39: move "a1b8" is not legal`},
		{"half a solution", header + "a," + before + ",h8g8," + after + "\n", "x.csv:2:39: puzzle has 1 moves (expected the opponent's move"},
		{"rating", header + "a," + before + ",h8g8 a1a8,high,80,90,10,mateIn1,x,\n", `x.csv:2:49: rating is "high" (expected a number from 0 to 9999)`},
		{"popularity", header + "a," + before + ",h8g8 a1a8,600,80,101,10,mateIn1,x,\n", `x.csv:2:56: popularity is "101" (expected a number from -100 to 100)`},
		{"theme", header + "a," + before + ",h8g8 a1a8,600,80,90,10,mate;x,x,\n", `theme is "mate;x"`},
		{"no mate", header + "a," + before + ",h8g8 a1a7,600,80,90,10,mateIn1,x,\n", "x.csv:2:39: puzzle has no mate in 1 (expected a line that ends with that mate, or no theme mateIn1)"},
		{"another mate", header + "a," + before + ",h8g8 a1a8,600,80,90,10,mateIn2,x,\n", "puzzle has no mate in 2"},
		{"nothing left", header, "x.csv: no position is left of what was read (0 read, 0 damaged"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, _, err := suiteOf(t, test.text, "x.csv", Defaults())
			if err == nil || !strings.HasPrefix(err.Error(), "x.csv:") || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error is %v, want %s", err, test.want)
			}
		})
	}
}

// TestDamagedGames does the same for games.
func TestDamagedGames(t *testing.T) {
	o := Defaults()
	o.Format = PGN
	for _, test := range []struct{ name, text, want string }{
		{"empty", "\n", "x.pgn:1:1: file holds no game (expected PGN)"},
		{"move", "1. e4\n2. e4 *", `x.pgn:2:4: move "e4" is not legal`},
		{"evaluation", "1. e4 { [%eval good] } *", `x.pgn:1:4: comment of the move: evaluation is "good" (expected pawns such as 0.17`},
		{"open evaluation", "1. e4 { [%eval 0.3 } *", "x.pgn:1:4: "},
		{"no number", "1. e4 { [%eval NaN] } *", "x.pgn:1:4: "},
		{"none", "1. e4 e5 *", "x.pgn: no position is left of what was read (1 read"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, _, err := suiteOf(t, test.text, "x.pgn", o)
			if err == nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("error is %v, want %s", err, test.want)
			}
		})
	}
}

// TestSkipDamaged checks that damaged lines are counted and do not affect the rest.
func TestSkipDamaged(t *testing.T) {
	puzzles, games := Defaults(), Defaults()
	games.Format = PGN
	puzzles.SkipDamaged, games.SkipDamaged = true, true
	text, pgn := readText(t, "puzzles.csv"), readText(t, "games.pgn")
	head, rest, _ := strings.Cut(text, "\n")
	for _, test := range []struct {
		file, text, golden, first string
		options                   Options
	}{
		{"puzzles.csv", head + "\nx,\"y\n" + rest + "broken\n", "puzzles.golden", "puzzles.csv:2:6: ", puzzles},
		{"games.pgn", pgn + "\n[Event \"damaged\"]\n\n1. e4 e4 2. d4 1-0\n", "games.golden", "games.pgn:", games},
	} {
		got, c, err := suiteOf(t, test.text, test.file, test.options)
		must.Do(t, err)
		if want := readText(t, test.golden); got != want {
			t.Errorf("suite is\n%s\nwant\n%s", got, want)
		}
		if c.Damaged < 1 || len(c.Problems.First) != c.Damaged || !strings.HasPrefix(c.Problems.First[0].Error(), test.first) {
			t.Errorf("damaged are %+v", c)
		}
	}
}

// TestLimit: as many positions as asked for, the same for a seed, another choice for
// another, in the order of the file, each about as often.
func TestLimit(t *testing.T) {
	var text strings.Builder
	text.WriteString(header)
	const n = 36
	for i := range n { // a knight and a pawn stand on other squares in each
		fmt.Fprintf(&text, "p%02d,7k/5ppp/8/8/%dN%d/%dP%d/8/R5K1 b - - 0 1,h8g8 a1a8,1000,80,90,10,mate,x,\n", i, 1+i%6, 6-i%6, 1+i/6%6, 6-i/6%6)
	}
	counts := make(map[string]int)
	draws := make(map[string]bool)
	for seed := range uint64(200) {
		o := Defaults()
		o.Limit, o.Seed = 10, seed
		got, c, err := suiteOf(t, text.String(), "x.csv", o)
		must.Do(t, err)
		again, _, err := suiteOf(t, text.String(), "x.csv", o)
		if err != nil || again != got || c.Taken != 10 || c.Found != n {
			t.Fatalf("seed %d: %v, counts %+v, twice the same: %t", seed, err, c, again == got)
		}
		draws[strings.SplitN(got, "\n6k", 2)[1]] = true
		last := ""
		for line := range strings.Lines(got) {
			if _, id, found := strings.Cut(line, `id "`); found {
				if id <= last {
					t.Fatalf("%s follows %s", id, last)
				}
				last = id
				counts[id[:len("lichess.p00")]]++
			}
		}
	}
	if len(draws) < 190 || len(counts) != n {
		t.Errorf("%d draws of 200 differ, %d of %d positions are chosen at all", len(draws), len(counts), n)
	}
	for id, times := range counts { // 56 of 200, with a standard deviation of 6
		if times < 25 || times > 75 {
			t.Errorf("%s is chosen %d times of 200", id, times)
		}
	}
}

// TestKeep: what Keep refuses is counted and not written, with a limit and without.
func TestKeep(t *testing.T) {
	for _, limit := range []int{0, 100} {
		o := Defaults()
		o.Limit = limit
		o.Keep = func(r *epd.Record) (bool, error) { return r.HasMate, nil }
		got, c, err := suiteOf(t, readText(t, "puzzles.csv"), "puzzles.csv", o)
		if err != nil || c.Taken != 3 || c.Refused != 1 || strings.Contains(got, "zw004") || !strings.Contains(got, "--verify") {
			t.Errorf("limit %d: %v, counts %+v:\n%s", limit, err, c, got)
		}
		o.Keep = func(*epd.Record) (bool, error) { return false, io.ErrUnexpectedEOF }
		if _, _, err := suiteOf(t, readText(t, "puzzles.csv"), "puzzles.csv", o); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("limit %d: error is %v", limit, err)
		}
	}
}

// TestUnknownTheme: a filter by a theme that there is not is not passed over.
func TestUnknownTheme(t *testing.T) {
	for _, set := range []func(*Options){
		func(o *Options) { o.Themes = []string{"mate", "forks"} },
		func(o *Options) { o.Without = []string{"forks"} },
	} {
		o := Defaults()
		set(&o)
		_, _, err := suiteOf(t, readText(t, "puzzles.csv"), "x.csv", o)
		if err == nil || err.Error() != `x.csv: theme "forks" is that of no puzzle (expected one of its 9 themes; did you mean fork?)` {
			t.Errorf("error is %v", err)
		}
	}
}

// TestCancelled: a done context ends the reading.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Read(ctx, strings.NewReader(readText(t, "puzzles.csv")), "x.csv", Defaults()); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v", err)
	}
}

func TestParseRange(t *testing.T) {
	for text, want := range map[string]string{
		"1500-2000": "1500-2000", "0-0": "0-0",
		"": "", "1500": "", "2000-1500": "", "a-b": "", "-5-5": "", "1-99999": "",
	} {
		got, err := ParseRange(text)
		if (err != nil) != (want == "") || err == nil && got.String() != want {
			t.Errorf("%q is %s, %v", text, got, err)
		}
	}
}

func TestFormatOf(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       Format
		ok         bool
	}{
		{"a.csv", "", Lichess, true},
		{"A.CSV", "", Lichess, true},
		{"x.y.pgn", "", PGN, true},
		{"-", "", Lichess, true},
		{"-", "pgn", PGN, true},
		{"a.pgn", "csv", Lichess, true},
		{"a.csv.zst", "", 0, false},
		{"csv", "", 0, false},
		{"a.csv", "epd", 0, false},
	} {
		if got, err := FormatOf(test.name, test.text); (err == nil) != test.ok || got != test.want {
			t.Errorf("%s as %q is %d, %v", test.name, test.text, got, err)
		}
	}
}

func TestCheck(t *testing.T) {
	for name, change := range map[string]func(*Options){
		"limit": func(o *Options) { o.Limit = -1 }, "popularity": func(o *Options) { o.Popularity = 101 },
		"swing": func(o *Options) { o.Swing = 0 }, "tolerance": func(o *Options) { o.Within = -1 },
	} {
		o := Defaults()
		change(&o)
		if err := o.Check(); err == nil || !strings.HasPrefix(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// FuzzPuzzles checks that reading lines never panics, and that every imported record is legal and survives writing
// and reading.
func FuzzPuzzles(f *testing.F) {
	for line := range strings.Lines(readText(f, "puzzles.csv")) {
		f.Add(line)
	}
	f.Add("a,\"b\"\"c\",\r\n\"")
	f.Fuzz(func(t *testing.T, text string) {
		o := Defaults()
		o.SkipDamaged = true
		table := must.Get(newTable(strings.NewReader(header+text), "x.csv"))(t)
		var c Counts
		err := table.each(&o, &c, func(r *epd.Record) error {
			again, err := r.Reparse()
			if err != nil {
				return err
			}
			if len(again.Tolerances) > 0 || again.String() != r.String() {
				return fmt.Errorf("%s is read as %s with %v", r, again, again.Tolerances)
			}
			for _, m := range r.Best {
				if !r.Position.IsLegal(m) || m == game.NoMove {
					return fmt.Errorf("move %s of %s is not legal", m, r)
				}
			}
			return nil
		}, func(error) error { c.Damaged++; return nil })
		if err != nil {
			t.Error(err)
		}
		if c.Read > strings.Count(text, "\n")+1 {
			t.Errorf("%d puzzles in %d lines", c.Read, strings.Count(text, "\n")+1)
		}
	})
}
