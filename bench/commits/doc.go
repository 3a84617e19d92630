// Package commits judges each commit of a range by its parent, keeps a record of every pair
// in a file, and goes on with that file later.
package commits
