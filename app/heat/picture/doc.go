// Package picture makes pictures of heat matrices: cells into pixels, and keys into the
// labels beside them. It knows nothing of pages and canvases.
package picture
