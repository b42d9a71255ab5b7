// Package host is the worker's side of the page. It opens workspaces, runs the page's calls on
// the engine of the open workspace, and stores the accepted changes.
//
// # Terms
//
// A workspace is a sandbox, or a lesson with the reader's own tables. A [Call] is what the page
// asks of the host; most calls are answered by one [Answer], and some send other [Event]s
// before it. A job is a call that takes time: it is stepped in slices of some milliseconds, so
// that the host can take other calls in between. The journal of a workspace is the list of its
// accepted changes, in order; running them again on an empty session gives the same tables. A
// snapshot is a session stored in chunks, so that opening a workspace need not run its whole
// journal.
//
// # How it works
//
// [Host.ReceiveCall] puts a call into the inbox. [Host.Serve] is the host's only loop: it begins
// the calls of the inbox, and steps the jobs of four queues (quick, serial, bulk and idle). A
// task of the engine returns accepted changes; the host appends them to the journal, and the
// saver writes them to the [Store] on a goroutine of its own. When there are no calls, the
// snapshotter stores snapshots of the open workspace.
//
// Several tabs may have one workspace open. The tab that holds the workspace's lock ([WorkspaceLocker])
// writes, the others follow what it stores. The tabs tell each other what has changed through
// [TabChannel]. The type access says what a tab may do at present.
//
// The package does not know the browser: store, locks and channels are interfaces. In a worker
// package wasm implements them, in native tests memory does.
//
// # Use
//
//	h := host.New(host.Options{Store: s, Lesson: lesson, Now: now, Watch: watch, NewID: newID,
//		Send: func(e host.Event) { port.Send(host.EncodeEvent(e)) }, Locks: locks, Yield: yield})
//	port.Receive(func(frame []byte) {
//		if s, err := host.DecodeSentCall(frame); err == nil {
//			h.Receive(s)
//		}
//	})
//	h.Serve(ctx) // returns when ctx ends
package host
