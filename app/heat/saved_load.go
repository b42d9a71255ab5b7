package heat

import (
	"maps"
	"slices"

	"tabletop/app/host"
	"tabletop/app/page"
)

// Bounds of the stored settings: their number, and the bytes of one.
const (
	maxKept     = 200
	maxKeptText = 200
)

// The groups of stored settings, see [page.SavedTextEntry].Group: values of Set and of Rates.
const (
	keptSet  = "set"
	keptRate = "rate"
)

// RestoreLoadSettings restores the settings of the load from the text that keepLoad has stored.
func (s *State) RestoreLoadSettings(kept string) {
	if kept == s.kept {
		return
	}
	s.changed = changed{Set: map[TrafficField]string{}, Rates: map[string]string{}, kept: kept}
	for _, k := range page.ParseSavedTexts(kept, maxKept) {
		switch k.Group {
		case keptSet:
			s.Set[TrafficField(k.Name)] = k.Text
		case keptRate:
			s.Rates[k.Name] = k.Text
		}
	}
}

// keepLoad stores the settings of the load with the open sandbox, if they have changed. It
// leaves out the table, the key of the second map, and whether the map shows the reader's own
// commands.
func (u *update) keepLoad() {
	if u.Work.ID == "" || u.Lesson != nil || u.Work.ReadOnly || !u.Ready {
		return
	}
	if now := u.keptText(); now != u.kept && len(now) <= host.MaxLoadSettings {
		u.kept = now
		u.SendCall(host.SaveSettingsOfLoad{LoadSettings: now}, "")
	}
}

// keptText returns the text to be stored.
func (s *State) keptText() string {
	var all []page.SavedTextEntry
	for _, f := range slices.Sorted(maps.Keys(s.Set)) {
		if v := s.Set[f]; f != fieldSource && f != FieldTemplate && f != FieldTable && len(v) <= maxKeptText {
			all = append(all, page.SavedTextEntry{Group: keptSet, Name: string(f), Text: v})
		}
	}
	for _, q := range slices.Sorted(maps.Keys(s.Rates)) {
		if v := s.Rates[q]; v != "" && len(v) <= maxKeptText {
			all = append(all, page.SavedTextEntry{Group: keptRate, Name: q, Text: v})
		}
	}
	return page.FormatSavedTexts(all)
}
