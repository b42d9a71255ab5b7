package author

import (
	"bytes"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"tabletop/engine/base"
	"tabletop/lessons"
)

// prose is a parsed language file: its blocks by name. The compiler asks for each block once. A
// block that is asked for and missing, and a block that is not asked for, are mistakes.
type prose struct {
	file   string
	blocks map[string]*block
	errs   lessons.Problems
}

// block is one heading of a language file with the text below it.
type block struct {
	line  int    // of the heading, 0 for a block that is missing
	short string // plain text after the heading's colon
	html  string // the rendered text below the heading, "" for none
	// which of the two were asked for
	plain, rich bool
}

// readText parses a language file. A heading of the first level begins a block of the lesson or a
// step, and one of the second level a block of that step:
//
//	# goal games-loaded: short plain text
//	## hint 1
//
//	Paragraphs, lists and tables.
//
// In inline code {field}, {field|transform} and {field:value} get the colour of the lesson's field.
// Braces around => belong to the HBase shell and stay as they are.
func readText(src []byte, file string, fields []string) *prose {
	p := &prose{file: file, blocks: map[string]*block{}}
	src = p.shallow(src)
	md := goldmark.New(
		goldmark.WithExtensions(extension.Table),
		goldmark.WithParserOptions(parser.WithParagraphTransformers(util.Prioritized(crowds{p}, 0), util.Prioritized(footnotes{}, 1))),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(keys{fields}, 1))),
	)
	var b *block
	step := ""
	tags := lessons.NewTagPatterns()
	root := md.Parser().Parse(text.NewReader(src))
	// The top level alternates between headings and blocks that belong to the heading before them.
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		if h, ok := n.(*ast.Heading); ok {
			b = p.heading(h, src, &step)
			continue
		}
		line := lineAt(src, offset(n))
		if b == nil {
			p.refuse(line, base.MistakeTextFirst)
			b = &block{line: line}
		}
		err := forbidden(n, src)
		if err != nil {
			of := problem(err)
			p.problem(max(line, of.Line), of)
		}
		if t, ok := n.(*tables.Table); ok {
			t.SetAttributeString("tabindex", []byte("0")) // a wide table scrolls, which keyboards need focus for
		}
		var out bytes.Buffer
		if err := md.Renderer().Render(&out, src, n); err != nil {
			p.problem(line, problem(err))
		}
		if t := tags.FirstUnsafeTag(out.String()); t != "" && err == nil {
			p.refuse(line, base.MistakeTextTag, t)
		}
		b.html += out.String()
	}
	return p
}

// offset returns where a block begins, or 0 if it has no lines of its own.
func offset(n ast.Node) int {
	for ; n != nil && n.Type() == ast.TypeBlock; n = n.FirstChild() {
		if n.Lines().Len() > 0 {
			return n.Lines().At(0).Start
		}
	}
	return 0
}

// refuse adds a mistake in a line.
func (p *prose) refuse(line int, code base.Code, args ...string) {
	p.problem(line, mistake(code, args...))
}

// problem adds a problem in a line.
func (p *prose) problem(line int, of lessons.Problem) {
	of.File, of.Line = p.file, line
	p.errs = append(p.errs, of)
}

// line returns the line of a block. For a missing block it is the line of its step, or else 1.
func (p *prose) line(name string) int {
	if b := p.blocks[name]; b != nil && b.line > 0 {
		return b.line
	}
	if step, _, ok := strings.Cut(name, "/"); ok {
		return p.line(step)
	}
	return 1
}

// heading begins the block of a heading. step is the prefix of the names of blocks below the
// present step, "" for none; a heading of the first level changes it.
func (p *prose) heading(h *ast.Heading, src []byte, step *string) *block {
	if h.Lines().Len() == 0 {
		p.refuse(lineAt(src, offset(h)), base.MistakeHeading)
		return &block{}
	}
	start := h.Lines().At(0).Start
	b := &block{line: lineAt(src, start)}
	whole, _, _ := bytes.Cut(src[start:], []byte{'\n'}) // from the source, since Markdown drops a # at its end
	name, short, _ := strings.Cut(string(bytes.TrimSpace(whole)), ": ")
	b.short = strings.TrimSpace(short)
	if strings.Contains(b.short, "`") {
		p.refuse(b.line, base.MistakeHeadingCode)
	}
	switch h.Level {
	case 1:
		*step = ""
		if strings.HasPrefix(name, "step ") {
			*step = name + "/"
		}
	case 2:
		if *step == "" {
			p.refuse(b.line, base.MistakeHeadingStep, name)
		}
		name = *step + name
	default:
		p.refuse(b.line, base.MistakeHeadingDeep, name, strconv.Itoa(h.Level))
	}
	if p.blocks[name] != nil {
		p.refuse(b.line, base.MistakeTwice, name)
	}
	p.blocks[name] = b
	return b
}

// footnotes keeps a paragraph that begins with [^. Markdown would take "[^1]: word" as the
// definition of a link named ^1 and would not render it.
type footnotes struct{}

// Transform implements [parser.ParagraphTransformer].
func (footnotes) Transform(n *ast.Paragraph, r text.Reader, _ parser.Context) {
	if n.Lines().Len() > 0 && bytes.HasPrefix(bytes.TrimSpace(n.Lines().Value(r.Source())), []byte("[^")) {
		stays := ast.NewParagraph()
		stays.SetLines(n.Lines())
		n.Parent().ReplaceChild(n.Parent(), n, stays)
	}
}

// safeLink matches an address that a lesson may link to.
var safeLink = regexp.MustCompile("^" + lessons.SafeLinks)

