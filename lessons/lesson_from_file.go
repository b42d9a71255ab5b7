package lessons

import (
	"regexp"
	"strings"

	"tabletop/engine/base"
)

// FromFilePrefix begins the slugs of lessons that readers have opened from a file, and of no other
// lesson.
const FromFilePrefix = "own-"

// IsSlugFromFile reports whether a slug is that of a lesson opened from a file.
func IsSlugFromFile(slug string) bool { return strings.HasPrefix(slug, FromFilePrefix) }

// DecodeFromFile reads the frame of a lesson from a file. Such a frame is not trusted: it refuses with
// bad-file a slug of another form, a lesson without steps, and HTML that the renderer of lessons
// does not write. It escapes illegible characters in plain texts.
func DecodeFromFile(frame []byte) (*Lesson, error) {
	l, err := Decode(frame)
	if err != nil {
		return nil, err
	}
	if !IsSlugFromFile(l.Slug) || strings.Trim(l.Slug, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" || len(l.Steps) == 0 || !plainHTML(l) {
		return nil, base.Refuse(base.CodeBadFile, "head", "", "")
	}
	for _, title := range titles(l) {
		*title = base.EscapeIllegible(*title)
	}
	return l, nil
}

// titles returns pointers to the plain texts of a lesson that are shown outside its HTML. Invisible
// characters in them, and those that change the direction of the text around them, have to be
// escaped.
func titles(l *Lesson) []*string {
	all := []*string{&l.Title, &l.Track, &l.Summary}
	for i := range l.Queries {
		all = append(all, &l.Queries[i].Text)
	}
	for i := range l.Steps {
		s := &l.Steps[i]
		all = append(all, &s.Title)
		for j := range s.Goals {
			all = append(all, &s.Goals[j].Text)
		}
		for j := range s.Asks {
			all = append(all, &s.Asks[j].Text)
			for k := range s.Asks[j].Choices {
				all = append(all, &s.Asks[j].Choices[k].Text)
			}
		}
	}
	return all
}

// TagPatterns finds the HTML tags of a text, and those that a lesson may use. It is not a package
// variable, since compiling the expressions would slow down every start of the page.
type TagPatterns struct{ all, safe *regexp.Regexp }

// NewTagPatterns compiles the expressions. The second one matches a whole tag with the elements and
// attributes that the renderer of lessons writes.
func NewTagPatterns() TagPatterns {
	return TagPatterns{
		all: regexp.MustCompile(`<[^>]*>?`),
		safe: regexp.MustCompile(`^</?(?:div|p|ul|ol|li|em|strong|code|pre|blockquote|table|thead|tbody|tr|th|td|br|hr|a|span)(?: /|` +
			` class="[^"<>]*"| tabindex="0"| start="\d+"| style="text-align:\w+"| align="\w+"| title="[^"]*"| href="` + SafeLinks + `[^"]*")*>$`),
	}
}

// SafeLinks matches the beginning of an address that a lesson may link to.
const SafeLinks = `(?i:https?://|mailto:|#)`

// FirstUnsafeTag returns the first tag of an HTML text that a lesson may not use, or "".
func (s TagPatterns) FirstUnsafeTag(html string) string {
	for _, t := range s.all.FindAllString(html, -1) {
		if !s.safe.MatchString(t) {
			return t
		}
	}
	return ""
}

// plainHTML reports whether all HTML of a lesson has only tags that its own texts are rendered to.
func plainHTML(l *Lesson) bool {
	tags := NewTagPatterns()
	for _, s := range l.Steps {
		texts := append([]string{s.Body, s.Solved}, s.Hints...)
		for _, n := range s.Notes {
			texts = append(texts, n.Text)
		}
		for _, q := range s.Asks {
			texts = append(texts, q.Else)
			for _, w := range q.Wrong {
				texts = append(texts, w.Text)
			}
		}
		for _, html := range texts {
			if tags.FirstUnsafeTag(html) != "" {
				return false
			}
		}
	}
	return true
}
