// Package host is the worker's side of the page: it opens workspaces (lessons
// and sandboxes), runs requests on their engine in slices, keeps accepted
// changes in a journal and says when they are stored. It knows no browser: the
// store and the channel to the page are interfaces, so that the same host runs
// in a Worker, and in tests without one.
package host
