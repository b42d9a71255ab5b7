package model

import (
	"strconv"

	"tabletop/app/console"
	"tabletop/app/grid"
	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine/base"
)

// Storage is what the browser says of the room that it lends.
type Storage struct {
	Measured    bool  // it has said how much
	Used, Quota int64 // bytes, by all sites of this address
	Promise     Promise
	Prompts     bool        // it would ask the reader before it promises, and was not told to
	Settled     bool        // the reader has been asked for that, in this browser
	worth       bool        // there is something to keep
	asked       bool        // to promise, since the page was opened
	sure        bool        // the reader wants the promise
	trouble     *base.Error // that the reader was told of, nil while all is well
}

// Shut returns why the store is not open, so that what is made now is kept by the page
// only; nil while it is.
func (s Storage) Shut() *base.Error {
	if s.trouble != nil {
		switch s.trouble.Code {
		case base.CodeStoreBlocked, base.CodeStoreNone, base.CodeStoreNewer:
			return s.trouble
		}
	}
	return nil
}

// DamagePressed saves what cannot be read of the open workspace as a file.
type DamagePressed struct{}

// Promise is whether the browser keeps what is stored.
type Promise uint8

const (
	PromiseUnknown Promise = iota
	PromiseGiven           // until the reader deletes it
	PromiseNone            // it may clear it when the disk is nearly full
)

// RememberedKeep is the name under which the browser keeps [Storage.Settled].
const RememberedKeep = "keep"

// KeepPressed has the browser asked to keep what is stored.
type KeepPressed struct{}

// StorageCame brings what the browser has said.
type StorageCame struct{ Storage Storage }

func (u *update) storageCame(s Storage) {
	old := u.Storage
	s.asked, s.trouble, s.worth, s.Settled = old.asked, old.trouble, old.worth, old.Settled
	if s.Promise == PromiseUnknown {
		s.Promise = old.Promise
	}
	u.Storage = s
	switch {
	case s.Prompts && s.Promise != PromiseGiven && !s.Settled && u.Notice == nil:
		u.Notice = &page.Notice{Code: "notice-keep", Kind: page.NoticeKeep}
	case old.sure && s.Promise == PromiseGiven:
		u.Notice = &page.Notice{Code: "promise-given"}
	case old.sure:
		u.Notice = &page.Notice{Code: "promise-none"}
	}
}

// settle remembers that the reader has been asked whether the browser is to keep what
// is stored.
func (u *update) settle() {
	u.Notice, u.Storage.Settled = nil, true
	u.do(page.Remember{Name: RememberedKeep, Text: "asked"})
}

// worthKeeping notes that the reader has made something: with the first accepted change
// of a sandbox.
func (u *update) worthKeeping(c host.Call) {
	if page.MayChange(c) && u.Work.Kind == host.KindSandbox && u.Work.ID != "" {
		u.Storage.worth = true
		u.promise()
	}
}

// promise asks the browser, once what is worth it is stored, to keep it.
func (u *update) promise() {
	if !u.Embed && u.Storage.worth && !u.Storage.asked && u.Work.Saved == host.SaveDone {
		u.Storage.asked = true
		u.do(page.AskStorage{Promise: true})
	}
}

// troubled tells, once, why what is made is not stored, and takes that back when
// it is.
func (u *update) troubled(s host.Saved) {
	switch {
	case s.State == host.SaveDone:
		u.promise()
		u.Storage.trouble = nil
		if u.Notice != nil && u.Notice.Kind == page.NoticeSave {
			u.Notice = nil
			u.tellCode("said-saved-again")
		}
	case s.State == host.SaveFailed && s.Err != nil && (u.Storage.trouble == nil || s.Err.Code != u.Storage.trouble.Code):
		u.Storage.trouble = s.Err
		u.Notice = &page.Notice{Err: s.Err, Kind: page.NoticeSave}
		if u.tooLarge() && s.Err.Code == base.CodeStoreGone {
			u.Notice = &page.Notice{Err: base.Refuse(base.CodeStoreGone, strconv.Itoa(host.MaxFile))}
		}
	}
	u.Shut = u.Storage.Shut()
}

// remind tells again, of each call that makes something, or is about what is stored,
// why it is kept by the page only, or waits.
func (u *update) remind(c host.Call) {
	if u.Storage.Shut() == nil {
		return
	}
	switch c.(type) {
	case host.Create, host.CreateFromExample, host.Duplicate, host.Undelete, host.Clear, host.ExportAll, host.Import, host.CreateByRequests, host.CreateFromLink, host.KeepLesson:
		u.Notice = &page.Notice{Err: u.Storage.trouble, Kind: page.NoticeSave}
	}
}

// forgetKept forgets what the browser keeps of workspaces beside them: drafts, how their
// tables are shown, and the language of their consoles.
func (u *update) forgetKept() {
	u.Drafts, u.Layouts, u.Dialects = nil, nil, nil
	for _, name := range []string{page.RememberedDrafts, grid.Remembered, console.Remembered} {
		u.do(page.Remember{Name: name})
	}
}

// tooLarge reports whether no file holds the open tables.
func (u *update) tooLarge() bool {
	bytes := int64(0)
	for _, t := range u.Work.Tables {
		bytes += t.Bytes
	}
	return bytes > host.MaxFile
}
