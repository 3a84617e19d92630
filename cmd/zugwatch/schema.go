package main

import (
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/schemas"
	"github.com/zugwatch/zugwatch/cmd/command"
	"github.com/zugwatch/zugwatch/engine/text"
)

// schemaCommand prints the JSON Schemas of what Zugwatch writes.
func schemaCommand() *cli.Command {
	return &cli.Command{
		Name:      "schema",
		Usage:     "print the JSON Schema of a file or a report",
		ArgsUsage: "[NAME]",
		Action: command.Do(command.Takes(0, 1, "the name of a schema, or nothing"), func(c *cli.Context, args []string) error {
			if len(args) == 0 {
				return listSchemas(c)
			}
			found, err := schemas.Find(args[0])
			if names := schemas.Names(); err != nil {
				return failure.Inputf("schema %.40q (expected %s%s)", args[0], text.Or(names), text.DidYouMean(args[0], names))
			}
			_, err = c.App.Writer.Write(found)
			return err
		}),
		BashComplete: command.Complete(schemas.Names),
	}
}

// listSchemas prints a line for each schema.
func listSchemas(c *cli.Context) error {
	names := schemas.Names()
	widest := len(slices.MaxFunc(names, func(a, b string) int { return len(a) - len(b) }))
	for _, name := range names {
		if _, err := fmt.Fprintf(c.App.Writer, "%-*s  %s\n", widest, name, schemas.Title(name)); err != nil {
			return err
		}
	}
	return nil
}
