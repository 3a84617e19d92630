// Package effect separates damage from chance. A search is chaotic: after a neutral
// change some positions are newly solved, and others no longer are. A change shifts the
// distribution of search results; one search of one position is one draw from it. So the
// engine before and after the change searches each position in several equivalent forms
// (see suites.Suite.Forms). The forms of a position are one cluster.
//
// The statistics are pure, and safe for use by many goroutines.
package effect
