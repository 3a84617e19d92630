// Package bench feeds the positions of a suite to engines under fixed limits
// and writes down what they answered.
//
// Execute turns a suite into two values. The Run holds integers and strings only. Under exact limits (see
// engine.Limits.Exact) it is the same on every machine and with any number of workers. Two runs can then be compared
// byte for byte. The Timing holds all that varies: times, speeds, the host.
//
// A position ends in one of four ways: solved, missed, measured or faulted. A measured position asks no question, so
// it can be neither solved nor missed. On a faulted one the engine gave no valid answer. A fault is not a miss and a
// miss is not a fault, and both stay in the denominator.
//
// The package prints nothing and reads no clock of its own: the clock, the
// engines and the facts about the host come in through Config.
package bench
