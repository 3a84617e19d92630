// Package speed tells whether one engine is slower than another.
//
// Both are measured side by side: on one machine, in one process tree, in turns
// and in random order, never against a time from elsewhere, and in sessions with
// fresh engines, for where an engine lies in memory matters. In every session the
// base is measured against a second copy of itself as well; these A/A pairs show how
// far apart equal engines seem to be on this machine at this time. What is judged is
// the time for each node, CPU time where the engines tell it; what a change costs
// in nodes is told beside it and stands on another axis.
//
// Measure runs the engines; Estimate and Assess are pure functions of what was
// measured. docs/verdict.md has the formulas and what they were seen to find.
package speed
