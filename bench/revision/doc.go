// Package revision builds programs from revisions of a git repository and finds the revision that changed something.
// It also checks the claims of commit messages about the search against its signature. The user's work tree is only
// read: everything is checked out, built and removed in a folder of its own.
package revision
