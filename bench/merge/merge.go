// Package merge makes one run of several. It merges the shards of a suite, runs of parts of it, or a run with some
// positions searched anew.
package merge

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/question"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/text"
	"github.com/zugwatch/zugwatch/suites"
)

// maxNamedUnfinished is the largest number of missing positions that an error names.
const maxNamedUnfinished = 10

// MismatchError reports that two runs are not shards of one: their keys differ in a part.
type MismatchError struct {
	Part       int // index of the run, from 0; it is compared with the first
	Key        string
	First, Own string
}

// Error names the key and both values.
func (e *MismatchError) Error() string {
	return fmt.Sprintf("run is of another kind: %s is %q, that of the first is %q", e.Key, e.Own, e.First)
}

// UnfinishedError says that no run has finished some of the positions.
type UnfinishedError struct {
	Shards []bench.Shard // whose positions are missing, in rising order; empty when runs of the whole suite were given
	IDs    []string      // of all positions that are missing, in suite order
	Total  int
}

// Error names the shards and the first positions.
func (e *UnfinishedError) Error() string {
	message := fmt.Sprintf("run is incomplete: %d of %d positions are missing", len(e.IDs), e.Total)
	if len(e.Shards) > 0 {
		names := make([]string, len(e.Shards))
		for i, s := range e.Shards {
			names[i] = s.String()
		}
		message += " in " + text.Noun(len(names), "shard") + " " + text.JoinMost(names, maxNamedUnfinished)
	}
	return message + ": " + text.JoinMost(e.IDs, maxNamedUnfinished)
}

// ConflictError says that runs have different answers to the same question.
type ConflictError struct {
	IDs   []string // of all such positions, in suite order
	First string   // what differs in the first
}

// Error names the class of fault that this is and the first positions.
func (e *ConflictError) Error() string {
	return fmt.Sprintf("%s: %s with different results: %s; the first: %s",
		bench.FaultNondeterminism, text.Count(len(e.IDs), "position"), text.JoinMost(e.IDs, maxNamedUnfinished), e.First)
}

// Shards makes of the runs of all shards the run that one machine would have
// made alone. Their order does not matter, and a position that several have
// finished counts once if they agree. The parts have to be of the same suite,
// limits, engine with its options, origin and number of shards, under exact limits.
//
// The errors are, in this order, *bench.SetupError for no runs or limits that read a
// clock, *MismatchError, *ConflictError and *UnfinishedError. The result shares memory
// with the parts.
func Shards(parts []*bench.Run) (*bench.Run, error) {
	if len(parts) == 0 {
		return nil, bench.SetupErrorf("runs are none (expected those of all shards)")
	}
	first := parts[0]
	for i, part := range parts {
		if err := checkSameRun(first, part, i); err != nil {
			return nil, err
		}
	}
	if !first.ExactLimits() {
		return nil, bench.SetupErrorf("runs are under limits %q that read a clock (expected depth, nodes or mate; the times of different machines cannot be merged)", first.Limits)
	}
	whole := &bench.Run{Schema: first.Schema, Engine: first.Engine, Suite: first.Suite, Limits: first.Limits}
	whole.Outcomes = slices.Clone(first.Outcomes)
	var conflict ConflictError
	for i := range whole.Outcomes {
		if difference := mergeOutcome(&whole.Outcomes[i], parts, i); difference != "" {
			conflict.IDs = append(conflict.IDs, whole.Outcomes[i].ID)
			conflict.First = cmp.Or(conflict.First, difference)
		}
	}
	if len(conflict.IDs) > 0 {
		return nil, &conflict
	}
	if hole := findUnfinished(whole, first.Shard.Count); hole != nil {
		return nil, hole
	}
	whole.Complete = true
	return whole, nil
}

