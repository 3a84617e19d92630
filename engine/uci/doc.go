// Package uci speaks the universal chess interface from the side of a GUI: Start
// runs a program as an engine.Engine. Package server speaks it from the other.
//
// Start trusts nothing that the process does. Every wait has an absolute limit
// that no output extends, everything the process prints is read and little of it
// is kept, each answer belongs to exactly one question, and nothing that it
// started outlives it. What goes wrong is a *Fault of a closed list of classes,
// with all that is needed to see it again.
package uci
