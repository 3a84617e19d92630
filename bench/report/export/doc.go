// Package export writes reports for programs: as JSON, as JSON Lines, as JUnit
// XML, as annotations of GitHub and as Go benchmark lines. A reader finds all
// texts from outside as they are; in the bytes no workflow command and nothing
// unprintable is left.
package export
