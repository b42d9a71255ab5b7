//go:build !js

package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"tabletop/app/i18n"
)

// addWords adds the texts that are shown without a program: those of the recovery screen, for
// English in its own script and for every other language in a script of its own; the page for
// unknown addresses, which is one for all languages; and a manifest for each language.
func (s files) addWords(languages []i18n.Language) error {
	var missing [][]string
	for _, l := range languages {
		beside, words := i18n.JavaScriptSentences(l.Tag), map[string]string{}
		for code, text := range beside {
			if code, ok := strings.CutPrefix(code, "recover-"); ok {
				words[code] = text
			}
		}
		data, err := json.Marshal(words)
		if err != nil {
			return err
		}
		if l.Tag == language {
			s.fill("recovery.js", "__WORDS__", string(data))
		} else {
			s[i18n.RecoverySentencesPath(l.Tag)] = fmt.Appendf(nil, "(globalThis.tabletopWords ??= {})[%q] = %s;\n", l.Tag, data)
		}
		if err := s.addManifest(l, beside["manifest"]); err != nil {
			return err
		}
		text := func(code string) string { return i18n.PageText(l.Tag, code) }
		missing = append(missing, []string{l.Tag, l.PathPrefix(), text("title-missing"), text("missing-title"), text("missing-text"), text("missing-do")})
	}
	data, err := json.Marshal(missing)
	s.fill("404.html", "__MISSING__", string(data))
	for i, place := range []string{"__TITLE__", "__HEADING__", "__TEXT__", "__HOME__"} {
		s.fill("404.html", place, missing[0][2+i])
	}
	return err
}

// manifest is the web app manifest, which says what a browser installs. Each language has one in
// its folder.
const manifest = "manifest.webmanifest"

// addManifest adds the manifest of a language. In a language's folder, its addresses lead to the
// folder above.
func (s files) addManifest(l i18n.Language, description string) error {
	var m map[string]any
	if err := json.Unmarshal(s[manifest], &m); err != nil {
		return err
	}
	m["lang"], m["description"] = l.Tag, description
	name := manifest
	if folder := strings.TrimPrefix(l.PathPrefix(), "/"); folder != "" {
		name, m["scope"] = folder+"/"+manifest, "../"
		above(m["icons"])
		for _, h := range m["file_handlers"].([]any) {
			above(h.(map[string]any)["icons"])
		}
	}
	data, err := json.MarshalIndent(m, "", "  ")
	s[name] = append(data, '\n')
	return err
}

// above makes icons' addresses relative to the folder above the manifest's.
func above(icons any) {
	for _, icon := range icons.([]any) {
		icon := icon.(map[string]any)
		icon["src"] = "../" + icon["src"].(string)
	}
}
