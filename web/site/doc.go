//go:build !js

// Command site builds the static site, serves it and weighs it, and checks lessons.
//
//	site build [-out web/dist] [-overlay DIR]
//	site serve [-dir web/dist] [-addr :8080] [-prefix /some/deep/path/] [-log]
//	site size  [-dir web/dist]
//	site lesson pack FOLDER [FILE]
//	site lesson check FOLDER or FILE
//	site lesson schema
//
// build writes a folder that any static host can serve from any path: every
// address in it is relative, the engine is packed already (app.wasm.bin, which
// boot.js unpacks), and no host has to know a type, a header or a rewrite. It
// fails when a page links to a file the site does not have. The files of the
// overlay folder replace or join those of web/static.
//
// # Terms
//
// A route is the path of a page below the site, beginning and ending in "/"; its
// page is the file index.html in that folder. The base of a page is the relative
// way from it to the site's root: "./" for the route "/", "../../" for
// "/lessons/lol-scores/". The version is a hash of the content of all files; it
// names the service worker's cache.
package main
