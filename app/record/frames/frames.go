// Package frames has what the page and its second program send each other for a design record. It is apart
// from package record, which the page's program does without.
package frames

import (
	"slices"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/sizing"
)

// Ask asks the second program for a record. One of File and Figures is given.
type Ask struct {
	File        []byte      `wire:"1"` // the sandbox as a file, see package archive: it is measured
	Measurement Measurement `wire:"2"` // for File
	Figures     []byte      `wire:"3"` // of an earlier [Written]: only the words are written again
	Settings    Settings    `wire:"4"`
	Language    string      `wire:"5"`
}

// Written is the answer to an [Ask].
type Written struct {
	Page    string      `wire:"1"` // the record as an HTML page
	Zip     []byte      `wire:"2"` // the record in Markdown with its pictures, as a ZIP archive
	Figures []byte      `wire:"3"` // what was measured, for another Ask
	Refused *base.Error `wire:"4"` // why there is no record; nil if there is one
}

// Measurement says what a record is measured under.
type Measurement struct {
	Load *engine.SimulateLoad `wire:"1"` // the load on all tables; nil for none
	// Known are the designs that the page knows, with the numbers of their letters. Those that the
	// session's timeline does not have are measured again, and those that the page does not have are left out;
	// without any, the record has all that the timeline has.
	Known []KnownDesign `wire:"2"`
}

// KnownDesign is a design that has a letter on the page.
type KnownDesign struct {
	Number int                  `wire:"1"` // 0 is A
	Tables []engine.TableDesign `wire:"2"`
}

// Is reports whether an attempt has the templates of the known design.
func (k KnownDesign) Is(a engine.DesignAttempt) bool {
	return slices.EqualFunc(k.Tables, a.Designs, func(x, y engine.TableDesign) bool { return x.Table == y.Table && x.Template == y.Template })
}

// Settings are what the reader chooses for a record.
type Settings struct {
	Title    string       `wire:"1"`
	Made     int64        `wire:"2"` // when the record is made, in microseconds since the Unix epoch; 0 for now
	Multiple int64        `wire:"3"` // of the present data, for which costs are projected: 2 to MaxMultiple
	Notes    []ReaderNote `wire:"4"`
	Assumed  string       `wire:"5"` // what the reader takes for granted, in the reader's words
	Prices   Prices       `wire:"6"`
}

// Prices are what the reader pays, and for how many clusters. Prices above 0 are the reader's own, in any currency;
// with 0 those of the first of [sizing.PriceLists] are taken, in US dollars.
type Prices struct {
	sizing.Prices `wire:"1"`
	Clusters      int `wire:"2"` // of the instance, 0 for one
}

// MaxMultiple is the largest [Settings.Multiple].
const MaxMultiple = 1_000_000

// ReaderNote is a note of the reader on a table, a question or a design.
type ReaderNote struct {
	On   NoteSubject `wire:"1"`
	Name string      `wire:"2"` // of the table or question, or the letter of the design
	Text string      `wire:"3"`
}

// NoteSubject is the kind of thing that a note is about.
type NoteSubject uint8

const (
	NoteOnTable NoteSubject = iota
	NoteOnQuestion
	NoteOnDesign
)
