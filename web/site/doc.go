//go:build !js

// Command site builds the static site, serves it and weighs it, and checks lessons.
//
//	site build [-out web/dist] [-overlay DIR] [-begun] [-without slim,noinline,trim,lend,fold]
//	site serve [-dir web/dist] [-addr :8080] [-prefix /some/deep/path/] [-log]
//	site size  [-dir web/dist]
//	site lesson pack FOLDER [FILE]
//	site lesson check FOLDER or FILE
//	site lesson schema
//	site language begin TAG [NAME]
//	site language check [TAG]
//	site language stamp TAG [LESSON]…
//
// build writes a folder that any static host can serve from any path: every
// address in it is relative, the engine is packed already (app.wasm.bin, which
// boot.js unpacks), and no host has to know a type, a header or a rewrite. It
// fails when a page links to a file the site does not have. The files of the
// overlay folder replace or join those of web/static.
//
// Four steps make the programs smaller, and each can be left out: slim (go-app
// without its web server), noinline, trim (no lines for stack traces) and fold (calls
// written shorter); so can lend, which lets the page stay smooth while one starts. Trim,
// lend and fold know how Go lays out a program. Where it is laid out otherwise, as after
// an upgrade, the build says so and goes on without them; the first visit is then some
// 550 kB larger until they know the new Go.
//
// # Terms
//
// A route is the path of a page below the site, beginning and ending in "/"; its
// page is the file index.html in that folder. The base of a page is the relative
// way from it to the site's root: "./" for the route "/", "../../" for
// "/lessons/lol-scores/". The version is a hash of the content of all files; it
// names the service worker's cache.
package main
