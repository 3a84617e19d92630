package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/bench/report"
)

// profileCommand groups what is done with profiles.
func profileCommand() *cli.Command {
	return &cli.Command{
		Name:  "profile",
		Usage: "record where in the code the time goes, and compare",
		Subcommands: []*cli.Command{
			profileRecordCommand(),
			profileTopCommand(),
			profileDiffCommand(),
			profileFlameCommand(),
			profileServeCommand(),
		},
	}
}

// loadProfile reads a profile; what is wrong with it is bad input.
func loadProfile(file string) (*profile.Profile, error) {
	loaded, err := profile.Load(file)
	return loaded, withCode(codeInput, err)
}

// summarise reads a CPU profile and sums it up.
func summarise(file string) (*profile.Summary, error) {
	loaded, err := loadProfile(file)
	if err != nil {
		return nil, err
	}
	summary, err := loaded.Summarise()
	if err != nil {
		return nil, badInput("%s: %w", file, err)
	}
	return summary, nil
}

func profileTopCommand() *cli.Command {
	return &cli.Command{
		Name:      "top",
		Usage:     "show the phases and functions of a profile",
		ArgsUsage: "FILE",
		Description: "Shows how much time each phase of the search took and which functions took most.\n" +
			"Reads any CPU profile in the format of pprof.",
		Flags: profileReportFlags(),
		Action: func(c *cli.Context) error {
			args, err := arguments(c, 1, 1, "one profile")
			if err != nil {
				return err
			}
			options, err := pageOptions(c)
			if err != nil {
				return err
			}
			summary, err := summarise(args[0])
			if err != nil {
				return err
			}
			return report.Profile(c.App.Writer, summary, options)
		},
	}
}

// profileReportFlags are the flags of commands that show a profile.
func profileReportFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "format", Value: "text", Usage: "print the report as `text` or markdown"},
		&cli.BoolFlag{Name: "verbose", Usage: "show every function"},
	}
}

// machine is a digest of this machine since its start: the times of two
// profiles with the same one can be compared. It is empty where the system does
// not tell.
func machine() string {
	started, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return ""
	}
	text := strings.Join([]string{strings.TrimSpace(string(started)), cpuModel(), runtime.GOARCH, runtime.Version()}, "\n")
	return fmt.Sprintf("%x", sha256.Sum256([]byte(text)))[:16]
}

// engineText is the identity of the engine of a run in one line.
func engineText(run *bench.Run) string {
	text := strings.TrimSpace(run.Engine.Name + " " + run.Engine.Version)
	for _, option := range run.Engine.Options {
		text += " " + option.Name + "=" + option.Value
	}
	return text
}

// profileError gives an error of package profile its exit code.
func profileError(err error) error {
	var format *profile.FormatError
	if errors.As(err, &format) {
		return withCode(codeInput, err)
	}
	return withCode(codeMachine, err)
}
