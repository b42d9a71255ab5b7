// Package jobs names the jobs of the second program, which is loaded only when it has one. The program is
// tabletop/wasm/author; the page asks it with [tabletop/app/page.AskSecondProgram].
package jobs

// Job is a kind of work of the second program. Each has frames of its own.
type Job string

// The jobs.
const (
	CheckLesson Job = "check"      // checks a lesson's file, see package lessons/author
	WriteCode   Job = "code"       // writes commands or a row key as program code, see package app/code
	WriteRecord Job = "record"     // measures a sandbox and writes its design record, see package app/record
	Synthesize  Job = "synthesize" // makes synthetic data like those of a sandbox, see package app/synthetic
	// SearchDesigns searches designs for the questions of a sandbox, and answers several times, see package
	// app/designsearch.
	SearchDesigns Job = "search"
)
