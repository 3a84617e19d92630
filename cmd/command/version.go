package command

import (
	"fmt"
	"runtime"

	"github.com/urfave/cli/v2"
)

// VersionCommand prints what was built.
func VersionCommand() *cli.Command {
	return &cli.Command{
		Name:   "version",
		Usage:  "print the version of Zugwatch and of Go",
		Action: Do(None(), func(c *cli.Context, _ []string) error { return printVersion(c) }),
	}
}

// printVersion prints the version of the program.
func printVersion(c *cli.Context) error {
	_, err := fmt.Fprintf(c.App.Writer, "%s %s\n%s %s/%s\n", c.App.Name, c.App.Version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}