// forbidden returns an error for HTML, images, inner headings and links that a lesson's text may
// not have.
func forbidden(n ast.Node, src []byte) error {
	link := func(n ast.Node, to []byte) (ast.WalkStatus, error) {
		if safeLink.Match(to) {
			return ast.WalkContinue, nil
		}
		bad := mistake(base.MistakeTextLink, string(to))
		for c := n; c != nil && bad.Line == 0; c = c.FirstChild() {
			if t, ok := c.(*ast.Text); ok {
				bad.Line = lineAt(src, t.Segment.Start)
			}
		}
		return ast.WalkStop, bad
	}
	return ast.Walk(n, func(n ast.Node, _ bool) (ast.WalkStatus, error) {
		switch n.Kind() {
		case ast.KindHTMLBlock, ast.KindRawHTML:
			return ast.WalkStop, mistake(base.MistakeTextHolds, "html")
		case ast.KindImage:
			return ast.WalkStop, mistake(base.MistakeTextHolds, "image")
		case ast.KindHeading:
			return ast.WalkStop, mistake(base.MistakeTextHolds, "heading")
		case ast.KindLink:
			return link(n, n.(*ast.Link).Destination)
		case ast.KindAutoLink:
			a := n.(*ast.AutoLink)
			if a.AutoLinkType == ast.AutoLinkEmail {
				break
			}
			return link(n, a.URL(src))
		}
		return ast.WalkContinue, nil
	})
}

// ask returns a block by name. It refuses a missing one once, and returns a stand-in for it.
func (p *prose) ask(name string) *block {
	b := p.blocks[name]
	if b == nil {
		heading := "# " + name
		if _, inside, ok := strings.Cut(name, "/"); ok {
			heading = "## " + inside
		}
		p.refuse(p.line(name), base.MistakeNoText, name, heading)
		b = &block{}
		p.blocks[name] = b
		b.short, b.html = "?", "?"
	}
	return b
}

// plain returns the plain text after a heading's colon.
func (p *prose) plain(name string) string {
	b := p.ask(name)
	b.plain = true
	if b.short == "" {
		p.refuse(b.line, base.MistakeNoPlain, name)
	}
	return b.short
}

// html returns the rendered text below a heading as one element.
func (p *prose) html(name string) string {
	b := p.ask(name)
	b.rich = true
	if b.html == "" {
		p.refuse(b.line, base.MistakeNoBelow, name)
	}
	return "<div>" + strings.TrimSpace(b.html) + "</div>"
}

// finish returns all mistakes, including blocks that were not asked for. It is called after the
// lesson has been compiled.
func (p *prose) finish() lessons.Problems {
	var names []string
	for name := range p.blocks {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		switch b := p.blocks[name]; {
		case b.line == 0: // missing, and refused by ask
		case !b.plain && !b.rich:
			p.refuse(b.line, base.MistakeUnasked, name)
		case b.short != "" && !b.plain || b.html != "" && !b.rich:
			p.refuse(b.line, base.MistakeBothSides, name)
		}
	}
	return p.errs
}

// keys renders inline code. Row keys and templates in it get the colours of their fields.
type keys struct{ fields []string }

// RegisterFuncs implements [renderer.NodeRenderer].
func (k keys) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindCodeSpan, k.render)
}

// render writes one element of inline code. A newline inside it becomes a space.
func (k keys) render(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	var code strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			code.Write(bytes.ReplaceAll(t.Segment.Value(src), []byte{'\n'}, []byte{' '}))
		}
	}
	out, err := k.code(code.String())
	if err != nil {
		return ast.WalkStop, err
	}
	_, err = w.WriteString(out)
	return ast.WalkSkipChildren, err
}

// brace returns where a field begins, or -1. A brace before a capital letter is one of the HBase
// shell.
func brace(s string) int {
	for i := range len(s) {
		if s[i] == '{' && (i+1 == len(s) || s[i+1] < 'A' || s[i+1] > 'Z') {
			return i
		}
	}
	return -1
}

// code returns the HTML element for inline code. It refuses a field that the lesson does not have.
func (k keys) code(s string) (string, error) {
	var b strings.Builder
	fields := 0
	for s != "" {
		open := brace(s)
		if open < 0 {
			break
		}
		literal, rest := s[:open], s[open+1:]
		if fields > 0 && literal != "" && !strings.Contains(literal, " ") {
			fmt.Fprintf(&b, `<span class="ks">%s</span>`, html.EscapeString(literal))
		} else {
			b.WriteString(html.EscapeString(literal))
		}
		// A brace opens a field: {field}, {field|transform} or {field:value}.
		inside, after, ok := strings.Cut(rest, "}")
		if ok && strings.Contains(inside, "=>") {
			b.WriteString(html.EscapeString("{" + inside + "}"))
			s = after
			continue
		}
		name, value, given := strings.Cut(inside, ":")
		if field, _, through := strings.Cut(inside, "|"); through {
			name, given = field, false
		}
		i := slices.Index(k.fields, name)
		if !ok || i < 0 {
			if ok {
				return "", unknown("field", name, k.fields)
			}
			return "", unknown("field", s[open:], k.fields)
		}
		if !given {
			value = "{" + inside + "}"
		}
		fmt.Fprintf(&b, `<span class="k%s">%s</span>`, strconv.Itoa(i+1), html.EscapeString(value))
		s = after
		fields++
	}
	class := ""
	if fields > 0 {
		class = ` class="key"`
	}
	return "<code" + class + ">" + b.String() + html.EscapeString(s) + "</code>", nil
}
