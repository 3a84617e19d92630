//go:build nofarm

package main

import "github.com/urfave/cli/v2"

// farmCommands returns none in a program without a farm.
func farmCommands() []*cli.Command { return nil }
