package heat

import (
	"maps"
	"slices"
	"strconv"
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

// What stands before the name of a field, or of a question.
const (
	keptSet  = "set"
	keptRate = "rate"
)

// ParseKept reads what the browser has kept, and leaves out what it does not know: in each
// line stands a workspace, what kind of thing follows, and its name and its value, quoted.
func ParseKept(kept string) (all []Kept) {
	for line := range strings.Lines(kept) {
		parts := strings.SplitN(strings.TrimSuffix(line, "\n"), " ", 3)
		if len(parts) != 3 || parts[0] == "" {
			continue
		}
		quoted, _ := strconv.QuotedPrefix(parts[2])
		name, bad := strconv.Unquote(quoted)
		value, worse := strconv.Unquote(strings.TrimPrefix(parts[2][len(quoted):], " "))
		if bad != nil || worse != nil {
			continue
		}
		if n := len(all); n == 0 || all[n-1].ID != parts[0] {
			all = append(all, Kept{ID: parts[0], Set: map[Field]string{}, Rates: map[string]string{}})
		}
		switch of := &all[len(all)-1]; parts[1] {
		case keptSet:
			of.Set[Field(name)] = value
		case keptRate:
			of.Rates[name] = value
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

// Keep has what the reader has changed of the open sandbox's load kept, if it is not what
// is kept already, and returns all that are, the last changed last. That commands are shown
// in place of a load is not kept, nor with which key it is compared.
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
	var b strings.Builder
	line := func(id, kind, name, value string) {
		b.WriteString(id + " " + kind + " " + strconv.Quote(name) + " " + strconv.Quote(value) + "\n")
	}
	for _, k := range all {
		for _, f := range slices.Sorted(maps.Keys(k.Set)) {
			line(k.ID, keptSet, string(f), k.Set[f])
		}
		for _, q := range slices.Sorted(maps.Keys(k.Rates)) {
			line(k.ID, keptRate, q, k.Rates[q])
		}
	}
	return b.String()
}
