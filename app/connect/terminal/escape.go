// Package terminal writes text from files and servers for people. It escapes what would move the
// cursor, change colours or hide other text.
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

// EscapingWriter returns a writer to w that escapes characters that a terminal would act on. Newlines and
// tabs stay. Each Write has to end with a whole character. JSON stays JSON with the same content.
func EscapingWriter(w io.Writer) io.Writer { return &text{to: w} }

// text is the writer that EscapingWriter returns.
type text struct {
	mu sync.Mutex // serializes writes: silence of a server is reported beside the command
	to io.Writer
}

// Write implements [io.Writer]. It reports all of p as written.
func (t *text) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, err := io.WriteString(t.to, escape(string(p), "\n\t")); err != nil {
		return 0, err
	}
	return len(p), nil
}

// UnderlyingFile returns the file that a writer writes to, directly or through [EscapingWriter], or
// nil if it is no file.
func UnderlyingFile(w io.Writer) *os.File {
	if t, is := w.(*text); is {
		w = t.to
	}
	f, _ := w.(*os.File)
	return f
}

// EscapeLine returns the first characters of a text, at most the given number, escaped so that they fit
// on one line.
func EscapeLine(s string, most int) string {
	n := 0
	for i := range s {
		if n++; n > most {
			return escape(s[:i], "") + "…"
		}
	}
	return escape(s, "")
}

// escape replaces characters that are not printable by \u001b and the like, and bytes that are not
// UTF-8 by \xff and the like. Characters in but stay.
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