// mergeOutcome finds the outcome of one position and describes the differences between the parts that have one.
func mergeOutcome(o *bench.Outcome, parts []*bench.Run, index int) (differs string) {
	for _, part := range parts {
		other := &part.Outcomes[index]
		switch {
		case other.Verdict == bench.Unfinished:
		case o.Verdict == bench.Unfinished:
			*o = *other
		default:
			retried := cmp.Or(o.Retried, other.Retried)
			same := *other
			same.Retried = o.Retried
			if !o.Equal(&same) {
				differs = cmp.Or(differs, o.DifferenceText(other))
			}
			o.Retried = retried
		}
	}
	return differs
}

// findUnfinished returns an error that lists the unfinished positions, nil if there are none.
func findUnfinished(whole *bench.Run, shards int) error {
	hole := UnfinishedError{Total: len(whole.Outcomes)}
	missing := make(map[int]bool)
	for i := range whole.Outcomes {
		if whole.Outcomes[i].Verdict == bench.Unfinished {
			hole.IDs = append(hole.IDs, whole.Outcomes[i].ID)
			if shards > 1 {
				missing[i%shards+1] = true
			}
		}
	}
	if len(hole.IDs) == 0 {
		return nil
	}
	for _, index := range slices.Sorted(maps.Keys(missing)) {
		hole.Shards = append(hole.Shards, bench.Shard{Index: index, Count: shards})
	}
	return &hole
}

// checkSameRun returns an error if a run is no part of the same whole as the first.
func checkSameRun(first, part *bench.Run, index int) error {
	parts := [][3]string{
		{"schema", strconv.Itoa(first.Schema), strconv.Itoa(part.Schema)},
		{"suite", first.Suite.Name, part.Suite.Name},
		{"suite digest", first.Suite.Digest, part.Suite.Digest},
		{"forms", strconv.Itoa(max(first.Suite.Forms, 1)), strconv.Itoa(max(part.Suite.Forms, 1))},
		{"number of positions", strconv.Itoa(len(first.Outcomes)), strconv.Itoa(len(part.Outcomes))},
		{"limits", first.Limits, part.Limits},
		{"engine", engineText(first.Engine), engineText(part.Engine)},
		{"number of shards", strconv.Itoa(max(first.Shard.Count, 1)), strconv.Itoa(max(part.Shard.Count, 1))},
		{"runner", first.Origin.Tool, part.Origin.Tool},
		{"engine program", first.Origin.Program, part.Origin.Program},
	}
	for _, p := range parts {
		if p[1] != p[2] {
			return &MismatchError{Part: index, Key: p[0], First: p[1], Own: p[2]}
		}
	}
	for i := range part.Outcomes {
		a, b := &first.Outcomes[i], &part.Outcomes[i]
		if a.ID != b.ID || a.Want != b.Want || a.MaxPoints != b.MaxPoints {
			return &MismatchError{Part: index, Key: "position " + strconv.Itoa(i+1), First: a.ID + " " + a.Want, Own: b.ID + " " + b.Want}
		}
		if b.Verdict != bench.Unfinished && !part.Shard.Has(i) {
			return &MismatchError{Part: index, Key: "shard of position " + strconv.Itoa(i+1), First: bench.Shard{Index: i%part.Shard.Count + 1, Count: part.Shard.Count}.String(), Own: part.Shard.String()}
		}
	}
	return nil
}

// engineText returns the identity of an engine on one line.
func engineText(id engine.ID) string {
	parts := []string{id.Name, id.Version}
	for _, o := range id.Options {
		parts = append(parts, o.Name+"="+o.Value)
	}
	return strings.Join(parts, " ")
}

// Outcomes joins the outcomes, by their IDs, that several runs have of a suite's records, such
// as runs of different forms of its positions. If several have one, the first counts. Engine
// and limits are those of the first run. The error is a *bench.SetupError.
func Outcomes(suite *suites.Suite, runs ...*bench.Run) (*bench.Run, error) {
	known := make(map[string]*bench.Outcome)
	for _, run := range slices.Backward(runs) {
		maps.Copy(known, run.OutcomesByID())
	}
	whole := *runs[0]
	whole.Suite = bench.RefOf(suite)
	whole.Complete, whole.Outcomes = true, make([]bench.Outcome, len(suite.Records))
	for i := range suite.Records {
		id := question.ID(&suite.Records[i])
		outcome, found := known[id]
		if !found {
			return nil, bench.SetupErrorf("position %q is in no run", id)
		}
		whole.Outcomes[i] = *outcome
		whole.Complete = whole.Complete && outcome.Verdict != bench.Unfinished
	}
	return &whole, nil
}

