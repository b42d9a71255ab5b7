package main

import "html"

// pages returns every page of the site.
func pages() []Page {
	return []Page{
		page("/", "Tabletop: design wide-column tables by trying them",
			"Learn schema design for Cloud Bigtable and HBase in your browser: change a row key and see what each query costs."),
		page("/sandboxes/", "Sandboxes · Tabletop",
			"Your own tables, kept in this browser."),
		page(sandboxShell, "Sandbox · Tabletop",
			"A table of your own, kept in this browser."),
		page("/reference/", "Reference · Tabletop",
			"Limits, filters, commands and terms of wide-column tables."),
	}
}

// page returns a page whose body is its title, its description and the way to
// the other pages.
func page(route, title, description string) Page {
	return Page{
		Route:       route,
		Title:       title,
		Description: description,
		Body: `<main><h1>` + html.EscapeString(title) + `</h1><p>` + html.EscapeString(description) + `</p>` +
			`<nav aria-label="Tabletop"><a href="/__BASE__/">Home</a> <a href="/__BASE__/sandboxes/">Sandboxes</a> ` +
			`<a href="/__BASE__/reference/">Reference</a></nav></main>`,
	}
}

// assets returns the files that are made from the lessons' sources.
func assets() []Asset {
	return nil
}
