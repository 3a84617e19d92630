package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/farm"
	"github.com/zugwatch/zugwatch/bench/revision"
	"github.com/zugwatch/zugwatch/cmd/flags"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/search"
	"github.com/zugwatch/zugwatch/engine/tune"
)

// farmFlags returns the flags for games played by a farm.
func farmFlags() []cli.Flag {
	return []cli.Flag{&cli.StringFlag{Name: "farm", Usage: "have the workers of the farm at `URL` play, such as nats://127.0.0.1:4222"}}
}

// farmGenerator returns a function that generates games on the workers of a farm, nil without --farm.
func farmGenerator(c *cli.Context, o search.Options) (generateFunc, error) {
	if !c.IsSet("farm") {
		return nil, nil
	}
	if c.IsSet("eval-file") {
		return nil, errors.New("flag --eval-file beside --farm: no other machine has the file (expected one of the two)")
	}
	f, err := openFarm(c)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, g tune.Generation, each func(*tune.Sample) error) (tune.GenerationResult, error) {
		on, err := engines.Builtin(ctx, builtin.Settings{Policy: o.Policy, Params: o.Params, HashMB: o.HashMB, Threads: o.Threads}, false)
		if err != nil {
			return tune.GenerationResult{}, err
		}
		return f.Sample(ctx, on, g, each)
	}, nil
}

// openFarm returns the farm of --farm, once it has answered.
func openFarm(c *cli.Context) (*farm.Farm, error) {
	access := flags.FarmAccess(c.String("farm"))
	if err := access.Check(); err != nil {
		return nil, err
	}
	connection, err := access.Connect("zugtune") // a missing farm is reported before the signature, which takes seconds
	if err != nil {
		return nil, err
	}
	connection.Close()
	tell := func(format string, args ...any) { fmt.Fprintf(c.App.ErrWriter, format+"\n", args...) }
	return &farm.Farm{Access: access, Tool: revision.ProgramVersion(), Tell: tell, Timeouts: farm.DefaultTimeouts()}, nil
}
