package base

// These are the codes of refusals. The comment beside each lists its arguments in order.
const (
	// Refusals of tables, families, rows and cells.
	CodeNoTable       Code = "no-table"         // table, nearest known table or ""
	CodeTableExists   Code = "table-exists"     // table
	CodeTableName     Code = "table-name"       // table
	CodeTooManyTables Code = "too-many-tables"  // limit
	CodeNoFamily      Code = "no-family"        // table, family, declared families joined by ", ", nearest of them or ""
	CodeFamilySwapped Code = "swapped"          // table, given family, qualifier that names a family
	CodeFamilyExists  Code = "family-exists"    // table, family, "twice" if the call itself names it twice
	CodeManyFamilies  Code = "many-families"    // table, count, limit
	CodeFamilyName    Code = "family-name"      // family, table
	CodeEmptyKey      Code = "empty-key"        //
	CodeKeyTooLong    Code = "key-too-long"     // bytes, limit
	CodeQualTooLong   Code = "qual-too-long"    // bytes, limit, row key, family
	CodeValueTooLong  Code = "value-too-long"   // bytes, limit, row key, column
	CodeRowTooLong    Code = "row-too-long"     // row key, bytes, limit
	CodeRowUnreadable Code = "row-unreadable"   // row key, bytes, limit
	CodeBadTimestamp  Code = "bad-timestamp"    // microseconds, row key, column
	CodeNoMutation    Code = "no-mutation"      // row key
	CodeManyMutations Code = "many-mutations"   // count, limit, row key
	CodeAggregate     Code = "aggregate-family" // table, family, its type (intsum, intmin, intmax, inthll)
	CodeNotAggregate  Code = "not-aggregate"    // table, family
	CodeBadInput      Code = "bad-input"        // row key, column, its family's type, what was given (int64, bytes, nothing)
	CodeBadState      Code = "bad-state"        // type whose state it should be, bytes, row key, column
	CodeOverflow      Code = "overflow"         // row key, column, value, the number to be added
	CodeNotInteger    Code = "not-integer"      // row key, column, bytes
	CodeRangeReversed Code = "range-reversed"   // start, end
	CodeBadTimeRange  Code = "bad-time-range"   // start, end in microseconds, row key, column
	CodeBadGCRule     Code = "bad-gc-rule"      // text, table, family
	CodeBadRegex      Code = "bad-regex"        // pattern, kind of error (see filter.PatternErrorKind), which filter

	// Refusals of filters. "Which filter" is its name and, unless it is the whole tree, its path.
	CodeFilterTooDeep    Code = "filter-too-deep"    // limit
	CodeFilterTooLarge   Code = "filter-too-large"   // bytes, limit
	CodeFilterCount      Code = "filter-count"       // which filter, count, limit
	CodeFilterBranches   Code = "filter-branches"    // which filter, number of branches, least number
	CodeFilterEmpty      Code = "filter-empty"       // which filter
	CodeFilterColon      Code = "filter-colon"       // which filter, pattern
	CodeFilterSample     Code = "filter-sample"      // which filter, probability
	CodeFilterRange      Code = "filter-range"       // which filter, start, end
	CodeFilterTime       Code = "filter-time"        // which filter, microseconds
	CodeFilterLabel      Code = "filter-label"       // which filter, label, limit
	CodeFilterLabelTwice Code = "filter-label-twice" // which chain
	CodeFilterSink       Code = "filter-sink"        // which sink
	CodeFilterSyntax     Code = "filter-syntax"      // invalid text or "", examples of valid text or ""
	CodeUnknownFilter    Code = "unknown-filter"     // name, nearest known name or ""
	CodeFilterArgs       Code = "filter-args"        // which filter, how it is written

	// Refusals of row-key templates, recipes, simulated clusters and traffic.
	CodeTemplateEmpty    Code = "template-empty"    //
	CodeTemplateSyntax   Code = "template-syntax"   // invalid text, the text that may be meant (missing if unknown)
	CodeTemplateField    Code = "template-field"    // field, known fields joined by ", ", nearest of them or ""
	CodeTemplateTwice    Code = "template-twice"    // field
	CodeTemplateAdjacent Code = "template-adjacent" // field, field
	CodeFieldAmbiguous   Code = "field-ambiguous"   // field, value, separator
	CodeFieldTransform   Code = "field-transform"   // field, value, transform, what it takes (date, form, long, number, short, text, time), the transforms that take such a value or ""[, those that are wide enough for all values]
	CodeTransformUnknown Code = "transform-unknown" // text, nearest known name or ""
	CodeTransformArgs    Code = "transform-args"    // text, transform
	CodeTransformPlace   Code = "transform-place"   // transform, what is wrong with its place (first, hash, last, many, number, padded, short, twice)
	CodeManyFields       Code = "many-fields"       // table, count, limit
	CodeManyValues       Code = "many-values"       // count, limit
	CodeManyQueries      Code = "many-queries"      // count, limit
	CodeManyEntries      Code = "many-entries"      // count, limit
	CodeBadRecipe        Code = "bad-recipe"        // kind of error, field or "", a detail or "", another or ""
	CodeRecipeFew        Code = "recipe-few"        // combinations of the unique fields that are needed, that there are, the value of the weighted field or ""
	CodeRecipeWeights    Code = "recipe-weights"    // unique field with weights, another
	CodeRecipeVast       Code = "recipe-vast"       // the fields with too many combinations (turns, unique)
	CodeRecipeTimes      Code = "recipe-times"      // field, milliseconds between its times
	CodeBadCluster       Code = "bad-cluster"       // what is out of bounds (columns, nodes, order, ranges, samples, seconds, tablets, tick), its value, least or "", most or ""
	CodeBadTraffic       Code = "bad-traffic"       // what is out of bounds (least, order, period, questions, rate, records, rise, seconds, shape, start), its value, least, most

	// Refusals of the consoles.
	CodeUnknownCommand     Code = "unknown-command"  // command, nearest known command or ""
	CodeSQL                Code = "sql"              // SQL statement, the command to use instead
	CodeSQLRead            Code = "sql-read"         // SQL statement, the command that reads a row, the command that reads the rows with a prefix
	CodeSpacedEquals       Code = "spaced-equals"    // the correct text
	CodeCommandUnsupported Code = "not-here"         // command or word of the real tool that this console does not have
	CodeOtherShell         Code = "other-shell"      // command, the dialect that has it (cbt, hbase), nearest command of this one
	CodeColumnApart        Code = "column-apart"     // command, column as one word, its family, its qualifier
	CodeMissingArg         Code = "missing-arg"      // command, argument, usage
	CodeExtraArg           Code = "extra-arg"        // command, argument, usage
	CodeUnknownArg         Code = "unknown-arg"      // command, argument key, nearest known key or ""
	CodeArgUnsupported     Code = "arg-not-here"     // command, argument key of the real tool that this console does not have
	CodeBadArg             Code = "bad-arg"          // argument key, value, what is expected (batch, boolean, column, columns, comparator, converted-column, converter, delete, family, equality, families, full, integer, key, keys, number, operator, plain-column, positive, quoted, range, string, strings, timestamp, ttl, type, whole-column)
	CodeArgConflict        Code = "arg-conflict"     // argument key, argument key
	CodeVersionsAlone      Code = "versions-alone"   // the correct text
	CodeArgTwice           Code = "arg-twice"        // argument key
	CodeBadCell            Code = "bad-cell"         // text that should be FAMILY:QUALIFIER=VALUE
	CodeUnclosedQuote      Code = "unclosed-quote"   // quote character
	CodeUnclosedBracket    Code = "unclosed-bracket" // bracket
	CodeShellSyntax        Code = "shell-syntax"     // invalid text or "", examples of valid text or ""
	CodeOutsideRuby        Code = "outside-ruby"     // text
	CodeTableDisabled      Code = "table-disabled"   // table
	CodeTableEnabled       Code = "table-enabled"    // table
	CodeInexpressible      Code = "unsayable"        // dialect that cannot express it (cbt, hbase), kind of thing (cells, colon, families, help, micros, pattern, qualifier, reversed, time, together, unnamed) or "", the thing or "", the other thing that it does not go together with or ""
	CodeTypeFixed          Code = "type-fixed"       // table, family, its type or "", the type asked for or ""
	CodeNoFile             Code = "no-file"          // file that was not picked, picked files joined by ", "
	CodeWideCSV            Code = "wide-csv"         // file, columns, limit
	CodeBadCSV             Code = "bad-csv"          // file, line, what was wrong (columns, corner, family, fields, long, objects, qualifier, quote, rows, widths), byte of the line or ""
	CodeBadFormat          Code = "bad-format"       // file, line or "", what was wrong (encoding, key, protobuf, syntax, twice, type), with what
	CodeBadValue           Code = "bad-value"        // row key, column, encoding and type that its value does not fit
	CodeNotPrinted         Code = "not-printed"      //
	CodeTextTooLarge       Code = "text-too-large"   // most rows, most cells
	CodeFileEmpty          Code = "file-empty"       // name
	CodeFileLost           Code = "file-lost"        // name
	CodeInputTooLong       Code = "input-too-long"   // bytes, limit
	CodeFileTooLong        Code = "file-too-long"    // name, bytes, limit

	// Refusals of sessions, workspaces, stores, links and lessons.
	CodeBusy            Code = "busy"             // what is running
	CodeReadOnly        Code = "read-only"        //
	CodeGuessFirst      Code = "guess-first"      // question
	CodeGuessFull       Code = "guess-full"       // limit of changes that wait for the guess
	CodeNoDesign        Code = "no-design"        // table
	CodeNothingFits     Code = "nothing-fits"     // table, template
	CodeNothingToUndo   Code = "nothing-to-undo"  //
	CodeNothingToRedo   Code = "nothing-to-redo"  //
	CodeStateForgotten  Code = "state-forgotten"  //
	CodeNoCheckpoint    Code = "no-checkpoint"    // name, nearest known name or ""
	CodeCheckpointName  Code = "checkpoint-name"  // limit in bytes, bytes of the name
	CodeManyCheckpoints Code = "many-checkpoints" // limit
	CodeClockLimit      Code = "clock-limit"      // limit in days
	CodeMemoryFull      Code = "memory-full"      // bytes in use, limit, the largest table or "", its bytes
	CodeCancelled       Code = "cancelled"        //
	CodeRestarted       Code = "restarted"        //
	CodeNoSandbox       Code = "no-sandbox"       // id
	CodeNoLesson        Code = "no-lesson"        // slug
	CodeBadFile         Code = "bad-file"         // what was wrong (begin, behind, block, change, entry, head, large, old, packed, short, sum, version), at which byte or "", bytes at most or ""
	CodeBadFrame        Code = "bad-frame"        // what was wrong (bytes, depth, empty, field, kind, length, member, number, room, version), at which byte or ""
	CodeManyWorkspaces  Code = "many-spaces"      // sandboxes and lessons, limit
	CodeLinkDamaged     Code = "link-damaged"     //
	CodeLinkNewer       Code = "link-newer"       // version
	CodeLinkOld         Code = "link-old"         //
	CodeLinkTooLong     Code = "link-too-long"    // characters, limit
	CodeLinkTooLarge    Code = "link-too-large"   // limit of the bytes unpacked, of the records, of their bytes
	CodeLinkForeign     Code = "link-foreign"     // where
	CodeBadImage        Code = "bad-image"        // table or "", the part of the stored data that is wrong (border, checkpoint, chunk, columns, design, family, missing, parts, past, row, snapshot, start, state, sum, table, tables, timeline, twice, version, workload)
	CodeStoreFull       Code = "store-full"       //
	CodeStoreFails      Code = "store-fails"      // what the store said
	CodeStoreGone       Code = "store-gone"       // size in bytes of a file that the store cannot hold
	CodeStoreTaken      Code = "store-taken"      // number of the change or ""
	CodeStoreBlocked    Code = "store-blocked"    //
	CodeStoreNone       Code = "store-none"       // what the browser said
	CodeStoreNewer      Code = "store-newer"      //
	CodeTooLongToEdit   Code = "too-long-to-edit" // bytes, limit
	CodeBadEscape       Code = "bad-escape"       // text
	CodeUnfitValue      Code = "unfit-value"      // converter, column or "" for the key, row key, bytes that it needs, bytes of the value
)

