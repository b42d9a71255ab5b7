package run

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"tabletop/engine/base"
	"tabletop/engine/table"
)

// These are bounds of the search in [PrefixInOtherCase].
const (
	maxCased = 100 // characters of a text
	maxCases = 8   // spellings of its beginning that are followed at a time
)

// NearestKey returns the first key of a table that is not less than a text, or the last key that is
// less, whichever shares the longer prefix with the text. If both prefixes have the same length it
// returns the first of the two. It returns "" for an empty table.
func NearestKey(tab *table.Table, of string) string {
	alike := func(key string) (n int) {
		for n < min(len(of), len(key)) && of[n] == key[n] {
			n++
		}
		return n
	}
	best := ""
	for _, q := range []table.ScanQuery{{Ranges: []base.Range{{Start: base.RowKey(of)}}}, {Ranges: []base.Range{{End: base.RowKey(of)}}, Reversed: true}} {
		q.Limit = 1
		for row := range tab.Scan(q, nil) {
			if key := string(row.Key()); best == "" || alike(key) > alike(best) {
				best = key
			}
		}
	}
	return best
}

// PrefixInOtherCase returns a prefix of the keys of a table that differs from the given text only in upper
// and lower case, or "" if it finds none. It searches only for texts of at most maxCased
// characters, and looks up at most 3 · maxCases · maxCased single rows.
func PrefixInOtherCase(tab *table.Table, of string) string {
	if utf8.RuneCountInString(of) > maxCased {
		return ""
	}
	some := []string{""}
	for at := 0; at < len(of); {
		r, n := utf8.DecodeRuneInString(of[at:])
		ways := []string{of[at : at+n]}
		if r != utf8.RuneError {
			for _, c := range []rune{unicode.ToLower(r), unicode.ToUpper(r)} {
				if !slices.Contains(ways, string(c)) {
					ways = append(ways, string(c))
				}
			}
		}
		var next []string
		for _, begun := range some {
			for _, w := range ways {
				if len(next) < maxCases && begins(tab, begun+w) {
					next = append(next, begun+w)
				}
			}
		}
		some, at = next, at+n
	}
	if i := slices.IndexFunc(some, func(s string) bool { return s != of }); i >= 0 {
		return some[i]
	}
	return ""
}

// begins reports whether any key of a table has a prefix.
func begins(tab *table.Table, with string) bool {
	for range tab.Scan(table.ScanQuery{Ranges: []base.Range{base.PrefixRange(with)}, Limit: 1}, nil) {
		return true
	}
	return false
}
