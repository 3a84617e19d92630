package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/network"
	"github.com/zugwatch/zugwatch/engine/search"
	"github.com/zugwatch/zugwatch/engine/tune"
)

// gamesCommand returns the command that plays games and writes their quiet positions.
func gamesCommand() *cli.Command {
	return &cli.Command{
		Name:  "games",
		Usage: "play games of the engine against itself and keep their quiet positions",
		Description: "Each game begins with six to ten random moves. The file is the same for the same\n" +
			"engine, seed, numbers and limit, with any number of workers.\n\n" +
			"   zugtune games --seed 1 --games 9000 -o games.txt\n\n" +
			"With --chunks, each file has the games after those of the file before, and files that\n" +
			"are there are left alone: the same command goes on where a killed one ended. Several\n" +
			"processes can fill one folder, each with its own seed.\n\n" +
			"   zugtune games --seed 1 --games 1000 --chunks 500 --form packed -o games",
		HideHelpCommand: true,
		Flags: append([]cli.Flag{
			&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "seed `N` of the openings"},
			&cli.IntFlag{Name: "first", Usage: "number `N` of the first game; a seed can go on where a run ended"},
			&cli.IntFlag{Name: "games", Value: 1000, Usage: "play `N` games"},
			&cli.IntFlag{Name: "chunks", Usage: "write `N` files of so many games each into a folder", DefaultText: "one file"},
			&cli.StringFlag{Name: "form", Value: tune.Text.String(), Usage: "write `FORM`: text, or packed in 32 bytes a position"},
			&cli.StringFlag{Name: "limit", Value: "nodes=2500", Usage: "limit `L` of each move, by nodes or depth"},
			&cli.StringFlag{Name: "eval", Usage: "play with the `EVALUATION` " + strings.Join(search.Evaluations(), " or "), DefaultText: search.Evaluations()[search.Defaults().Params.Eval]},
			&cli.PathFlag{Name: "eval-file", Usage: "play with the network of `FILE` instead of the one that is built in"},
			&cli.IntFlag{Name: "hash", Value: 2, Usage: "transposition table in `MiB`"},
			&cli.IntFlag{Name: "workers", Value: 1, Usage: "play `N` games at a time"},
			&cli.PathFlag{Name: "out", Aliases: []string{"o"}, Required: true, Usage: "write the positions to `FILE`, or with --chunks into this folder"},
		}, farmFlags()...),
		Action: func(c *cli.Context) error {
			if c.NArg() > 0 {
				return fmt.Errorf("argument %q (expected options only)", c.Args().First())
			}
			limits, err := engine.ParseLimits(c.String("limit"))
			if err != nil {
				return err
			}
			form, err := tune.ParseForm(c.String("form"))
			if err != nil {
				return err
			}
			settings, err := readEngineOptions(c)
			if err != nil {
				return err
			}
			elsewhere, err := farmGenerator(c, settings)
			if err != nil {
				return err
			}
			p := gameRun{
				generation: tune.Generation{
					Seed: c.Uint64("seed"), First: c.Int("first"), Games: c.Int("games"),
					Limits: limits, Workers: c.Int("workers"),
				},
				form: form, settings: settings, out: c.App.Writer, sign: signatureOf(settings), elsewhere: elsewhere,
			}
			if c.IsSet("chunks") {
				return p.chunks(c.Context, c.Path("out"), c.Int("chunks"))
			}
			return p.file(c.Context, c.Path("out"))
		},
	}
}

// gameRun holds the settings of one call of the command. Summaries go to out.
type gameRun struct {
	generation tune.Generation
	form       tune.Form
	settings   search.Options
	out        io.Writer
	sign       signatureFunc
	elsewhere  generateFunc // nil: the games are played here
}

// generateFunc is a function that plays the games of a generation, as tune.Generate does.
type generateFunc func(ctx context.Context, g tune.Generation, each func(*tune.Sample) error) (tune.GenerationResult, error)

