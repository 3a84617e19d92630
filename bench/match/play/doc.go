// Package play plays matches as a user asks for them: it finds the players or builds
// them of two revisions, opens the book, keeps the games on disk while they are
// played, and says what the match comes to.
package play
