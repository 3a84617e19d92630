package engines

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/zugwatch/zugwatch/bench/revision"
)

// TestTellTail: a tab in the output of a failed build is shown as spaces, and another control character as a mark.
func TestTellTail(t *testing.T) {
	var told []string
	tell := func(format string, args ...any) { told = append(told, fmt.Sprintf(format, args...)) }
	if !tellTail(tell, &revision.BuildError{Err: errors.New("exit status 1"), Tail: []string{"\tgo get x\a"}}) || !slices.Equal(told, []string{"  |     go get x\uFFFD"}) {
		t.Errorf("told %q", told)
	}
	if tellTail(tell, errors.New("other")) || len(told) != 1 {
		t.Errorf("told %q of an error that is none of a build", told)
	}
}
