package bench

import "time"

// Host is the machine of a run as far as it matters for times.
type Host struct {
	OS    string `json:"os,omitempty"`
	Arch  string `json:"arch,omitempty"`
	CPU   string `json:"cpu,omitempty"` // model name
	Cores int    `json:"cores,omitempty"`
	Go    string `json:"go,omitempty"` // version of the toolchain
}

// Timing is all that may differ between two equal runs. Times are in
// nanoseconds and zero when no clock was given.
type Timing struct {
	Schema    int            `json:"schema"`
	Tool      string         `json:"tool,omitempty"` // version of the runner
	Host      Host           `json:"host"`
	Start     time.Time      `json:"start"`
	Wall      time.Duration  `json:"wall_ns"`
	Workers   int            `json:"workers"`
	Resumed   int            `json:"resumed,omitempty"`  // positions that earlier attempts had finished
	Positions []PositionTime `json:"positions"`          // in suite order
	Warnings  []string       `json:"warnings,omitempty"` // what went wrong outside of any position, each once
}

// PositionTime holds the times of one position. A position that was not searched has only its ID. Of several
// attempts, by Config.Repeat or after a fault, the times are those of the attempt that gave the outcome.
type PositionTime struct {
	ID     string        `json:"id"`
	Wall   time.Duration `json:"wall_ns"`
	CPU    time.Duration `json:"cpu_ns,omitempty"`    // as the engine reports it
	Found  time.Duration `json:"found_ns,omitempty"`  // wall time up to Outcome.Found
	Stable time.Duration `json:"stable_ns,omitempty"` // wall time up to Outcome.Stable
	Fault  string        `json:"fault,omitempty"`     // the message of a fault
	Detail string        `json:"detail,omitempty"`    // more about it, such as a stack
	// Retried is the message of the fault at the first attempt, when the
	// position was tried again; whatever came of that.
	Retried string `json:"retried,omitempty"`
	// FaultReport describes the circumstances of the fault in the engine's own words, some lines for a file of
	// its own. Of two faults it is the last.
	FaultReport string `json:"-"`
}

// Position returns the time of one position, zero where none is known; t may be nil.
func (t *Timing) Position(index int) PositionTime {
	if t == nil || index >= len(t.Positions) {
		return PositionTime{}
	}
	return t.Positions[index]
}

// Longest returns the wall time of the longest search, 0 where none is known.
func (t *Timing) Longest() time.Duration {
	longest := time.Duration(0)
	for i := range t.Positions {
		longest = max(longest, t.Positions[i].Wall)
	}
	return longest
}

// Searched returns the wall time of all searches together; with several workers it
// is more than Wall.
func (t *Timing) Searched() time.Duration {
	var sum time.Duration
	for i := range t.Positions {
		sum += t.Positions[i].Wall
	}
	return sum
}

// CPU returns the CPU time of all searches together, 0 when no engine measures it.
func (t *Timing) CPU() time.Duration {
	var sum time.Duration
	for i := range t.Positions {
		sum += t.Positions[i].CPU
	}
	return sum
}

// NPS returns the number of nodes that one engine visits in a second of wall time. It counts the positions of r that
// were searched in this run. It is 0 when no time was taken.
func (t *Timing) NPS(r *Run) uint64 {
	var nodes uint64
	var wall time.Duration
	for i := range min(len(t.Positions), len(r.Outcomes)) {
		if spent := t.Positions[i].Wall; spent > 0 {
			nodes += r.Outcomes[i].Nodes
			wall += spent
		}
	}
	if wall <= 0 {
		return 0
	}
	return uint64(float64(nodes) / wall.Seconds())
}
