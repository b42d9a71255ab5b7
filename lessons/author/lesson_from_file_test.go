package author

import (
	"strings"
	"testing"

	"tabletop/lessons"
)

func TestDecodeOwn(t *testing.T) {
	for _, l := range course(t) {
		if _, err := lessons.DecodeFromFile(lessons.Encode(l)); err == nil {
			t.Errorf("%s passes for a lesson from a file", l.Slug)
		}
		l.Slug = lessons.FromFilePrefix + l.Slug
		if got, err := lessons.DecodeFromFile(lessons.Encode(l)); err != nil || got.Title != l.Title {
			t.Errorf("%s: %v", l.Slug, err)
		}
		body := l.Steps[0].Body
		for _, html := range []string{
			`<script>x</script>`, `<img src=x>`, `<a href="javascript:x">x</a>`, `<p onclick="x">x</p>`, `<form action="x">`, `<p`, `<p style="x">`,
		} {
			l.Steps[0].Body = body + html
			if _, err := lessons.DecodeFromFile(lessons.Encode(l)); err == nil {
				t.Errorf("%s is taken", html)
			}
		}
	}
	if _, err := lessons.DecodeFromFile(nil); err == nil {
		t.Error("nothing is a lesson")
	}
}

// TestCheckedLessonCanBeBegun checks lessons with links and code of every kind. What
// passes the check can be begun, and what cannot be begun is refused with its line.
func TestCheckedLessonCanBeBegun(t *testing.T) {
	for text, bad := range map[string]string{
		"See [it](https://x.example).":               "",
		"See [it](HTTPS://x.example).":               "",
		"See <HTTP://x.example> and <a@x.example>.":  "",
		"See [it](MAILTO:a@x.example) [or](#below).": "",
		"```c++\nint a;\n```":                        "",
		"```a<b\nint a;\n```":                        "",
		"So it is.[^1]\n\n[^1]: word":                "",
		"So it is.[^1]\n\n[^1]: More words of it.":   "",
		"See [it](/lessons/x/).":                     "/lessons/x/",
		"See [it](x.md).":                            "x.md",
		"See [it](tel:12345).":                       "tel:12345",
		"See [it](ftp://x.example).":                 "ftp://x.example",
		"See <ftp://x.example>.":                     "ftp://x.example",
		"See [it](//x.example).":                     "//x.example",
		"See [it](javascript:x).":                    "javascript:x",
		"See [it]().":                                "",
		"Any.\n\nSee [it][1].\n\n[1]: word":          "word",
	} {
		file := strings.Replace(small, "Write the row a.", text, 1)
		if file == small {
			t.Fatal("the text is not there")
		}
		v := CheckFile([]byte(file), "en")
		if strings.HasSuffix(text, "]().") {
			if v.Lesson != nil {
				t.Errorf("%q passes", text)
			}
			continue
		}
		if bad == "" {
			if v.Lesson == nil {
				t.Errorf("%q: %v", text, v.Problems)
				continue
			}
			v.Lesson.Slug = lessons.FromFilePrefix + v.Lesson.Slug
			if l, err := lessons.DecodeFromFile(lessons.Encode(v.Lesson)); err != nil {
				t.Errorf("%q passes the check, and cannot be begun: %v", text, err)
			} else if strings.Contains(text, "[^1]") && (strings.Contains(l.Steps[0].Body, "<a") || !strings.Contains(l.Steps[0].Body, "[^1]: ")) {
				t.Errorf("%q: %s", text, l.Steps[0].Body)
			}
			continue
		}
		if bad, _ := v.Problems.SplitRemarks(); v.Lesson != nil || len(bad) != 1 || bad[0].What.Code != "mistake-text-link" || !strings.Contains(bad[0].Text, "it") && !strings.Contains(bad[0].Text, "ftp") {
			t.Errorf("%q: %+v", text, v.Problems)
		} else if got := bad[0].What.Args[0]; !strings.Contains(text, got) {
			t.Errorf("%q leads to %q", text, got)
		}
	}
}
