// Package audit asks how often null-move pruning is wrong, in two ways.
//
// Run searches the positions of a suite and has a sample of what the null-move
// family claims on the way checked by searches without it: the rate of wrong
// claims with its confidence interval, by rule, depth, reduction and material,
// and positions that show one.
//
// ExamineEndings searches endings whose values are known exactly, with leaves that are
// scored by them: a search without pruning is right there at every depth, so that
// each wrong answer was caused by the rule under test.
//
// Everything here is a pure function of its input: no clock, no chance but that
// of a seed.
package audit
