package model

import (
	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/lessons"
)

type (
	// Navigated says that the address has changed to another route.
	Navigated struct{ Route page.Route }
	// LessonFetched brings the lesson of a [page.FetchLesson].
	LessonFetched struct {
		Slug   string
		Lesson *lessons.Lesson // nil if it could not be fetched
	}
	// HostEvent brings an event of the worker.
	HostEvent struct{ Event host.Event }
	// pageCame brings the rows of a long call, a moment after the rest of its answer.
	pageCame struct {
		Seq     uint64
		Version uint64 // version of the session that the rows were read from
		Page    engine.RowPage
		Moved   bool // the rows are not at the offset that was asked for
	}
	// WorkerRestarted says that there is a new worker, because the last one died, or because the
	// browser has ended it while the page was in its cache. FromPageCache is whether it is the
	// latter.
	WorkerRestarted struct{ FromPageCache bool }
	// SiteUpdateReady says that a newer version of the site can be loaded.
	SiteUpdateReady struct{}

	// PageTabPicked shows another part of the page on a narrow screen.
	PageTabPicked struct{ Tab page.PageTab }

	// ReferenceSearchTyped brings the text of the search field on the reference page.
	ReferenceSearchTyped struct{ Text string }

	// CancelCallPressed cancels the long call under way.
	CancelCallPressed struct{}
	// ResetWorkspacePressed begins the open workspace again.
	ResetWorkspacePressed struct{}
	// RecordPressed opens the dialog that writes the design record of the open sandbox.
	RecordPressed struct{}
	// TakeOverPressed makes the open workspace writable in this tab.
	TakeOverPressed struct{}
	// ExportUnsavedPressed saves a file with the changes that could not be stored before another tab
	// took the workspace over.
	ExportUnsavedPressed struct{}
	// followSettled comes some time after the first change of another tab that screen readers
	// have not been told of.
	followSettled struct{}
	// NoticeClosed removes the notice.
	NoticeClosed struct{}

	// CreateSandboxPressed makes a sandbox. With FromOpen it holds what the open workspace does, and
	// has the title of the lesson if that is one; otherwise it is empty.
	CreateSandboxPressed struct {
		FromOpen bool
		Title    string
	}
)
