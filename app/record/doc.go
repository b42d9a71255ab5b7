// Package record makes the design record of a sandbox: one document that a reviewer reads without the
// page. It says what the keys are and why, what the questions cost, where the load falls, which other
// designs were tried, and what is assumed.
//
// A record is made in three steps, so that its words and its look can change without measuring again:
//
//	figures, err := record.Measure(session, request, progress) // everything that it says, in the engine's own figures
//	doc := record.Write("en", figures, settings)               // headings, sentences, tables and pictures
//	page, files := doc.HTML(), doc.Markdown()                  // to print, and to keep beside code
//
// The session is one of its own, made from the sandbox's file with [archive.Replay]: it comes to the
// same figures as the page's, since simulations have seeds and measurements count rows.
//
// The page runs this package in its second program (wasm/author), so that only who asks for a record
// loads it.
package record
