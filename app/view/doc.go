// Package view draws a [model.State], and turns the reader's actions into messages. It makes no
// decisions. It also writes the pages as HTML for the site's build, see [Prerender].
//
// [App] is the page's only root component. A drawing (type drawing) has one state; its methods
// return elements and lay out the parts, each of which has a View of its own. For the rules of
// drawing with go-app see package ui.
//
// Most of a workbench is drawn in pieces (method piece). A piece is drawn again only when the
// values of the state that it takes have changed; all other values are zero while it is drawn.
//
// go-app writes attributes of prerendered pages in Go's quoting, and drops the value "true". So
// no attribute of such a page may have a quote or a backslash, and Prerender restores "true" in
// aria attributes.
package view
