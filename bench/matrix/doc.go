// Package matrix sums up the runs of several engines or policies on several
// suites under several limits, says which of them nothing beats, and measures what the
// null move costs.
package matrix
