// Package calibrate measures how far changes that mean nothing scatter on an engine, what
// a budget can resolve of others, and which limits and numbers of forms follow from that.
//
// The forms of a position mean the same and are independent draws of what an engine finds
// (see suites.Suite.Forms). So two sets of them, searched by one engine, differ by chance
// alone: a re-roll. It is judged as base and head are, but unpaired: the gates pair the
// same form of both sides, which moves together at least in part, so that a neutral change
// scatters about as much as a re-roll at most.
package calibrate
