package command

import (
	"cmp"
	"runtime"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/cmd/flags"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/uci/server"
)

// UCICommand returns the command uci. A GUI or a match runner plays with the built-in engine by it.
func UCICommand() *cli.Command {
	return serveCommand("uci", "speak UCI: be an engine for a GUI, a match runner or a script", flags.Builtin(""), func(in *flags.Reader) builtin.Engine {
		return in.Builtin(builtin.Defaults())
	})
}

// USICommand returns the command usi. A GUI plays shogi with the built-in engine by it.
func USICommand() *cli.Command {
	return serveCommand("usi", "speak USI: be an engine for shogi", flags.Shogi(), func(in *flags.Reader) builtin.Engine {
		return in.Shogi(builtin.ShogiDefaults())
	})
}

// serveCommand returns a command that runs a built-in engine over its protocol, with the settings of the flags.
func serveCommand(name, usage string, of []cli.Flag, read func(*flags.Reader) builtin.Engine) *cli.Command {
	of = append(of, flags.File("cpuprofile", "write a CPU profile of the process to `FILE` at its end"))
	return New(name, usage, ActionOf(NoArgs(), func(in *flags.Reader, _ []string) error {
		chosen := read(in)
		if err := in.Err(); err != nil {
			return err
		}
		// A reader that waits for a command holds its share of the scheduler for up to 10 ms. On one processor, the
		// search would wait that long for it.
		runtime.GOMAXPROCS(max(2, runtime.GOMAXPROCS(0)))
		err := profile.CaptureRaw(in.Path("cpuprofile"), func() error {
			return server.Serve(in.Ctx(), in.App.Reader, in.App.Writer, builtin.Host(chosen, time.Now))
		})
		return failure.Default(failure.Machine, cmp.Or(err, in.Ctx().Err()))
	}), of)
}
