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

// help is what would make a hot table less hot.
type help struct {
	Found *engine.Relieved // nil while it is not known
	Open  bool             // it is shown
	asked uint64           // the call under way that brings it
}

// elementHelp is the id of what would help.
const elementHelp = "heat-help"

type (
	// RemedyPicked tries a remedy.
	RemedyPicked struct{ Remedy advise.Remedy }
	// HelpShown shows what would help, or no longer; from afar it goes there.
	HelpShown struct{ Open, Afar bool }
)

func (m HelpShown) apply(u *update) {
	if u.Help.Open = m.Open; !m.Afar {
		return
	}
	u.Pass(page.ShowTab{Tab: page.TabDesign})
	u.Do(page.ScrollTo{ID: elementHelp})
	u.Do(page.Focus{ID: elementHelp})
}

func (m RemedyPicked) apply(u *update) {
	if m.Remedy.Kind == advise.Mixed {
		Set{FieldOrder, "1"}.apply(u)
		u.settle()
		return
	}
	u.Pass(page.Redesign{Table: u.settings().Table(), Template: m.Remedy.Template})
}

// seekHelp asks what would help where a map is hot: not in a lesson, which is about that.
func (u *update) seekHelp(of *Map) {
	ask := engine.Relieve{Of: of.Of, Load: u.settings().whole(), Pattern: of.Diagnosis.Pattern, Hottest: of.Hottest}
	if f := u.Help.Found; f != nil && f.Version == of.Version && reflect.DeepEqual(f.Of, ask) {
		return
	}
	u.stopHelp()
	if u.Help = (help{Open: u.Help.Open}); of.Heats() && u.settings().ordered() && !u.Work.ReadOnly {
		u.Help.asked = u.Ask(host.Execute{Request: ask}, "", func(a host.Answer) page.Msg { return helped{a} })
	}
}

// stopHelp stops looking for it.
func (u *update) stopHelp() {
	if u.Help.asked != 0 {
		u.Cancel(u.Help.asked)
		u.Help.asked = 0
	}
}

// helped brings it.
type helped struct{ host.Answer }

func (m helped) apply(u *update) {
	if m.Seq != u.Help.asked {
		return
	}
	u.Help = help{Open: u.Help.Open}
	if r := host.AnswerOf[*engine.Relieved](m.Answer); r != nil && r.Version == u.Work.Version {
		u.Help.Found = r
		if n := len(r.Remedies); n > 0 {
			u.TellCode("help-found", page.Digits(int64(n)))
		}
	}
}

// change is what a question reads now and under a remedy.
type change struct {
	Query    string
	Was, Now int64 // rows
	Lost     bool  // it would not be answered any more, or not whole
}

// worse and better report whether that is more than before, or less.
func (c change) worse() bool  { return c.Lost || c.Now > c.Was }
func (c change) better() bool { return !c.Lost && c.Now < c.Was }

// changes returns what changes for the questions under a remedy, the worst change first. Both
// are measured of the table's records, so that rows written by hand are no difference.
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
	times := func(c change) float64 {
		if c.Lost {
			return math.Inf(1)
		}
		return float64(max(c.Now, 1)) / float64(max(c.Was, 1))
	}
	slices.SortStableFunc(out, func(a, b change) int { return cmp.Compare(times(b), times(a)) })
	return out
}
