package model

import "tabletop/app/page"

// What has moved to package page.
type (
	After       = page.After
	ApplyUpdate = page.ApplyUpdate
	Card        = page.Card
	Download    = page.Download
	Effect      = page.Effect
	FetchLesson = page.FetchLesson
	Focus       = page.Focus
	Go          = page.Go
	LessonState = page.LessonState
	LogEntry    = page.LogEntry
	MarkFault   = page.MarkFault
	MarkReady   = page.MarkReady
	Menu        = page.Menu
	Msg         = page.Msg
	Name        = page.Name
	Notice      = page.Notice
	NoticeKind  = page.NoticeKind
	Remember    = page.Remember
	Route       = page.Route
	Running     = page.Running
	Said        = page.Said
	Saying      = page.Saying
	Screen      = page.Screen
	ScrollRows  = page.ScrollRows
	ScrollTo    = page.ScrollTo
	Send        = page.Send
	SetText     = page.SetText
	Suggest     = page.Suggest
	Tab         = page.Tab
	Then        = page.Then
	Title       = page.Title
)

const (
	ElementClear    = page.ElementClear
	ElementConsole  = page.ElementConsole
	ElementDialog   = page.ElementDialog
	ElementGrid     = page.ElementGrid
	ElementMain     = page.ElementMain
	ElementRename   = page.ElementRename
	ElementStep     = page.ElementStep
	ElementUpload   = page.ElementUpload
	MenuBegin       = page.MenuBegin
	MenuClear       = page.MenuClear
	MenuDelete      = page.MenuDelete
	MenuDrop        = page.MenuDrop
	MenuExport      = page.MenuExport
	MenuLink        = page.MenuLink
	MenuNone        = page.MenuNone
	MenuPaste       = page.MenuPaste
	MenuRecipe      = page.MenuRecipe
	MenuRename      = page.MenuRename
	MenuReset       = page.MenuReset
	MenuShare       = page.MenuShare
	MenuValues      = page.MenuValues
	NoticeDamaged   = page.NoticeDamaged
	NoticeKeep      = page.NoticeKeep
	NoticeLeft      = page.NoticeLeft
	NoticePlain     = page.NoticePlain
	NoticeSave      = page.NoticeSave
	NoticeTakeOver  = page.NoticeTakeOver
	NoticeUndo      = page.NoticeUndo
	ScreenHome      = page.ScreenHome
	ScreenLesson    = page.ScreenLesson
	ScreenMissing   = page.ScreenMissing
	ScreenOpen      = page.ScreenOpen
	ScreenReference = page.ScreenReference
	ScreenSandbox   = page.ScreenSandbox
	ScreenSandboxes = page.ScreenSandboxes
	TabMap          = page.TabMap
	TabRun          = page.TabRun
	TabSchema       = page.TabSchema
	TabTable        = page.TabTable
	TabTask         = page.TabTask
	TabTime         = page.TabTime
)

var (
	ParseRoute      = page.ParseRoute
	TemplateElement = page.TemplateElement
)
