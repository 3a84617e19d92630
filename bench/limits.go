package bench

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/bench/question"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites"
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
	// RecordMate ends the search of each record that names a mate (dm) for its side to move, once a mate in so many
	// moves is proven. The command "go mate" asks an engine for this. The other limits stay.
	RecordMate bool
	// Steps is the largest number of searches of a position; 0: one. Each starts anew with twice the nodes of the
	// one before. The last has Limits.Nodes, the only other limit that may be set. The nodes to a solution are
	// then known within a factor of two even if an engine reports only its answer and its nodes.
	Steps int
	// StopSolved ends the search of a position after so many iterations in a row with the right answer, in plies
	// of depth; 0: never. If Steps is set, it counts searches instead. The nodes then tell when a position was
	// solved, not what a search costs.
	StopSolved int
	// KeepState is the number of positions searched in a row without a new game between them; 0: each position begins
	// a new game. Their order is drawn by their keys. This reveals what an engine wrongly keeps from one search to the
	// next. A position repeats only after those before it. See keptGroups.
	KeepState int

	// PreludeLimits is what Prelude returns. The zero value has it follow from the other limits. Longer sets it.
	PreludeLimits engine.Limits
}

// The words of the text form that are not limits of an engine.
const (
	recordDepthWord   = "sd"
	analysisDepthWord = "acd"
	recordMateWord    = "dm"
	stepsKey          = "steps="
	stopSolvedKey     = "stop-when-solved="
	keepStateKey      = "keep-state="
)

// How much further Limits.Longer goes.
const (
	longerTimes = 4
	longerPlies = 2
)

// maxRecordExtra is the largest Limits.RecordExtra.
const maxRecordExtra = engine.MaxDepth

// maxSteps is the largest Limits.Steps.
const maxSteps = 20

// maxStopSolved is the largest number of iterations for Limits.StopSolved.
const maxStopSolved = engine.MaxDepth

// maxKeepState limits Limits.KeepState, in positions.
const maxKeepState = 1000

// Longer returns limits for a search that goes clearly further. It has four times the nodes and the time, or two
// plies more where a depth is the limit. The other limits stay.
func (l Limits) Longer() Limits {
	l.PreludeLimits = l.Prelude()
	l.Nodes = min(l.Nodes, engine.MaxNodes/longerTimes) * longerTimes
	l.MoveTime *= longerTimes
	l.CPUTime *= longerTimes
	if l.Depth > 0 {
		l.Depth = min(l.Depth+longerPlies, engine.MaxDepth)
	}
	if l.RecordDepth {
		l.RecordExtra = min(l.RecordExtra+longerPlies, maxRecordExtra)
	}
	return l
}

// ParseLimits reads the text form of limits. It begins with the words that refer to the record. "sd" is the depth
// that it names, "sd+2" two plies more, and "acd" the depth of its analysis. "dm" ends the search at the mate that
// it names. The limits of engine.ParseLimits follow. At least one of all these must be there. "stop-when-solved=3"
// and "keep-state=40" may be added, and "steps=7" to a limit by nodes alone. In "sd,depth=12" the depth is for the
// records that name none.
func ParseLimits(text string) (Limits, error) {
	var l Limits
	parts, err := l.cutNumbers(strings.Split(text, ","))
	if err != nil {
		return Limits{}, err
	}
	if l.RecordDepth, l.RecordExtra, parts, err = cutRecordDepth(parts); err != nil {
		return Limits{}, err
	}
	l.AnalysisDepth, parts = cutWord(parts, analysisDepthWord)
	l.RecordMate, parts = cutWord(parts, recordMateWord)
	if len(parts) == 0 && l.fromRecord() && l.Steps == 0 {
		return l, l.check()
	}
	limits, err := engine.ParseLimits(strings.Join(parts, ","))
	if err != nil {
		return Limits{}, err
	}
	l.Limits = limits
	if err := l.check(); err != nil {
		return Limits{}, err
	}
	return l, nil
}

// Prelude returns the limits of a search before a form of a later round. It goes to suites.PreludeDepth, and no further than
// Limits.Depth and Limits.Nodes: for a slow engine five plies may take many times as long. That of Longer is the same.
func (l Limits) Prelude() engine.Limits {
	if l.PreludeLimits != (engine.Limits{}) {
		return l.PreludeLimits
	}
	prelude := engine.Limits{Depth: suites.PreludeDepth, Nodes: l.Nodes}
	if l.Depth > 0 {
		prelude.Depth = min(prelude.Depth, l.Depth)
	}
	return prelude
}

