package files

import (
	"fmt"
	"strings"
	"testing"

	"tabletop/app/page"
)

// TestKeysAlone checks that a text of row keys, pasted or from a file and with or without a
// heading, is passed to the part that finds their template. Columns are not.
func TestKeysAlone(t *testing.T) {
	var keys strings.Builder
	for i := range 100 {
		fmt.Fprintf(&keys, "site%d#dev-%04d#%d\n", i%7, i, 1719830400000+i)
	}
	want := page.InferTemplate{Keys: keys.String()}
	for what, p := range map[string]*play{
		"pasted":              list(t).on(pasted{keys.String()}),
		"in a sandbox":        sandbox(t).on(pasted{keys.String()}),
		"a file":              chosen(t, "keys.txt", []byte(keys.String())),
		"a file of one value": chosen(t, "keys.csv", []byte("row key\n"+keys.String())),
		"under a name":        chosen(t, "keys.csv", []byte("key\r\n"+keys.String())),
	} {
		if p.Passes(want); p.s.Mapping != nil {
			t.Errorf("%s: a mapping", what)
		}
	}
	for what, text := range map[string]string{"columns": "id,v\na1,2\na2,3\n", "measurements": "volts\n3.1\n3.2\n", "words": "ann\nbob\n"} {
		if p := chosen(t, "x.csv", []byte(text)); p.s.Mapping == nil {
			t.Errorf("%s: %+v", what, p.Effects)
		}
	}
}
