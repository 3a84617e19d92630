package doctor

import "fmt"

// Grade says how bad an observation is.
type Grade uint8

// The grades.
const (
	OK      Grade = iota // as it should be
	Warning              // odd, and can be lived with
	Fault                // suites cannot be run, or their results not be trusted
)

// String returns the grade as one word.
func (g Grade) String() string { return [...]string{"ok", "warning", "fault"}[g] }

// Observation grades one check of an engine, with advice.
type Observation struct {
	Check string // what was looked at, in few words
	Grade Grade
	Text  string // what there is to say, one line; may quote the engine

	Advice string // what to do about it, one line; empty where all is well
}

// Report lists the observations about one engine.
type Report struct {
	Name         string // as the engine says itself; may hold anything
	Observations []Observation
}

// Count returns how many observations have the grade.
func (r *Report) Count(g Grade) int {
	n := 0
	for _, f := range r.Observations {
		if f.Grade == g {
			n++
		}
	}
	return n
}

func (r *Report) add(check string, g Grade, advice, format string, args ...any) {
	r.Observations = append(r.Observations, Observation{Check: check, Grade: g, Text: fmt.Sprintf(format, args...), Advice: advice})
}
