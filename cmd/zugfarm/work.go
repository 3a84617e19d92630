package main

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/farm"
	"github.com/zugwatch/zugwatch/bench/farm/worker"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/cmd/command"
	"github.com/zugwatch/zugwatch/cmd/flags"
	"github.com/zugwatch/zugwatch/engine/text"
)

// workCommand returns the command that works for a farm.
func workCommand() *cli.Command {
	return command.New("work URL", "search and play for a farm with the cores of this machine",
		command.ActionOf(command.RangeArgs(1, 1, "the URL of one farm"), runWorker), []cli.Flag{
			&cli.IntFlag{Name: "cores", Value: runtime.GOMAXPROCS(0), DefaultText: "all", Usage: "do `N` positions or pairs of games at once"},
			&cli.StringSliceFlag{Name: "engine", Usage: "run `ENGINE` alone, zugwatch or a name in the configuration; may be repeated"},
			&cli.BoolFlag{Name: "isolate", Usage: "run the built-in engine in a process of its own"},
			&cli.PathFlag{Name: "source", Usage: "build patches of the built-in engine from the checkout of Zugwatch in `FOLDER`, for sensitivity"},
			&cli.StringSliceFlag{Name: "trust", Usage: "run any program that the holder of the public `NKEY` sends; may be repeated"},
			flags.Folder("programs", "keep these programs in `FOLDER` instead of the cache folder of the user"),
			flags.Config(), flags.NoBuild(),
		})
}

// runWorker works for a farm until a signal.
func runWorker(in *flags.Reader, args []string) (err error) {
	cores := in.Number("cores", 1, bench.MaxWorkers)
	settings := in.Config()
	if err := in.Err(); err != nil {
		return err
	}
	tell := flags.LogTo(in.App.ErrWriter)
	machine := &worker.Machine{Finder: engines.Finder{Config: settings, Own: settings.Own, Isolate: in.Bool("isolate")}, Allowed: in.StringSlice("engine"), Now: time.Now, Tell: tell}
	if !in.Bool("no-build") {
		machine.Finder.Maker = engines.NewBuildRunner(tell)
	}
	name := workerName()
	if source := in.Path("source"); source != "" {
		if machine.Mutants, err = worker.NewMutantBuilder(source, tell); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, machine.Mutants.Close()) }()
	}
	if keys := in.StringSlice("trust"); len(keys) > 0 {
		if machine.Programs, err = openPrograms(keys, in.Path("programs"), tell); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, machine.Programs.Close()) }()
	}
	machine.Machine = workerMachine(name, cores)
	w := &worker.Worker{Name: name, Tool: in.App.Version, Cores: cores, Tell: tell, Timeouts: farm.DefaultTimeouts(), Prepare: machine.Prepare}
	machine.Calibrate = w.Calibrate
	nc, err := flags.FarmAccess(args[0]).Connect(w.Name)
	if err != nil {
		return err
	}
	defer nc.Close()
	if machine.Programs != nil {
		machine.Programs.Fetch = farm.ProgramFetcher(nc)
	}
	tell("worker %s: %d cores at %s (end with Ctrl-C)", w.Name, w.Cores, args[0])
	return w.Run(in.Ctx(), nc)
}

// openPrograms opens the store of the programs that are sent, in a folder or in the usual one.
func openPrograms(trusted []string, folder string, tell engines.Logf) (*worker.ProgramStore, error) {
	if folder == "" {
		var err error
		if folder, err = worker.DefaultProgramStore(); err != nil {
			return nil, failure.Default(failure.Machine, err)
		}
	}
	made, err := worker.NewProgramStore(trusted, folder, tell)
	return made, failure.Default(failure.Machine, err)
}

// workerName returns a name that no other worker has.
func workerName() string {
	host, err := os.Hostname()
	if err != nil {
		host = "worker"
	}
	return fmt.Sprintf("%.40s-%s", host, rand.Text()[:8])
}

// workerMachine says for people where a worker works.
func workerMachine(name string, cores int) string {
	return text.Printable(fmt.Sprintf("%s (%.80s, %d of %d cores, %s/%s)", name, cmp.Or(runner.CPUModel(), "processor unknown"), cores, runtime.NumCPU(), runtime.GOOS, runtime.GOARCH))
}
