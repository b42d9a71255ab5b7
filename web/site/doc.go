//go:build !js

// Command site builds the static site, serves it, reports its size, and checks lessons and
// languages.
//
//	site build [-out web/dist] [-overlay DIR] [-programs DIR] [-begun] [-without slim,noinline,trim,lend,fold]
//	site serve [-dir web/dist] [-addr :8080] [-prefix /some/deep/path/] [-log]
//	site size  [-dir web/dist]
//	site lesson pack FOLDER [FILE]
//	site lesson check FOLDER or FILE
//	site lesson schema
//	site language begin TAG [NAME]
//	site language check [TAG]
//	site language stamp TAG [LESSON]…
//
// The command build writes a folder that any static host can serve from any path. Every address in
// it is relative, the programs are compressed already (app.wasm.bin, which boot.js decompresses),
// and the host needs no settings of types, headers or rewrites. It fails if a page links to a file
// that the site does not have. The files of the overlay folder replace files of web/static, or are
// added to them.
//
// Five steps make the site smaller or smoother, and each can be left out:
//
//   - slim compiles go-app without its web server.
//   - noinline compiles most packages without inlining.
//   - trim removes what only stack traces need.
//   - lend lets the page stay responsive while a program starts.
//   - fold writes calls in a shorter form.
//
// The steps trim, lend and fold depend on how Go lays a program out. If the layout is another one,
// as after an upgrade, the build reports it and continues without them. Until the steps know the
// new version of Go, a first visit is about 550 kB larger.
//
// # Terms
//
// A route is the path of a page below the site's root. It begins and ends in "/", and the page is
// the file index.html in that folder. The base of a page is the relative path from it to the site's
// root: "./" for the route "/", and "../../" for "/lessons/lol-scores/". The version is a hash of
// the content of all files; it names the service worker's cache. An integrity is a digest in the
// form that the browser compares a file with.
package main
