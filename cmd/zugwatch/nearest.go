package main

import "strings"

// nearest returns the name that word was probably meant to be, or "" when none
// is near: at most a third of the letters may differ, a swap of two neighbours
// counts as one.
func nearest(word string, names []string) string {
	best, distance := "", max(1, len(word)/3)+1
	for _, name := range names {
		if d := editDistance(strings.ToLower(word), strings.ToLower(name)); d < distance {
			best, distance = name, d
		}
	}
	return best
}

// editDistance counts the letters to insert, drop, change or swap with their
// neighbour to make b of a.
func editDistance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}

// didYouMean is a hint at the nearest name, or "" when none is near.
func didYouMean(word string, names []string) string {
	if name := nearest(word, names); name != "" {
		return "; did you mean " + name + "?"
	}
	return ""
}
