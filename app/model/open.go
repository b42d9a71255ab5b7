package model

import (
	"slices"
	"sort"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine/base"
	"tabletop/lessons"
)

// Opening is a lesson's file that is being opened.
type Opening struct {
	Name     string
	Checking bool
	Failed   string           // i18n code of why the program that checks it could not, "" for no reason
	Verdict  *lessons.Verdict // nil until it has been checked
}

// OwnTrack begins the track of lessons that came from files.
const OwnTrack = "\x00"

type (
	// LessonChosen brings a lesson's file.
	LessonChosen struct {
		Name string
		Data []byte
	}
	// LessonChecked brings what comes of it, or why it could not be checked.
	LessonChecked struct {
		Verdict *lessons.Verdict
		Failed  string // one of the codes below where Verdict is nil
	}
	// CheckStopped leaves it unchecked.
	CheckStopped struct{}
	// OwnBegun begins the lesson of the file.
	OwnBegun struct{}

	// CheckLesson has a lesson's file checked and answers with [LessonChecked].
	CheckLesson struct{ Text []byte }
	// StopCheck gives that up.
	StopCheck struct{}
)

// Codes of why a lesson's file could not be checked.
const (
	CheckEnded    = "open-failed"   // the program that does ended
	CheckUnloaded = "open-unloaded" // it did not load
	CheckNewer    = "open-newer"    // nor can it: the site has a newer version
)

func (CheckLesson) Effect() {}
func (StopCheck) Effect()   {}

// opensLesson takes the messages of the page that opens a lesson's file.
func (u *update) opensLesson(m Msg) bool {
	switch m := m.(type) {
	case LessonChosen:
		u.stopCheck()
		u.Opening = Opening{Name: m.Name, Checking: true}
		u.tellCode("said-checking", m.Name)
		u.do(CheckLesson{m.Data})
	case LessonChecked:
		if !u.Opening.Checking {
			break
		}
		u.Opening.Checking, u.Opening.Verdict, u.Opening.Failed = false, m.Verdict, m.Failed
		switch v := m.Verdict; {
		case v == nil:
			u.tellCode(m.Failed)
		case v.Lesson == nil:
			bad, _ := v.Problems.Parted()
			u.tellCode("open-bad", page.Digits(int64(len(bad))))
		default:
			u.tellCode("said-checked", v.Lesson.Title)
		}
		u.do(Focus{ID: ElementVerdict})
	case CheckStopped:
		u.stopCheck()
		u.Opening = Opening{}
		u.do(Focus{ID: ElementMain})
	case OwnBegun:
		if v := u.Opening.Verdict; v != nil && v.Lesson != nil {
			u.send(host.Keep{Lesson: lessons.Encode(v.Lesson)}, "running-open")
		}
	default:
		return false
	}
	return true
}

func (u *update) stopCheck() {
	if u.Opening.Checking {
		u.do(StopCheck{})
	}
}

// ownLesson shows the lesson from a file that has been opened.
func (u *update) ownLesson(o host.Opened) {
	if o.Own != nil && u.Lesson == nil {
		u.fetched(Fetched{Slug: o.ID, Lesson: o.Own})
	}
}

// ownCards puts the lessons from files behind those of the site.
func (u *update) ownCards() {
	cards := slices.DeleteFunc(slices.Clone(u.Catalog), func(c Card) bool { return lessons.Own(c.Slug) })
	var own []Card
	for _, m := range u.Shelf.Lessons {
		if m.Own != nil {
			c := CardOf(m.Own)
			c.Track = OwnTrack + c.Track
			own = append(own, c)
		}
	}
	sort.SliceStable(own, func(i, j int) bool {
		a, b := own[i], own[j]
		return compareTitles(a.Track+OwnTrack+a.Title, b.Track+OwnTrack+b.Title) < 0
	})
	u.Catalog = append(cards, own...)
}

// noOwn reports whether a refusal says that there is no such lesson from a file.
func (u *update) noOwn(err *base.Error) bool {
	return err.Code == base.CodeNoSandbox && u.Route.Screen == ScreenLesson && lessons.Own(u.Route.ID)
}
