package intake

import (
	"slices"
	"testing"

	"tabletop/engine/base"
)

// TestFieldNames checks that fields of columns have valid names that differ.
func TestFieldNames(t *testing.T) {
	a := &TableRecordReader{fields: []string{"user"}, known: map[columnName]int{}}
	for _, q := range []base.Qualifier{"User", "user", "page-view", "7", "", "é", "\x00\x01", "MD5"} {
		a.add("f", q)
	}
	if want := []string{"user", "fuser0", "fuser1", "page_view", "f3", "f4", "f5", "f6", "md5"}; !slices.Equal(a.fields, want) {
		t.Errorf("%q", a.fields)
	}
}