// Times returns the times of the positions of a suite from those of several runs, in
// its order: see Outcomes. Their wall times add up.
func Times(suite *suites.Suite, times ...*bench.Timing) *bench.Timing {
	known := make(map[string]bench.PositionTime)
	whole := *times[0]
	whole.Wall, whole.Resumed, whole.Warnings, whole.Positions = 0, 0, nil, make([]bench.PositionTime, len(suite.Records))
	for _, t := range times {
		whole.Wall, whole.Resumed, whole.Warnings = whole.Wall+t.Wall, whole.Resumed+t.Resumed, addWarnings(whole.Warnings, t.Warnings)
		for _, position := range t.Positions {
			known[position.ID] = position
		}
	}
	for i := range suite.Records {
		whole.Positions[i] = known[question.ID(&suite.Records[i])]
	}
	return &whole
}

// addWarnings appends warnings to all, each once. The counts of what an engine did are added up.
func addWarnings(all, more []string) []string {
	for _, warning := range more {
		what, n := CutCount(warning)
		at := slices.IndexFunc(all, func(known string) bool {
			other, _ := CutCount(known)
			return other == what
		})
		if at < 0 {
			all = append(all, warning)
			continue
		}
		if _, before := CutCount(all[at]); n > 0 {
			all[at] = fmt.Sprintf("%s: %d", what, before+n)
		}
	}
	return all
}

// CutCount splits a warning such as "engine: unknown fields: 3". The count is 0 for a warning of another form.
func CutCount(warning string) (what string, n int) {
	at := strings.LastIndex(warning, ": ")
	if at < 0 || !strings.HasPrefix(warning, "engine: ") {
		return warning, 0
	}
	n, err := strconv.Atoi(warning[at+2:])
	if err != nil {
		return warning, 0
	}
	return warning[:at], n
}

// Replace returns the run base with the outcomes of some positions, by their IDs and in all their
// forms, and the engine taken from other. Other must have these positions, and may have more or
// fewer of the rest. Its limits, Hash and Threads are those of base. Neither run is changed. The
// error is a *bench.SetupError.
func Replace(base, other *bench.Run, ids []string) (*bench.Run, error) {
	if base.Limits != other.Limits {
		return nil, bench.SetupErrorf("limits are %q and %q (expected the same)", base.Limits, other.Limits)
	}
	for _, name := range []string{engine.HashOption, engine.ThreadsOption} {
		if b, o := base.Engine.Option(name, ""), other.Engine.Option(name, ""); b != o {
			return nil, bench.SetupErrorf("option %s is %q and %q (expected the same)", name, b, o)
		}
	}
	replaced := *base
	replaced.Engine = other.Engine
	replaced.Outcomes = slices.Clone(base.Outcomes)
	before, anew := replaced.OutcomesByID(), other.OutcomesByID()
	for _, id := range withForms(base, ids) {
		old, outcome := before[id], anew[id]
		switch {
		case old == nil || outcome == nil:
			return nil, bench.SetupErrorf("position %q is not in both runs", id)
		case outcome.Want != old.Want || outcome.MaxPoints != old.MaxPoints:
			return nil, bench.SetupErrorf("position %q asks %s and %s (expected the same question)", id, questionText(old), questionText(outcome))
		}
		*old = *outcome
	}
	return &replaced, nil
}

// withForms are IDs and those of the other forms of the same positions.
func withForms(r *bench.Run, ids []string) []string {
	all := slices.Clone(ids)
	for i := range r.Outcomes {
		id := r.Outcomes[i].ID
		if position := r.Suite.Position(id); position != id && slices.Contains(ids, position) {
			all = append(all, id)
		}
	}
	return all
}

func questionText(o *bench.Outcome) string {
	return fmt.Sprintf("%q for %d points", o.Want, o.MaxPoints)
}
