// Package doc holds what a report says before anything is known of how it is
// shown: headings, paragraphs, tables, verdicts and code. Each format that people
// read is a file with one function that writes a Document, and a row of the table
// in format.go; nothing else asks which format it is.
//
// Writing changes nothing in a Document, so that it may be written several times,
// and at the same time.
package doc
