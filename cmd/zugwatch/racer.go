package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/uci"
)

// raceFolderFlag names a checkout of the base.
func raceFolderFlag() cli.Flag {
	return &cli.PathFlag{Name: "base-folder", Usage: "the base is the engine of the head as it was built in `FOLDER`, which holds another revision of the working directory; the head then is the engine of " + configName + " if --head does not say"}
}

// raceEngines are what opens the base and the head.
func raceEngines(c *cli.Context, settings *config) (base, head func() (engine.Engine, error), err error) {
	name, folder := c.String("head"), c.Path("base-folder")
	if folder != "" && !c.IsSet("head") {
		name = settings.Engine
	}
	switch {
	case folder == "":
		base, err = raceEngine(c, settings, "base", "base", func(m *measurement) (contender, error) { return m.contender(c.Context, c.String("base")) })
	case c.IsSet("base"):
		err = badInput("flag --base beside --base-folder (expected one of the two)")
	default:
		base, err = raceEngine(c, settings, "base", "base-folder", func(m *measurement) (contender, error) { return m.elsewhere(c.Context, name, folder) })
	}
	if err != nil {
		return nil, nil, err
	}
	head, err = raceEngine(c, settings, "head", "head", func(m *measurement) (contender, error) { return m.contender(c.Context, name) })
	return base, head, err
}

// raceEngine is what opens the engine that a flag names, with the options of its
// side.
func raceEngine(c *cli.Context, settings *config, side, flag string, find func(*measurement) (contender, error)) (func() (engine.Engine, error), error) {
	m, err := newMeasurement(c, settings)
	if err != nil {
		return nil, err
	}
	for _, text := range c.StringSlice(side + "-option") {
		option, err := parseOption(text)
		if err != nil {
			return nil, badInput("flag --%s-option: %w", side, err)
		}
		m.options = append(m.options, option)
	}
	e, err := find(m)
	if err != nil {
		return nil, fmt.Errorf("flag --%s: %w", flag, err)
	}
	return e.open, nil
}

// elsewhere is the engine that a name stands for, as it lies in another checkout of
// the working directory. Its program has to be one of the repository, or both would
// be the same.
func (m *measurement) elsewhere(ctx context.Context, name, folder string) (contender, error) {
	fixed := func(program string) error {
		return badInput("engine %s: program %s does not lie in the working directory, so that another revision of it has no other (expected a path in it, such as ./%s)", name, program, filepath.Base(program))
	}
	for _, e := range m.settings.Engines {
		if e.Name != name {
			continue
		}
		if program := filepath.FromSlash(e.Command); e.Command == selfCommand || filepath.Base(program) == e.Command || !filepath.IsLocal(program) || !filepath.IsLocal(m.settings.Dir) {
			return contender{}, fixed(e.Command)
		}
		there, settings := *m, *m.settings
		settings.Dir = filepath.Join(folder, settings.Dir)
		there.settings = &settings
		return there.configured(ctx, e)
	}
	words, err := programWords(name)
	if err != nil {
		return contender{}, fixed(name)
	}
	here, err := filepath.Abs(".")
	if err != nil {
		return contender{}, withCode(codeMachine, err)
	}
	program, err := filepath.Rel(here, words[0])
	if err != nil || !filepath.IsLocal(program) {
		return contender{}, fixed(words[0])
	}
	path, err := filepath.Abs(filepath.Join(folder, program))
	command := uci.Command{Path: path, Args: words[1:], Options: m.options}
	return contender{name: fileStem(path), command: command}.dialing(ctx), withCode(codeMachine, err)
}

// speedLimit reads the limit of a search.
func speedLimit(c *cli.Context) (engine.Limits, error) {
	var parts []string
	for _, name := range []string{"depth", "nodes"} {
		if text := c.String(name); text != "" {
			parts = append(parts, name+"="+text)
		}
	}
	if len(parts) == 0 {
		parts = append(parts, speedNodes)
	}
	limits, err := engine.ParseLimits(strings.Join(parts, ","))
	return limits, withCode(codeInput, err)
}

// raceProgress prints a line every ten seconds.
func raceProgress(w io.Writer, budget time.Duration) func(share float64) {
	next := tickInterval
	return func(share float64) {
		spent := time.Duration(share * float64(budget))
		if spent < next {
			return
		}
		next = spent + tickInterval
		fmt.Fprintf(w, "speed: %v of at most %v\n", spent.Truncate(time.Second), budget)
	}
}
