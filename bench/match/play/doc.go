// Package play plays matches on behalf of a user. It finds the players or builds them from two revisions, and opens
// the book. It stores the games during the match, and gives the verdict.
package play
