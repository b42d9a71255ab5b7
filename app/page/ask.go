package page

import (
	"tabletop/app/host"
	"tabletop/engine"
	"tabletop/lessons"
)

// MaxKeys is the most bytes of keys, one a line, in which a template is looked for.
const MaxKeys = 4 << 20

// What one part asks of another.
type (
	// ShowTab brings a part of the page into sight.
	ShowTab struct{ Tab Tab }
	// Redesign gives a table another row-key template.
	Redesign struct{ Table, Template string }
	// FindKey finds the template that a table's keys follow. Without a table it makes one of
	// keys, one a line, or where there are none asks for them.
	FindKey struct{ Table, Keys string }
	// ShowRows shows rows that a call brought; Moved says that others were asked for.
	ShowRows struct {
		Seq   uint64
		Page  engine.Page
		Moved bool
	}
	// StopIdleWork says that the reader is at something: what nobody waits for stops.
	StopIdleWork struct{}
	// RestoreCheckpoint goes back to what a checkpoint holds.
	RestoreCheckpoint struct{ Name string }
	// GoBack goes back to a state of the timeline.
	GoBack struct{ State uint64 }
	// RunConsole runs the console's text.
	RunConsole struct{}
	// ConsoleRan says that the console's text was run, and the worker's preview of it is gone.
	ConsoleRan struct{}
	// RecallCommand puts what was run before, or after, into the console.
	RecallCommand struct{ By int }
	// SwitchDialect gives the console another dialect, and says its text in that.
	SwitchDialect struct{ Dialect engine.Dialect }
	// MenuOpened opens a question over the page; ID is the sandbox it is about.
	MenuOpened struct {
		Menu Menu
		ID   string
	}
	// MenuClosed closes what is open over the page.
	MenuClosed struct{}
	// ExportFile saves a workspace as a file.
	ExportFile struct{ ID string }
	// OpenRoute opens what the route says.
	OpenRoute struct{}
	// CloseWork has no workspace open.
	CloseWork struct{}
	// AllDeleted says that all workspaces are deleted: with them goes what the browser keeps
	// beside them.
	AllDeleted struct{}
	// UpdateNow takes the newer version of the site.
	UpdateNow struct{}
	// ShowTable has another table shown.
	ShowTable struct{ Table string }
	// StepShown says that a lesson shows a step, which works with some panels.
	StepShown struct{ Panels []lessons.Panel }
	// ShowHeat shows the heat map in the rows' place.
	ShowHeat struct{}
	// Simulate puts the table of the lesson's step under its traffic, on so many nodes, 0
	// for the step's.
	Simulate struct{ Nodes int }
	// ChooseRows chooses rows of the table that is shown, to be asked about.
	ChooseRows struct{ From, To int }
	// AskRows asks about rows of the table that is shown, from number First to Last.
	AskRows struct{ First, Last int }
	// SetQueryRate says how many times a second a question is asked, as it was typed.
	SetQueryRate struct{ Query, Was, Rate string }
	// Save hands the reader a file.
	Save struct{ File host.File }
)
