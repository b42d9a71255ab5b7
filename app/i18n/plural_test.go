//go:build !js

package i18n

import (
	"regexp"
	"slices"
	"testing"

	"tabletop/engine/base"
)

// neverOne are the codes whose numbers before a noun are never 1: bounds, and counts of many
// things.
var neverOne = []base.Code{
	"too-many-tables", "many-mutations", "filter-too-deep", "recipe-times", "too-long-to-edit", "checkpoint-name",
	"many-checkpoints", "clock-limit", "link-too-long", "link-too-large", "many-spaces", "bad-file", "input-too-long", "file-too-long",
	"recipe.count-above", "recipe.count-below", "recipe.filler", "recipe.size", "note-left-out", "step-script", "key-too-long", "qual-too-long", "filter-too-large",
	"many-fields", "many-values", "many-queries", "many-entries", "wide-csv",
	"advice-none", "advice-some", "advice-merged-seen", "recipe-lost", "advice-few-domains-seen", "advice-table-per-seen", "advice-costly-query-seen", "advice-long-names-seen",
	"map-clashes", "value-cut", "hex-cut", "heat-served", "because-lopsided-1", "time-limits", "record-of", "score-how",
	"attempts-how", "attempts-few", "heat-too-few", "remedy-unread", "newest-merge", "ask-full", "share-size", "share-too-large",
	"advice-forward-domain-seen", "advice-busy-row-seen", "advice-many-families-seen", "advice-tiny-cells-seen", "advice-too-large-seen", "advice-version-series-seen",
	"advice-wide-rows-seen", "recipe.names", "recipe.per-value", "score-met", "said-graded",
}

// TestPlurals tests that a sentence with a number before a plural noun has the singular too,
// unless the number is never 1.
func TestPlurals(t *testing.T) {
	files, err := ReadSentenceFiles(TextFiles, fallback)
	if err != nil {
		t.Fatal(err)
	}
	plural := regexp.MustCompile(`\{\d#?\} (?:more |different |other |simulated )?(bytes|cells|changes|characters|checkpoints|columns|commands|days|digits|domains|entries|families|fields|findings|generators|hours|lessons|levels|lines|milliseconds|minutes|nodes|pars|questions|ranges|records|rows|rules|salts|sandboxes|seeks|tables|tablets|values|versions|weights)\b`)
	counted := regexp.MustCompile(`\{\d=1\?[^|{}]*(?:\{\d#?\}[^|{}]*)*\|(?:[^{}]|\{\d#?\})*\}`)
	sentences := 0
	used := map[base.Code]bool{}
	for _, f := range files {
		for _, e := range f.Entries {
			sentences++
			if !plural.MatchString(counted.ReplaceAllString(e.Text, "")) {
				continue
			}
			used[e.Code] = true
			if !slices.Contains(neverOne, e.Code) {
				t.Errorf("%s:%d: %s has no singular: %s", f.Name, e.Line, e.Code, e.Text)
			}
		}
	}
	if sentences < 2000 {
		t.Errorf("only %d sentences found", sentences)
	}
	for _, code := range neverOne {
		if !used[code] {
			t.Errorf("%s has no number before a plural", code)
		}
	}
}
