// Package must ends a test at an error in its setup. Only tests import it.
package must

import "testing"

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
