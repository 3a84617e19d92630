package bench

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/epd"
)

// Limits says how far each position of a run is searched.
type Limits struct {
	// Limits hold for each position. A clock is refused: it belongs to a game.
	engine.Limits
	// RecordDepth searches each record that names a depth (sd) to that depth
	// instead of Limits.Depth; the other limits stay.
	RecordDepth bool
	// RecordExtra is added to the depth that sd names, in plies.
	RecordExtra int
	// AnalysisDepth does the same with the depth of an analysis (acd). Where a
	// record names both and both are asked for, sd counts.
	AnalysisDepth bool
	// RecordMate ends the search of each record that names a mate (dm) for its side to
	// move once a mate in so many moves is proven, as "go mate" asks an engine; the
	// other limits stay.
	RecordMate bool
	// StopSolved ends the search of a position as soon as so many iterations in
	// a row had the right answer, in plies of depth; 0: never. The nodes then say
	// when a position was solved and not what a search costs.
	StopSolved int
}

// The words of the text form that are not limits of an engine.
const (
	recordDepthWord   = "sd"
	analysisDepthWord = "acd"
	recordMateWord    = "dm"
	stopSolvedKey     = "stop-when-solved="
)

// How much further Limits.Longer goes.
const (
	longerTimes = 4
	longerPlies = 2
)

// MaxRecordExtra is the largest Limits.RecordExtra.
const MaxRecordExtra = engine.MaxDepth

// MaxStopSolved is the largest number of iterations for Limits.StopSolved.
const MaxStopSolved = engine.MaxDepth

// Longer are limits for a search that goes clearly further: four times the nodes and the time, or two
// plies more where a depth is the limit. The other limits stay.
func (l Limits) Longer() Limits {
	l.Nodes = min(l.Nodes, engine.MaxNodes/longerTimes) * longerTimes
	l.MoveTime *= longerTimes
	l.CPUTime *= longerTimes
	if l.Depth > 0 {
		l.Depth = min(l.Depth+longerPlies, engine.MaxDepth)
	}
	if l.RecordDepth {
		l.RecordExtra = min(l.RecordExtra+longerPlies, MaxRecordExtra)
	}
	return l
}

// ParseLimits reads the text form of limits: first "sd" for the depth that each record asks
// for, or "sd+2" for two plies more, "acd" for that of its analysis and "dm" for the end of a
// search at the mate that it names, then those of engine.ParseLimits; at least one of all
// these, and with it perhaps "stop-when-solved=3". In "sd,depth=12" the depth is for the
// records that name none.
func ParseLimits(text string) (Limits, error) {
	var l Limits
	var parts []string
	for part := range strings.SplitSeq(text, ",") {
		value, found := strings.CutPrefix(part, stopSolvedKey)
		if !found {
			parts = append(parts, part)
			continue
		}
		if l.StopSolved > 0 {
			return Limits{}, fmt.Errorf("limit %q is given twice (expected each once)", strings.TrimSuffix(stopSolvedKey, "="))
		}
		var err error
		if l.StopSolved, err = ParseStopSolved(value); err != nil {
			return Limits{}, err
		}
	}
	var err error
	if l.RecordDepth, l.RecordExtra, parts, err = cutRecordDepth(parts); err != nil {
		return Limits{}, err
	}
	l.AnalysisDepth, parts = cutWord(parts, analysisDepthWord)
	l.RecordMate, parts = cutWord(parts, recordMateWord)
	if len(parts) == 0 && l.fromRecord() {
		return l, nil
	}
	limits, err := engine.ParseLimits(strings.Join(parts, ","))
	if err != nil {
		return Limits{}, err
	}
	l.Limits = limits
	return l, nil
}

// cutRecordDepth takes "sd" or "sd+N" from the front of a list.
func cutRecordDepth(parts []string) (found bool, extra int, rest []string, err error) {
	if len(parts) == 0 {
		return false, 0, parts, nil
	}
	plies, more := strings.CutPrefix(parts[0], recordDepthWord+"+")
	if !more {
		found, rest = cutWord(parts, recordDepthWord)
		return found, 0, rest, nil
	}
	extra, err = strconv.Atoi(plies)
	if err != nil || extra < 1 || extra > MaxRecordExtra || plies != strconv.Itoa(extra) {
		return false, 0, nil, fmt.Errorf("limit %.40q (expected %s+N with a number of plies from 1 to %d)", parts[0], recordDepthWord, MaxRecordExtra)
	}
	return true, extra, parts[1:], nil
}

// cutWord takes a word from the front of a list.
func cutWord(parts []string, word string) (found bool, rest []string) {
	if len(parts) > 0 && parts[0] == word {
		return true, parts[1:]
	}
	return false, parts
}

// ParseStopSolved reads a number of iterations for Limits.StopSolved.
func ParseStopSolved(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > MaxStopSolved || text != strconv.Itoa(n) {
		return 0, fmt.Errorf("limit %.40q (expected a number of iterations from 1 to %d)", stopSolvedKey+text, MaxStopSolved)
	}
	return n, nil
}

// String is the text form that ParseLimits reads; empty without any limit.
func (l Limits) String() string {
	var parts []string
	switch {
	case l.RecordDepth && l.RecordExtra > 0:
		parts = append(parts, recordDepthWord+"+"+strconv.Itoa(l.RecordExtra))
	case l.RecordDepth:
		parts = append(parts, recordDepthWord)
	}
	if l.AnalysisDepth {
		parts = append(parts, analysisDepthWord)
	}
	if l.RecordMate {
		parts = append(parts, recordMateWord)
	}
	if text := l.Limits.String(); text != "" {
		parts = append(parts, text)
	}
	if l.StopSolved > 0 {
		parts = append(parts, stopSolvedKey+strconv.Itoa(l.StopSolved))
	}
	return strings.Join(parts, ",")
}

// fromRecord tells whether records name limits of their own.
func (l Limits) fromRecord() bool { return l.RecordDepth || l.AnalysisDepth || l.RecordMate }

// Exact tells whether a search under l is a pure function of its input, so that
// every difference between two runs is real.
func (l Limits) Exact() bool {
	limits := l.Limits
	if l.fromRecord() {
		limits.Depth = max(limits.Depth, 1)
	}
	return limits.Exact()
}

// FixesNodes tells whether each search ends at a number of nodes and at nothing
// else, so that no growth of the nodes can show.
func (l Limits) FixesNodes() bool {
	return l.Nodes > 0 && l == Limits{Limits: engine.Limits{Nodes: l.Nodes}}
}

// For are the limits for one record; zero when it names no depth and there is no
// other limit.
func (l Limits) For(record *epd.Record) engine.Limits {
	limits := l.Limits
	switch {
	case l.RecordDepth && record.Depth > 0:
		limits.Depth = min(record.Depth+l.RecordExtra, engine.MaxDepth)
	case l.AnalysisDepth && record.ACD > 0:
		limits.Depth = min(record.ACD, engine.MaxDepth)
	}
	if l.RecordMate && record.MateIn > 0 {
		limits.Mate = min(record.MateIn, engine.MaxDepth)
	}
	return limits
}
