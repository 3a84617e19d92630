// Package mutant is changes of an engine that are known to do damage or to do none:
// the corpus of the built-in engine, and how a change of its source is built.
package mutant
