package model

import (
	"reflect"
	"testing"

	"tabletop/app/lesson"
	"tabletop/app/page"
	"tabletop/lessons"
)

// told returns a lesson of one step in a language.
func told(lang, slug string) *lessons.Lesson {
	return &lessons.Lesson{Slug: slug, Lang: lang, Title: lang + " title", Steps: []lessons.Step{
		{ID: "a", Title: lang + " step", Notes: []lessons.Note{{ID: "astray", Text: lang + " note"}},
			Asks: []lessons.Question{{ID: "q", Right: "1", Else: lang + " else", Wrong: []lessons.WrongAnswer{{Value: "2", Text: lang + " two"}}}}},
		{ID: "b", Title: lang + " step"},
	}}
}

// effectOf returns the only effect of a type among some.
func effectOf[E page.Effect](t *testing.T, effects []page.Effect) (found E) {
	t.Helper()
	n := 0
	for _, e := range effects {
		if of, ok := e.(E); ok {
			found = of
			n++
		}
	}
	if n != 1 {
		t.Fatalf("%d effects %T: %+v", n, found, effects)
	}
	return found
}

// TestTongue tests that the language can change in the middle of a lesson, and that nothing
// else does: step, answers, explanations, tables, and what was typed.
func TestTongue(t *testing.T) {
	st := New("/at", "en", []page.LessonCard{{Slug: "l", Title: "en title"}, {Slug: "own-x", Title: "mine"}}, page.Route{Screen: page.ScreenLesson, ID: "l"})
	st.Languages = []page.Language{{Tag: "en", Name: "English"}, {Tag: "it", Name: "Italiano", Folder: "/it"}}
	st.Lesson = lesson.NewLessonState(told("en", "l"))
	st.Lesson.Step, st.Lesson.Progress.Step = 1, 1
	st.Lesson.Answers["q"] = "2"
	st.Lesson.WrongAnswers["q"], st.Lesson.WrongID["q"] = "en two", "q=2"
	st.Lesson.Explain, st.Lesson.ExplainID = "en note", "astray"
	st.Work.ID, st.Work.Input = "l", "set t"

	st, _ = Update(st, NoticeClosed{}) // address and title are set
	if _, effects := Update(st, page.LanguagePicked{Tag: "en"}); len(effects) > 0 {
		t.Errorf("the same language: %+v", effects)
	}
	if _, effects := Update(st, page.LanguagePicked{Tag: "fr"}); len(effects) > 0 {
		t.Errorf("a language that is not there: %+v", effects)
	}
	_, effects := Update(st, page.LanguagePicked{Tag: "it"})
	if got := effectOf[page.FetchLanguage](t, effects); got != (page.FetchLanguage{Tag: "it", Slug: "l"}) {
		t.Errorf("asked for %+v", got)
	}

	got, effects := Update(st, LanguageFetched{Tag: "it", Catalog: []page.LessonCard{{Slug: "l", Title: "it title"}}, Lesson: told("it", "l")})
	l := got.Lesson
	if got.Lang != "it" || got.Folder != "/it" || got.Base != "/at" || l.Lesson.Title != "it title" || l.WrongAnswers["q"] != "it two" || l.Explain != "it note" {
		t.Errorf("it is not told in Italian: %+v", l)
	}
	if l.Step != 1 || l.Progress.Step != 1 || l.Answers["q"] != "2" || got.Work.Input != "set t" || !reflect.DeepEqual(got.Calls, st.Calls) {
		t.Errorf("something got lost: %+v", l)
	}
	if len(got.Catalog) != 2 || got.Catalog[0].Title != "it title" || got.Catalog[1].Slug != "own-x" {
		t.Errorf("the catalog is %+v", got.Catalog)
	}
	if e := effectOf[page.ChangeLanguageOfDocument](t, effects); e.Language.Tag != "it" {
		t.Errorf("said to the document: %+v", e)
	}
	if e := effectOf[page.StoreTextLocally](t, effects); e != (page.StoreTextLocally{Name: "language", Text: "it"}) {
		t.Errorf("remembered: %+v", e)
	}
	if effectOf[page.SetWindowTitle](t, effects).Code != "title-lesson" {
		t.Error("the title is not said anew")
	}
	if st.Lesson.WrongAnswers["q"] != "en two" {
		t.Error("the state of before has changed")
	}

	// A language that cannot be fetched changes nothing; a lesson opened meanwhile is fetched.
	for _, m := range []LanguageFetched{{Tag: "it"}, {Tag: "it", Catalog: []page.LessonCard{}}} {
		if got, _ := Update(st, m); got.Lang != "en" || got.Notice == nil || got.Notice.Code != "tongue-failed" {
			t.Errorf("without what is needed: %s, %+v", got.Lang, got.Notice)
		}
	}
	got, effects = Update(st, LanguageFetched{Tag: "it", Catalog: []page.LessonCard{}, Lesson: told("it", "m")})
	if e := effectOf[page.FetchLanguage](t, effects); got.Lang != "en" || e.Slug != "l" {
		t.Errorf("the lesson of before came: %s, %+v", got.Lang, e)
	}
}
