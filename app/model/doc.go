// Package model is the page as a pure function. [State] is everything that the page shows;
// [Update] takes a state and a message, and returns the next state and the effects to carry
// out:
//
//	st := model.New(base, "en", catalog, page.ParseRoute(path))
//	st, effects := model.Update(st, model.Navigated{Route: r})
//
// The package draws nothing and does not know the browser. The shell carries effects out, and
// what comes of them returns as messages.
//
// Most of the page is in parts, each in a package of its own with a state, messages and an
// update function; package page says what they share. This package is the root. It passes each
// message to its part, brings the common state up to date with answers of the worker, and then
// tells the parts about them. It also handles what belongs to no part: the route and the
// address, the opening of workspaces, other tabs, the browser's storage, and the language.
package model
