package gate

import (
	"bytes"
	"fmt"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/store"
)

// LoadBaseline reads the accepted run of a suite. Where it is missing, the error
// says how to make it.
func LoadBaseline(settings *config.Config, chosen *config.Suite) (*store.Baseline, error) {
	baseline, err := store.LoadBaseline(settings.Path(chosen.Baseline))
	if file.IsMissing(err) {
		err = fmt.Errorf("%w (expected the accepted run of a suite in %s; make one with: zugwatch baseline accept --reason TEXT)", err, settings.File)
	}
	return baseline, err
}

// sameRun tells whether two runs are equal to the byte.
func sameRun(a, b *bench.Run) bool {
	first, err := store.Encode(a)
	if err != nil {
		return false
	}
	second, err := store.Encode(b)
	return err == nil && bytes.Equal(first, second)
}
