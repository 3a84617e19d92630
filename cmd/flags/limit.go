package flags

import (
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/store"
	"github.com/zugwatch/zugwatch/engine"
)

// Optional is a flag whose value may be left out; one that is given stands behind an
// equals sign.
type Optional struct {
	*cli.StringFlag
	Without string // the value of the flag alone
}

// Limits returns the flags for the limit of a search.
func Limits() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "depth", Usage: "search to depth `N` in plies"},
		&cli.StringFlag{Name: "nodes", Usage: "search at most `N` nodes, such as 50000, 100k or 2M"},
		&cli.StringFlag{Name: "movetime", Usage: "search for a `TIME` on the clock, such as 100ms"},
		&cli.StringFlag{Name: "cputime", Usage: "search for a `TIME` of the engine's own CPU clock"},
		&cli.StringFlag{Name: "limit", Usage: "the same in one `TEXT`, such as depth=20,nodes=50000, or mate=3 for the end at a mate in 3, or sd for the depth that the suite names and acd for that of its analysis"},
		&Optional{&cli.StringFlag{Name: "stop-when-solved", Usage: "end a search when `N` iterations in a row had the right answer, 3 without a number; given with ="}, "3"},
	}
}

// Limit reads the flags of Limits; otherwise is the limit where none is given, and
// given tells whether one was.
func (r *Reader) Limit(otherwise string) (limit bench.Limits, given bool) {
	var parts []string
	for _, text := range []string{r.String("limit"), r.joined("depth", "nodes", "movetime", "cputime")} {
		if text != "" {
			parts = append(parts, text)
		}
	}
	if given = parts != nil; !given {
		parts = append(parts, otherwise)
	}
	if r.IsSet("stop-when-solved") {
		parts = append(parts, "stop-when-solved="+r.String("stop-when-solved"))
	}
	limit, err := bench.ParseLimits(strings.Join(parts, ","))
	r.AddErr(err)
	return limit, given
}

// ExactLimit reads --depth and --nodes; otherwise is the limit where none is given.
func (r *Reader) ExactLimit(otherwise engine.Limits) engine.Limits {
	text := r.joined("depth", "nodes")
	if text == "" {
		return otherwise
	}
	limit, err := engine.ParseLimits(text)
	r.AddErr(err)
	return limit
}

// Checkpoint returns the flags for an unfinished measurement of --out.
func Checkpoint() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "resume", Usage: "go on with the unfinished run of --out, if there is one"},
		&cli.BoolFlag{Name: "fresh", Usage: "throw the unfinished run of --out away and start over"},
		&cli.BoolFlag{Name: "salvage", Usage: "resume from a damaged journal with what stands before the damage"},
	}
}

// Mode reads the flags of Checkpoint.
func (r *Reader) Mode() store.Mode {
	resume, salvage, fresh := r.Bool("resume"), r.Bool("salvage"), r.Bool("fresh")
	switch {
	case (resume || salvage || fresh) && r.Path("out") == "":
		r.Failf("flags --resume, --salvage and --fresh are of no use without --out (expected the file of the unfinished run)")
	case fresh && (resume || salvage):
		r.Failf("flag --fresh beside --resume or --salvage (expected one of them)")
	case salvage:
		return store.Salvage
	case resume:
		return store.Resume
	case fresh:
		return store.Restart
	}
	return store.Refuse
}
