// Package shell joins the pure model to the world: it keeps the [model.State],
// updates it with each message, and carries out the effects through two small
// interfaces, one for the worker and one for the browser. With other
// implementations of them the whole page runs in a native test.
package shell
