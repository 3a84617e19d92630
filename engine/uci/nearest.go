package uci

import "strings"

// didYouMean is a hint at the name that word was probably meant to be, empty
// when none is near: at most a third of its letters may differ.
func didYouMean(word string, names []string) string {
	best, fewest := "", max(1, len(word)/3)+1
	for _, name := range names {
		if n := edits(strings.ToLower(word), strings.ToLower(name)); n < fewest {
			best, fewest = name, n
		}
	}
	if best == "" {
		return ""
	}
	return "; did you mean " + best + "?"
}

// edits counts the letters to insert, drop or change to make b of a.
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		corner := row[0]
		row[0] = i + 1
		for j := range len(b) {
			above := row[j+1]
			row[j+1] = min(above+1, row[j]+1)
			if a[i] == b[j] {
				row[j+1] = min(row[j+1], corner)
			} else {
				row[j+1] = min(row[j+1], corner+1)
			}
			corner = above
		}
	}
	return row[len(b)]
}
