package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/urfave/cli/v2"
)

// What the release workflow stamps in with -ldflags; empty in every other
// build. The linker can set nothing but a variable of a package.
var (
	releaseVersion string // the tag, such as v1.2.3
	releaseCommit  string // the whole hash of the commit
)

// versionCommand prints what was built.
func versionCommand() *cli.Command {
	return &cli.Command{
		Name:  "version",
		Usage: "print the version of Zugwatch and of Go",
		Action: func(c *cli.Context) error {
			if _, err := arguments(c, 0, 0, "no argument"); err != nil {
				return err
			}
			return printVersion(c)
		},
	}
}

func printVersion(c *cli.Context) error {
	_, err := fmt.Fprintf(c.App.Writer, "zugwatch %s\n%s %s/%s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}

// version is the tag of a release or else the module's version as the go
// command stamped it, "(devel)" for a build from a work tree without one.
func version() string {
	if releaseVersion != "" {
		return releaseVersion
	}
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}

// commit is the whole hash of the commit that this program was built from;
// empty where that is not known or the work tree had changes.
func commit() string {
	if releaseCommit != "" {
		return releaseCommit
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	found := ""
	for _, setting := range info.Settings {
		switch {
		case setting.Key == "vcs.revision":
			found = setting.Value
		case setting.Key == "vcs.modified" && setting.Value != "false":
			return ""
		}
	}
	return found
}
