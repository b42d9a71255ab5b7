package author

import (
	"os"
	"strings"
	"testing"

	"tabletop/lessons"
)

const (
	rulesSaid    = 86 // rules of the documents that lessons only stated
	rulesMissing = 8  // rules that no lesson had
	leastDone    = 40 // of the rules that were only stated
	mostOfGoal   = 2  // rules that one goal may count for
)

// TestRules checks rules.json. It lists the rules of the documents that lessons once only stated,
// or left out, and says where a reader applies them now by designing, running or measuring;
// choosing an answer does not count. A rule that is still only stated names the step that does so.
func TestRules(t *testing.T) {
	var rules []struct{ Rule, Once, Done, Said string }
	if err := readJSON(os.DirFS(".."), "rules.json", &rules); err != nil {
		t.Fatal(err)
	}
	steps, goals := map[string]bool{}, map[string]bool{} // goals: whether a reader does something
	for _, l := range course(t) {
		for _, s := range l.Steps {
			at := l.Slug + "/" + s.ID
			steps[at] = true
			for _, g := range s.Goals {
				goals[at+"/"+g.ID] = isDeed(l, g)
			}
		}
	}
	once, done, known, of := map[string]int{}, map[string]int{}, map[string]bool{}, map[string]int{}
	for _, r := range rules {
		once[r.Once]++
		if known[r.Rule] || r.Rule == "" {
			t.Errorf("%q stands twice, or is empty", r.Rule)
		}
		known[r.Rule] = true
		if (r.Done == "") == (r.Said == "") {
			t.Errorf("%s: it is either done or said", r.Rule)
			continue
		}
		if r.Done == "" {
			if !steps[r.Said] {
				t.Errorf("%s: no step %s", r.Rule, r.Said)
			}
			continue
		}
		does, there := goals[r.Done]
		switch {
		case !there:
			t.Errorf("%s: no goal %s", r.Rule, r.Done)
		case !does:
			t.Errorf("%s: the goal %s is an answer for which nothing is run", r.Rule, r.Done)
		default:
			done[r.Once]++
		}
		if of[r.Done]++; of[r.Done] > mostOfGoal {
			t.Errorf("%s: the goal %s stands for %d rules", r.Rule, r.Done, of[r.Done])
		}
	}
	t.Logf("%d of %d rules that were said are done, %d of %d that were missing", done["said"], once["said"], done["missing"], once["missing"])
	if once["said"] != rulesSaid || once["missing"] != rulesMissing || len(rules) != rulesSaid+rulesMissing {
		t.Errorf("%d rules: %v", len(rules), once)
	}
	if done["said"] < leastDone || done["missing"] < rulesMissing {
		t.Errorf("done are %v", done)
	}
}

// isDeed reports whether a reader meets a goal by designing, running or measuring something.
func isDeed(l *lessons.Lesson, g lessons.Goal) bool {
	a, answers := g.Check.(lessons.QuestionAnswered)
	if !answers {
		return true
	}
	q, _, ok := l.Question(a.Question)
	return ok && q.Kind != lessons.ChooseOne && !q.IsAboutDesign() && (q.Run != "" || q.Truth.Of != "")
}

// TestDoes checks that a choice, a design sheet and an answer without a command do not count.
func TestDoes(t *testing.T) {
	want := map[string]bool{
		"sorted-map/put/page-read":       true,  // a read
		"sorted-map/put/place-marked":    true,  // a guess that is measured
		"families/names/bytes-known":     true,  // an answer that is run
		"lol-scores/load/loss-found":     false, // a choice
		"lol-scores/ask/wins-counted":    false, // an answer that is looked up
		"chat-inbox/sheet/sheet-filled":  false,
		"chat-inbox/design/rows-guessed": false, // a guess about a design still to be made
		"chat-inbox/design/pars":         true,
	}
	found := 0
	for _, l := range course(t) {
		for _, s := range l.Steps {
			for _, g := range s.Goals {
				does, asked := want[strings.Join([]string{l.Slug, s.ID, g.ID}, "/")]
				if !asked {
					continue
				}
				if found++; isDeed(l, g) != does {
					t.Errorf("%s/%s/%s: %v", l.Slug, s.ID, g.ID, isDeed(l, g))
				}
			}
		}
	}
	if found != len(want) {
		t.Errorf("%d of %d goals are there", found, len(want))
	}
}
