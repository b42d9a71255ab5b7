package record

import (
	"strconv"
	"strings"

	"tabletop/app/i18n"
	"tabletop/app/keyhtml"
)

// Document is a record in one language, ready to be printed or kept.
type Document struct {
	Language string
	Kind     string // what it is and of what day, above the title
	Title    string
	Sections []Section // the first has no heading
}

// Section is a heading with what stands under it.
type Section struct {
	Heading string
	Half    bool // on paper it takes half of the width, beside another that does
	Blocks  []Block
}

// Block is one of [Paragraph], [Note], [KeyLine], [Table] and [Picture].
type Block interface {
	html(b *strings.Builder)
	markdown(b *strings.Builder)
}

type (
	// Paragraph is plain text.
	Paragraph struct{ Text string }
	// Note is what the reader has noted about something.
	Note struct{ About, Text string }
	// KeyLine is a row-key template with the fields in colours, and a remark.
	KeyLine struct {
		Colours  keyhtml.KeyColours
		Template string
		Remark   string
	}
	// Table is a table of cells.
	Table struct {
		Head    []string
		Numeric []bool // by column: whether it holds numbers
		Rows    [][]Cell
	}
	// Picture is an SVG picture. Name is that of its file, without an extension.
	Picture struct{ Name, SVG, Caption string }
)

// Cell is the content of a table's cell. Code says that it is code, such as a template.
type Cell struct {
	Text string
	Code bool
}

// style is the style sheet of the page. It has no colours of the reader's own theme, since the page is for paper.
const style = `body{font:15px/1.5 system-ui,sans-serif;color:#1c1e22;background:#fff;max-width:54rem;margin:2rem auto;padding:0 1.5rem}
h1{font-size:1.8rem;line-height:1.2;margin:.1rem 0 .6rem}h2{font-size:1.15rem;margin:1.7rem 0 .4rem}
.kind,.remark,figcaption{color:#565b66;font-size:.9em}p{margin:.4rem 0;max-width:46rem}
table{border-collapse:collapse;width:100%;font-size:.92em;margin:.3rem 0}th{color:#565b66;text-align:left;overflow-wrap:normal!important}
th,td{padding:.28rem .6rem .28rem 0;border-bottom:1px solid #d9dbe0;vertical-align:top;overflow-wrap:anywhere}
.num{text-align:right;font-variant-numeric:tabular-nums}
td.num{white-space:nowrap}td:has(code){min-width:9.5rem}
code,.key{font-family:ui-monospace,monospace;font-size:.95em}.template{font-size:1.15em;padding:.15rem .5rem;border:1px solid #c8ccd4;border-radius:.4rem;background:#f6f7f9}
.note{border-left:3px solid #8a93a6;padding-left:.7rem}.half{display:inline-block;width:47%;margin-right:2%;vertical-align:top}
figure{margin:.4rem 0}figure svg{width:100%;height:auto;display:block;border:1px solid #d9dbe0}
.k1{color:#7a3e9d}.k2{color:#0b5cad}.k3{color:#815300}.k4{color:#a02d68}.k5{color:#41691a}.k6{color:#8a4524}.kk{text-decoration:underline}
.scroll{overflow-x:auto}td:last-child:not(.num){min-width:12rem}
@media(max-width:40rem){body{margin:1rem auto;padding:0 .9rem}.half{display:block;width:auto;margin:0}}
@media print{body{font-size:10.5pt;margin:0;max-width:none;padding:0}h2,tr,figure{break-inside:avoid}h2{break-after:avoid}.scroll{overflow:visible}}`

// HTML returns the document as one HTML page, which refers to no other file.
func (d *Document) HTML() string {
	var b strings.Builder
	title := keyhtml.EscapeHTML(d.Title)
	b.WriteString(`<!doctype html><html lang="` + keyhtml.EscapeHTML(d.Language) + `"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>` + title + `</title><style>` + style + `</style>`)
	b.WriteString(`<p class="kind">` + keyhtml.EscapeHTML(d.Kind) + `</p><h1>` + title + `</h1>`)
	for _, s := range d.Sections {
		class := ""
		if s.Half {
			class = ` class="half"`
		}
		b.WriteString(`<section` + class + `>`)
		if s.Heading != "" {
			b.WriteString(`<h2>` + keyhtml.EscapeHTML(s.Heading) + `</h2>`)
		}
		for _, block := range s.Blocks {
			block.html(&b)
		}
		b.WriteString(`</section>`)
	}
	b.WriteString("</html>\n")
	return b.String()
}

// File is a file of the document in Markdown.
type File struct{ Name, Text string }

