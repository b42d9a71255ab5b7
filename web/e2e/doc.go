// Package e2e is what the tests of the built site in a real browser are written with. The
// tests are in the folders below, carry the build tag e2e, and want web/dist, a Chromium
// and the packages of package.json. They run one folder after the other, since the tests
// of one are enough for a machine:
//
//	make build && (cd web/e2e && npm ci) && go test -tags e2e -p 1 ./web/e2e/...
//
// A test is written as a reader's steps:
//
//	tab := e2e.Begin(t)              // a tab of a warm browser at a lean site: for what a page does once it is there
//	site, tab := e2e.Start(t)        // the built site at a deep path, a tab of a browser as readers have it
//	e2e.Seldom(t)                    // left to make test-all
//	tab.Open("/sandboxes/")          // go to a route and wait until the page is ready
//	tab.Click("button", "New")       // find by role and accessible name, as a reader does
//	tab.Wait(`[data-saved="saved"]`) // until such an element is there
//	site.Stop()                      // the network is gone
//	tab.Shot("sandboxes")            // with -shots: .cache/shots/sandboxes.png
//
// What runs in Firefox and WebKitGTK too is written with a [Visit] over package web/test/drive:
//
//	e2e.InEach(t, func(t *testing.T, kind drive.Kind) { v := e2e.Visiting(t, kind, site) … })
//
// CHROMIUM names the browser where it is not found on the PATH. The tests fail on
// exceptions and errors in a page's console unless [Tab.Allow] expects them.
package e2e
