//go:build !js

package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"path"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// A Page is one page of the site as it is before any script has run.
type Page struct {
	Route       string // "/lessons/lol-scores/"
	Title       string
	Description string // one sentence, for search engines and link previews
	// Body is HTML, shown at once; the app replaces it when it mounts. Addresses
	// within the site are written "/__BASE__/…".
	Body     string
	Lang     string // BCP 47
	Boot     string // while the engine is loaded
	Kept     string // when something has been tapped by then
	NoScript string // where there are no scripts
	Also     []Alternate
	Manifest string // path below the site's root
	Words    string // path of the script with the words of the recovery screen, "" for English
}

// An Alternate is the same page in another language.
type Alternate struct{ Lang, Path string } // Path is below the site's root

// An Asset is a file of the site that is made when it is built.
type Asset struct {
	Path string // below the site's root: "lessons/lol-scores/lesson.bin"
	Data []byte
}

// basePlaceholder stands for the site's root in prerendered HTML.
const basePlaceholder = "/__BASE__/"

// sandboxShell is the page of every sandbox. Hosts that can, serve it at
// /sandboxes/<id>/, which is as deep; see boot.js and 404.html for the others.
const sandboxShell = "/sandboxes/open/"

// openShell is the page that opens a lesson's file, and in the same way that of every
// lesson that came from one.
const openShell = "/lessons/open/"

// policy allows what the page does and no more. Style attributes are inline
// because go-app writes them.
const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; " +
	"style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
	"object-src 'none'; base-uri 'self'; form-action 'none'"

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// path returns the file of the page.
func (p Page) path() string {
	return strings.TrimPrefix(p.Route, "/") + "index.html"
}

// base returns the relative way from the page to the site's root.
func (p Page) base() string {
	if depth := strings.Count(p.Route, "/") - 1; depth > 0 {
		return strings.Repeat("../", depth)
	}
	return "./"
}

// render returns the page's HTML.
func (p Page) render() ([]byte, error) {
	if !strings.HasPrefix(p.Route, "/") || !strings.HasSuffix(p.Route, "/") {
		return nil, fmt.Errorf("the route %q does not begin and end in a slash", p.Route)
	}
	body, err := ordered(p.Body)
	if err == nil {
		body, err = relative(body, p.base())
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.Route, err)
	}
	var out bytes.Buffer
	err = pageTemplate.Execute(&out, struct {
		Page
		Base, Policy string
		HTML         template.HTML
	}{p, p.base(), policy, template.HTML(body)})
	return out.Bytes(), err
}

// ordered puts the attributes of every element in the order of their names: go-app
// writes them as they come out of a map, and the same sources must be the same
// site. It refuses what quotes left open make of an attribute.
func ordered(body string) (string, error) {
	var out strings.Builder
	tokens := html.NewTokenizer(strings.NewReader(body))
	for {
		switch tokens.Next() {
		case html.ErrorToken:
			if err := tokens.Err(); err != io.EOF {
				return "", err
			}
			return out.String(), nil
		case html.StartTagToken, html.SelfClosingTagToken:
			token := tokens.Token()
			for _, attribute := range token.Attr {
				if strings.ContainsAny(attribute.Key, "\"'`\\<>") {
					return "", fmt.Errorf("an element has the attribute %q: %.200s", attribute.Key, token)
				}
			}
			slices.SortFunc(token.Attr, func(a, b html.Attribute) int { return strings.Compare(a.Key, b.Key) })
			out.WriteString(token.String())
		default:
			out.Write(tokens.Raw())
		}
	}
}

// relative replaces the placeholder at the start of href and src attributes.
func relative(body, base string) (string, error) {
	for _, attribute := range []string{"href", "src"} {
		body = strings.ReplaceAll(body, " "+attribute+`="`+basePlaceholder, " "+attribute+`="`+base)
	}
	if at := strings.Index(body, strings.Trim(basePlaceholder, "/")); at >= 0 {
		return "", fmt.Errorf("%q is neither in href nor in src: %.60q", basePlaceholder, body[max(0, at-20):])
	}
	return body, nil
}

var linkPattern = regexp.MustCompile(` (?:href|src)="([^"]*)"`)

// brokenLinks returns the links of pages that lead to no file of the site, and
// those that leave it or are not relative.
func (s files) brokenLinks() []string {
	var broken []string
	for _, name := range s.names() {
		if path.Base(name) != "index.html" {
			continue
		}
		for _, match := range linkPattern.FindAllSubmatch(s[name], -1) {
			link := string(match[1])
			if strings.HasPrefix(link, "#") || strings.HasPrefix(link, "https://") || strings.HasPrefix(link, "data:") {
				continue
			}
			target, _, _ := strings.Cut(link, "#")
			target, _, _ = strings.Cut(target, "?")
			file := path.Join(path.Dir(name), target)
			if strings.HasSuffix(target, "/") {
				file = path.Join(file, "index.html")
			}
			if _, ok := s[file]; !ok || strings.HasPrefix(link, "/") {
				broken = append(broken, name+": "+link)
			}
		}
	}
	return broken
}
