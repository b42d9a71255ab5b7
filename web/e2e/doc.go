// Package e2e tests the built site in a real browser. Its tests carry the build
// tag e2e and want web/dist, a Chromium and the packages of package.json:
//
//	make build && (cd web/e2e && npm ci) && go test -tags e2e ./web/e2e
//
// The files harness_*_test.go hold what the tests are written with:
//
//	tab := begin(t)                  // a tab of a warm browser at a lean site: for what a page does once it is there
//	site, tab := start(t)            // the built site at a deep path, a tab of a browser as readers have it
//	seldom(t)                        // left to make test-all
//	tab.Open("/sandboxes/")          // go to a route and wait until the page is ready
//	tab.Click("button", "New")       // find by role and accessible name, as a reader does
//	tab.Wait(`[data-saved="saved"]`) // until such an element is there
//	site.Stop()                      // the network is gone
//	tab.Shot("sandboxes")            // with -shots: .cache/shots/sandboxes.png
//
// What runs in Firefox and WebKitGTK too is written with journey_visit_test.go over package
// test/drive instead: inEach(t, func(t *testing.T, kind drive.Kind) { v := visiting(t, kind, site) … }).
//
// CHROMIUM names the browser where it is not found on the PATH. The tests fail on
// exceptions and errors in a page's console unless [Tab.Allow] expects them.
package e2e
