// Package report writes runs and comparisons for people and for scripts: as
// text, as Markdown, as JSON and as one line of key=value pairs.
//
// It is the one place below the command where anything is rendered. Nothing it
// is given is trusted: names of engines, IDs of positions and messages may hold
// anything, and are shown with control characters, terminal sequences, markup
// and workflow commands made harmless and visible.
package report
