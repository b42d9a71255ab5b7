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

// A Page is one page of the site before any script has run.
type Page struct {
	Route       string // "/lessons/lol-scores/"
	Title       string
	Description string // one sentence for search engines and link previews
	// Body is HTML that is shown at once. The app replaces it when it is mounted. Addresses within
	// the site begin with "/__BASE__/".
	Body           string
	Lang           string      // BCP 47 tag
	LoadingText    string      // text while the engine is being loaded
	TappedText     string      // text after an element has been tapped meanwhile
	NoScript       string      // text for browsers without scripts
	Also           []Alternate // the page in other languages, empty if there are none
	Manifest       string      // path below the site's root
	RecoveryScript string      // path of the script with the sentences of the recovery screen, "" for English
}

// An Alternate is the same page in another language. Path is below the site's root.
type Alternate struct{ Lang, Path string }

// An Asset is a file that is generated when the site is built.
type Asset struct {
	Path string // below the site's root, such as "lessons/lol-scores/lesson.bin"
	Data []byte
}

// basePlaceholder takes the place of the site's root in prerendered HTML.
const basePlaceholder = "/__BASE__/"

// sandboxShell is the page for every sandbox. A host that can is set up to serve it at
// /sandboxes/<id>/, which has the same depth. For other hosts see boot.js and 404.html.
const sandboxShell = "/sandboxes/open/"

// openShell is the page that opens a lesson's file. It also serves, in the same way, the lessons
// that come from files.
const openShell = "/lessons/open/"

// policy is the content security policy of every page. It allows only what the page does. Inline
// styles are allowed because go-app writes style attributes.
const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; " +
	"style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
	"object-src 'none'; base-uri 'self'; form-action 'none'"

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// path returns the path of the page's file.
func (p Page) path() string {
	return strings.TrimPrefix(p.Route, "/") + "index.html"
}

// base returns the relative path from the page to the site's root.
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

// ordered sorts the attributes of every element by name. go-app writes them in the order of a map,
// and the same sources have to give the same site. It refuses attribute names that an unclosed
// quotation mark would lead to.
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

// relative replaces the placeholder at the beginning of href and src attributes by base. It refuses
// one anywhere else.
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

// brokenLinks returns the links of all pages that lead to no file of the site, leave it, or are not
// relative.
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
