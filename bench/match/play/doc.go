// Package play plays matches on behalf of a user: it finds the players or builds them
// from two revisions, opens the book, stores the games during the match, and gives the
// verdict.
package play
