package flags

import (
	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/config"
)

// Exact asks whether anything changed at all; otherwise says what is asked without it.
func Exact(otherwise string) cli.Flag {
	return &cli.BoolFlag{Name: "exact", Usage: "ask whether anything changed at all: any difference of a result, move, score, depth or number of nodes fails" + otherwise}
}

// ApplyExact returns the suites with exact gates if --exact is given.
func (r *Reader) ApplyExact(settings *config.Config, suites []config.Suite) []config.Suite {
	if !r.Bool("exact") {
		return suites
	}
	asked, err := settings.WithExactGates(suites)
	r.AddErr(err)
	return asked
}
