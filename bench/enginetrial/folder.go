package enginetrial

import (
	"context"
	"path"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/fit"
)

// tryFolders finds out whether the engine opens files by a relative path, and returns it in the folder where it does.
// That of its program is tried, and that of the repository. The error is that of a context that ended.
func (t *Trial) tryFolders(ctx context.Context, on engines.Engine) (engines.Engine, error) {
	settings := t.Runner.Config
	folders := []string{"."}
	if own := path.Dir(path.Clean(settings.Engines[0].Command)); own != "." && !path.IsAbs(own) {
		folders = []string{own, "."}
	}
	in := func(folder string) engines.Engine {
		if folder == "" {
			return on
		}
		return on.WithDir(ctx, settings.Path(folder))
	}
	found, err := fit.FindFolder(ctx, in, folders)
	if err != nil {
		return on, failure.Interruption(ctx, err)
	}
	if found != "" {
		t.Runner.Tell("the engine runs in the folder %s, as it answers otherwise in an empty one: it opens files by a relative path", found)
		t.Options.Dir = found
	}
	return in(found), nil
}
