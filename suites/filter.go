package suites

import (
	"fmt"
	"path"
	"strings"

	"github.com/zugwatch/zugwatch/epd"
)

// Filter returns the records whose key is one of the patterns or matches one,
// in the order of s and with a digest of their own. In a pattern * stands for
// any text without a slash, ? for one character, [a-c] for a range. A pattern
// that no record matches is an error, as is none at all.
func (s *Suite) Filter(patterns ...string) (*Suite, error) {
	part := *s
	part.Records = nil
	used := make([]bool, len(patterns))
	for i := range s.Records {
		key := s.Records[i].Key()
		keep := false
		for j, pattern := range patterns {
			match, err := path.Match(pattern, key)
			if match = match || pattern == key; err != nil && !match {
				return nil, fmt.Errorf("pattern %q is malformed (expected *, ? and [a-c] only)", pattern)
			}
			keep, used[j] = keep || match, used[j] || match
		}
		if keep {
			part.Records = append(part.Records, s.Records[i])
		}
	}
	for j, pattern := range patterns {
		if !used[j] {
			return nil, s.unmatched(pattern)
		}
	}
	if len(part.Records) == 0 {
		return nil, fmt.Errorf("suite %s: no pattern (expected an id such as %s)", s.Name, s.Records[0].Key())
	}
	if err := part.seal(); err != nil {
		return nil, err
	}
	return &part, nil
}

// unmatched is the error of a pattern that no record matches.
func (s *Suite) unmatched(pattern string) error {
	want := "such as " + s.Records[0].Key()
	if near := nearest(pattern, keys(s.Records)); near != "" && !strings.ContainsAny(pattern, "*?[") {
		want = "did you mean " + near + "?"
	}
	return fmt.Errorf("suite %s: no record matches %q (expected an id; %s)", s.Name, pattern, want)
}

func keys(records []epd.Record) []string {
	names := make([]string, len(records))
	for i := range records {
		names[i] = records[i].Key()
	}
	return names
}
