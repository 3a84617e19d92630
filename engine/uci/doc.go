// Package uci speaks the universal chess interface from the side of a GUI: Start runs a program as an engine.Engine.
// Package server speaks it from the other.
//
// Start does not trust the process. Every wait has an absolute limit that no output extends. All output is read and
// little of it kept, each answer belongs to exactly one question, and no child process outlives the engine. A failure
// is a *Fault from a closed list of classes, with all that is needed to reproduce it.
package uci
