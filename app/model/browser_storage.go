package model

import (
	"strconv"

	"tabletop/app/console"
	"tabletop/app/grid"
	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine/base"
)

// BrowserStorage is what the browser says about the room that it lends, and what the page has asked
// it.
type BrowserStorage struct {
	Measured    bool               // whether Used and Quota are known
	Used, Quota int64              // bytes, of all sites of this origin
	Persistence StoragePersistence // whether the browser keeps what is stored
	WouldPrompt bool               // the browser would ask the reader before it promises, and has not
	Decided     bool               // the reader was asked about the promise, in this browser
	worth       bool               // the reader has made something worth keeping
	asked       bool               // the browser was asked to promise, since the page was opened
	sure        bool               // the reader wants the promise
	trouble     *base.Error        // why data is not stored, as the reader was told; nil if it is
}

// StoreError returns why the store is not open, so that changes last only as long as the page; nil if
// it is open.
func (s BrowserStorage) StoreError() *base.Error {
	if s.trouble != nil {
		switch s.trouble.Code {
		case base.CodeStoreBlocked, base.CodeStoreNone, base.CodeStoreNewer:
			return s.trouble
		}
	}
	return nil
}

// ExportDamagedPressed saves a file with the unreadable records of the open workspace.
type ExportDamagedPressed struct{}

// StoragePersistence says whether the browser keeps what is stored until the reader deletes it.
type StoragePersistence uint8

const (
	PersistenceUnknown StoragePersistence = iota
	PersistenceGranted                    // it keeps everything
	PersistenceNone                       // it may delete everything when the disk is nearly full
)

// PersistenceStorageKey is the name under which the browser keeps [BrowserStorage.Decided].
const PersistenceStorageKey = "keep"

// PersistStoragePressed asks the browser to promise to keep what is stored.
type PersistStoragePressed struct{}

// StorageQuotaReceived brings what the browser has said after a [page.AskBrowserStorage]. Its
// unexported fields are not set, except sure.
type StorageQuotaReceived struct{ Storage BrowserStorage }

// storageCame takes over what the browser has said, and offers the promise if only the reader
// can allow it.
func (u *update) storageCame(s BrowserStorage) {
	// The browser's answer has only what the browser knows.
	old := u.Storage
	s.asked, s.trouble, s.worth, s.Decided = old.asked, old.trouble, old.worth, old.Decided
	if s.Persistence == PersistenceUnknown {
		s.Persistence = old.Persistence
	}
	u.Storage = s
	switch {
	case s.WouldPrompt && s.Persistence != PersistenceGranted && !s.Decided && u.Notice == nil:
		u.Notice = &page.Notice{Code: "notice-keep", Kind: page.NoticePersist}
	case old.sure && s.Persistence == PersistenceGranted:
		u.Notice = &page.Notice{Code: "promise-given"}
	case old.sure:
		u.Notice = &page.Notice{Code: "promise-none"}
	}
}

// settle remembers that the reader was asked about the promise.
func (u *update) settle() {
	u.Notice, u.Storage.Decided = nil, true
	u.do(page.StoreTextLocally{Name: PersistenceStorageKey, Text: "asked"})
}

// worthKeeping notes that the reader has made something, at the first accepted change of a
// sandbox.
func (u *update) worthKeeping(c host.Call) {
	if page.CallMayChangeWorkspace(c) && u.Work.Kind == host.KindSandbox && u.Work.ID != "" {
		u.Storage.worth = true
		u.promise()
	}
}

// promise asks the browser for its promise, once there is something worth keeping and it is
// stored.
func (u *update) promise() {
	if !u.Embed && u.Storage.worth && !u.Storage.asked && u.Work.Saved == host.SaveDone {
		u.Storage.asked = true
		u.do(page.AskBrowserStorage{Persist: true})
	}
}

// troubled shows, once, why changes are not stored, and removes that notice when they are.
func (u *update) troubled(s host.SaveStateChanged) {
	switch {
	case s.State == host.SaveDone:
		u.promise()
		u.Storage.trouble = nil
		if u.Notice != nil && u.Notice.Kind == page.NoticeExport {
			u.Notice = nil
			u.tellCode("said-saved-again")
		}
	case s.State == host.SaveFailed && s.Err != nil && (u.Storage.trouble == nil || s.Err.Code != u.Storage.trouble.Code):
		u.Storage.trouble = s.Err
		u.Notice = &page.Notice{Err: s.Err, Kind: page.NoticeExport}
		if u.tooLarge() && s.Err.Code == base.CodeStoreGone {
			u.Notice = &page.Notice{Err: base.Refuse(base.CodeStoreGone, strconv.Itoa(host.MaxFileBytes))}
		}
	}
	u.StoreError = u.Storage.StoreError()
}

// remind shows the store's trouble again at each call that makes a workspace or needs the
// store.
func (u *update) remind(c host.Call) {
	if u.Storage.StoreError() == nil {
		return
	}
	switch c.(type) {
	case host.CreateSandbox, host.CreateFromExample, host.DuplicateWorkspace, host.UndeleteWorkspace, host.DeleteAllWorkspaces, host.ExportAllWorkspaces, host.ImportFile, host.CreateFromRequests, host.CreateFromLink, host.StoreLesson:
		u.Notice = &page.Notice{Err: u.Storage.trouble, Kind: page.NoticeExport}
	}
}

// forgetKept removes what the browser keeps about workspaces outside the store: drafts,
// layouts, and the dialects of their consoles.
func (u *update) forgetKept() {
	u.Drafts, u.Layouts, u.Dialects = nil, nil, nil
	for _, name := range []string{page.DraftsStorageKey, grid.StorageKey, console.StorageKey} {
		u.do(page.StoreTextLocally{Name: name})
	}
}

// tooLarge reports whether the open tables are too large for a file.
func (u *update) tooLarge() bool {
	bytes := int64(0)
	for _, t := range u.Work.Tables {
		bytes += t.Bytes
	}
	return bytes > host.MaxFileBytes
}
