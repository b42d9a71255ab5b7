// Package content has the sources of all lessons. Package author compiles them.
package content

import "embed"

// Files has a folder for each lesson, and the files that list the lessons.
//
//go:embed *
var Files embed.FS
