package heat

import (
	"cmp"
	"math"
	"reflect"
	"slices"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/advise"
)

// help is what the part knows about remedies for a hot table.
type help struct {
	Found *engine.RemediesFound // nil until it is known
	Open  bool                  // the remedies are shown
}

// slotHelp is for the call for Found.
var slotHelp = page.AnswerSlot{Name: "help"}

// elementHelp is the ID of the element with the remedies.
const elementHelp = "heat-help"

type (
	// remedyPicked tries a remedy.
	remedyPicked struct{ Remedy advise.Remedy }
	// helpShown shows or hides the remedies. With Afar, the button is elsewhere on the page,
	// and the remedies are scrolled into view.
	helpShown struct{ Open, Afar bool }
)

// apply shows or hides the remedies, and moves the focus to them if the button is elsewhere.
func (m helpShown) apply(u *update) {
	if u.Help.Open = m.Open; !m.Afar {
		return
	}
	u.PassMessage(page.ShowPageTab{Tab: page.TabDesign})
	u.DoEffect(page.ScrollToElement{ID: elementHelp})
	u.DoEffect(page.FocusElement{ID: elementHelp})
}

// A mixed order of writes is a setting; every other remedy is another row key.
func (m remedyPicked) apply(u *update) {
	if m.Remedy.Kind == advise.ShuffleWrites {
		FieldChanged{FieldOrder, "1"}.apply(u)
		u.settle()
		return
	}
	u.PassMessage(page.SetTemplate{Table: u.settings().Table(), Template: m.Remedy.Template})
}

// seekHelp asks for remedies if a map is hot. In a lesson it does not, since finding them is
// the lesson's task. It keeps remedies that it has for the same load.
func (u *update) seekHelp(of *Map) {
	ask := engine.FindRemedies{TableLoad: of.Request, WholeLoad: u.settings().whole(), Pattern: of.Diagnosis.Pattern, Hottest: of.Hottest}
	if f := u.Help.Found; f != nil && f.Version == of.Version && reflect.DeepEqual(f.Request, ask) {
		return
	}
	u.stopHelp()
	if u.Help = (help{Open: u.Help.Open}); of.heats() && u.settings().ordered() && !u.Work.ReadOnly {
		u.SendCallInSlot(slotHelp, host.ExecuteRequest{Request: ask}, "", func(a host.Answer) page.Msg { return helped{a} })
	}
}

// stopHelp cancels the search for remedies.
func (u *update) stopHelp() { u.CancelSlot(slotHelp) }

// helped brings the remedies.
type helped struct{ host.Answer }

// apply notes the remedies, and tells screen readers how many there are.
func (m helped) apply(u *update) {
	u.Help = help{Open: u.Help.Open}
	if r := host.EngineAnswerAs[*engine.RemediesFound](m.Answer); r != nil && r.Version == u.Work.Version {
		u.Help.Found = r
		if n := len(r.Remedies); n > 0 {
			u.AnnounceSentence("help-found", page.FormatInt(int64(n)))
		}
	}
}

// change is how a remedy changes the cost of a question.
type change struct {
	Query    string
	Was, Now int64 // rows scanned, before and under the remedy
	Lost     bool  // under the remedy the question has no answer, or an incomplete one
}

// worse reports whether the question costs more under the remedy.
func (c change) worse() bool { return c.Lost || c.Now > c.Was }

// better reports whether the question costs less under the remedy.
func (c change) better() bool { return !c.Lost && c.Now < c.Was }

// changes returns how a remedy changes the questions, the worst change first. Both sides are
// measured on the table's records, so rows that were written by hand make no difference.
func changes(now []engine.Verdict, r engine.Remedy) (out []change) {
	for _, v := range now {
		i := slices.IndexFunc(r.Verdicts, func(w engine.Verdict) bool { return w.Query == v.Query })
		if i < 0 || v.Table == "" {
			continue
		}
		w := r.Verdicts[i]
		c := change{Query: v.Query, Was: v.Stats.RowsScanned, Now: w.Stats.RowsScanned}
		c.Lost = w.Table == "" || w.Stats.RowsReturned < w.Wanted && v.Stats.RowsReturned >= v.Wanted
		if c.worse() || c.better() {
			out = append(out, c)
		}
	}
	// times is the factor by which a question gets more expensive.
	times := func(c change) float64 {
		if c.Lost {
			return math.Inf(1)
		}
		return float64(max(c.Now, 1)) / float64(max(c.Was, 1))
	}
	slices.SortStableFunc(out, func(a, b change) int { return cmp.Compare(times(b), times(a)) })
	return out
}
