//go:build !js

package i18n

import (
	"strings"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/rowkey"
)

// TestTransforms tests the sentences for every way in which a transform can be wrong.
func TestTransforms(t *testing.T) {
	said := map[base.Code]bool{}
	say := func(err error, prefix string, arg int) {
		t.Helper()
		e, ok := err.(*base.Error)
		if !ok {
			t.Fatalf("%v is no refusal", err)
		}
		code := base.Code(prefix + e.Args[arg])
		if said[code] = true; !hasSentence(code) {
			t.Errorf("%s has no sentence: %s", code, ErrorSentence("en", e))
		}
	}
	for _, name := range rowkey.TransformNames() {
		_, err := rowkey.Parse("{a|" + name + ":0}")
		say(err, "transform.", 1)
	}
	for _, text := range []string{
		"{a|reverse|zero:3}", "{a|reverse|domain}", "{a|reverse|salt:3}", "{a|salt:3|reverse}", "{a|zero:3|pad:5}", "{a|zero:3|first:3}",
		"{a|reverse|reverse}", "{a|domain|reverse|pad:9|first:3|hash:2}",
	} {
		_, err := rowkey.Parse(text)
		say(err, "place.", 1)
	}
	for text, v := range map[string]string{
		"{a|zero:3}": "x", "{a|pad:3}": "long", "{a|pad:4}": "a ", "{a|day}": "253402300800000", "{a|millis}": "x", "{a|millis:isoZ}": "x", "{a|first:2}": "x", "{a|newest}": "31/12/2023",
	} {
		tm, err := rowkey.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		_, err = tm.Encode(func(string) string { return v })
		say(err, "takes.", 3)
	}
	for code := range english(t, "refusals") {
		for _, p := range []string{"takes.", "transform.", "place."} {
			if strings.HasPrefix(string(code), p) && !said[code] {
				t.Errorf("%s is never said", code)
			}
		}
	}
}
