package base

import "strings"

// Nearest returns the one of names that is most like text, for a "did you
// mean": at most a third of its bytes, and at least one, may differ. One that
// differs only in case is nearest. It returns "" when none is near.
func Nearest(text string, names []string) string {
	best, found := "", -1
	for _, n := range names {
		d := distance(text, n)
		if strings.EqualFold(text, n) {
			d = 0
		}
		if d <= max(1, len(n)/3) && (found < 0 || d < found) {
			best, found = n, d
		}
	}
	return best
}

// distance counts the bytes to insert, delete, replace or swap with a
// neighbour to get from a to b.
func distance(a, b string) int {
	if len(a) > 64 || len(b) > 64 {
		return 64
	}
	before, row := make([]int, len(b)+1), make([]int, len(b)+1)
	last := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		last, before, row = before, row, last
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(before[j]+cost, before[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], last[j-1]+1)
			}
		}
	}
	return row[len(b)]
}
