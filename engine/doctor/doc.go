// Package doctor examines an engine that speaks UCI: does it keep to the
// protocol, end at its limits, and answer the same to the same question? What it
// finds is in plain words and three grades.
//
// It asks the engine directly, not by way of package uci, whose Process hides
// what it can put up with.
package doctor
