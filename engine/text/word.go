package text

import (
	"fmt"
	"slices"
)

// Word returns the name of an enumerated value, or what with its number, such as "kind(7)", if it has none.
func Word[T ~uint8](v T, words []string, what string) string {
	if int(v) < len(words) {
		return words[v]
	}
	return fmt.Sprintf("%s(%d)", what, v)
}

// ParseWord reads a word that Word returns for a value of at least the least one.
func ParseWord[T ~uint8](v *T, word string, words []string, least T, what string) error {
	i := slices.Index(words, word)
	if i < int(least) {
		return fmt.Errorf("%s %.40q is unknown", what, word)
	}
	*v = T(i)
	return nil
}

// FindWord returns the value whose name in words is word. The error lists the names.
func FindWord[T ~uint8](word string, words []string, what string) (T, error) {
	i := slices.Index(words, word)
	if i < 0 {
		return 0, fmt.Errorf("%s %.40q (expected %s%s)", what, word, JoinOr(words), DidYouMean(word, words))
	}
	return T(i), nil
}
