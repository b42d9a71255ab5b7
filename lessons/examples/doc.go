// Package examples holds what a new sandbox can begin with: small tables with the
// data of the lessons' sources, made by requests of the engine.
//
//	<id>.json   one example: what [source] says
//
// Titles and descriptions are texts of the page.
package examples
