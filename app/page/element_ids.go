package page

// IDs of elements, which the view sets and effects refer to.
const (
	ElementConsole = "console"      // the console's text area
	ElementMain    = "main"         // the main part of the page
	ElementStep    = "step-title"   // the heading of the step that is shown
	ElementExplain = "explain"      // the explanation of a wrong answer or read
	ElementLog     = "console-log"  // the console's log
	ElementGrid    = "grid"         // the grid's scrolling box
	ElementRename  = "rename-title" // the field for a sandbox's new title
	ElementClear   = "clear-word"   // the field for the word that deletes everything
	ElementDialog  = "dialog"       // the dialog over the page
	ElementUpload  = "sandbox-file" // the file input for a sandbox from a file
	ElementTracks  = "tracks"       // the first track of the first page
	ElementRecipe  = "new-recipe"   // the button that makes a table of generated data
)

// TemplateElementID returns the ID of the field for a table's row-key template.
func TemplateElementID(table string) string { return "template-" + table }
