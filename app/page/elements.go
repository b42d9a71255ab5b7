package page

import "strconv"

// Element ids that effects speak of and the view gives.
const (
	ElementConsole = "console"        // the console's text area
	ElementMain    = "main"           // the main part of the page
	ElementStep    = "step-title"     // the heading of the step that is shown
	ElementExplain = "explain"        // why it is not right yet
	ElementLog     = "console-log"    // the console's log
	ElementGrid    = "grid"           // the grid's scrolling box
	ElementRename  = "rename-title"   // the field for a sandbox's new title
	ElementClear   = "clear-word"     // the field for the word that deletes everything
	ElementDialog  = "dialog"         // what is open over the page
	ElementFiles   = "console-files"  // the file input for what commands can name
	ElementUpload  = "sandbox-file"   // the file input for a sandbox from a file
	ElementRecipe  = "new-recipe"     // the button that makes a table of generated data
	ElementSearch  = "search-history" // the field of the search over the history
)

// TemplateElement returns the id of the row-key template field of a table.
func TemplateElement(table string) string { return "template-" + table }

// SearchElement returns the id of a line that the search over the history found.
func SearchElement(i int) string { return "search-found-" + strconv.Itoa(i) }
