package home

import (
	"testing"

	"tabletop/app/page"
	"tabletop/web/test/pagetest"
)

// TestMoved tests that the question scans the ranges of its plan under each key, and always
// wants the same two games.
func TestMoved(t *testing.T) {
	p := pagetest.New(t)
	var s State
	at := func(text string, scanned int64) {
		t.Helper()
		of := s.measured()
		if of.text != text || of.scanned != scanned || of.wanted != 2 {
			t.Errorf("%s: %d of %d scanned, want %s with %d", of.text, of.scanned, of.wanted, text, scanned)
		}
		places := map[int]bool{}
		for _, r := range of.rows {
			places[r.at] = true
			if r.wanted && !r.scanned {
				t.Errorf("%s is wanted and not scanned", r.key)
			}
		}
		if len(places) != len(games) {
			t.Errorf("two games have one place: %+v", of.rows)
		}
	}
	move := func(field string, to int) {
		t.Helper()
		p.Turn(func(turn *page.Update) { Update(turn, &s, moved{field, to}) })
	}
	at("{game}#{date}#{player}", 5)
	move("player", 1)
	at("{game}#{player}#{date}", 2)
	move("date", 0)
	at("{date}#{game}#{player}", 7)
	move("date", 99)
	at("{game}#{player}#{date}", 2)
	move("nothing", 0)
	move("game", -3)
	at("{game}#{player}#{date}", 2)
}
