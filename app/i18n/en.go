package i18n

import "tabletop/engine/base"

// englishRefusals says what was wrong, where, and what would be right.
var englishRefusals = map[base.Code]string{
	// Data model.
	base.CodeNoTable:       `There is no table "{1}".{2? Did you mean {2}?| ls lists the tables.}`,
	base.CodeTableExists:   `There is a table "{1}" already. Choose another name, or drop that one first: deletetable {1}`,
	base.CodeTableName:     `"{1}" cannot name a table. A name has 1 to 50 letters, digits, _ - and dots, and begins with neither - nor a dot.`,
	base.CodeTooManyTables: `All {1#} tables that an instance can have are there. A prefix in the row key does what a table for each customer or year would.`,
	base.CodeNoFamily:      `Table {1} has no family "{2}". {3?Declared: {3}.|None is declared yet.} Create it first: createfamily {1} {2}`,
	base.CodeFamilyExists:  `Table {1} has a family "{2}" already.`,
	base.CodeFamilyName:    `"{1}" cannot name a column family{2? of {2}}. A name has 1 to 64 letters, digits, _ - and dots.`,
	base.CodeEmptyKey:      `A row key cannot be empty: give it at least one byte.`,
	base.CodeKeyTooLong:    `The row key has {1#} bytes; {2#} is the most. Keys are stored again and again, so keep them far shorter.`,
	base.CodeQualTooLong:   `{4?In family {4} of row "{3}" the|The} column qualifier has {1#} bytes; {2#} is the most.`,
	base.CodeValueTooLong:  `The value{4? for {4} of row "{3}"} has {1~}; a cell holds {2~} at most. Spread it over several cells or rows.`,
	base.CodeRowTooLong:    `Row "{1}" would grow to {2~}; a row holds {3~} at most. Make several rows of it.`,
	base.CodeBadTimestamp:  `A cell{3? of {3} in row "{2}"} cannot have the time {1}. Give microseconds since 1970 in whole milliseconds: 0 or more, and a multiple of 1,000.`,
	base.CodeNoMutation:    `This would write nothing{1? to row "{1}"}: give at least one cell.`,
	base.CodeManyMutations: `One write to a row makes {2#} changes at most; this one{3? to "{3}"} has {1#}. Write them in parts.`,
	base.CodeAggregate:     `Family {2} of {1} is an aggregate ({3}): its cells are added to, never set. Write them with addtocell.`,
	base.CodeNotAggregate:  `Family {2} of {1} holds plain values: its cells are set, not added to. Only a family made with an aggregate type can be added to.`,
	base.CodeBadInput:      `{2} of row "{1}" belongs to a family of type {3}, which takes {3=inthll?bytes|an integer}, not {4}.`,
	base.CodeBadState:      `{2#} bytes{4? given for {4} of row "{3}"} are no state of the type {1}.`,
	base.CodeOverflow:      `{2} of row "{1}" cannot hold {3} + {4}: an integer has 64 bits, so it lies between −2^63 and 2^63 − 1.`,
	base.CodeNotInteger:    `{2} of row "{1}" cannot be incremented: its value has {3#} {3=1?byte|bytes}, and an integer has 8.`,
	base.CodeRangeReversed: `No row lies from "{1}" to "{2}": the start sorts after the end. Swap the two; reversed=true gives the last rows first.`,
	base.CodeBadTimeRange:  `No time lies from {1} to {2}{4? in {4} of row "{3}"}: a time range must end after it begins.`,
	base.CodeBadGCRule:     `This cannot be a garbage-collection rule{3? of family {3} of {2}}{1?: {1}}. Write never, maxversions=3, maxage=30d, or several joined by && and ||.`,
	base.CodeBadRegex:      `The pattern "{1}" of the filter {3} cannot be read: {2}.`,

	// Filters.
	base.CodeFilterTooDeep:    `Filters stand inside each other {1} levels deep at most.`,
	base.CodeFilterTooLarge:   `The filter has {1#} bytes as it is sent; {2#} is the most. Use fewer or shorter patterns.`,
	base.CodeFilterCount:      `The filter {1} cannot count to {2}: give a whole number from 1 to {3#}.`,
	base.CodeFilterBranches:   `The filter {1} joins {3} filters or more; {2=1?one stands|none stand} in it.`,
	base.CodeFilterEmpty:      `The filter {1} is empty: say what it should test.`,
	base.CodeFilterColon:      `The pattern "{2}" of the filter {1} holds a colon, and no family’s name does. Leave it out.`,
	base.CodeFilterSample:     `The filter {1} cannot keep rows with probability {2}: give a number above 0 and below 1.`,
	base.CodeFilterRange:      `The filter {1} can let nothing through: its start {2} lies after its end {3}. Swap the two.`,
	base.CodeFilterTime:       `The filter {1} cannot have the bound {2}. Give microseconds since 1970 in whole milliseconds: 0 or more, and a multiple of 1,000.`,
	base.CodeFilterLabel:      `The filter {1} cannot put on the label "{2}". A label has 1 to {3} small letters, digits and hyphens.`,
	base.CodeFilterLabelTwice: `Two labels could meet in the filter {1}, and a cell has room for one. Put them into branches of an interleave.`,
	base.CodeFilterSink:       `The filter {1} stands inside a condition, where no sink may be.`,
	base.CodeFilterSyntax:     `{1?"{1}" does not fit here|Something is missing at the end}{2?: write {2}|: leave it out}.`,
	base.CodeUnknownFilter:    `There is no filter "{1}".{2? Did you mean {2}?}`,

	// Row-key templates and data sets.
	base.CodeTemplateEmpty:    `The template is empty. Write text and fields in braces, such as {{game}}#{{date}}.`,
	base.CodeTemplateSyntax:   `"{1}" is no field. A field is a name in braces, of small letters, digits and _, such as {{player}}; other text stands for itself.`,
	base.CodeTemplateField:    `The data has no field "{1}".{2? Its fields: {2}.}`,
	base.CodeTemplateTwice:    `{{{1}}} stands in the template twice. Leave one of them out.`,
	base.CodeTemplateAdjacent: `Nothing parts {{{1}}} from {{{2}}}. Put a separator between them: {{{1}}}#{{{2}}}`,
	base.CodeFieldAmbiguous:   `The value "{2}" of {{{1}}} runs into the separator "{3}" behind it, so the key could not be read back. Choose another separator.`,
	base.CodeBadRecipe:        `This data cannot be made: {1}.`,

	// Consoles.
	base.CodeUnknownCommand: `There is no command "{1}". {2?Did you mean {2}?|Type help for those there are.}`,
	base.CodeNotHere:        `The real tool knows {1}, this console does not. Type help for what it knows.`,
	base.CodeMissingArg:     `{1} lacks {2}. It is written: {3}`,
	base.CodeExtraArg:       `{1} has no place for "{2}". It is written: {3}`,
	base.CodeUnknownArg:     `{1} has no argument {2}.{3? Did you mean {3}?| Type help for those there are.}`,
	base.CodeBadArg:         `{1} cannot be {2?"{2}"|empty}: give {3:expect.}.`,
	base.CodeArgConflict:    `{1} and {2} both say which rows to read. Keep one of them.`,
	base.CodeArgTwice:       `{1} is given twice. Keep one of them.`,
	base.CodeBadCell:        `"{1}" is no cell. Write FAMILY:QUALIFIER=VALUE, such as GAME:WIN=true.`,
	base.CodeUnclosedQuote:  `{1=\?A backslash joins the next line to this one, and no line follows.|The quote {1} is not closed.}`,
	base.CodeInputTooLong:   `The input has {1#} bytes; {2#} is the most. Give it in parts.`,

	"expect.boolean":  `true or false`,
	"expect.columns":  `columns such as GAME:WIN, GAME: for a family or :WIN for a qualifier, with commas between them`,
	"expect.families": `families such as GAME or GAME:maxversions=3, with commas between them`,
	"expect.full":     `full`,
	"expect.keys":     `row keys with commas between them`,
	"expect.number":   `a whole number, 0 or more`,
	"expect.positive": `a whole number, 1 or more`,

	// Sessions, workspaces and lessons.
	base.CodeBusy:          `Something else is under way: {1}. Wait for it or cancel it.`,
	base.CodeReadOnly:      `This is open for reading only, so nothing in it can be changed.`,
	base.CodeNoDesign:      `Table {1} has no row-key template: it was not loaded from a data set.`,
	base.CodeCancelled:     `Cancelled.`,
	base.CodeNothingToUndo: `There is nothing left to undo.`,
	base.CodeNothingToRedo: `There is nothing to redo.`,
	base.CodeRestarted:     `The engine stopped before this was done and was started again. Run it once more.`,
	base.CodeNoSandbox:     `This browser has no {1?sandbox {1}|such sandbox}. It may have been deleted, or made in another browser.`,
	base.CodeNoLesson:      `There is no {1?lesson "{1}"|such lesson}.`,
	base.CodeBadFile:       `This file is no sandbox that can be opened: {1}.`,
	base.CodeBadFrame:      `Page and engine do not understand each other ({1}). Reload the page.`,
	base.CodeStoreFull:     `The browser’s storage is full, so this is not saved. Delete a sandbox, or export this one.`,
	base.CodeStoreFails:    `The browser’s storage failed: {1}.`,
}

