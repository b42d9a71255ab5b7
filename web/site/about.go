//go:build !js

package main

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"path"
	"runtime"
	"strings"
	text "text/template"

	"github.com/yuin/goldmark"

	"tabletop/app/i18n"
)

// aboutFiles are the texts of the About pages: one Markdown file for each language.
//
//go:embed about
var aboutFiles embed.FS

// aboutFile is the path of an About page below the folder of its language. The foot of the other pages links to it.
const aboutFile = "about/index.html"

var aboutTemplate = template.Must(template.New("about").Parse(`<!doctype html>
<html lang="{{.Lang}}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{{.Policy}}">
<title>{{.Title}}</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
{{- range .Also}}
<link rel="alternate" hreflang="{{.Lang}}" href="{{$.Root}}{{.Path}}">
{{- end}}
<link rel="icon" href="{{.Root}}icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="{{.Root}}app.css">
<style>main { margin: 0 auto; max-width: 44rem; padding: 1.5rem 1.25rem 4rem } h2 { margin: 1.75rem 0 0.5rem }</style>
</head>
<body>
<main class="prose">
<p><a href="../">Tabletop</a></p>
{{.Body}}</main>
</body>
</html>
`))

// addAbout adds the About page of each language, without scripts: it can be read where the app does not run. source
// is the address of the site's source code, "" if it is not known.
func (s files) addAbout(languages []i18n.Language, source string) error {
	for _, l := range languages {
		written, err := aboutFiles.ReadFile("about/" + l.Tag + ".md")
		if err != nil {
			written, err = aboutFiles.ReadFile("about/en.md") // a language that is not whole
		}
		if err != nil {
			return err
		}
		filled, err := text.New("").Parse(string(written))
		if err != nil {
			return fmt.Errorf("about/%s.md: %w", l.Tag, err)
		}
		var markdown, body, page bytes.Buffer
		if err := filled.Execute(&markdown, struct{ Go, Source string }{runtime.Version(), source}); err != nil {
			return fmt.Errorf("about/%s.md: %w", l.Tag, err)
		}
		root := "../"
		if l.PathPrefix() != "" {
			root = "../../"
		}
		if err := goldmark.Convert(bytes.ReplaceAll(markdown.Bytes(), []byte("__ROOT__"), []byte(root)), &body); err != nil {
			return fmt.Errorf("about/%s.md: %w", l.Tag, err)
		}
		title, _, _ := strings.Cut(strings.TrimPrefix(string(written), "# "), "\n")
		var also []Alternate
		for _, other := range languages {
			also = append(also, Alternate{other.Tag, path.Join(strings.TrimPrefix(other.PathPrefix(), "/"), "about") + "/"})
		}
		err = aboutTemplate.Execute(&page, struct {
			Lang, Policy, Title, Root string
			Also                      []Alternate
			Body                      template.HTML
		}{l.Tag, policy, title, root, also, template.HTML(body.String())})
		if err != nil {
			return err
		}
		s[path.Join(strings.TrimPrefix(l.PathPrefix(), "/"), aboutFile)] = page.Bytes()
	}
	return nil
}