// These are the codes of notes that accompany a result. The comment beside each lists its
// arguments.
const (
	NoteLoaded         Code = "note-loaded"      // table, records, rows, template
	NoteRepeated       Code = "note-repeated"    // lines that are equal to others in every field
	NoteCollided       Code = "note-collided"    // records that were replaced, the first keys of those joined by ", "
	NoteLinesSkipped   Code = "note-missed"      // table, lines of its file of which nothing was made
	NoteCreated        Code = "note-created"     // table
	NoteDropped        Code = "note-dropped"     // table
	NoteFamily         Code = "note-family"      // table, family
	NoteDeleted        Code = "note-deleted"     // table, rows
	NoteWrote          Code = "note-wrote"       // table, row key, cells
	NoteTimeTruncated  Code = "note-cut"         // microseconds as given, as written
	NoteNoRow          Code = "note-no-row"      // table, row key
	NoteOtherCase      Code = "note-other-case"  // table, the key or prefix that was asked for, the same with the upper and lower case of the table's keys
	NoteNearest        Code = "note-nearest"     // table, the key or prefix that was asked for, the most similar key
	NoteNoRows         Code = "note-no-rows"     // (no argument)
	NoteNoCells        Code = "note-no-cells"    // table, row key or "", columns asked for, the family that was probably meant or ""
	NoteVersionDeleted Code = "note-erased"      // table, row key, column, cells
	NoteFamilyGone     Code = "note-family-gone" // table, family
	NoteMoreRows       Code = "note-more-rows"   // rows left to print
	NoteLeftOut        Code = "note-left-out"    // lines left out, limit of lines, limit of bytes
	NoteChecked        Code = "note-checked"     // table, row key, which cells were written (true, false), how many
	NoteGCRule         Code = "note-policy"      // table, family, rule
	NotePrinted        Code = "note-printed"     // table, rows, cells, lines that were not understood
	NoteDesigned       Code = "note-adopted"     // table, template, rows, rows deleted because they do not fit, versions that a rewritten table will not have
	NoteImported       Code = "note-imported"    // table, rows, cells, lines without a cell or a key, cells that replaced others

	// Results of garbage collection.
	NoteCollected   Code = "note-collected"    // table, cells, bytes, rows that vanished
	NoteCollectedOf Code = "note-collected-of" // family, cells by age, by versions, by both
	NoteNoGarbage   Code = "note-no-garbage"   // table

	// Steps of the timeline.
	NoteStepLoad     Code = "step-load"    // table, records, template, lines of its file that are missing
	NoteStepScript   Code = "step-script"  // commands, the first of them
	NoteStepQueries  Code = "step-queries" // queries
	NoteStepCopy     Code = "step-copy"    // table, the new one
	NoteStepPrinted  Code = "step-printed" // table
	NoteStepValues   Code = "step-values"  // table, template, lines of its file that are missing
	NoteStepDesigned Code = "step-adopt"   // table, template
	NoteStepCompact  Code = "step-compact" // table
	NoteStepClock    Code = "step-clock"   // length of time such as 90m
	NoteStepRestore  Code = "step-restore" // checkpoint

	// Differences between the HBase shell and the engine.
	NoteTombstone   Code = "note-tombstone"   // table
	NoteHiddenPut   Code = "note-hidden-put"  // table, row, column
	NoteOlder       Code = "note-older"       // table, row key, column, older value that is visible again
	NoteOneVersion  Code = "note-one-version" // table, cells that were not shown
	NoteArgsIgnored Code = "note-idle"        // keys that have no effect here

	// Sizes beyond the documented recommendations.
	NoteManyFamilies Code = "note-many-families" // table, families, advised limit
	NoteLongRow      Code = "note-long-row"      // table, row key, bytes, advised limit
	NoteLongValue    Code = "note-long-value"    // table, row key, column, bytes, advised limit
)
