package heat

import (
	"maps"
	"slices"

	"tabletop/app/page"
)

// maxKeptText is the most bytes of a setting that is stored.
const maxKeptText = 200

// RestoreLoadSettings restores the settings of the load from the settings of a sandbox, among which
// keepLoad has stored them.
func (s *State) RestoreLoadSettings(kept string) {
	own := page.SettingsOfGroups(kept, page.GroupLoadSetting, page.GroupLoadRate)
	text := page.FormatSavedTexts(own)
	if text == s.kept {
		return
	}
	s.changed = changed{Set: map[TrafficField]string{}, Rates: map[string]string{}, kept: text}
	for _, k := range own {
		switch k.Group {
		case page.GroupLoadSetting:
			s.Set[TrafficField(k.Name)] = k.Text
		case page.GroupLoadRate:
			s.Rates[k.Name] = k.Text
		}
	}
}

// keepLoad stores the settings of the load with the open sandbox, if they have changed. It
// leaves out the table, the key of the second map, and whether the map shows the reader's own
// commands.
func (u *update) keepLoad() {
	all := u.keptEntries()
	if now := page.FormatSavedTexts(all); now != u.kept && u.SaveSettings(all, page.GroupLoadSetting, page.GroupLoadRate) {
		u.kept = now
	}
}

// keptEntries returns the entries to be stored, in the order of their groups.
func (s *State) keptEntries() (all []page.SavedTextEntry) {
	for _, q := range slices.Sorted(maps.Keys(s.Rates)) {
		if v := s.Rates[q]; v != "" && len(v) <= maxKeptText {
			all = append(all, page.SavedTextEntry{Group: page.GroupLoadRate, Name: q, Text: v})
		}
	}
	for _, f := range slices.Sorted(maps.Keys(s.Set)) {
		if v := s.Set[f]; f != fieldSource && f != FieldTemplate && f != FieldTable && len(v) <= maxKeptText {
			all = append(all, page.SavedTextEntry{Group: page.GroupLoadSetting, Name: string(f), Text: v})
		}
	}
	return all
}
