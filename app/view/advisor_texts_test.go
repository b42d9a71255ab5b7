//go:build !js

package view

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"tabletop/app/advisor"
	"tabletop/app/i18n"
	"tabletop/engine"
	"tabletop/engine/advise"
	"tabletop/lessons/content"
)

// findings are one of each rule, with arguments as the rule's comment has them.
func findings() []advise.Finding {
	var out []advise.Finding
	args := map[advise.Rule]string{
		advise.HotKey: "hot-range 3.79 site 1f", advise.Overloaded: "8 8 1f", advise.EmptyCells: "cf:note 60 100 100", advise.StoredTwice: "GAME:PLAYER player 2 200 282",
		advise.TimeFirst: "time 1 30 10", advise.Sequential: " 1 30 10", advise.OpaqueKey: " 2 hash 100", advise.Unpadded: "id 1 19 2  15 25 10",
		advise.ForwardDomain: "5 3 company.com", advise.FewDomains: "2 40", advise.BusyRow: "writes 60 100", advise.PersonalData: "field 1 surname",
		advise.TablesAlike: "3 sales_* sales_2014,sales_2015,sales_2016", advise.ManyFamilies: "101 100", advise.LongNames: "32 64",
		advise.MixedRetention: "f load 1000 name 1", advise.TinyCells: "1024 1 12", advise.TooLarge: "cell 11534336 10485760 f:q",
		advise.VersionSeries: "STOCK:PRICE 5 1", advise.WideRows: "400 20", advise.CostlyQuery: "scan 600 2 day", advise.RowsWrittenTogether: "sam t 3",
	}
	for _, rule := range advise.Rules {
		out = append(out, advise.Finding{Rule: rule, Table: "games", Args: strings.Split(args[rule], " "), Example: "corrie"})
	}
	return out
}

// TestAdviceTexts tests that every rule of the advisor has its texts and a lesson with its
// name, that no text uses an argument which the finding lacks, and that an existing lesson is
// linked.
func TestAdviceTexts(t *testing.T) {
	for _, rule := range advise.Rules {
		if _, err := fs.Stat(content.Files, rule.LessonSlug()+"/lesson.json"); err != nil {
			t.Error(err)
		}
		for _, code := range []string{"advice-" + string(rule), "advice-" + string(rule) + "-seen", "advice-" + string(rule) + "-why", "advice-" + string(rule) + "-try", "lesson-" + rule.LessonSlug()} {
			if !i18n.HasPageText(code) {
				t.Errorf("no text %s", code)
			}
		}
	}
	place := regexp.MustCompile(`\{\d|  | ,|\.\.|\bin in\b`)
	st := states()["lesson-design"]
	for _, f := range findings() {
		st.Work.Advisor = advisor.State{Open: true, Advice: &engine.AdviceReport{Rows: 3, RowsExamined: 3, Report: advise.Report{Findings: []advise.Finding{f}, Checked: advise.Rules[:3]}}}
		out := drawn(st)
		_, out, ok := strings.Cut(out, `data-advice="`+string(f.Rule)+`"`)
		if !ok {
			t.Fatalf("%s is not drawn", f.Rule)
		}
		out, _, _ = strings.Cut(out, "</ul>")
		text := strings.Join(strings.Fields(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(out, "\n")), " ")
		if bad := place.FindString(text); bad != "" {
			t.Errorf("%s: %q in %s", f.Rule, bad, text)
		}
		if linked := strings.Contains(out, `/lessons/lol-scores/`); linked != (f.Rule.LessonSlug() == "lol-scores") {
			t.Errorf("%s: a link to the lesson: %t", f.Rule, linked)
		}
	}
}
