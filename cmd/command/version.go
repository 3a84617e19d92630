package command

import (
	"fmt"
	"runtime"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/cmd/flags"
)

// VersionCommand returns the command version.
func VersionCommand() *cli.Command {
	return New("version", "print the version of Zugwatch and of Go", ActionOf(NoArgs(), func(in *flags.Reader, _ []string) error { return printVersion(in.Context) }))
}

// printVersion prints the version of the program.
func printVersion(c *cli.Context) error {
	_, err := fmt.Fprintf(c.App.Writer, "%s %s\n%s %s/%s\n", c.App.Name, c.App.Version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}
