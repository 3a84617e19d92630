package flags

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"testing"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
)

// read lets a function read a command line with every group of flags, and gives what
// it says and what was wrong.
func read(t *testing.T, reads func(r *Reader) any, args ...string) (said string, wrong error) {
	t.Helper()
	app := &cli.App{
		Writer: io.Discard, ErrWriter: io.Discard,
		Flags: slices.Concat(Limits(), Checkpoint(), Builtin(""), []cli.Flag{
			Out("write to `FILE`"), Option(), Tier(), &cli.IntFlag{Name: "n", Value: 99}, &cli.StringFlag{Name: "word"},
		}),
		Action: func(c *cli.Context) error {
			r := Read(c)
			said = fmt.Sprint(reads(r))
			wrong = r.Err()
			return nil
		},
	}
	must.Do(t, app.Run(append([]string{"test"}, args...)))
	return said, wrong
}

func TestReader(t *testing.T) {
	number := func(least, most int) func(*Reader) any {
		return func(r *Reader) any { return r.Number("n", least, most) }
	}
	limit := func(r *Reader) any {
		l, given := r.Limit("nodes=7")
		return fmt.Sprint(l, " ", given)
	}
	exact := func(r *Reader) any { return r.ExactLimit(engine.Limits{Nodes: 5}).Nodes }
	mode := func(r *Reader) any { return int(r.Mode()) }
	word := func(r *Reader) any { return Parse(r, "word", strconv.Atoi) }
	given := func(r *Reader) any { return ParseOptional(r, "word", strconv.Atoi) == nil }
	options := func(r *Reader) any { return len(r.Options("option")) }
	needs := func(r *Reader) any { r.RequireFlag("word", "out", ", which keeps it"); return "" }
	alone := func(r *Reader) any { r.RejectWith("out", "which says that", "n", "word"); return "" }
	first := func(r *Reader) any {
		r.AddErr(nil)
		r.AddErr(errors.New("first"))
		r.Failf("second")
		return ""
	}
	tests := []struct {
		name  string
		reads func(*Reader) any
		args  []string
		said  string
		wrong string
	}{
		{"default beyond the bounds", number(1, 5), nil, "99", ""},
		{"at the bound", number(1, 5), []string{"--n=5"}, "5", ""},
		{"beyond the bound", number(1, 5), []string{"--n=6"}, "6", "flag --n=6 (expected a number from 1 to 5)"},
		{"below the only bound", number(1, math.MaxInt), []string{"--n=0"}, "0", "flag --n=0 (expected a number from 1)"},
		{"no limit", limit, nil, "nodes=7 false", ""},
		{"limits together", limit, []string{"--limit=nodes=9", "--depth=3"}, "depth=3,nodes=9 true", ""},
		{"no limit but an end", limit, []string{"--stop-when-solved=2"}, "nodes=7,stop-when-solved=2 false", ""},
		{"a wrong limit", limit, []string{"--depth=x"}, "", `limit "depth=x" (expected a number from 1 to 240)`},
		{"no exact limit", exact, nil, "5", ""},
		{"exact limit", exact, []string{"--nodes=8"}, "8", ""},
		{"resume", mode, []string{"--resume", "--out=x"}, "1", ""},
		{"resume what", mode, []string{"--resume"}, "", "flags --resume, --salvage and --fresh are of no use without --out (expected the file of the unfinished run)"},
		{"two modes", mode, []string{"--fresh", "--salvage", "--out=x"}, "", "flag --fresh beside --resume or --salvage (expected one of them)"},
		{"no word", word, nil, "0", ""},
		{"word", word, []string{"--word=12"}, "12", ""},
		{"wrong word", word, []string{"--word=x"}, "", `flag --word: strconv.Atoi: parsing "x": invalid syntax`},
		{"not given", given, nil, "true", ""},
		{"given", given, []string{"--word=1"}, "false", ""},
		{"options", options, []string{"--option=A=1", "--option=B=2"}, "2", ""},
		{"needs another", needs, []string{"--word=1"}, "", "flag --word is of no use without --out, which keeps it"},
		{"has the other", needs, []string{"--word=1", "--out=x"}, "", ""},
		{"alone", alone, []string{"--out=x"}, "", ""},
		{"without what stands alone", alone, []string{"--word=1"}, "", ""},
		{"not alone", alone, []string{"--out=x", "--word=1"}, "", "flag --word beside --out, which says that (expected one of the two)"},
		{"the first error stays", first, nil, "", "first"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			said, err := read(t, test.reads, test.args...)
			wrong := ""
			if err != nil {
				wrong = err.Error()
				if failure.Of(err) != failure.Input {
					t.Errorf("kind %d of %v, want that of bad input", failure.Of(err), err)
				}
			}
			if wrong != test.wrong || err == nil && said != test.said {
				t.Errorf("said %q, wrong %q, want %q, %q", said, wrong, test.said, test.wrong)
			}
		})
	}
}
