package history

import (
	"math"
	"slices"
	"testing"

	"github.com/zugwatch/zugwatch/engine/random"
)

// noise draws values.
type noise struct{ source *random.Source }

// uniform returns a number above 0 and below 1.
func (n noise) uniform() float64 { return (float64(n.source.Next()>>12) + 0.5) / (1 << 52) }

// normal returns a number of the standard normal distribution, by G. E. P. Box and M. E. Muller.
func (n noise) normal() float64 {
	return math.Sqrt(-2*math.Log(n.uniform())) * math.Cos(2*math.Pi*n.uniform())
}

// series returns values of a process, each drawn from the one before.
func (n noise) series(length int, next func(before float64) float64) []float64 {
	values := make([]float64, length)
	before := 0.0
	for i := range values {
		before = next(before)
		values[i] = before
	}
	return values
}

// alarms counts the series, of so many, in which a change is found.
func alarms(series int, make func(noise) []float64) (found int) {
	for i := range series {
		if len(findChanges(make(noise{random.New(19, uint64(i))}))) > 0 {
			found++
		}
	}
	return found
}

// TestFalseAlarms measures how often a change is found where there is none: in one in a hundred
// series of independent values, whatever their distribution. Values that depend on each other
// from commit to commit alarm more often, by the factors here, which docs/history.md gives. With
// -v it prints the rates.
func TestFalseAlarms(t *testing.T) {
	follow := func(share float64) func(n noise, before float64) float64 {
		return func(n noise, before float64) float64 { return share*before + n.normal() }
	}
	kinds := []struct {
		name        string
		series      int // of each length
		next        func(n noise, before float64) float64
		least, most float64 // rate
	}{
		{"normal", 1000, follow(0), 0.004, 0.017},
		{"heavy tails", 1000, func(n noise, _ float64) float64 { return n.normal() / n.normal() }, 0.004, 0.017},
		{"skewed", 1000, func(n noise, _ float64) float64 { return -math.Log(n.uniform()) }, 0.004, 0.017},
		{"few values", 1000, func(n noise, _ float64) float64 { return math.Floor(4 * n.uniform()) }, 0.002, 0.017},
		{"mostly the same", 1000, func(n noise, _ float64) float64 { return math.Floor(1.1 * n.uniform()) }, 0.0005, 0.017},
		{"constant", 10, func(noise, float64) float64 { return 0.1 }, 0, 0},
		{"hanging together by 0.2", 1000, follow(0.2), 0.02, 0.05},
		{"hanging together by 0.5", 300, follow(0.5), 0.1, 0.3},
		{"sum of all before", 100, follow(1), 0.5, 0.9},
	}
	for _, kind := range kinds {
		sum := 0
		lengths := []int{10, 30, 100}
		for _, length := range lengths {
			found := alarms(kind.series, func(n noise) []float64 {
				return n.series(length, func(before float64) float64 { return kind.next(n, before) })
			})
			t.Logf("%s, %d commits: %.2f %%", kind.name, length, 100*float64(found)/float64(kind.series))
			sum += found
			if allowed := 0.02 * float64(kind.series); kind.most < 0.02 && float64(found) > allowed {
				t.Errorf("%s, %d commits: changes in %d of %d series, at most %g expected", kind.name, length, found, kind.series, allowed)
			}
		}
		if rate := float64(sum) / float64(kind.series*len(lengths)); rate < kind.least || rate > kind.most {
			t.Errorf("%s: changes in %.2f %% of the series, expected %.2f to %.2f %%", kind.name, 100*rate, 100*kind.least, 100*kind.most)
		}
	}
}

// TestFound measures how often a step is found and where, in series of equal length on either
// level, and that a step brings few false ones.
func TestFound(t *testing.T) {
	const series = 300
	for _, test := range []struct {
		step        float64 // in deviations of single values
		before      int
		after       int
		least, most float64 // how often it is found, one or two values off at most
	}{
		{0.5, 30, 30, 0.01, 0.1},
		{2, 15, 15, 0.85, 1},
		{2, 40, 8, 0.8, 1},
		{4, 40, 3, 0.8, 1},
		{4, 100, 100, 0.99, 1},
	} {
		near, more := 0, 0
		for i := range series {
			n := noise{random.New(20, uint64(i))}
			values := n.series(test.before+test.after, func(float64) float64 { return n.normal() })
			for k := range test.after {
				values[test.before+k] += test.step
			}
			found := findChanges(values)
			if slices.ContainsFunc(found, func(c Change) bool { return max(c.At-test.before, test.before-c.At) <= 2 && c.After > c.Before }) {
				near++
			}
			if len(found) > 1 {
				more++
			}
		}
		rate := float64(near) / series
		t.Logf("step of %g behind %d and before %d: found in %.1f %%, more than one change in %.1f %%", test.step, test.before, test.after, 100*rate, 100*float64(more)/series)
		if rate < test.least || rate > test.most {
			t.Errorf("step of %g behind %d and before %d: found in %.3f, expected %g to %g", test.step, test.before, test.after, rate, test.least, test.most)
		}
		if more > series/25 {
			t.Errorf("step of %g: %d of %d series have more than one change", test.step, more, series)
		}
	}
}

// TestChanges holds single series, which have no chance in them.
func TestChanges(t *testing.T) {
	steps := func(parts ...float64) (values []float64) { // value, count, value, count …
		for i := 0; i < len(parts); i += 2 {
			values = append(values, slices.Repeat([]float64{parts[i]}, int(parts[i+1]))...)
		}
		return values
	}
	for _, test := range []struct {
		name   string
		values []float64
		want   []int
	}{
		{"nothing", nil, nil},
		{"one", []float64{1}, nil},
		{"constant", steps(0.1, 50), nil},
		{"too few", steps(1, 4, 2, 4), nil},
		{"a step", steps(0.3, 20, 0.1, 10), []int{20}},
		{"a step after three", steps(0.1, 60, 0.3, 3), []int{60}},
		{"one commit that was undone", steps(0.1, 30, 0.9, 1, 0.1, 30), nil},
		{"one commit at the end", steps(0.1, 400, 0.9, 1), nil},
		{"two steps", steps(1, 20, 2, 20, 1, 20), []int{20, 40}},
		{"up and up", steps(1, 15, 2, 15, 7, 30), []int{15, 30}},
	} {
		var at []int
		for _, c := range findChanges(test.values) {
			at = append(at, c.At)
			if c.P <= 0 || c.P > SignificanceLevel || math.Abs(c.Before-test.values[c.At-1]) > 1e-9 || math.Abs(c.After-test.values[c.At]) > 1e-9 {
				t.Errorf("%s: %+v", test.name, c)
			}
		}
		if !slices.Equal(at, test.want) {
			t.Errorf("%s: changes at %v, want %v", test.name, at, test.want)
		}
	}
}
