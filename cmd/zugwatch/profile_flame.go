package main

import (
	"fmt"
	"io"
	"net"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/profile"
)

// loopback is where profiles are served: this machine, any free port.
const loopback = "127.0.0.1:0"

func profileFlameCommand() *cli.Command {
	return &cli.Command{
		Name:      "flame",
		Usage:     "write a flame graph as one page of HTML",
		ArgsUsage: "FILE | BASE HEAD",
		Description: "Writes a page that needs neither a network nor another program. Of two profiles it\n" +
			"shows the difference per node: what grew is red, what shrank green.\n\n" +
			"   zugwatch profile flame -o flame.html wac.pb.gz\n" +
			"   zugwatch profile flame -o flame.html base.pb.gz head.pb.gz",
		Flags: []cli.Flag{outFlag("write the page to `FILE`")},
		Action: func(c *cli.Context) error {
			if c.Path("out") == "" {
				return badInput("flag --out is missing (expected the name of an HTML file)")
			}
			shown, err := shownProfile(c)
			if err != nil {
				return err
			}
			page, err := shown.Flame()
			if err != nil {
				return profileError(err)
			}
			return replaceFile(c.Path("out"), func(w io.Writer) error {
				_, err := w.Write(page)
				return err
			})
		},
	}
}

func profileServeCommand() *cli.Command {
	return &cli.Command{
		Name:      "serve",
		Usage:     "show a profile in the web interface of pprof",
		ArgsUsage: "FILE | BASE HEAD",
		Description: "Serves the pages of pprof on this machine only, until it is interrupted: flame\n" +
			"graph, top, peek, source. Of two profiles they show the difference. The page with\n" +
			"the graph needs graphviz, the others need nothing.\n\n" +
			"   zugwatch profile serve wac.pb.gz",
		Flags: []cli.Flag{&cli.IntFlag{Name: "port", DefaultText: "any that is free", Usage: "listen on port `N`"}},
		Action: func(c *cli.Context) error {
			shown, err := shownProfile(c)
			if err != nil {
				return err
			}
			address := loopback
			if c.IsSet("port") {
				port := c.Int("port")
				if port < 1 || port > 65535 {
					return badInput("flag --port=%d (expected a number from 1 to 65535)", port)
				}
				address = fmt.Sprintf("127.0.0.1:%d", port)
			}
			on, err := (&net.ListenConfig{}).Listen(c.Context, "tcp", address)
			if err != nil {
				return &failure{code: codeMachine, err: fmt.Errorf("profile server: %w", err)}
			}
			defer on.Close()
			fmt.Fprintf(c.App.Writer, "serving http://%s/flamegraph (end with Ctrl-C)\n", on.Addr())
			return interruption(c.Context, profileError(shown.Serve(c.Context, on)))
		},
	}
}

// shownProfile is the profile of the arguments, or the difference of two.
func shownProfile(c *cli.Context) (*profile.Profile, error) {
	args, err := arguments(c, 1, 2, "one profile, or two for their difference")
	if err != nil {
		return nil, err
	}
	first, err := loadProfile(args[0])
	if err != nil || len(args) == 1 {
		return first, err
	}
	second, err := loadProfile(args[1])
	if err != nil {
		return nil, err
	}
	difference, err := second.Against(first)
	return difference, withCode(codeInput, err)
}
