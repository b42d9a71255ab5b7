package i18n

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

// neverOne are the codes whose numbers are never 1 where a noun follows them: bounds, and
// counts of what there is a lot of.
var neverOne = []string{
	"CodeTooManyTables", "CodeManyMutations", "CodeFilterTooDeep", "CodeRecipeTimes", "CodeTooLongToEdit", "CodeCheckpointName",
	"CodeManyCheckpoints", "CodeClockLimit", "CodeLinkTooLong", "CodeLinkTooLarge", "CodeManySpaces", "CodeBadFile", "CodeInputTooLong",
	"recipe.count-above", "recipe.count-below", "recipe.filler", "recipe.size", "NoteLeftOut", "NoteStepScript", "CodeKeyTooLong", "CodeQualTooLong", "CodeFilterTooLarge",
	"CodeManyFields", "CodeManyValues", "CodeManyQueries", "CodeManyEntries", "CodeWideCSV",
	"advice-none", "advice-some", "advice-merged-seen", "recipe-lost", "advice-few-domains-seen", "advice-table-per-seen", "advice-costly-query-seen", "advice-long-names-seen",
	"map-clashes", "value-cut", "hex-cut", "heat-served", "because-lopsided-1", "time-limits", "record-of", "score-how",
	"attempts-how", "attempts-few", "newest-merge", "ask-full", "share-size", "share-too-large",
	"advice-forward-domain-seen", "advice-busy-row-seen", "advice-many-families-seen", "advice-tiny-cells-seen", "advice-too-large-seen", "advice-version-series-seen",
	"advice-wide-rows-seen", "recipe.names", "recipe.per-value", "score-met", "said-graded",
}

// TestPlurals: where a number comes before a noun in the plural, the sentence has the
// singular as well, unless the number is never 1.
func TestPlurals(t *testing.T) {
	files, err := filepath.Glob("../*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	entry := regexp.MustCompile("(?m)^\\s*\"?(?:base\\.)?([\\w.-]+)\"?[^\"`\\n]*:\\s+[\"`](.*)[\"`],?$")
	plural := regexp.MustCompile(`\{\d#?\} (?:more |different |other |simulated )?(bytes|cells|changes|characters|checkpoints|columns|commands|days|digits|domains|entries|families|fields|findings|generators|hours|lessons|levels|lines|milliseconds|minutes|nodes|pars|questions|ranges|records|rows|rules|salts|sandboxes|seeks|tables|tablets|values|versions|weights)\b`)
	counted := regexp.MustCompile(`\{\d=1\?[^|{}]*(?:\{\d#?\}[^|{}]*)*\|(?:[^{}]|\{\d#?\})*\}`)
	english := regexp.MustCompile(`(^|/|_)en(_\w+)?\.go$`)
	sentences := 0
	used := map[string]bool{}
	for _, file := range files {
		if !english.MatchString(file) {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range entry.FindAllStringSubmatch(string(text), -1) {
			sentences++
			if !plural.MatchString(counted.ReplaceAllString(m[2], "")) {
				continue
			}
			used[m[1]] = true
			if !slices.Contains(neverOne, m[1]) {
				t.Errorf("%s: %s has no singular: %s", file, m[1], m[2])
			}
		}
	}
	if sentences < 900 {
		t.Errorf("only %d sentences found", sentences)
	}
	for _, code := range neverOne {
		if !used[code] {
			t.Errorf("%s has no number before a plural", code)
		}
	}
}
