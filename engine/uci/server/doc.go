// Package server lets a program be asked over the universal chess interface, or over its
// like for shogi: Serve reads commands and has an engine.Engine answer them.
package server
