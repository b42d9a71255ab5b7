package engine

import (
	"slices"
	"strconv"
	"unicode"
	"unicode/utf8"

	"tabletop/engine/base"
	"tabletop/engine/table"
)

// What of the beginning of keys is looked for in other cases: so many characters, and of
// the ways to write them that there are at most so many at a time.
const (
	maxCased = 100
	maxCases = 8
)

// noteCase says of a read of the rows that begin with a text, or of one row, which scanned
// none, that there are such rows in another case.
func (t *Task) noteCase(tab *table.Table, ranges []base.Range) {
	if len(ranges) != 1 || ranges[0].Start == "" {
		return
	}
	of := string(ranges[0].Start)
	if ranges[0] != base.Prefix(of) && ranges[0] != base.Point(base.RowKey(of)) {
		return
	}
	if found := otherCase(tab, of); found != "" {
		t.note(base.NoteOtherCase, tab.Name(), strconv.Quote(of), strconv.Quote(found))
	}
}

// otherCase returns a text with which keys of a table begin and that differs from another
// one in upper and lower case alone, "" for none. It looks for single rows, at most
// 3 · maxCases · maxCased of them.
func otherCase(tab *table.Table, of string) string {
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
