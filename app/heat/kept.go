package heat

import (
	"maps"
	"slices"
	"strings"

	"tabletop/app/page"
)

// Kept is what the reader has changed of a workspace's load, which is the same when the
// workspace is opened again.
type Kept struct {
	ID    string           // of the workspace
	Set   map[Field]string // see [State.Set]
	Rates map[string]string
}

// Remembered is the name under which the browser keeps the loads.
const Remembered = "loads"

// How much the browser keeps: the oldest loads go where there are too many.
const (
	maxKept     = 100
	maxKeptText = 200 // bytes of what a field holds
)

// A name that the browser keeps begins with the kind of thing that it names.
const (
	keptSet  = "set "
	keptRate = "rate "
)

// maxKeptLines is the most lines of text for maxKept loads.
const maxKeptLines = 20 * maxKept

// ParseKept reads the loads that the browser has kept, see [page.ParseKept].
func ParseKept(kept string) (all []Kept) {
	for _, one := range page.ParseKept(kept, maxKeptLines) {
		if n := len(all); n == 0 || all[n-1].ID != one.Workspace {
			all = append(all, Kept{ID: one.Workspace, Set: map[Field]string{}, Rates: map[string]string{}})
		}
		of := &all[len(all)-1]
		if field, ok := strings.CutPrefix(one.Name, keptSet); ok {
			of.Set[Field(field)] = one.Text
		} else if query, ok := strings.CutPrefix(one.Name, keptRate); ok {
			of.Rates[query] = one.Text
		}
	}
	return all[max(0, len(all)-maxKept):]
}

// Lay gives the load of a workspace what the reader has changed of it before.
func (s *State) Lay(all []Kept, id string) {
	if i := slices.IndexFunc(all, func(k Kept) bool { return k.ID == id }); i >= 0 {
		s.Set, s.Rates = maps.Clone(all[i].Set), maps.Clone(all[i].Rates)
	}
}

// Keep remembers what the reader has changed of the open sandbox's load, unless it is
// remembered already. It returns all that is remembered, what was changed last at the end.
// It leaves out which key the load is compared with, and whether commands are shown in its
// place.
func Keep(t *page.Turn, all []Kept, s *State) []Kept {
	id := t.Work.ID
	if id == "" || t.State.Lesson != nil || t.Work.ReadOnly {
		return all
	}
	now := Kept{id, maps.Clone(s.Set), maps.Clone(s.Rates)}
	for _, f := range []Field{FieldSource, FieldTemplate, FieldTable} {
		delete(now.Set, f)
	}
	maps.DeleteFunc(now.Set, func(_ Field, v string) bool { return len(v) > maxKeptText })
	maps.DeleteFunc(now.Rates, func(_, v string) bool { return v == "" || len(v) > maxKeptText })
	i := slices.IndexFunc(all, func(k Kept) bool { return k.ID == id })
	if i < 0 && len(now.Set)+len(now.Rates) == 0 || i >= 0 && maps.Equal(all[i].Set, now.Set) && maps.Equal(all[i].Rates, now.Rates) {
		return all
	}
	all = slices.DeleteFunc(slices.Clone(all), func(k Kept) bool { return k.ID == id })
	if len(now.Set)+len(now.Rates) > 0 {
		all = append(all, now)
	}
	all = all[max(0, len(all)-maxKept):]
	t.Do(page.Remember{Name: Remembered, Text: keptText(all)})
	return all
}

func keptText(all []Kept) string {
	var lines []page.Kept
	for _, k := range all {
		for _, f := range slices.Sorted(maps.Keys(k.Set)) {
			lines = append(lines, page.Kept{Workspace: k.ID, Name: keptSet + string(f), Text: k.Set[f]})
		}
		for _, q := range slices.Sorted(maps.Keys(k.Rates)) {
			lines = append(lines, page.Kept{Workspace: k.ID, Name: keptRate + q, Text: k.Rates[q]})
		}
	}
	return page.KeptText(lines)
}
