package must

import (
	"errors"
	"testing"
)

// ended is a testing.TB that records that it was ended.
type ended struct {
	testing.TB
	with []any
}

func (e *ended) Helper()           {}
func (e *ended) Fatal(args ...any) { e.with = args }
func (e *ended) Skip(args ...any)  { e.with = args }

// TestSkipUnlessSlow checks that a slow test is skipped unless it is asked for.
func TestSkipUnlessSlow(t *testing.T) {
	for value, skipped := range map[string]bool{"": true, "1": false} {
		t.Setenv("ZUGWATCH_SLOW", value)
		e := new(ended)
		if SkipUnlessSlow(e, "takes long"); len(e.with) > 0 != skipped || Slow() == skipped {
			t.Errorf("ZUGWATCH_SLOW=%q: skipped with %v, slow %t", value, e.with, Slow())
		}
	}
}

// TestGet checks that Get ends a test only at an error, and passes the value through.
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
