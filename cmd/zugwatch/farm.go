//go:build !nofarm

package main

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/farm"
	"github.com/zugwatch/zugwatch/bench/farm/server"
	"github.com/zugwatch/zugwatch/bench/farm/worker"
	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/cmd/command"
	"github.com/zugwatch/zugwatch/cmd/flags"
	"github.com/zugwatch/zugwatch/engine/text"
)

// farmCommands returns the commands of a farm.
func farmCommands() []*cli.Command {
	return []*cli.Command{command.Group("farm", "let other machines search positions and play games", farmServeCommand(), farmWorkCommand())}
}

func farmServeCommand() *cli.Command {
	return &cli.Command{
		Name:  "serve",
		Usage: "keep the queue of a farm, and show a page of what goes on",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "listen", Value: "127.0.0.1:4222", Usage: "listen on `HOST:PORT`; beyond this machine a token or keys and TLS are needed"},
			&cli.IntFlag{Name: "page", DefaultText: "any that is free", Usage: "show the page on port `N` of the loopback"},
			flags.Folder("store", "keep the queue in `FOLDER` instead of a temporary one"),
			&cli.IntFlag{Name: "store-limit", Value: 1024, Usage: "keep at most `MIB` on the disk: 256 for the queue, 512 more for programs that are sent"},
			&cli.PathFlag{Name: "tls-cert", Usage: "encrypt with the certificate of `FILE`"},
			&cli.PathFlag{Name: "tls-key", Usage: "and with its key of `FILE`"},
			&cli.StringSliceFlag{Name: "worker-key", Usage: "let the worker with the public `NKEY` in"},
			&cli.StringSliceFlag{Name: "client-key", Usage: "let the user with the public `NKEY` measure"},
			&cli.StringFlag{Name: "nats", Usage: "show the page of the farm on the servers of NATS at `URL`, and start none"},
		},
		Action: command.Do(command.None(), serveFarm),
	}
}

// serveFarm serves until a signal.
func serveFarm(c *cli.Context, _ []string) error {
	in := flags.Read(c)
	port, limit := in.Number("page", 1, math.MaxUint16), in.Number("store-limit", farm.LeastStore>>20, 1<<20)
	in.Alone("nats", "which starts no server", "listen", "store", "store-limit", "tls-cert", "tls-key", "worker-key", "client-key")
	if err := in.Err(); err != nil {
		return err
	}
	access := flags.FarmAccess(c.String("nats"))
	if access.URL != "" {
		return showFarm(c, port, access.Connect)
	}
	folder, remove, err := queueFolder(c.Path("store"))
	if err != nil {
		return err
	}
	defer remove()
	s, err := server.Start(server.Options{
		Listen: c.String("listen"), Folder: folder, Token: access.Token, WorkerKeys: c.StringSlice("worker-key"), ClientKeys: c.StringSlice("client-key"),
		Certificate: c.Path("tls-cert"), Key: c.Path("tls-key"), MaxStore: int64(limit) << 20,
	})
	if err != nil {
		return err
	}
	defer s.Close()
	fmt.Fprintf(c.App.Writer, "farm at %s (end with Ctrl-C)\n", s.URL())
	return showFarm(c, port, s.Connect)
}

// showFarm shows the page.
func showFarm(c *cli.Context, port int, connect func(name string) (*nats.Conn, error)) error {
	nc, err := connect("zugwatch farm serve")
	if err != nil {
		return err
	}
	defer nc.Close()
	board, err := server.NewBoard(nc, farm.UsualPace(), time.Now)
	if err != nil {
		return err
	}
	on, err := profile.Listen(c.Context, port)
	if err != nil {
		return err
	}
	defer on.Close()
	fmt.Fprintf(c.App.Writer, "page at http://%s/\n", on.Addr())
	return failure.Interruption(c.Context, server.Page(c.Context, board, on))
}

// queueFolder returns where the queue is kept: a folder that the user names, or a temporary one.
func queueFolder(name string) (folder string, remove func(), err error) {
	if name != "" {
		return name, func() {}, nil
	}
	folder, err = os.MkdirTemp("", "zugwatch-farm-")
	return folder, func() { os.RemoveAll(folder) }, err
}

func farmWorkCommand() *cli.Command {
	return &cli.Command{
		Name:      "work",
		Usage:     "search and play for a farm with the cores of this machine",
		ArgsUsage: "URL",
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "cores", Value: runtime.GOMAXPROCS(0), DefaultText: "all", Usage: "do `N` positions or pairs of games at once"},
			&cli.StringSliceFlag{Name: "engine", Usage: "run `ENGINE` alone, zugwatch or a name in the configuration; may be repeated"},
			&cli.BoolFlag{Name: "isolate", Usage: "run the built-in engine in a process of its own"},
			&cli.PathFlag{Name: "source", Usage: "build patches of the built-in engine from the checkout of Zugwatch in `FOLDER`, for sensitivity"},
			&cli.StringSliceFlag{Name: "trust", Usage: "run any program that the holder of the public `NKEY` sends; may be repeated"},
			flags.Folder("programs", "keep these programs in `FOLDER` instead of the cache folder of the user"),
			flags.Config(), flags.NoBuild(),
		},
		Action: command.Do(command.Takes(1, 1, "the URL of one farm"), workFarm),
	}
}

// workFarm works until a signal.
func workFarm(c *cli.Context, args []string) (err error) {
	in := flags.Read(c)
	cores := in.Number("cores", 1, bench.MaxWorkers)
	settings := in.Config()
	if err := in.Err(); err != nil {
		return err
	}
	tell := flags.Tell(c.App.ErrWriter)
	shop := &worker.Machine{Finder: engines.Finder{Config: settings, Own: settings.Own, Isolate: c.Bool("isolate")}, Allowed: c.StringSlice("engine"), Now: time.Now, Tell: tell}
	if !c.Bool("no-build") {
		shop.Finder.Maker = engines.NewMaker(tell)
	}
	name := workerName()
	if source := c.Path("source"); source != "" {
		if shop.Mutants, err = worker.NewMutantBuilder(source, tell); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, shop.Mutants.Close()) }()
	}
	if keys := c.StringSlice("trust"); len(keys) > 0 {
		if shop.Programs, err = newDepot(keys, c.Path("programs"), tell); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, shop.Programs.Close()) }()
	}
	shop.Machine = workerMachine(name, cores)
	w := &worker.Worker{Name: name, Tool: c.App.Version, Cores: cores, Tell: tell, Pace: farm.UsualPace(), Prepare: shop.Prepare}
	shop.Calibrate = w.Calibrate
	nc, err := flags.FarmAccess(args[0]).Connect(w.Name)
	if err != nil {
		return err
	}
	defer nc.Close()
	if shop.Programs != nil {
		shop.Programs.Fetch = farm.Fetcher(nc)
	}
	tell("worker %s: %d cores at %s (end with Ctrl-C)", w.Name, w.Cores, args[0])
	return failure.Interruption(c.Context, w.Run(c.Context, nc))
}

// newDepot makes the depot of a worker, in a folder or in the usual one.
func newDepot(trusted []string, folder string, tell engines.Logf) (*worker.ProgramStore, error) {
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
