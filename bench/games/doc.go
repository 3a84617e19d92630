// Package games judges a head by a base in games that can be repeated: pairs from the openings of a book, in looks that go on
// while these do not decide. A Plan says which games are played and what is allowed. A Judgement holds
// the score and the verdict.
package games
