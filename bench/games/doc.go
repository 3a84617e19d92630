// Package games judges a head by a base in reproducible games: pairs from the openings of a book, with interim looks
// until one decides. A Plan says which games are played and what is allowed. A Judgement holds the score and the
// verdict.
package games
