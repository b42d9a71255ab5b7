// Package designsearch answers the page's search for designs of a sandbox: row keys and second tables under
// which its questions cost less. Package search of the engine does the work.
//
// The page runs this package in its second program (wasm/author), so that only who searches loads it. The
// session is one of its own, made from the sandbox's file: it measures the same figures as the page's. The
// page sends one [frames.Ask], and gets a [frames.Found] each time that more has been found, up to one that
// is the last. It cancels a search by ending the worker.
package designsearch