// englishNotes says what was done.
var englishNotes = map[base.Code]string{
	base.NoteLoaded:   `{2#} {2=1?record|records} loaded into {1} as {3#} {3=1?row|rows} under {4}.`,
	base.NoteCollided: `{1#} {1=1?record is|records are} lost: a later one has the same row key and took its place. Such keys: {2}.`,
	base.NoteCreated:  `Table {1} is made.`,
	base.NoteDropped:  `Table {1} is deleted.`,
	base.NoteFamily:   `Table {1} has a new family {2}.`,
	base.NoteDeleted:  `{2#} {2=1?row|rows} deleted from {1}.`,
	base.NoteWrote:    `{3#} {3=1?cell|cells} written to row {2} of {1}.`,
	base.NoteNoRow:    `{1} has no row {2}.`,
	base.NoteMoreRows: `{1#} more {1=1?row|rows} to print.`,

	base.NoteManyFamilies: `{1} has {2#} column families; more than {3#} slow a table down. Families are for data that is read together, qualifiers for the rest.`,
	base.NoteLongRow:      `Row "{2}" of {1} has {3~}; keep rows under {4~}. Put more into the key, so that one row becomes several.`,
	base.NoteLongValue:    `The value of {3} in row "{2}" of {1} has {4~}; keep values under {5~}. Store the object elsewhere and its address here.`,
}
