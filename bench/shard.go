package bench

import (
	"fmt"
	"strconv"
	"strings"
)

// Shard is one of several equal parts of a suite: the records whose place in
// the suite, divided by Count, leaves Index-1. Neighbours go to different
// shards, so that a difficult stretch of a suite is shared. The zero value is
// the whole suite.
type Shard struct {
	Index int // from 1
	Count int // how many parts there are
}

// maxShards is the largest number of parts.
const maxShards = 4096

// ParseShard reads the text form, such as "2/4" for the second of four.
func ParseShard(text string) (Shard, error) {
	index, count, found := strings.Cut(text, "/")
	i, errIndex := strconv.Atoi(index)
	n, errCount := strconv.Atoi(count)
	s := Shard{Index: i, Count: n}
	if !found || errIndex != nil || errCount != nil || n < 1 || n > maxShards || i < 1 || i > n || s.String() != text {
		return Shard{}, fmt.Errorf("shard %.40q (expected i/n with i from 1 to n and n at most %d, such as 2/4)", text, maxShards)
	}
	return s, nil
}

// String returns the text form, empty for the whole suite.
func (s Shard) String() string {
	if s == (Shard{}) {
		return ""
	}
	return strconv.Itoa(s.Index) + "/" + strconv.Itoa(s.Count)
}

// MarshalText writes the text form.
func (s Shard) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads the text form, which may be empty.
func (s *Shard) UnmarshalText(b []byte) (err error) {
	*s = Shard{}
	if len(b) > 0 {
		*s, err = ParseShard(string(b))
	}
	return err
}

// Has reports whether the record at an index of the suite, from 0, belongs to
// the shard.
func (s Shard) Has(index int) bool {
	return s.Count < 2 || index%s.Count == s.Index-1
}

// Size returns how many of so many records belong to the shard.
func (s Shard) Size(records int) int {
	if s.Count < 2 {
		return records
	}
	return (records - s.Index + s.Count) / s.Count
}
