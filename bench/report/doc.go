// Package report presents the results of runs and judgements of suites to people. A Report is presented as a
// document, which package doc shows in any format. The last line of a command has pairs of words for scripts.
// Package finding presents the results of other commands; package export writes formats for programs.
//
// The input is not trusted: names of engines, IDs of positions and messages may hold anything. They are
// marked as texts from outside. Every format shows them with control characters, terminal sequences, markup
// and workflow commands made harmless and visible.
package report
