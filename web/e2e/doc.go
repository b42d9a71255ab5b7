// Package e2e is the harness for the tests that run the built site in a real browser. The tests
// are in the folders below this one and carry the build tag e2e. They need the built site in
// web/dist, a Chromium, and the npm packages of package.json. Run one folder at a time (-p 1),
// because the browsers of one folder already keep a machine busy:
//
//	make build && (cd web/e2e && npm ci) && go test -tags e2e -p 1 ./web/e2e/...
//
// A test is written as the steps of a reader. Most tests begin with [Begin] or [Start]:
//
//	tab := e2e.Begin(t)              // a tab on the lean site, in a browser that has compiled the program
//	site, tab := e2e.Start(t)        // a tab on the complete site, as it is deployed, with empty storage
//	e2e.Seldom(t)                    // skip this test in make test, and run it in make test-all
//	tab.Open("/sandboxes/")          // go to a route and wait until the page is ready
//	tab.Click("button", "New")       // find an element by role and accessible name, and click it
//	tab.Wait(`[data-saved="saved"]`) // wait until an element matches the CSS selector
//	site.Stop()                      // stop the server, so that the network fails
//	tab.Shot("sandboxes")            // with the flag -shots: write .cache/shots/sandboxes.png
//
// The main types are [Site], a running server of the site; [Browser], a Chromium or an isolated
// part of one; and [Tab], one tab of a Browser. Their methods fail the test when an expected
// state is not reached within [Patience]. Constants and functions that hold or return a
// JavaScript expression, such as [Entries], are for [Eval], [Tab.Until] and [Tab.Run].
//
// The lean site is a copy of the built site for tests of what the page does once it is loaded:
// its programs are not compressed, and it has no service worker.
//
// A test that also runs in Firefox and WebKitGTK uses a [Visit], which drives a browser through
// package web/test/drive:
//
//	e2e.InEach(t, func(t *testing.T, kind drive.Kind) { v := e2e.Visiting(t, kind, site) … })
//
// The environment variable CHROMIUM names the browser if it is not on the PATH. An exception or
// an error in the console of a page fails the test, unless [Tab.Allow] expects it.
package e2e
