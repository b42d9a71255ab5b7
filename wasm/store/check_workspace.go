package store

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"tabletop/app/host"
	"tabletop/engine/base"
)

// maxNumber is the greatest integer up to which all integers are exact in JavaScript.
const maxNumber = 1<<53 - 1

// fails returns the refusal store-fails, with an English text that says why.
func fails(what string) error { return base.Refuse(base.CodeStoreFails, what) }

// unknown returns the refusal of an ID that no workspace has.
func unknown(id string) error { return base.Refuse(base.CodeNoSandbox, id) }

// validID reports whether id can be the ID of a workspace.
func validID(id string) bool {
	return id != "" && !strings.Contains(id, "/") && utf8.ValidString(id)
}

// check refuses a workspace, or entries to be appended, that could not be stored and read back
// unchanged.
func check(m host.Meta, entries []host.JournalEntry) error {
	switch {
	case !validID(m.ID):
		return fails("bad id " + strconv.Quote(m.ID))
	case m.Kind != host.KindSandbox && m.Kind != host.KindLesson:
		return fails("unknown kind " + strconv.Itoa(int(m.Kind)))
	case !utf8.ValidString(m.Title):
		return fails("bad title " + strconv.Quote(m.Title))
	case m.Next > maxNumber:
		return fails("next out of bounds: " + strconv.FormatUint(m.Next, 10))
	}
	for _, n := range []int64{m.Created, m.Changed, m.Bytes, m.Deleted} {
		if n < -maxNumber || n > maxNumber {
			return fails("number out of bounds: " + strconv.FormatInt(n, 10))
		}
	}
	for i := 1; i < len(entries); i++ {
		if entries[i].Seq <= entries[i-1].Seq {
			return fails("entry " + strconv.FormatUint(entries[i].Seq, 10) +
				" after entry " + strconv.FormatUint(entries[i-1].Seq, 10))
		}
	}
	return nil
}

// notClaimed returns the refusal to change a snapshot that another tab has claimed.
func notClaimed(id string) error {
	return fails("the snapshot of " + strconv.Quote(id) + " is another tab's")
}

// taken returns the refusal of an entry whose number the journal already has.
func taken(seq uint64) error {
	return base.Refuse(base.CodeStoreTaken, strconv.FormatUint(seq, 10))
}
