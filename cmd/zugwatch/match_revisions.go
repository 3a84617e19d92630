package main

import (
	"cmp"
	"strconv"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/bench/report"
)

// revisionFlags let two revisions of an engine play.
func revisionFlags() []cli.Flag {
	return concat([]cli.Flag{
		&cli.StringFlag{Name: "base", Usage: "play against the engine as it is built at `REVISION`; the first player is that of the work tree or --head"},
		&cli.StringFlag{Name: "head", DefaultText: "the work tree as it is", Usage: "the other `REVISION` beside --base"},
	}, workshopFlags())
}

// lineup is who plays, and what was built for them.
type lineup struct {
	players   []contestant
	workshop  *workshop // nil: nothing was built of revisions
	revisions []report.Revision
	fields    []report.Field
}

// newLineup finds the players: engines that are there, or two revisions of one.
// Close has to be called, also after an error.
func newLineup(c *cli.Context, settings *config, m *measurement) (l *lineup, err error) {
	l = &lineup{}
	if !c.IsSet("base") {
		if c.IsSet("head") {
			return l, badInput("flag --head without --base (expected both, or --base alone)")
		}
		l.players, err = newPlayers(c, m)
		return l, err
	}
	names := c.Args().Slice()
	if len(names) > 1 {
		return l, badInput("match: %d engines beside --base (expected one at most: its revisions are the players)", len(names))
	}
	name := cmp.Or(settings.Engine, builtinName)
	if len(names) == 1 {
		name = names[0]
	}
	entries := []entry{{name: "head", engine: name}, {name: "base", engine: name}}
	if err := changeEntries(c, entries); err != nil {
		return l, err
	}
	shared, err := flagControl(c)
	if err != nil {
		return l, err
	}
	return l, l.build(c, settings, m, entries, shared)
}

// build makes the engines of both revisions.
func (l *lineup) build(c *cli.Context, settings *config, m *measurement, entries []entry, shared match.Control) error {
	w, err := openWorkshop(c, settings)
	if err != nil {
		return err
	}
	l.workshop = w
	base, head, err := w.sides(c)
	if err != nil {
		return err
	}
	l.revisions = []report.Revision{base.told(), head.told()}
	l.fields = []report.Field{
		{Key: "base", Value: base.commit.Short()},
		{Key: "head", Value: head.commit.Short()},
		{Key: "dirty", Value: strconv.Itoa(len(head.dirty))},
	}
	for i, of := range []variant{head, base} {
		own := *m
		own.options = override(m.options, entries[i].options)
		recipe, err := w.recipe(&own, entries[i].engine)
		if err != nil {
			return err
		}
		tree, err := w.checkout(c.Context, of)
		if err != nil {
			return err
		}
		made, err := w.make(c.Context, tree, recipe, of)
		if err != nil {
			return err
		}
		control, err := entries[i].control(shared)
		if err != nil {
			return err
		}
		player := match.Player{Name: entries[i].name, Control: control, Open: boardOpener(c.Context, made, m.processors)}
		l.players = append(l.players, contestant{contender: made, player: player})
	}
	return nil
}

// close removes what was checked out.
func (l *lineup) close(c *cli.Context) error {
	if l.workshop == nil {
		return nil
	}
	return l.workshop.close(c.Context)
}

// tell writes the revisions, where there are any.
func (l *lineup) tell(c *cli.Context, options report.Options) error {
	if l.revisions == nil {
		return nil
	}
	return report.Revisions(c.App.Writer, l.revisions, options)
}
