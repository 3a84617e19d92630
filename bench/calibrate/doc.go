// Package calibrate measures how much changes without an effect scatter on an engine. From
// that follow the effects that a budget can resolve, the limits and the numbers of forms.
//
// The forms of a position are equivalent and are independent draws of an engine's result
// (see suites.Suite.Forms). So two sets of them, searched by one engine, differ by chance
// alone: a re-roll. It is judged like base and head, but unpaired. The gates pair the same
// form of both sides, and the two move together at least in part. A neutral change
// therefore scatters at most about as much as a re-roll.
package calibrate
