package model

import (
	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/lessons"
)

type (
	// Navigated comes when the address has changed.
	Navigated struct{ Route page.Route }
	// Fetched brings a lesson that was asked for by [FetchLesson].
	Fetched struct {
		Slug   string
		Lesson *lessons.Lesson // nil: it could not be had
	}
	// Came brings an event of the worker.
	Came struct{ Event host.Event }
	// PageCame brings the rows of a long call, after the rest of its answer.
	PageCame struct {
		Seq   uint64
		Page  engine.Page
		Moved bool // the rows are others than those that were in sight
	}
	// Restarted comes when a new worker has taken the place of one that died, or of one
	// that was ended while the page was kept for the reader's return.
	Restarted struct{ Returned bool }
	// UpdateWaits comes when a newer version of the site is waiting.
	UpdateWaits struct{}

	// TabPicked shows another part on a narrow screen.
	TabPicked struct{ Tab page.Tab }

	// SearchTyped brings what is searched for in the reference after a key.
	SearchTyped struct{ Text string }

	// CancelPressed stops the long call.
	CancelPressed struct{}
	// ResetPressed begins the workspace again.
	ResetPressed struct{}
	// TakeOverPressed makes the workspace writable here.
	TakeOverPressed struct{}
	// LeftoverPressed saves what could not be stored before another tab took over.
	LeftoverPressed struct{}
	// FollowSettled comes a moment after the first change of another tab that has not
	// been told.
	FollowSettled struct{}
	// NoticeClosed takes the notice away.
	NoticeClosed struct{}

	// SandboxPressed makes a sandbox; FromOpen with what the workspace holds, under a
	// lesson's own title.
	SandboxPressed struct {
		FromOpen bool
		Title    string
	}
)
