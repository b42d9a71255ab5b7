package reference

import (
	"slices"
	"strings"

	"tabletop/app/i18n"
	"tabletop/engine/console/cbt"
	"tabletop/engine/hbase/hfilter"
	"tabletop/lessons"
)

// EntryIDsOfLesson returns the IDs of the entries that a lesson works with, in the order of the reference:
// the statements of SQL that it replaces, the commands and filters that its actions and
// solution type, and the terms in its text.
func EntryIDsOfLesson(l *lessons.Lesson) []string {
	named := map[string]bool{}
	var text strings.Builder
	for i, s := range l.Steps {
		text.WriteString(lessons.PlainText(s.Title + " " + s.Body + " " + s.Solved + " " + strings.Join(s.Hints, " ")))
		for _, o := range s.Actions {
			use(named, o.Action)
		}
		if i < len(l.Solution) {
			for _, a := range l.Solution[i] {
				use(named, a)
			}
		}
	}
	for _, s := range statements {
		if l.Slug == fromSQL || l.Slug == s.lesson {
			named[SectionSQL.String()+"-"+s.name] = true
		}
	}
	// A term counts if its name is anywhere in the lesson's text.
	prose := strings.ToLower(text.String())
	for _, t := range terms {
		if strings.Contains(prose, strings.ToLower(i18n.PageText(l.Lang, "term-"+t))) {
			named["term-"+t] = true
		}
	}
	var uses []string
	for _, e := range Entries(l.Lang) {
		if named[e.ID] {
			uses = append(uses, e.ID)
		}
	}
	return uses
}

// use adds the command and the filters in what an action types.
func use(named map[string]bool, a lessons.Action) {
	typed, ok := a.(lessons.TypeCommand)
	if !ok {
		return
	}
	for _, line := range cbt.SplitScript(typed.Text) {
		words := cbt.SplitWords(line.Text)
		// Words before the command, such as options, are skipped.
		if i := slices.IndexFunc(words, cbt.Dialect.BeginsCommand); i >= 0 {
			named["cbt-"+words[i]] = true
		}
	}
	for _, usage := range hfilter.FilterSignatures() {
		if name, _, _ := strings.Cut(usage, "("); strings.Contains(typed.Text, name) {
			named["hfilter-"+strings.ToLower(name)] = true
		}
	}
}
