package i18n

import "tabletop/engine/base"

// englishCalls says what the clients of programming languages have no call for. It is a
// table of its own, as that of mistakes is: the page's program does without.
var englishCalls = map[base.Code]string{
	"client": `{1}: {2:client.}.`,

	"client.aggregate": `the client adds nothing to aggregate cells`,
	"client.alter":     `a family’s rule is replaced whole, so name what is to stay as well`,
	"client.backwards": `the client reads no rows from the last to the first`,
	"client.bounds":    `the client takes ranges with their start and without their end, so this one differs at a bound`,
	"client.bytes":     `the client takes text here, and these bytes are not text`,
	"client.call":      `the client has no call for this`,
	"client.empty":     `the client leaves out a filter that matches the empty text`,
	"client.filter":    `the client has no filter {3}`,
	"client.format":    `what a format file says is for the program to do`,
	"client.hfilter":   `no filter of Bigtable’s says this, so the program has to pick among the rows that it reads`,
	"client.import":    `the file is for the program to read; each line then becomes a write`,
	"client.micros":    `the client counts in milliseconds, so this time is cut`,
	"client.never":     `the client has no word for a rule that collects nothing`,
	"client.newest":    `to delete just the newest version, read its time first, then delete the cells of that time`,
	"client.none":      `a limit of no rows would be no limit, so ask nothing instead`,
	"client.pattern":   `the client lists all tables; what "{3}" matches is for the program to pick`,
	"client.qualifier": `without a qualifier the client would delete the whole family`,
	"client.raw":       `what the rule is about to collect is left to Bigtable: it may show, or not`,
	"client.regex":     `the client takes families and columns by name, patterns as filters`,
	"client.rule":      `the client cannot say this rule exactly`,
	"client.stats":     `the client does not say what a read cost`,
	"client.time":      `the client deletes all of a row or a family, or a span of time of one column`,
	"client.type":      `the client gives a family no type; a family keeps the one that it was made with`,
	"client.versions":  `one write holds one cell of a column, so this takes two`,
}
