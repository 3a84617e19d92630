// Package effect tells damage from change. A search is chaotic: after a change that means
// nothing some positions are solved that were not, and others no longer are. A change
// shifts the distribution of search results; one search of one position is one draw from
// it. So the engine before and after the change searches each position in several forms
// that mean the same (see suites.Suite.Forms). The forms of a position are one cluster.
//
// The statistics are pure, and safe for use by many goroutines.
package effect
