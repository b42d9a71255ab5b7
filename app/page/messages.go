package page

import (
	"tabletop/app/host"
	"tabletop/engine"
	"tabletop/lessons"
)

// MaxKeysBytes is the most bytes of keys, one key a line, in which a template is searched.
const MaxKeysBytes = 4 << 20

// Messages with which one part asks another for something, see [Update.PassMessage].
type (
	// ShowPageTab brings a part of the page into view.
	ShowPageTab struct{ Tab PageTab }
	// SetTemplate gives a table another row-key template.
	SetTemplate struct{ Table, Template string }
	// InferTemplate searches the template that a table's keys follow. Without a table it makes one
	// from Keys, one key a line; if Keys is empty too, it asks the reader for keys.
	InferTemplate struct{ Table, Keys string }
	// ShowRows shows the rows that a call has brought, of a version of the session. Moved reports that
	// they are not at the offset that the page asked for.
	ShowRows struct {
		Seq, Version uint64
		Page         engine.RowPage
		Moved        bool
	}
	// StopMeasuring stops idle work, because the reader has begun to do something.
	StopMeasuring struct{}
	// RestoreCheckpoint restores the tables of a checkpoint.
	RestoreCheckpoint struct{ Name string }
	// GoToState goes to a state of the timeline.
	GoToState struct{ State uint64 }
	// RunConsoleText runs the text in the console.
	RunConsoleText struct{}
	// ConsoleRan says that the console's text was run, and that the worker has dropped its
	// preview.
	ConsoleRan struct{}
	// RecallCommand puts a command of the history into the console: By steps later, or earlier
	// if By is negative.
	RecallCommand struct{ By int }
	// SwitchDialect changes the console's dialect, and translates its text.
	SwitchDialect struct{ Dialect engine.Dialect }
	// OpenDialog opens a dialog over the page. ID is what the dialog is about, see [Dialog].
	OpenDialog struct {
		Dialog Dialog
		ID     string
	}
	// CloseDialog closes the dialog over the page.
	CloseDialog struct{}
	// ExportWorkspace saves a workspace as a file of [host.FormatTabletop].
	ExportWorkspace struct{ ID string }
	// OpenRoute opens what the route names.
	OpenRoute struct{}
	// CloseWorkspace leaves no workspace open on the page.
	CloseWorkspace struct{}
	// AllWorkspacesDeleted says that all workspaces were deleted, so that the browser's other memory of
	// them is deleted too.
	AllWorkspacesDeleted struct{}
	// GridScrolled says that the shell has carried out a [ScrollGridToRow]. Until then, the grid's
	// scroll position is an earlier one.
	GridScrolled struct{}
	// UpdateSite loads the newer version of the site.
	UpdateSite struct{}
	// ShowTable shows another table.
	ShowTable struct{ Table string }
	// LessonStepShown says that a lesson shows a step, and which panels the step works with.
	LessonStepShown struct{ Panels []lessons.Panel }
	// ShowHeatMap shows the heat map in place of the rows.
	ShowHeatMap struct{}
	// SimulateStepLoad runs the load of the lesson's step on its table. Nodes is the number of nodes; 0
	// means the number that the step says.
	SimulateStepLoad struct{ Nodes int }
	// SelectRows selects rows of the shown table, to be asked about: from the number From to
	// the number To, both included. To may be less than From.
	SelectRows struct{ From, To int }
	// AskAboutRows opens a question about the rows with the numbers First to Last, both included.
	AskAboutRows struct{ First, Last int }
	// SetQueryRate sets how many times a second a question is asked. Was and Rate are the text
	// of the field before and after.
	SetQueryRate struct{ Query, Was, Rate string }
	// SaveFile gives the reader a file.
	SaveFile struct{ File host.ExportedFile }
)
