package run

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"tabletop/engine/base"
	"tabletop/engine/table"
)

// Bounds of the search for keys in another case: how many characters of the beginning are
// changed, and how many spellings are looked up at a time.
const (
	maxCased = 100
	maxCases = 8
)

// NearestKey returns the key before or after a text in key order, whichever shares the longer
// prefix with it, the one after it when both share the same. It returns "" for an empty table.
func NearestKey(tab *table.Table, of string) string {
	alike := func(key string) (n int) {
		for n < min(len(of), len(key)) && of[n] == key[n] {
			n++
		}
		return n
	}
	best := ""
	for _, q := range []table.Query{{Ranges: []base.Range{{Start: base.RowKey(of)}}}, {Ranges: []base.Range{{End: base.RowKey(of)}}, Reversed: true}} {
		q.Limit = 1
		for row := range tab.Scan(q, nil) {
			if key := string(row.Key()); best == "" || alike(key) > alike(best) {
				best = key
			}
		}
	}
	return best
}

// OtherCase returns a text that keys of a table begin with and that differs from the given
// one in upper and lower case alone, "" for none. It looks up at most 3 · maxCases · maxCased
// single rows.
func OtherCase(tab *table.Table, of string) string {
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

// begins reports whether a key of a table begins with a text.
func begins(tab *table.Table, with string) bool {
	for range tab.Scan(table.Query{Ranges: []base.Range{base.Prefix(with)}, Limit: 1}, nil) {
		return true
	}
	return false
}
