// Package matrix sums up the runs of several engines or policies on several
// suites under several limits, and says which of them nothing beats.
package matrix
