package text

import (
	"regexp"
	"sync"
)

// Pattern returns a function that compiles a regular expression when it is called first. A program with many
// expressions starts sooner, because few commands need each.
func Pattern(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