// source returns the source in the head of the file.
func (p *gameRun) source(signature uint64) tune.Source {
	g := &p.generation
	return tune.Source{Seed: g.Seed, First: g.First, Games: g.Games, Limits: g.Limits, HashMB: p.settings.HashMB, Signature: signature}
}

// file plays the games of one file.
func (p *gameRun) file(ctx context.Context, path string) error {
	return file.Disk{}.Replace(path, func(w io.Writer) error { return p.games(ctx, w) })
}

// chunks plays the games of count files in a folder and skips the files that exist.
func (p *gameRun) chunks(ctx context.Context, folder string, count int) error {
	if err := p.generation.Check(); err != nil {
		return err
	}
	if count < 1 {
		return fmt.Errorf("flag --chunks=%d (expected at least one)", count)
	}
	signature, err := p.sign(ctx)
	if err != nil {
		return err
	}
	if err := (file.Disk{}).DoStep(folder, "create", func() error { return os.MkdirAll(folder, 0o777) }); err != nil {
		return err
	}
	chunk := *p
	chunk.sign = func(context.Context) (uint64, error) { return signature, nil }
	for n := range count {
		chunk.generation.First = p.generation.First + n*p.generation.Games
		if err := chunk.fill(ctx, folder, signature); err != nil {
			return err
		}
	}
	return nil
}

// fill plays the games of one file in a folder unless it is there.
func (p *gameRun) fill(ctx context.Context, folder string, signature uint64) error {
	g := &p.generation
	path := filepath.Join(folder, fmt.Sprintf("games-%d-%09d.%s", g.Seed, g.First, p.form))
	there, err := readFile(path, tune.ReadSources)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := (file.Disk{}).RemoveTemporary(path); err != nil {
			return err
		}
		return p.file(ctx, path)
	case err != nil:
		return err
	case !slices.Equal(there, []tune.Source{p.source(signature)}):
		return fmt.Errorf("%s is of other games, %q (expected %q, or another folder)", path, there, p.source(signature))
	}
	return nil
}

// games writes the samples of a generation to w, and a summary to p.out.
func (p *gameRun) games(ctx context.Context, w io.Writer) error {
	if err := p.generation.Check(); err != nil {
		return err
	}
	open := func() (engine.Engine, error) { return search.New(p.settings) }
	signature, err := p.sign(ctx)
	if err != nil {
		return err
	}
	to, err := tune.NewWriter(w, p.form, p.source(signature))
	if err != nil {
		return err
	}
	generate := p.elsewhere
	if generate == nil {
		generate = func(ctx context.Context, g tune.Generation, each func(*tune.Sample) error) (tune.GenerationResult, error) {
			return tune.Generate(ctx, g, open, each)
		}
	}
	done, err := generate(ctx, p.generation, to.Write)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.out, "zugtune: games=%d positions=%d duplicates=%d signature=%d\n", done.Games, done.Positions, done.Duplicates, signature)
	return err
}

// readEngineOptions reads the flags of the engine that plays.
func readEngineOptions(c *cli.Context) (o search.Options, err error) {
	o = search.Defaults()
	o.HashMB = c.Int("hash")
	if c.IsSet("eval") {
		if o.Params.Eval, err = search.ParseEvaluation(c.String("eval")); err != nil {
			return o, err
		}
	}
	if c.IsSet("eval-file") {
		if o.Params.Eval != search.Network {
			return o, errors.New("flag --eval-file without a network (expected --eval network)")
		}
		o.Network, err = network.Open(c.Path("eval-file"))
	}
	return o, err
}

// signatureFunc is a function that computes a signature, which takes seconds.
type signatureFunc func(context.Context) (uint64, error)

// signatureOf returns a function that computes the bench signature of an engine. The signature
// identifies its search and evaluation; it does not depend on o.HashMB.
func signatureOf(o search.Options) signatureFunc {
	o.HashMB = search.Defaults().HashMB
	return func(ctx context.Context) (uint64, error) {
		s, err := search.New(o)
		if err != nil {
			return 0, err
		}
		defer s.Close()
		return s.Bench(ctx, search.BenchDepth, nil)
	}
}
