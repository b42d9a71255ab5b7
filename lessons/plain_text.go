package lessons

import "strings"

// PlainText returns the text of a lesson's HTML without tags, for a screen reader or a place that does
// not draw HTML. It expects HTML of the lessons' renderer.
func PlainText(html string) string {
	var b strings.Builder
	for html != "" {
		text, rest, _ := strings.Cut(html, "<")
		b.WriteString(text)
		_, html, _ = strings.Cut(rest, ">")
	}
	return strings.TrimSpace(entities.Replace(b.String()))
}

// entities are the character references that the renderer writes.
var entities = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&#34;", `"`, "&#39;", "'", "&amp;", "&")
