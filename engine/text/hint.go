package text

import "strings"

// DidYouMean returns a hint at the closest name, to follow the expected ones: "; did you mean run?". It is empty if
// no name is close: at most a third of the letters of word may differ, and one always may. A swap of two neighbours
// counts as one difference, case does not count, and the first of equally close names wins.
func DidYouMean(word string, names []string) string {
	best, fewest := "", max(1, len(word)/3)+1
	for _, name := range names {
		if n := editDistance(strings.ToLower(word), strings.ToLower(name)); n < fewest {
			best, fewest = name, n
		}
	}
	if best == "" {
		return ""
	}
	return "; did you mean " + best + "?"
}

// editDistance counts the bytes to insert, drop, change or swap with their neighbour to
// make b of a: the optimal string alignment distance.
func editDistance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
