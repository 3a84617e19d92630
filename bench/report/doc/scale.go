package doc

import (
	"math"
	"slices"
	"strconv"
)

// svgPercent returns a part of one as a length in SVG.
func svgPercent(part float64) string { return strconv.FormatFloat(100*part, 'f', 3, 64) + "%" }

// scale maps values to the parts of an axis, from 0 to 1.
type scale struct {
	low, high float64
	log       bool
}

// newScale holds all values; one that is alone gets some room around it.
func newScale(log bool, values ...float64) scale {
	s := scale{math.Inf(1), math.Inf(-1), log}
	for _, v := range values {
		if !math.IsNaN(v) && !math.IsInf(v, 0) && (!log || v > 0) {
			s.low, s.high = min(s.low, v), max(s.high, v)
		}
	}
	switch {
	case s.low > s.high:
		s.low, s.high = 1, 2
	case s.low == s.high && log:
		s.low, s.high = s.low/2, s.high*2
	case s.low == s.high:
		s.low, s.high = s.low-1, s.high+1
	}
	return s
}

// minSpan is the smallest span of an axis, as a part of its largest value, so that a curve
// that hardly moves looks flat.
const minSpan = 0.01

// roomy returns the scale with room at both ends, so that no curve runs along the edge. The
// room does not cross zero unless a value does, nor exceed most, unless that is 0.
func (s scale) roomy(most float64) scale {
	low, high := s.low, s.high
	room := max(0.05*(high-low), (minSpan*max(math.Abs(low), math.Abs(high))-(high-low))/2)
	s.low, s.high = low-room, high+room
	if low >= 0 {
		s.low = max(s.low, 0)
	}
	if high <= 0 {
		s.high = min(s.high, 0)
	}
	if most != 0 {
		s.high = min(s.high, most)
	}
	return s
}

// at returns the place of a value, cut to the axis.
func (s scale) at(v float64) float64 {
	low, high := s.low, s.high
	if s.log {
		low, high, v = math.Log(low), math.Log(high), math.Log(max(v, s.low))
	}
	return min(max((v-low)/(high-low), 0), 1)
}

// tick is a mark of an axis.
type tick struct {
	At    float64 // place on the axis
	Value float64
	Text  string
}

// ticks returns at most some seven round values.
func (s scale) ticks() (all []tick) {
	if s.log && s.high/s.low >= 20 {
		every := math.Ceil(math.Log10(s.high/s.low) / 7)
		for exponent := math.Ceil(math.Log10(s.low) - 1e-9); exponent <= math.Log10(s.high)+1e-9; exponent += every {
			v := math.Pow(10, exponent)
			all = append(all, tick{s.at(v), v, shortNumber(v)})
		}
		if len(all) < 3 {
			return s.marks125()
		}
		return all
	}
	step := roundStep((s.high - s.low) / 5)
	for v := math.Ceil(s.low/step-1e-9) * step; v <= s.high+step*1e-9; v += step {
		all = append(all, tick{s.at(v), v, shortNumber(v)})
	}
	apart := slices.CompactFunc(slices.Clone(all), func(a, b tick) bool { return a.Text == b.Text })
	if len(apart) < len(all) { // too few digits to tell them apart
		for i := range all {
			all[i].Text = strconv.FormatFloat(all[i].Value, 'f', max(0, int(math.Ceil(-math.Log10(step)-1e-9))), 64)
		}
	}
	return all
}

// marks125 returns the marks 1, 2 and 5 of each power of ten.
func (s scale) marks125() (all []tick) {
	for power := math.Pow(10, math.Floor(math.Log10(s.low))); power <= s.high; power *= 10 {
		for _, n := range []float64{1, 2, 5} {
			if v := n * power; v >= s.low*(1-1e-9) && v <= s.high*(1+1e-9) {
				all = append(all, tick{s.at(v), v, shortNumber(v)})
			}
		}
	}
	return all
}

// roundStep returns 1, 2 or 5 times a power of ten, at least the value.
func roundStep(least float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(least)))
	for _, n := range []float64{1, 2, 5} {
		if n*power >= least*(1-1e-9) {
			return n * power
		}
	}
	return 10 * power
}

// shortNumber writes a number with few digits: 1.5k, 20M.
func shortNumber(v float64) string {
	for _, unit := range []struct {
		size float64
		name string
	}{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if math.Abs(v) >= unit.size {
			return strconv.FormatFloat(v/unit.size, 'g', 4, 64) + unit.name
		}
	}
	if math.Abs(v) < 1e-9 {
		return "0"
	}
	return strconv.FormatFloat(v, 'g', 4, 64)
}
