package page

import (
	"slices"
	"strings"

	"tabletop/app/host"
	"tabletop/engine/base"
)

// The groups of the settings of the load, see [SavedTextEntry].Group.
const (
	GroupLoadSetting = "set"  // by the name of a field
	GroupLoadRate    = "rate" // by the ID of a question
)

// maxSettings is the most entries that the settings of a sandbox have.
const maxSettings = 400

// SaveSettings stores what a part keeps of the open sandbox beside its tables, in place of what it has
// stored before. The entries of a part have groups that no other part uses, and groups lists all
// of them. Nothing is stored in a lesson, or if the sandbox cannot be written, or if there would be more than
// [host.MaxSandboxSettings] bytes; then SaveSettings returns false.
func (t *Update) SaveSettings(entries []SavedTextEntry, groups ...string) bool {
	w := t.Work
	if w.ID == "" || t.Lesson != nil || w.ReadOnly || !t.Ready {
		return false
	}
	all := slices.DeleteFunc(ParseSavedTexts(w.Settings, maxSettings), func(e SavedTextEntry) bool { return slices.Contains(groups, e.Group) })
	all = append(all, entries...)
	base.SortStable(all, func(a, b SavedTextEntry) int { return strings.Compare(a.Group, b.Group) })
	now := FormatSavedTexts(all)
	if len(now) > host.MaxSandboxSettings {
		return false
	}
	if now != w.Settings {
		w.Settings = now
		t.SendCall(host.SaveSandboxSettings{SandboxSettings: now}, "")
	}
	return true
}

// SettingsOfGroups returns the entries of the stored settings of a sandbox that are of the given groups.
func SettingsOfGroups(settings string, groups ...string) []SavedTextEntry {
	return slices.DeleteFunc(ParseSavedTexts(settings, maxSettings), func(e SavedTextEntry) bool { return !slices.Contains(groups, e.Group) })
}
