package revision

import (
	"testing"
	"time"
)

// TestDate: the date of a commit is that of its committer, not of its author, and in UTC.
func TestDate(t *testing.T) {
	_, r := scratch(t)
	t.Setenv("GIT_AUTHOR_DATE", "2001-01-01T00:00:00+00:00")
	t.Setenv("GIT_COMMITTER_DATE", "2026-03-01T01:30:00+02:00")
	commit := commitEmpty(t, r, "second")
	date, err := r.Date(t.Context(), commit)
	if want := time.Date(2026, 2, 28, 23, 30, 0, 0, time.UTC); err != nil || date != want {
		t.Errorf("%v, %v, want %v", date, err, want)
	}
	if _, err := r.Date(t.Context(), Commit{Hash: "none"}); err == nil {
		t.Error("a commit that is not there has a date")
	}
}
