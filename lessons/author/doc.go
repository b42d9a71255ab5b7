// Package author compiles lesson sources into lessons. [Load] compiles the sources of a lesson: JSON
// files and Markdown texts. verify then does the lesson as readers would, and returns what does
// not work. [CheckFile] does both with a lesson that is packed into one file.
//
// The package needs a Markdown parser. The program of the page therefore does without it.
package author
