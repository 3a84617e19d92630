// Package random gives numbers that are the same in every build.
package random

// Source is a source of numbers: splitmix64, the generator of Steele, Lea and
// Flood (2014). It is not safe for concurrent use.
type Source uint64

// New returns one of many sources of a seed.
func New(seed, number uint64) *Source {
	s := Source(seed)
	s = Source(s.Next() ^ number*0xd1342543de82ef95)
	return &s
}

// Next returns the next number.
func (s *Source) Next() uint64 {
	*s += 0x9e3779b97f4a7c15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Below returns a number from 0 to n-1.
func (s *Source) Below(n int) int { return int(s.Next() >> 1 % uint64(n)) }

// Shuffle puts a list into a random order.
func Shuffle[T any](s *Source, list []T) {
	for i := len(list) - 1; i > 0; i-- {
		j := s.Below(i + 1)
		list[i], list[j] = list[j], list[i]
	}
}
