package farm

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/engine"
)

// Protocol is the version of the messages. Workers do the jobs of their own alone.
const Protocol = 1

// MaxMessage is the maximum size of a message, in bytes. It has room for two games of the maximum length.
const MaxMessage = 512 << 10

// Attempts is the number of workers that may get an item before it is given up.
const Attempts = 3

// Job is a measurement whose items are in the queue.
type Job struct {
	ID         string      `json:"id"`
	Protocol   int         `json:"protocol"`
	Tool       string      `json:"tool"`  // version of the coordinator's program; workers have the same
	Title      string      `json:"title"` // for people
	Over       bool        `json:"over,omitempty"`
	Suite      *SuiteJob   `json:"suite,omitempty"` // one of these
	Match      *MatchJob   `json:"match,omitempty"`
	Race       *RaceJob    `json:"race,omitempty"`
	Sampling   *SampleJob  `json:"sampling,omitempty"`
	References []Reference `json:"references"`       // searches that a worker has to reproduce before it gets items
	Barred     []string    `json:"barred,omitempty"` // workers that had a result wrong
	Timeouts   Timeouts    `json:"pace"`
	Progress   Progress    `json:"progress"`
}

// Timeouts holds the heartbeat interval of coordinator and workers, and the timeouts after which they are considered
// gone.
type Timeouts struct {
	Heartbeat  time.Duration `json:"beat"`     // between two messages of the same
	Offline    time.Duration `json:"silence"`  // without a message, after which a sender is gone
	Redelivery time.Duration `json:"patience"` // without a report on an item, after which it is delivered again
}

// DefaultTimeouts returns the timeouts for machines anywhere.
func DefaultTimeouts() Timeouts {
	return Timeouts{Heartbeat: time.Second, Offline: 15 * time.Second, Redelivery: 10 * time.Second}
}

// Engine is an engine and who it is.
type Engine struct {
	Origin  engines.Origin `json:"origin"`
	Program *SignedProgram `json:"program,omitempty"` // that is sent; nil: it is found by its origin
	ID      engine.ID      `json:"id"`

	path string // of the program, on the coordinator's machine
}

// SuiteJob says how positions are searched: see bench.Config.
type SuiteJob struct {
	Engine      Engine `json:"engine"`
	Limits      string `json:"limits"`
	Repeat      int    `json:"repeat,omitempty"`
	CountDepths bool   `json:"count_depths,omitempty"`
	Iterations  bool   `json:"iterations,omitempty"`
	Forms       int    `json:"forms,omitempty"`   // see suites.Suite.Forms
	Related     bool   `json:"related,omitempty"` // see suites.Suite.Relate
}

// MatchJob says how games are played: see match.Config.
type MatchJob struct {
	Players []Player      `json:"players"`
	Rules   match.Rules   `json:"rules"`
	Margin  time.Duration `json:"margin"`
	// Reference is the speed that clocks refer to, as Calibration.Busy; 0: there is no clock.
	Reference float64 `json:"reference,omitempty"`
}

// Player is one of those who play.
type Player struct {
	Name    string `json:"name"`
	Engine  Engine `json:"engine"`
	Control string `json:"control"`
}

// RaceJob says how two engines race: see speed.Config. It has one item, which one worker does
// while it does nothing else.
type RaceJob struct {
	Base    Engine         `json:"base"`
	Head    Engine         `json:"head"`
	Suite   string         `json:"suite"` // its name
	Limits  string         `json:"limits"`
	Budget  time.Duration  `json:"budget"`
	Allowed compare.Growth `json:"allowed"`
	Seed    uint64         `json:"seed"`
}

// SampleJob says how to play games whose quiet positions are kept: see tune.Generation.
type SampleJob struct {
	Engine Engine `json:"engine"`
	Limits string `json:"limits"`
	Seed   uint64 `json:"seed"`
}

func (j *Job) kinds() (n int) {
	for _, is := range []bool{j.Suite != nil, j.Match != nil, j.Race != nil, j.Sampling != nil} {
		if is {
			n++
		}
	}
	return n
}

// Engines returns the engines of the job.
func (j *Job) Engines() []Engine {
	switch {
	case j.Suite != nil:
		return []Engine{j.Suite.Engine}
	case j.Race != nil:
		return []Engine{j.Race.Base, j.Race.Head}
	case j.Sampling != nil:
		return []Engine{j.Sampling.Engine}
	}
	var all []Engine
	for _, p := range j.Match.Players {
		all = append(all, p.Engine)
	}
	return all
}

// check finds a message that is no job.
func (j *Job) check() error {
	switch {
	case !isToken(j.ID):
		return fmt.Errorf("job %.40q has no ID of letters and digits", j.ID)
	case !j.Over && j.kinds() != 1:
		return fmt.Errorf("job %s is of %d kinds (expected one)", j.ID, j.kinds())
	case !j.Over && (j.Timeouts.Heartbeat <= 0 || j.Timeouts.Offline <= 0 || j.Timeouts.Redelivery <= 0):
		return fmt.Errorf("job %s has no pace", j.ID)
	}
	return nil
}

// ParseJob reads a job.
func ParseJob(text []byte) (j Job, err error) {
	if err = json.Unmarshal(text, &j); err == nil {
		err = j.check()
	}
	return j, err
}

// isToken reports whether a text can be part of a subject.
func isToken(text string) bool {
	for _, c := range text {
		if (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return text != "" && len(text) <= 64
}

// Progress shows people how far a job is.
type Progress struct {
	Finished int    `json:"finished"`
	Total    int    `json:"total"`
	LLR      string `json:"llr,omitempty"` // of a sequential test
	Faults   int    `json:"faults,omitempty"`
	Checked  int    `json:"checked,omitempty"` // items that two workers did alike
}

// Item is one position, the games of one pair, or a race.
type Item struct {
	Index          int          `json:"index"`            // of the record or pair
	ExcludedWorker string       `json:"not,omitempty"`    // the worker that did it before
	Record         string       `json:"record,omitempty"` // a line of EPD
	Games          []match.Game `json:"games,omitempty"`  // laid out and not yet played
	// Positions are the positions of a race.
	Positions []string `json:"positions,omitempty"`
	// Numbers are the numbers of games whose positions are kept.
	Numbers []uint64 `json:"numbers,omitempty"`
}

// End says how the work on an item ended.
type End string

// The ends.
const (
	Done             End = "done"
	Released         End = "released" // the worker leaves, or must not do it
	Lost             End = "lost"     // it was given to Attempts workers, and none came back
	Nondeterministic End = "split"    // it comes out otherwise each time: said by the coordinator alone
)

// Result is a worker's report on an item.
type Result struct {
	Index   int             `json:"index"`
	Copy    int             `json:"copy,omitempty"`
	Worker  string          `json:"worker"`
	End     End             `json:"end"`
	Outcome json.RawMessage `json:"outcome,omitempty"` // the same on every machine
	Details json.RawMessage `json:"aside,omitempty"`   // what differs, such as times
}

// WorkerStatus is a worker's report on itself.
type WorkerStatus struct {
	Worker  string            `json:"worker"`
	Tool    string            `json:"tool"`
	Cores   int               `json:"cores"`
	Busy    int               `json:"busy"`
	Done    int               `json:"done"`
	Jobs    []string          `json:"jobs,omitempty"`    // whose references it reproduced
	Refused map[string]string `json:"refused,omitempty"` // why it does not do a job, by its ID
	Leaves  bool              `json:"leaves,omitempty"`
	// Calibration is of the last job with clocks; nil: there was none.
	Calibration *Calibration `json:"calibration,omitempty"`
}
