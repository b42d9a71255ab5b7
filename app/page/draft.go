package page

import (
	"slices"
	"strconv"
)

// RememberedDrafts is the name under which the browser keeps [State.Drafts].
const RememberedDrafts = "drafts"

// How much the browser keeps. Where there are too many drafts the oldest go.
const (
	maxDrafts = 100
	maxDraft  = 4000 // bytes
)

// ConsoleDraft is the name of what is typed into the console. No question has that name.
const ConsoleDraft = ">"

// ParseDrafts reads the drafts that the browser has kept: what was typed or chosen as an
// answer and is not given yet, or was wrong, by the question's name, and what was typed into
// the console and not run.
func ParseDrafts(kept string) []SavedText { return ParseSavedTexts(kept, maxDrafts) }

// drafting names the open workspace in drafts, by its seed: a lesson that begins again has
// another one. It is "" where none is open.
func (t *Update) drafting() string {
	if t.Work.Seed == 0 {
		return ""
	}
	return strconv.FormatUint(t.Work.Seed, 16)
}

// DraftsHere returns the drafts of the open workspace.
func (t *Update) DraftsHere() (here []SavedText) {
	workspace := t.drafting()
	for _, d := range t.Drafts {
		if d.Of == workspace {
			here = append(here, d)
		}
	}
	return here
}

// KeepDraft keeps a draft of the open workspace for the next visit. An empty one is forgotten,
// and so is one that is too long.
func (t *Update) KeepDraft(name, text string) {
	t.keepDrafts(func(d SavedText) bool { return d.Name == name }, text != "" && len(text) <= maxDraft,
		SavedText{Of: t.drafting(), Name: name, Text: text})
}

// ForgetDrafts forgets what was begun in a lesson that begins again.
func (t *Update) ForgetDrafts() {
	t.keepDrafts(func(SavedText) bool { return true }, false, SavedText{})
}

// keepDrafts forgets some drafts of the open workspace and keeps one more if there is one.
func (t *Update) keepDrafts(forget func(SavedText) bool, more bool, draft SavedText) {
	workspace := t.drafting()
	if workspace == "" || t.Work.ReadOnly {
		return
	}
	all := slices.DeleteFunc(slices.Clone(t.Drafts), func(d SavedText) bool { return d.Of == workspace && forget(d) })
	if more {
		all = append(all, draft)
	}
	all = all[max(0, len(all)-maxDrafts):]
	if !slices.Equal(all, t.Drafts) {
		t.Drafts = all
		t.Do(Remember{Name: RememberedDrafts, Text: FormatSavedTexts(all)})
	}
}
