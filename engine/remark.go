package engine

// Remark is something an engine did that is no fault of any position but worth
// knowing, and how often: "searches ended before their limit".
type Remark struct {
	Text  string // in the plural, after the number
	Count int    // at least 1
}

// Remarker is an engine that has remarks about itself. They are asked for when it
// is about to be closed.
type Remarker interface{ Remarks() []Remark }
