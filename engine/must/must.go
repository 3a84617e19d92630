// Package must ends a test at an error in its setup. Only tests import it.
package must

import (
	"os"
	"testing"
)

// Get returns v, and ends the test where err is not nil: must.Get(os.ReadFile(name))(t).
func Get[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		Do(t, err)
		return v
	}
}

// Do ends the test where err is not nil.
func Do(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Slow reports whether ZUGWATCH_SLOW is set, which asks for tests that take long.
func Slow() bool { return os.Getenv("ZUGWATCH_SLOW") != "" }

// SkipUnlessSlow skips a test that takes long, for the reason why, unless ZUGWATCH_SLOW is set.
func SkipUnlessSlow(t testing.TB, why string) {
	t.Helper()
	if !Slow() {
		t.Skip(why + "; ZUGWATCH_SLOW=1 runs it")
	}
}
