// Package view draws a [model.State] and turns what the reader does into
// [model.Msg]: no decision is made here. It also writes the pages as they are
// before any script has run.
//
// # How it draws
//
// [App] is the page's one root component. Its parts are methods of page that
// return elements. go-app updates elements in place by position and tag, so
//
//   - what may come and go stands in an element of its own that stays;
//   - parts that must not be taken for one another (two steps of a lesson) stand
//     in an element whose tag holds their name, see keyed;
//   - a handler is told apart by its code alone, so every one that carries data
//     names the data as its scope, see press;
//   - fields that are typed into never get their value from the state: the shell
//     sets it by element id.
//
// In prerendered pages go-app writes attributes in Go's quoting and drops the
// value "true"; Prerender mends the latter for aria attributes, and no attribute
// of such a page holds a quote or a backslash.
package view
