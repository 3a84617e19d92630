package flags

import (
	"runtime"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/report/progress"
	"github.com/zugwatch/zugwatch/engine/tablebase"
)

// Tables returns the flags of every command that needs tables of endings.
func Tables() []cli.Flag {
	return []cli.Flag{
		&cli.PathFlag{
			Name: "cache", DefaultText: "zugwatch/tablebase in the user's cache folder",
			Usage: "keep the tables in `FOLDER`, none keeps nothing",
		},
		&cli.IntFlag{Name: "workers", DefaultText: "one for each processor", Usage: "build with `N` threads; the tables do not depend on it"},
	}
}

// maxBuilders bounds the threads that build a table.
const maxBuilders = 1024

// Tables opens the tables of the endings as the flags say. What is built
// and what was wrong with a file is told on the diagnostics.
func (r *Reader) Tables(endings ...tablebase.Ending) (*tablebase.Set, error) {
	workers := runtime.GOMAXPROCS(0)
	if r.IsSet("workers") {
		workers = r.Number("workers", 1, maxBuilders)
	}
	dir := r.Path("cache")
	switch dir {
	case "none":
		dir = ""
	case "":
		var err error
		if dir, err = tablebase.DefaultFolder(); err != nil {
			r.Failf("cache: %w (expected --cache FOLDER or --cache none)", err)
		}
	}
	if err := r.Err(); err != nil {
		return nil, err
	}
	set, err := tablebase.Open(r.Ctx(), tablebase.Options{Dir: dir, Workers: workers, Report: progress.Tables(r.App.ErrWriter)}, endings...)
	if err != nil {
		return nil, failure.With(failure.Of(err), err)
	}
	return set, nil
}

// Endings reads the endings that flags or arguments name.
func (r *Reader) Endings(names []string) []tablebase.Ending {
	endings, err := tablebase.ParseEndings(names)
	r.AddErr(err)
	return endings
}
