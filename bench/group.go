package bench

import (
	"cmp"
	"crypto/sha256"
	"slices"

	"github.com/zugwatch/zugwatch/suites"
)

// groups returns groups of records. One engine searches the records of a group in their order. Groups without
// unfinished records are left out. Without Config.Restart and Limits.KeepState every record is a group.
func (s *session) groups() [][]int {
	var all [][]int
	switch {
	case s.config.Limits.KeepState > 0:
		all = keptGroups(s.suite, s.config.Limits.KeepState)
	case s.config.Restart > 0:
		all = restartGroups(s.allRecords(), s.config.Restart)
	default:
		all = slices.Collect(slices.Chunk(s.unfinished(), 1))
	}
	return slices.DeleteFunc(all, func(group []int) bool {
		return !slices.ContainsFunc(group, func(i int) bool { return s.run.Outcomes[i].Verdict == Unfinished })
	})
}

// restartGroups returns groups of records for Config.Restart. Large groups are made equal, and even in number, so that two
// engines end at about the same time.
func restartGroups(records []int, size int) [][]int {
	if size > RestartEvery && len(records) > 0 {
		number := 2 * ((len(records) + 2*size - 1) / (2 * size))
		size = (len(records) + number - 1) / number
	}
	return slices.Collect(slices.Chunk(records, size))
}

// allRecords returns the indices of the records of the suite.
func (s *session) allRecords() []int {
	all := make([]int, len(s.suite.Records))
	for i := range all {
		all[i] = i
	}
	return all
}

// keptGroups returns groups of so many records for Limits.KeepState. A group holds the first form of each of its positions, or
// the second of each, and so on, in the order of a hash of their keys. So it is the same whether all forms are searched at once
// or some at a time.
func keptGroups(suite *suites.Suite, size int) [][]int {
	type place struct {
		number int // of the form among those of its position
		order  string
		index  int
	}
	places := make([]place, len(suite.Records))
	last, number := "", 0
	for i := range suite.Records {
		key := suite.Records[i].Key()
		position, _ := suites.FormOf(key)
		if number++; position != last {
			last, number = position, 0
		}
		hash := sha256.Sum256([]byte(key))
		places[i] = place{number, string(hash[:]), i}
	}
	slices.SortFunc(places, func(a, b place) int {
		return cmp.Or(a.number-b.number, cmp.Compare(a.order, b.order), a.index-b.index)
	})
	var groups [][]int
	var group []int
	for i, p := range places {
		if group = append(group, p.index); i+1 == len(places) || places[i+1].number != p.number || len(group) == size {
			groups, group = append(groups, group), nil
		}
	}
	return groups
}
