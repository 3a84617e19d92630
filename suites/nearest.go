package suites

import "strings"

// nearest is the name with the fewest edits from text, the first of equals, or
// nothing when even that one differs in more than a third of its letters.
// Upper and lower case count as equal.
func nearest(text string, names []string) string {
	best, fewest := "", 0
	for _, name := range names {
		n := edits(strings.ToLower(text), strings.ToLower(name))
		if n <= max(1, len(name)/3) && (best == "" || n < fewest) {
			best, fewest = name, n
		}
	}
	return best
}

// edits counts the insertions, deletions and replacements of one byte, and the
// exchanges of two neighbors, that turn a into b.
func edits(a, b string) int {
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
