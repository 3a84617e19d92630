package main

import (
	"fmt"
	"math"
	"os"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/farm"
	"github.com/zugwatch/zugwatch/bench/farm/server"
	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/cmd/command"
	"github.com/zugwatch/zugwatch/cmd/flags"
)

// serveCommand returns the command that keeps the queue of a farm.
func serveCommand() *cli.Command {
	return command.New("serve", "keep the queue of a farm, and show a page of what goes on",
		command.ActionOf(command.NoArgs(), runServer), []cli.Flag{
			&cli.StringFlag{Name: "listen", Value: "127.0.0.1:4222", Usage: "listen on `HOST:PORT`; beyond this machine a token or keys and TLS are needed"},
			&cli.IntFlag{Name: "page", DefaultText: "any that is free", Usage: "show the page on port `N` of the loopback"},
			flags.Folder("store", "keep the queue in `FOLDER` instead of a temporary one"),
			&cli.IntFlag{Name: "store-limit", Value: 1024, Usage: "keep at most `MIB` on the disk: 256 for the queue, 512 more for programs that are sent"},
			&cli.PathFlag{Name: "tls-cert", Usage: "encrypt with the certificate of `FILE`"},
			&cli.PathFlag{Name: "tls-key", Usage: "and with its key of `FILE`"},
			&cli.StringSliceFlag{Name: "worker-key", Usage: "let the worker with the public `NKEY` in"},
			&cli.StringSliceFlag{Name: "client-key", Usage: "let the user with the public `NKEY` measure"},
			&cli.StringFlag{Name: "nats", Usage: "show the page of the farm on the servers of NATS at `URL`, and start none"},
		})
}

// runServer serves a farm until a signal.
func runServer(in *flags.Reader, _ []string) error {
	port, limit := in.Number("page", 1, math.MaxUint16), in.Number("store-limit", farm.MinStore>>20, 1<<20)
	in.RejectWith("nats", "which starts no server", "listen", "store", "store-limit", "tls-cert", "tls-key", "worker-key", "client-key")
	if err := in.Err(); err != nil {
		return err
	}
	access := flags.FarmAccess(in.String("nats"))
	if access.URL != "" {
		return showPage(in, port, access.Connect)
	}
	folder, remove, err := queueFolder(in.Path("store"))
	if err != nil {
		return err
	}
	defer remove()
	s, err := server.Start(server.Options{
		Listen: in.String("listen"), Folder: folder, Token: access.Token, WorkerKeys: in.StringSlice("worker-key"), ClientKeys: in.StringSlice("client-key"),
		Certificate: in.Path("tls-cert"), Key: in.Path("tls-key"), MaxStore: int64(limit) << 20,
	})
	if err != nil {
		return err
	}
	defer s.Close()
	fmt.Fprintf(in.App.Writer, "farm at %s (end with Ctrl-C)\n", s.URL())
	return showPage(in, port, s.Connect)
}

// showPage shows the page of a farm until a signal.
func showPage(in *flags.Reader, port int, connect func(name string) (*nats.Conn, error)) error {
	nc, err := connect("zugfarm serve")
	if err != nil {
		return err
	}
	defer nc.Close()
	board, err := server.NewMonitor(nc, farm.DefaultTimeouts(), time.Now)
	if err != nil {
		return err
	}
	on, err := profile.Listen(in.Ctx(), port)
	if err != nil {
		return err
	}
	defer on.Close()
	fmt.Fprintf(in.App.Writer, "page at http://%s/\n", on.Addr())
	return server.Page(in.Ctx(), board, on)
}

// queueFolder returns where the queue is kept: a folder that the user names, or a temporary one.
func queueFolder(name string) (folder string, remove func(), err error) {
	if name != "" {
		return name, func() {}, nil
	}
	folder, err = os.MkdirTemp("", "zugwatch-farm-")
	return folder, func() { os.RemoveAll(folder) }, err
}
