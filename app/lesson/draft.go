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

// How much the browser keeps: what is longer than maxDraft bytes is no answer, and the
// oldest go where there are too many.
const (
	maxDrafts = 100
	maxDraft  = 1000
)

// ParseDrafts reads what the browser has kept, and leaves out what it does not know: in
// each line stands a workspace's seed, a question and, quoted, what was begun as its answer.
func ParseDrafts(kept string) (all []page.Draft) {
	for line := range strings.Lines(kept) {
		seed, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		question, quoted, _ := strings.Cut(rest, " ")
		n, bad := strconv.ParseUint(seed, 16, 64)
		text, err := strconv.Unquote(quoted)
		if bad == nil && err == nil && n != 0 && question != "" {
			all = append(all, page.Draft{Seed: n, Question: question, Text: text})
		}
	}
	return all[max(0, len(all)-maxDrafts):]
}

// draft keeps what is typed or chosen as an answer for the next visit; nothing is kept of
// a question that is answered by that, or by nothing.
func (u *update) draft(question, text string) {
	u.keepDrafts(func(d page.Draft) bool { return d.Question == question }, text != "" && len(text) <= maxDraft,
		page.Draft{Seed: u.Work.Seed, Question: question, Text: text})
}

// keepDrafts forgets some drafts of the open workspace and keeps one more if there is one.
func (u *update) keepDrafts(forget func(page.Draft) bool, more bool, draft page.Draft) {
	seed := u.Work.Seed
	if seed == 0 || u.Work.ReadOnly {
		return
	}
	all := slices.DeleteFunc(slices.Clone(u.Drafts), func(d page.Draft) bool { return d.Seed == seed && forget(d) })
	if more {
		all = append(all, draft)
	}
	all = all[max(0, len(all)-maxDrafts):]
	if slices.Equal(all, u.Drafts) {
		return
	}
	u.Drafts = all
	var text strings.Builder
	for _, d := range all {
		text.WriteString(strconv.FormatUint(d.Seed, 16) + " " + d.Question + " " + strconv.Quote(d.Text) + "\n")
	}
	u.Do(page.Remember{Name: RememberedDrafts, Text: text.String()})
}

// forgetDrafts forgets what was begun in a lesson that begins again.
func (u *update) forgetDrafts() {
	u.keepDrafts(func(page.Draft) bool { return true }, false, page.Draft{})
}

// settled forgets the draft of a question that is answered by it.
func (u *update) settled(question string) {
	if given, ok := u.l.Progress.Given(question); ok && given == strings.TrimSpace(u.l.Answers[question]) {
		u.draft(question, "")
	}
}

// redraft takes up what was begun at the visit before, except where something has been
// begun since.
func (u *update) redraft(begun map[string]string) {
	u.l.Answers = maps.Clone(u.l.Answers)
	for _, d := range u.Drafts {
		if _, since := begun[d.Question]; d.Seed == u.Work.Seed && d.Seed != 0 && !since {
			u.l.Answers[d.Question] = d.Text
		}
	}
	u.refill()
}

// refill puts what was typed as answers into the fields of the step that is shown, which
// the page never draws anew while the reader types.
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
