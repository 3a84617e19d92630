// Package speed tells whether one engine is slower than another.
//
// Both are measured side by side: on one machine, in one process tree, in turns and in
// random order, never against a time from elsewhere. Each session has fresh engines, as
// their memory layout matters. In every session the base is measured against a second
// copy of itself as well. These A/A pairs show how far apart equal engines seem to be on
// this machine at this time. The time for each node is judged, CPU time if the engines
// report it. The cost of a change in nodes is reported beside it and judged on another
// axis.
//
// Measure runs the engines; Estimate and Assess are pure functions of the measurements.
// docs/speed.md has the formulas and the effects that they found in practice.
package speed
