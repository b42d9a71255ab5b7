// Package terminal writes for people what comes from files and servers, so that none of it
// moves the cursor, changes colours or hides what is said.
package terminal

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Text returns a writer of text to w that escapes what a terminal would act on. It takes
// whole characters at a time, and JSON stays JSON with the same content.
func Text(w io.Writer) io.Writer { return &text{to: w} }

type text struct {
	mu sync.Mutex // a server’s silence is told beside the command
	to io.Writer
}

func (t *text) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, err := io.WriteString(t.to, escape(string(p), "\n\t")); err != nil {
		return 0, err
	}
	return len(p), nil
}

// File returns the file that a writer, or one of [Text], writes to; nil for none.
func File(w io.Writer) *os.File {
	if t, is := w.(*text); is {
		w = t.to
	}
	f, _ := w.(*os.File)
	return f
}

// Line returns the first characters of a text, at most the given number, escaped so that
// they stand on one line.
func Line(s string, most int) string {
	n := 0
	for i := range s {
		if n++; n > most {
			return escape(s[:i], "") + "…"
		}
	}
	return escape(s, "")
}

// escape writes characters that cannot be printed as \u001b, and bytes that are not UTF-8 as
// \xff.
func escape(s, but string) string {
	plain := func(r rune) bool { return unicode.IsGraphic(r) || strings.ContainsRune(but, r) }
	if utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return !plain(r) }) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[0])
		case plain(r):
			b.WriteRune(r)
		default:
			for _, unit := range utf16.Encode([]rune{r}) {
				fmt.Fprintf(&b, `\u%04x`, unit)
			}
		}
		s = s[size:]
	}
	return b.String()
}
