// Package doc holds the content of a report independently of its format: headings,
// paragraphs, tables, verdicts and code. Each format for people is a file with one
// function that writes a Document, and a case in format.go; nothing else
// depends on the format.
//
// Writing changes nothing in a Document, so that it may be written several times,
// and at the same time.
package doc
