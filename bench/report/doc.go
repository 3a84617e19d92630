// Package report tells what runs and judgements of suites found, for people: a Report is told as a document, which
// package doc shows in any format, and the last line of a command is pairs of words for scripts. What other commands
// found is told by package finding; what programs read is written by package export.
//
// Nothing it is given is trusted: names of engines, IDs of positions and messages
// may hold anything. They are marked as texts from outside, and every format
// shows them with control characters, terminal sequences, markup and workflow
// commands made harmless and visible.
package report
