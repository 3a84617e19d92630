package bench

// Answer holds what the engine answered to one record, with its times.
type Answer struct {
	Index   int          `json:"index"` // of the record in the suite, from 0
	Outcome Outcome      `json:"outcome"`
	Time    PositionTime `json:"time"`
	By      string       `json:"by,omitempty"`   // the worker of a farm that gave it; empty: this machine
	Void    bool         `json:"void,omitempty"` // an earlier answer turned out wrong, and there is no other yet
}

// Recorder stores finished positions beyond the life of the process, so that a run can go on
// from there. Its calls never overlap.
type Recorder interface {
	// Begin is called once before any search, with a Run that has everything
	// but outcomes. It gives the answers of earlier attempts at the very same
	// run; they are taken over as they are and neither searched nor recorded
	// again. An error ends Execute.
	Begin(run *Run) ([]Answer, error)
	// Record is called with each answer as it comes. One for a record that had one before
	// takes its place; one that is Void leaves nothing in it. After an error it is not called
	// again and the run ends.
	Record(a Answer) error
}