// Markdown returns the document in Markdown, as record.md, and the files of its pictures.
func (d *Document) Markdown() []File {
	var b strings.Builder
	b.WriteString("# " + markdownText(d.Title) + "\n\n" + markdownText(d.Kind) + "\n")
	var pictures []File
	for _, s := range d.Sections {
		if s.Heading != "" {
			b.WriteString("\n## " + markdownText(s.Heading) + "\n")
		}
		for _, block := range s.Blocks {
			b.WriteString("\n")
			block.markdown(&b)
			if p, ok := block.(Picture); ok {
				pictures = append(pictures, File{p.Name + ".svg", p.SVG})
			}
		}
	}
	return append([]File{{"record.md", b.String()}}, pictures...)
}

func (p Paragraph) html(b *strings.Builder) { b.WriteString(`<p>` + bytesHTML(p.Text) + `</p>`) }

func (p Paragraph) markdown(b *strings.Builder) { b.WriteString(markdownText(p.Text) + "\n") }

func (n Note) html(b *strings.Builder) {
	b.WriteString(`<p class="note">`)
	if n.About != "" {
		b.WriteString(`<b>` + bytesHTML(n.About) + `</b> `)
	}
	b.WriteString(strings.ReplaceAll(bytesHTML(n.Text), "\n", "<br>") + `</p>`)
}

func (n Note) markdown(b *strings.Builder) {
	b.WriteString("> ")
	if n.About != "" {
		b.WriteString("**" + markdownText(n.About) + "** ")
	}
	for i, line := range strings.Split(n.Text, "\n") {
		if i > 0 {
			b.WriteString("  \n> ")
		}
		b.WriteString(markdownText(line))
	}
	b.WriteString("\n")
}

func (k KeyLine) html(b *strings.Builder) {
	b.WriteString(`<p>` + k.Colours.TemplateHTML(k.Template) + ` <span class="remark">` + bytesHTML(k.Remark) + `</span></p>`)
}

func (k KeyLine) markdown(b *strings.Builder) {
	b.WriteString(markdownCode(k.Template) + " " + markdownText(k.Remark) + "\n")
}

func (t Table) html(b *strings.Builder) {
	b.WriteString(`<div class="scroll"><table><thead><tr>`)
	for i, h := range t.Head {
		b.WriteString(`<th scope="col"` + t.class(i) + `>` + bytesHTML(h) + `</th>`)
	}
	b.WriteString(`</tr></thead><tbody>`)
	for _, row := range t.Rows {
		b.WriteString(`<tr>`)
		for i, c := range row {
			text := bytesHTML(c.Text)
			if c.Code && c.Text != "" {
				text = `<code>` + text + `</code>`
			}
			b.WriteString(`<td` + t.class(i) + `>` + text + `</td>`)
		}
		b.WriteString(`</tr>`)
	}
	b.WriteString(`</tbody></table></div>`)
}

// class returns the attribute for the cells of a column.
func (t Table) class(column int) string {
	if column < len(t.Numeric) && t.Numeric[column] {
		return ` class="num"`
	}
	return ""
}

func (t Table) markdown(b *strings.Builder) {
	line := func(n int, cell func(i int) string) {
		for i := range n {
			b.WriteString("| " + cell(i) + " ")
		}
		b.WriteString("|\n")
	}
	line(len(t.Head), func(i int) string { return markdownCell(Cell{Text: t.Head[i]}) })
	line(len(t.Head), func(i int) string {
		if t.class(i) != "" {
			return "---:"
		}
		return "---"
	})
	for _, row := range t.Rows {
		line(len(row), func(i int) string { return markdownCell(row[i]) })
	}
}

func (p Picture) html(b *strings.Builder) {
	b.WriteString(`<figure>` + p.SVG + `<figcaption>` + bytesHTML(p.Caption) + `</figcaption></figure>`)
}

func (p Picture) markdown(b *strings.Builder) {
	b.WriteString("![" + markdownText(p.Caption) + "](" + p.Name + ".svg)\n\n" + markdownText(p.Caption) + "\n")
}

// bytesHTML returns text of the data or of the reader as HTML.
func bytesHTML(s string) string { return keyhtml.BytesHTML(s) }

// markdownText returns text on one line in which no character has a meaning in Markdown.
func markdownText(s string) string {
	var b strings.Builder
	for _, r := range i18n.MakePrintable(strings.ReplaceAll(s, "\n", " ")) {
		if strings.ContainsRune("\\`*_{}[]<>#|~!", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// markdownCode returns text as code, within more backticks than it has in a row.
func markdownCode(s string) string {
	s = i18n.MakePrintable(strings.ReplaceAll(s, "\n", " "))
	ticks := "`"
	for strings.Contains(s, ticks) {
		ticks += "`"
	}
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		s = " " + s + " "
	}
	return ticks + s + ticks
}

// markdownCell returns the content of a cell. A bar in code would end the cell.
func markdownCell(c Cell) string {
	if c.Code && c.Text != "" {
		return strings.ReplaceAll(markdownCode(c.Text), "|", `\|`)
	}
	return markdownText(c.Text)
}

// number returns a plain number as text, for attributes.
func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
