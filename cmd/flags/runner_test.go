package flags

import (
	"io"
	"strings"
	"testing"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestWorstCase: how long a run can last at most is told with --verbose alone.
func TestWorstCase(t *testing.T) {
	for args, told := range map[string]bool{"--verbose": true, "--verbose=false": false} {
		var out strings.Builder
		app := &cli.App{
			Writer: io.Discard, ErrWriter: &out,
			Flags: append(Runner(), &cli.BoolFlag{Name: "verbose"}),
			Action: func(c *cli.Context) error {
				r := Read(c)
				event, end := r.Runner().Watch("wac", 5, time.Hour)
				event(bench.Event{Finished: 1, Total: 5, Elapsed: 10 * time.Second})
				end()
				return r.Err()
			},
		}
		must.Do(t, app.Run([]string{"test", args}))
		if strings.Contains(out.String(), "1h0m0s") != told || !strings.Contains(out.String(), "about 40s left") {
			t.Errorf("%s: %q", args, &out)
		}
	}
}
