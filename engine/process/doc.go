// Package process runs a program as a tree: the program with all processes that it starts in turn. It knows nothing
// of their protocol.
//
// A tree gets a small part of the environment, an empty folder, and limits on its output, its memory and the time to
// end. It ends as a whole, even processes that tried to get away, as far as the system can identify them. The next
// runner clears away the processes and folders of a killed one.
package process
