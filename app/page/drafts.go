package page

import (
	"slices"
	"strconv"
)

// DraftsStorageKey is the name under which the browser keeps [State.Drafts].
const DraftsStorageKey = "drafts"

// Bounds of what the browser keeps. If there are too many drafts, the oldest are removed.
const (
	maxDrafts = 100  // of all workspaces
	maxDraft  = 4000 // bytes of one
)

// ConsoleDraftName is the name of the draft in the console. No question has this name.
const ConsoleDraftName = ">"

// ParseDrafts reads the drafts that the browser has kept. A draft is an answer, by the name of
// its question, that was not given yet or was wrong; or the text in the console that was not
// run.
func ParseDrafts(kept string) []SavedTextEntry { return ParseSavedTexts(kept, maxDrafts) }

// drafting returns the name of the open workspace in [State].Drafts, "" if none is open. It is
// the seed, so that a lesson that is begun again has no drafts.
func (t *Update) drafting() string {
	if t.Work.Seed == 0 {
		return ""
	}
	return strconv.FormatUint(t.Work.Seed, 16)
}

// WorkspaceDrafts returns the drafts of the open workspace.
func (t *Update) WorkspaceDrafts() (here []SavedTextEntry) {
	workspace := t.drafting()
	for _, d := range t.Drafts {
		if d.Group == workspace {
			here = append(here, d)
		}
	}
	return here
}

// SaveDraft remembers a draft of the open workspace. If text is empty or longer than the bound,
// the draft is forgotten instead.
func (t *Update) SaveDraft(name, text string) {
	t.keepDrafts(func(d SavedTextEntry) bool { return d.Name == name }, text != "" && len(text) <= maxDraft,
		SavedTextEntry{Group: t.drafting(), Name: name, Text: text})
}

// ForgetDrafts forgets all drafts of the open workspace, for a lesson that is begun again.
func (t *Update) ForgetDrafts() {
	t.keepDrafts(func(SavedTextEntry) bool { return true }, false, SavedTextEntry{})
}

// keepDrafts removes some drafts of the open workspace and, with more, appends one. It does
// nothing if the workspace is read-only.
func (t *Update) keepDrafts(forget func(SavedTextEntry) bool, more bool, draft SavedTextEntry) {
	workspace := t.drafting()
	if workspace == "" || t.Work.ReadOnly {
		return
	}
	all := slices.DeleteFunc(slices.Clone(t.Drafts), func(d SavedTextEntry) bool { return d.Group == workspace && forget(d) })
	if more {
		all = append(all, draft)
	}
	all = all[max(0, len(all)-maxDrafts):]
	if !slices.Equal(all, t.Drafts) {
		t.Drafts = all
		t.DoEffect(StoreTextLocally{Name: DraftsStorageKey, Text: FormatSavedTexts(all)})
	}
}
