// Package dialects lists the dialects of the console. A new dialect needs a package beside
// cbt and hbase, a number in package console, a line here, a language of the engine if it
// runs otherwise than cbt, and its name in app/i18n ("dialect-NAME").
package dialects

import (
	"slices"

	"tabletop/engine/console"
	"tabletop/engine/console/cbt"
	hbaseshell "tabletop/engine/console/hbase"
)

var all = []*console.Dialect{console.CBT: &cbt.Dialect, console.HBase: &hbaseshell.Dialect}

// All returns all dialects in order of their numbers. The slice must not be changed.
func All() []*console.Dialect { return all }

// ByID returns the dialect with a number. It panics if there is none.
func ByID(id console.DialectID) *console.Dialect { return all[id] }

// Others returns the dialects other than one, in order of their numbers.
func Others(id console.DialectID) []*console.Dialect {
	return slices.DeleteFunc(slices.Clone(all), func(d *console.Dialect) bool { return d.ID == id })
}

// RegisterForTest adds a dialect until remove is called. It is meant for tests, which must not run in
// parallel.
func RegisterForTest(d *console.Dialect) (remove func()) {
	before := all
	all = append(slices.Clone(all), d)
	return func() { all = before }
}
