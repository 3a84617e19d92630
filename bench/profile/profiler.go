package profile

import (
	"fmt"
	"slices"
	"strings"
)

// The profilers of engines that are programs of their own; any other is the
// engine itself, told by flags.
const (
	Perf       = "perf"
	Gperftools = "gperftools"
)

// FileMark stands for the file of a profile in the flags of an engine.
const FileMark = "{file}"

// ParseProfiler reads how an engine is profiled: perf, gperftools, or flags for
// the engine with {file} among them.
func ParseProfiler(text string) ([]string, error) {
	words := strings.Fields(text)
	if len(words) == 1 && (words[0] == Perf || words[0] == Gperftools) {
		return words, nil
	}
	return words, CheckProfiler(words)
}

// CheckProfiler finds flags that name no file.
func CheckProfiler(words []string) error {
	if slices.ContainsFunc(words, func(w string) bool { return strings.Contains(w, FileMark) }) {
		return nil
	}
	return fmt.Errorf("profiler %q (expected perf, gperftools, or flags of the engine with %s among them)", strings.Join(words, " "), FileMark)
}

// MaxSamples is the largest number of samples that can be asked for: 500 seconds of CPU
// time.
const MaxSamples = 50_000
