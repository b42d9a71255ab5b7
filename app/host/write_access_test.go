package host

import (
	"fmt"
	"reflect"
	"testing"
)

// TestAccess applies every event to every access.
func TestAccess(t *testing.T) {
	unsaved := []JournalEntry{{Seq: 7}}
	events := []struct {
		name string
		do   func(access) access
	}{
		{"asked", asked},
		{"notTaken", notTaken},
		{"lockLost", func(a access) access { return lockLost(a, false) }},
		{"lockLost, opening", func(a access) access { return lockLost(a, true) }},
		{"all saved", func(a access) access { next, _ := unsavedKnown(a, nil); return next }},
		{"some unsaved", func(a access) access { next, _ := unsavedKnown(a, unsaved); return next }},
		{"grown", func(a access) access { next, _ := grown(a); return next }},
		{"caughtUp", func(a access) access { next, _ := caughtUp(a); return next }},
		{"granted", granted},
		{"replaced", replaced},
	}
	missed := lag{missed: 2, own: 1}
	leads := []struct {
		from access
		to   map[string]access // results by event; unchanged for events that are not listed
	}{
		{reading{}, map[string]access{"grown": following{}, "granted": writing{}, "replaced": stale{}}},
		{following{}, map[string]access{"grown": following{more: true}, "caughtUp": reading{}, "granted": writing{}, "replaced": stale{}}},
		{following{more: true}, map[string]access{"caughtUp": reading{}, "granted": writing{}, "replaced": stale{}}},
		{writing{}, map[string]access{"asked": giving{}, "lockLost": leaving{}, "lockLost, opening": leaving{replaced: true}, "replaced": stale{lock: true}}},
		{writing{missed}, map[string]access{"asked": giving{missed}, "lockLost": leaving{replaced: true, untold: true},
			"lockLost, opening": leaving{replaced: true, untold: true}, "replaced": stale{lock: true}}},
		{giving{missed}, map[string]access{"notTaken": writing{missed}, "granted": writing{missed}, "lockLost": leaving{replaced: true, untold: true},
			"lockLost, opening": leaving{replaced: true, untold: true}, "replaced": stale{lock: true}}},
		{leaving{}, map[string]access{"all saved": reading{}, "some unsaved": diverged{unsaved}, "granted": writing{}, "replaced": leaving{replaced: true}}},
		{leaving{replaced: true}, map[string]access{"all saved": stale{}, "some unsaved": stale{unsaved: unsaved}, "granted": stale{lock: true}}},
		{diverged{unsaved}, map[string]access{"granted": writing{}, "replaced": stale{unsaved: unsaved}}},
		{stale{}, map[string]access{"granted": stale{lock: true}}},
		{stale{lock: true}, map[string]access{"lockLost": leaving{replaced: true}, "lockLost, opening": leaving{replaced: true}}},
		{stale{unsaved: unsaved}, map[string]access{"granted": stale{lock: true, unsaved: unsaved}}},
	}
	for _, l := range leads {
		for _, e := range events {
			want, ok := l.to[e.name]
			if !ok {
				want = l.from
			}
			if got := e.do(l.from); !reflect.DeepEqual(got, want) {
				t.Errorf("%s of %s: %s, want %s", e.name, text(l.from), text(got), text(want))
			}
		}
	}
}

func text(a access) string { return fmt.Sprintf("%T%+v", a, a) }

// TestAccessTells tests that the page hears once of the accesses that another tab's changes
// lead to.
func TestAccessTells(t *testing.T) {
	if _, now := grown(following{}); now {
		t.Error("a second job follows beside the first")
	}
	if _, more := caughtUp(following{more: true}); !more {
		t.Error("what came meanwhile is not followed")
	}
	a := lockLost(writing{lag{missed: 1}}, false)
	if _, tell := unsavedKnown(a, nil); !tell {
		t.Error("nobody says that the workspace is stale")
	}
	if _, tell := unsavedKnown(replaced(a), nil); tell {
		t.Error("the page is told twice that the workspace is stale")
	}
	if _, tell := unsavedKnown(lockLost(writing{}, true), nil); tell {
		t.Error("the page is told of a workspace that is not open yet")
	}
}
