//go:build nofarm

package flags

import (
	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/runner"
)

// Farm returns no flag in a program without a farm.
func Farm() []cli.Flag { return nil }

// Farm returns none.
func (*Reader) Farm(engines.Logf) runner.Farm { return nil }
