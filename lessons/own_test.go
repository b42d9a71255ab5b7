//go:build !js

package lessons

import "testing"

func TestDecodeOwn(t *testing.T) {
	for _, l := range course(t) {
		if _, err := DecodeOwn(Encode(l)); err == nil {
			t.Errorf("%s passes for a lesson from a file", l.Slug)
		}
		l.Slug = OwnPrefix + l.Slug
		if got, err := DecodeOwn(Encode(l)); err != nil || got.Title != l.Title {
			t.Errorf("%s: %v", l.Slug, err)
		}
		body := l.Steps[0].Body
		for _, html := range []string{
			`<script>x</script>`, `<img src=x>`, `<a href="javascript:x">x</a>`, `<p onclick="x">x</p>`, `<form action="x">`, `<p`, `<p style="x">`,
		} {
			l.Steps[0].Body = body + html
			if _, err := DecodeOwn(Encode(l)); err == nil {
				t.Errorf("%s is taken", html)
			}
		}
	}
	if _, err := DecodeOwn(nil); err == nil {
		t.Error("nothing is a lesson")
	}
}
