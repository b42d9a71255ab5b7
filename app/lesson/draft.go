package lesson

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"tabletop/app/page"
	"tabletop/lessons"
)

// RememberedDrafts is the name under which the browser keeps [page.State.Drafts].
const RememberedDrafts = "drafts"

// How much the browser keeps. Where there are too many drafts the oldest go.
const (
	maxDrafts = 100
	maxDraft  = 1000 // bytes
)

// ParseDrafts reads the drafts that the browser has kept: what was typed or chosen as an
// answer and is not given yet, or was wrong. The name is the question's.
func ParseDrafts(kept string) []page.Kept { return page.ParseKept(kept, maxDrafts) }

// workspace names the open workspace in drafts, by its seed: a lesson that begins again has
// another one. It is "" where none is open.
func (u *update) workspace() string {
	if u.Work.Seed == 0 {
		return ""
	}
	return strconv.FormatUint(u.Work.Seed, 16)
}

// draft keeps a draft of an answer for the next visit. An empty one is forgotten.
func (u *update) draft(question, text string) {
	u.keepDrafts(func(d page.Kept) bool { return d.Name == question }, text != "" && len(text) <= maxDraft,
		page.Kept{Workspace: u.workspace(), Name: question, Text: text})
}

// keepDrafts forgets some drafts of the open workspace and keeps one more if there is one.
func (u *update) keepDrafts(forget func(page.Kept) bool, more bool, draft page.Kept) {
	workspace := u.workspace()
	if workspace == "" || u.Work.ReadOnly {
		return
	}
	all := slices.DeleteFunc(slices.Clone(u.Drafts), func(d page.Kept) bool { return d.Workspace == workspace && forget(d) })
	if more {
		all = append(all, draft)
	}
	all = all[max(0, len(all)-maxDrafts):]
	if !slices.Equal(all, u.Drafts) {
		u.Drafts = all
		u.Do(page.Remember{Name: RememberedDrafts, Text: page.KeptText(all)})
	}
}

// forgetDrafts forgets what was begun in a lesson that begins again.
func (u *update) forgetDrafts() {
	u.keepDrafts(func(page.Kept) bool { return true }, false, page.Kept{})
}

// settled forgets the draft of a question that is answered by it.
func (u *update) settled(question string) {
	if given, ok := u.l.Progress.Given(question); ok && given == strings.TrimSpace(u.l.Answers[question]) {
		u.draft(question, "")
	}
}

// redraft takes up the drafts of the last visit, except of questions that the reader has
// begun to answer since.
func (u *update) redraft(begun map[string]string) {
	u.l.Answers = maps.Clone(u.l.Answers)
	for _, d := range u.Drafts {
		if _, since := begun[d.Name]; d.Workspace == u.workspace() && !since {
			u.l.Answers[d.Name] = d.Text
		}
	}
	u.refill()
}

// refill puts typed answers into the fields of the step that is shown. The page does not
// draw those fields again by itself, so that it never disturbs the reader's typing.
func (u *update) refill() {
	if u.l.Step >= len(u.l.Lesson.Steps) {
		return
	}
	for _, q := range u.l.Lesson.Steps[u.l.Step].Asks {
		typed := q.Kind == lessons.Number || q.Kind == lessons.Fill
		if text := u.l.Answers[q.ID]; typed && text != "" && !u.l.Progress.Fixed(q) && q.Asked(u.l.Progress) {
			u.Do(page.SetText{ID: "answer-" + q.ID, Text: text})
		}
	}
}
