// Package text writes what people read: hints at a name that was meant, lists,
// counts with their nouns, and texts from outside made harmless. All of it is
// pure.
package text
