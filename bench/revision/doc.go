// Package revision makes programs of the source code at revisions of a git
// repository, finds the revision that changed something, and holds what commit
// messages claim of the search against its signature. The user's work tree is only
// read: everything is checked out, built and removed in a folder of its own.
package revision
