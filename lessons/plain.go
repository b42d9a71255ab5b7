package lessons

import "strings"

// Plain returns the words of a lesson's HTML, for a screen reader or a place
// that draws no HTML.
func Plain(html string) string {
	var b strings.Builder
	for html != "" {
		text, rest, _ := strings.Cut(html, "<")
		b.WriteString(text)
		_, html, _ = strings.Cut(rest, ">")
	}
	return strings.TrimSpace(entities.Replace(b.String()))
}

// entities are those that the sources' renderer writes.
var entities = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&#34;", `"`, "&#39;", "'", "&amp;", "&")
