package uci

import (
	"slices"

	"github.com/zugwatch/zugwatch/engine"
)

// Irregularities counts deviations of an engine that are no faults but worth knowing.
type Irregularities struct {
	Dropped          int // fields of info lines that made no sense
	Lost             int // lines thrown away because there were too many
	MalformedOptions int // malformed option lines
	Early            int // searches that ended before their depth, or an eighth of their nodes, without a mate and with more than one move
	Unasked          int // answers to an open-ended search before stop
	Overruns         int // searches that overran their time or node limit
	Stalls           int // open-ended searches that ended but waited for stop
	RepeatedAnswers  int // answers that were given a second time after a stop
	FallingNodes     int // searches whose node count fell to less than half of an earlier one
	Ignored          int // searches that the engine did not begin
	PVMismatches     int // answers that are not the first move of the last variation
}

// Remarks returns the irregularities that may affect the results of a run. It leaves out malformed option lines,
// which doctor reports. It also leaves out mismatches with the variation, which are usual when a search is cut
// off.
func (p *Process) Remarks() []engine.Remark {
	c := p.Irregularities()
	return slices.DeleteFunc([]engine.Remark{
		{Text: "searches that ended before their limit", Count: c.Early},
		{Text: "searches that overran their limit", Count: c.Overruns},
		{Text: "searches without a limit that ended before they were told to", Count: c.Unasked},
		{Text: "searches that ended but waited to be told to stop", Count: c.Stalls},
		{Text: "searches that it did not begin within a second", Count: c.Ignored},
		{Text: "answers given a second time", Count: c.RepeatedAnswers},
		{Text: "searches with fewer nodes at their end than before, so that the largest count is taken", Count: c.FallingNodes},
		{Text: "fields of info lines that made no sense and were passed over", Count: c.Dropped},
		{Text: "lines thrown away because there were too many", Count: c.Lost},
	}, func(r engine.Remark) bool { return r.Count == 0 })
}
