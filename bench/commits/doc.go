// Package commits judges each commit of a range by its parent and records every pair in a file. A later run goes on
// with that file.
package commits
