//go:build nofarm

package main

import (
	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/engine/search"
)

// farmFlags returns none in a program without a farm.
func farmFlags() []cli.Flag { return nil }

// farmed returns none.
func farmed(*cli.Context, search.Options) (generating, error) { return nil, nil }
