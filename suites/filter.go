package suites

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/engine/text"
	"github.com/zugwatch/zugwatch/epd"
)

// Filter returns the records that match one of the patterns, in the order of s and with their own digest. A pattern
// is the first of these that it fits:
//
//	WAC.001      the key of a record
//	1-50         a range of places in the suite, from 1
//	kind:bm      the question of a record: bm, am, dm or points, or none for no question
//	WAC.1*       a pattern for keys: * stands for any text without a slash, ? for
//	             one character, [a-c] for a range
//
// The key, the place and the pattern of a position name all its forms.
//
// A pattern without a match is an error, and so are a range beyond the suite and an empty list of patterns.
func (s *Suite) Filter(patterns ...string) (*Suite, error) {
	if len(patterns) == 0 {
		return nil, fmt.Errorf("suite %s: no pattern (expected an id such as %s)", s.Name, s.Records[0].Key())
	}
	keep := make([]bool, len(s.Records))
	for _, text := range patterns {
		matches, err := s.pattern(text)
		if err != nil {
			return nil, err
		}
		used := false
		for i := range s.Records {
			if matches(i) {
				keep[i], used = true, true
			}
		}
		if !used {
			return nil, s.unmatched(text)
		}
	}
	part := *s
	part.Records = nil
	for i := range s.Records {
		if keep[i] {
			part.Records = append(part.Records, s.Records[i])
		}
	}
	return &part, part.seal()
}

// Only returns the records with the keys, in the order of s, without the other forms of their positions. A key that no
// record has is an error.
func (s *Suite) Only(wanted ...string) (*Suite, error) { return s.split(wanted, true) }

// Without returns the records but those with the keys, with a digest of its own. A key that
// no record has is an error, and so is an empty result.
func (s *Suite) Without(left ...string) (*Suite, error) { return s.split(left, false) }

// split returns the records that have one of the keys, or those that have none.
func (s *Suite) split(listed []string, with bool) (*Suite, error) {
	all := keys(s.Records)
	for _, key := range listed {
		if !slices.Contains(all, key) {
			return nil, s.unmatched(key)
		}
	}
	part := *s
	part.Records = slices.DeleteFunc(slices.Clone(s.Records), func(r epd.Record) bool { return slices.Contains(listed, r.Key()) != with })
	if len(part.Records) == 0 {
		return nil, fmt.Errorf("suite %s: nothing is left (expected fewer ids than the %d of the suite)", s.Name, len(all))
	}
	return &part, part.seal()
}

// kindPrefix begins a pattern for the question of a record.
const kindPrefix = "kind:"

// pattern returns a function that reports whether the pattern matches the record at an index.
func (s *Suite) pattern(text string) (func(index int) bool, error) {
	if slices.Contains(keys(s.Records), text) {
		return func(i int) bool {
			return s.Records[i].Key() == text || s.position(i) == text
		}, nil
	}
	if kind, found := strings.CutPrefix(text, kindPrefix); found {
		return s.kind(kind)
	}
	if first, last, found := parseRange(text); found {
		places := s.places()
		if count := places[len(places)-1]; first < 1 || last < first || last > count {
			return nil, fmt.Errorf("suite %s: range %s (expected two places from 1 to %d, the smaller first)", s.Name, text, count)
		}
		return func(i int) bool { return first <= places[i] && places[i] <= last }, nil
	}
	if _, err := path.Match(text, ""); err != nil {
		return nil, fmt.Errorf("pattern %q is malformed (expected *, ? and [a-c] only)", text)
	}
	return func(i int) bool {
		form, _ := path.Match(text, s.Records[i].Key())
		whole, _ := path.Match(text, s.position(i))
		return form || whole
	}, nil
}

// kind returns a function that reports whether a record asks a question of the kind.
func (s *Suite) kind(name string) (func(index int) bool, error) {
	asks := map[string]func(*epd.Record) bool{
		"bm":     func(r *epd.Record) bool { return len(r.Best) > 0 },
		"am":     func(r *epd.Record) bool { return len(r.Avoid) > 0 },
		"dm":     func(r *epd.Record) bool { return r.HasMate },
		"points": func(r *epd.Record) bool { return len(r.Points) > 0 },
		"none":   func(r *epd.Record) bool { return !r.HasVerdict() },
	}[name]
	if asks == nil {
		return nil, fmt.Errorf("pattern %q (expected %sbm, am, dm, points or none)", kindPrefix+name, kindPrefix)
	}
	return func(i int) bool { return asks(&s.Records[i]) }, nil
}

// parseRange parses two numbers with a dash between. Such a text is always a range, even if a number is too large.
func parseRange(text string) (first, last int, found bool) {
	a, b, found := strings.Cut(text, "-")
	digits := func(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
	if !found || !digits(a) || !digits(b) {
		return 0, 0, false
	}
	first, errFirst := strconv.Atoi(a)
	last, errLast := strconv.Atoi(b)
	if errFirst != nil || errLast != nil {
		return 0, 0, true
	}
	return first, last, true
}

// places returns the place of the position of each record, from 1. The forms of a position share one.
func (s *Suite) places() []int {
	places, place, last := make([]int, len(s.Records)), 0, ""
	for i := range s.Records {
		if position := s.position(i); i == 0 || position != last {
			place, last = place+1, position
		}
		places[i] = place
	}
	return places
}

// position returns the key of the position of a record, without the name of its form.
func (s *Suite) position(i int) string {
	key := s.Records[i].Key()
	if s.InForms > 1 {
		key, _ = FormOf(key)
	}
	return key
}

// unmatched returns the error of a pattern that no record matches.
func (s *Suite) unmatched(pattern string) error {
	hint := ""
	if !strings.ContainsAny(pattern, "*?[:") {
		hint = text.DidYouMean(pattern, keys(s.Records))
	}
	if hint == "" {
		hint = "; such as " + s.Records[0].Key()
	}
	return fmt.Errorf("suite %s: no record matches %q (expected an id%s)", s.Name, pattern, hint)
}

func keys(records []epd.Record) []string {
	names := make([]string, len(records))
	for i := range records {
		names[i] = records[i].Key()
	}
	return names
}