// cutNumbers takes the words with a number that are no limits of an engine out of a list.
func (l *Limits) cutNumbers(parts []string) (rest []string, err error) {
	numbers := []struct {
		key         string
		into        *int
		things      string
		least, most int
	}{
		{stepsKey, &l.Steps, "searches", 2, maxSteps},
		{stopSolvedKey, &l.StopSolved, "iterations", 1, maxStopSolved},
		{keepStateKey, &l.KeepState, "positions", 2, maxKeepState},
	}
	for _, part := range parts {
		taken := false
		for _, n := range numbers {
			value, found := strings.CutPrefix(part, n.key)
			if !found {
				continue
			}
			if *n.into > 0 {
				return nil, fmt.Errorf("limit %q is given twice (expected each once)", strings.TrimSuffix(n.key, "="))
			}
			if *n.into, err = parseNumber(n.key, value, n.things, n.least, n.most); err != nil {
				return nil, err
			}
			taken = true
		}
		if !taken {
			rest = append(rest, part)
		}
	}
	return rest, nil
}

// parseNumber reads a number of things that stands behind a key, without a sign or zeros before it.
func parseNumber(key, text, things string, least, most int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most || text != strconv.Itoa(n) {
		return 0, fmt.Errorf("limit %.40q (expected a number of %s from %d to %d)", key+text, things, least, most)
	}
	return n, nil
}

// check finds limits that do not go together.
func (l Limits) check() error {
	switch {
	case l.KeepState != 0 && (l.KeepState < 2 || l.KeepState > maxKeepState):
		return fmt.Errorf("limit %s%d (expected a number of positions from 2 to %d)", keepStateKey, l.KeepState, maxKeepState)
	case l.KeepState > 0 && (l.StopSolved > 0 || l.Steps > 0):
		return fmt.Errorf("limit %s (expected no stop-when-solved and no steps beside keep-state, as the moment of a stop would decide what the engine keeps)", l)
	case l.Steps == 0:
		return nil
	case l.Steps < 2 || l.Steps > maxSteps:
		return fmt.Errorf("limit %s%d (expected a number of searches from 2 to %d)", stepsKey, l.Steps, maxSteps)
	case l.Nodes == 0 || l != Limits{Limits: engine.Limits{Nodes: l.Nodes}, Steps: l.Steps, StopSolved: l.StopSolved}:
		return fmt.Errorf("limit %s (expected nodes=N and no other limit beside steps)", l)
	case l.step(0) == 0:
		return fmt.Errorf("limit %s (expected %d nodes or more for so many steps)", l, uint64(1)<<(l.Steps-1))
	case l.StopSolved > l.Steps:
		return fmt.Errorf("limit %s (expected no more steps in a row than there are)", l)
	}
	return nil
}

// step returns the nodes of one of the Steps, from 0.
func (l Limits) step(i int) uint64 { return l.Nodes >> (l.Steps - 1 - i) }

// Unsolved returns the nodes that an unsolved position counts with after a search of so many nodes. It is the limit
// by nodes, or the searched nodes if they are more. With Steps it is the nodes that one more step would have.
func (l Limits) Unsolved(searched uint64) uint64 {
	if l.Steps > 0 {
		return 2 * l.Nodes
	}
	return max(l.Nodes, searched)
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
	if err != nil || extra < 1 || extra > maxRecordExtra || plies != strconv.Itoa(extra) {
		return false, 0, nil, fmt.Errorf("limit %.40q (expected %s+N with a number of plies from 1 to %d)", parts[0], recordDepthWord, maxRecordExtra)
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

// String returns the text form that ParseLimits reads; empty without any limit.
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
	if l.Steps > 0 {
		parts = append(parts, stepsKey+strconv.Itoa(l.Steps))
	}
	if l.StopSolved > 0 {
		parts = append(parts, stopSolvedKey+strconv.Itoa(l.StopSolved))
	}
	if l.KeepState > 0 {
		parts = append(parts, keepStateKey+strconv.Itoa(l.KeepState))
	}
	return strings.Join(parts, ",")
}

// fromRecord reports whether records name limits of their own.
func (l Limits) fromRecord() bool { return l.RecordDepth || l.AnalysisDepth || l.RecordMate }

// Exact reports whether a search under l is a pure function of its input, so that
// every difference between two runs is real.
func (l Limits) Exact() bool {
	limits := l.Limits
	if l.fromRecord() {
		limits.Depth = max(limits.Depth, 1)
	}
	return limits.Exact()
}

// FixesNodes reports whether each search stops at a number of nodes and at nothing
// else, so that no growth of the nodes can show.
func (l Limits) FixesNodes() bool {
	return l.Nodes > 0 && l == Limits{Limits: engine.Limits{Nodes: l.Nodes}, Steps: l.Steps, KeepState: l.KeepState}
}

// question returns what a record asks within the limits.
func (l Limits) question(record *epd.Record) question.Question {
	return question.New(record, l.ForRecord(record))
}

// ForRecord returns the limits for one record; zero when it names no depth and there is no
// other limit.
func (l Limits) ForRecord(record *epd.Record) engine.Limits {
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
