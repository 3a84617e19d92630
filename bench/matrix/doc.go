// Package matrix sums up the runs of several engines or policies on several suites under
// several limits. It finds those that no other beats, and measures the cost of the null
// move.
package matrix
