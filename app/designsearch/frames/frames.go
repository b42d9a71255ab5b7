// Package frames has what the page and its second program send each other for a search for designs. It is
// apart from package designsearch, which the page's program does without.
package frames

import (
	"tabletop/engine/base"
	"tabletop/engine/search"
)

// Ask asks the second program for a search.
type Ask struct {
	File   []byte     `wire:"1"` // the sandbox as a file, see package archive
	Search search.Ask `wire:"2"`
}

// Found is one of the answers to an [Ask].
type Found struct {
	Result  search.Result `wire:"1"` // what has been found so far
	Last    bool          `wire:"2"` // the search is done
	Refused *base.Error   `wire:"3"` // why there is no search; nil if there is one
}
