package must

import (
	"errors"
	"testing"
)

// ended is a test that notes that it was ended.
type ended struct {
	testing.TB
	with []any
}

func (e *ended) Helper()           {}
func (e *ended) Fatal(args ...any) { e.with = args }

// TestGet holds that only an error ends a test, and that the value comes through.
func TestGet(t *testing.T) {
	bad := errors.New("bad")
	for _, err := range []error{nil, bad} {
		e := new(ended)
		if got := Get(7, err)(e); got != 7 {
			t.Errorf("%v: value %d", err, got)
		}
		if (len(e.with) > 0) != (err != nil) {
			t.Errorf("%v: ended with %v", err, e.with)
		}
	}
}
