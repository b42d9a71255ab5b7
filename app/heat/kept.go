package heat

import (
	"maps"
	"slices"

	"tabletop/app/host"
	"tabletop/app/page"
)

// What is kept at most: settings, and bytes of what one holds.
const (
	maxKept     = 200
	maxKeptText = 200
)

// What is kept is of one of these.
const (
	keptSet  = "set"
	keptRate = "rate"
)

// Lay gives the load what the reader has changed of it before, as keepLoad has written it.
func (s *State) Lay(kept string) {
	if kept == s.kept {
		return
	}
	s.changed = changed{Set: map[Field]string{}, Rates: map[string]string{}, kept: kept}
	for _, k := range page.ParseKept(kept, maxKept) {
		switch k.Of {
		case keptSet:
			s.Set[Field(k.Name)] = k.Text
		case keptRate:
			s.Rates[k.Name] = k.Text
		}
	}
}

// keepLoad has what the reader has changed of the open sandbox's load stored with it, unless it
// is already. It leaves out which key the load is compared with, and whether commands are
// shown in its place.
func (u *update) keepLoad() {
	if u.Work.ID == "" || u.Lesson != nil || u.Work.ReadOnly || !u.Ready {
		return
	}
	if now := u.keptText(); now != u.kept && len(now) <= host.MaxLoad {
		u.kept = now
		u.Send(host.KeepLoad{Load: now}, "")
	}
}

func (s *State) keptText() string {
	var all []page.Kept
	for _, f := range slices.Sorted(maps.Keys(s.Set)) {
		if v := s.Set[f]; f != FieldSource && f != FieldTemplate && f != FieldTable && len(v) <= maxKeptText {
			all = append(all, page.Kept{Of: keptSet, Name: string(f), Text: v})
		}
	}
	for _, q := range slices.Sorted(maps.Keys(s.Rates)) {
		if v := s.Rates[q]; v != "" && len(v) <= maxKeptText {
			all = append(all, page.Kept{Of: keptRate, Name: q, Text: v})
		}
	}
	return page.KeptText(all)
}
