// Package audit asks how often null-move pruning is wrong, in two ways.
//
// Run searches the positions of a suite, and checks a sample of the claims of the
// null-move family by searches without it. It gives the rate of wrong claims with its
// confidence interval, by rule, depth, reduction and material, and positions that show a
// wrong claim.
//
// ExamineEndings searches endings whose values are known exactly and scores their leaves
// by them. A search without pruning is right there at every depth, so each wrong answer
// was caused by the rule under test.
//
// Everything here is a pure function of its input: no clock, and no chance except that of
// a seed.
package audit
