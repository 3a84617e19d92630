package calibrate

import (
	"time"

	"github.com/zugwatch/zugwatch/suites"
)

// allotForms returns the largest number of forms for each suite with which all of them together stay
// within the budget. Each holds the time of one form of a suite. All begin with MinForms, which may
// exceed the budget. The suite with the fewest forms is doubled first, the cheapest of several: each
// doubling halves the variance of its suite.
func allotForms(each []time.Duration, budget time.Duration) []int {
	forms := make([]int, len(each))
	rest := budget
	for i, cost := range each {
		forms[i] = MinForms
		rest -= cost * MinForms
	}
	for {
		next := -1
		for i, cost := range each {
			more := cost * time.Duration(forms[i])
			if 2*forms[i] <= suites.MaxForms && more <= rest && (next < 0 || forms[i] < forms[next] || forms[i] == forms[next] && cost < each[next]) {
				next = i
			}
		}
		if next < 0 {
			return forms
		}
		rest -= each[next] * time.Duration(forms[next])
		forms[next] *= 2
	}
}
