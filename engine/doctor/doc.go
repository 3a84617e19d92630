// Package doctor examines an engine that speaks UCI: whether it keeps to the protocol, stops at its limits, and
// repeats its answers. It reports its findings in plain words and three grades.
//
// It talks to the engine directly, because uci.Process hides the faults that it tolerates.
package doctor
