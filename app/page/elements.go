package page

// Element ids that effects speak of and the view gives.
const (
	ElementConsole = "console"      // the console's text area
	ElementMain    = "main"         // the main part of the page
	ElementStep    = "step-title"   // the heading of the step that is shown
	ElementExplain = "explain"      // why it is not right yet
	ElementLog     = "console-log"  // the console's log
	ElementGrid    = "grid"         // the grid's scrolling box
	ElementRename  = "rename-title" // the field for a sandbox's new title
	ElementClear   = "clear-word"   // the field for the word that deletes everything
	ElementDialog  = "dialog"       // what is open over the page
	ElementUpload  = "sandbox-file" // the file input for a sandbox from a file
	ElementRecipe  = "new-recipe"   // the button that makes a table of generated data
)

// TemplateElement returns the id of the row-key template field of a table.
func TemplateElement(table string) string { return "template-" + table }
