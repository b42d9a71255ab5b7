package keycode

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// decimal returns n in decimal.
func decimal(n int64) string { return strconv.FormatInt(n, 10) }

// comment returns a text as it is written in a comment: characters that do not print are escaped, and
// it ends no comment.
func comment(s string) string {
	quoted := strconv.Quote(s)
	return strings.NewReplacer(`\"`, `"`, `*/`, `*\/`).Replace(quoted[1 : len(quoted)-1])
}

// docstring is [comment] within a text in three quotation marks.
func docstring(s string) string {
	return escapeDocstring(comment(s))
}

// escapeDocstring escapes what means something within three quotation marks.
func escapeDocstring(s string) string {
	return strings.NewReplacer(`\`, `\\`, `"""`, `\"\"\"`).Replace(s)
}

// unsayable reports whether a value is no text, so that only Go could write it.
func unsayable(value string) bool { return !utf8.ValidString(value) }

// wrap divides each sentence into lines that are not much longer than width.
func wrap(sentences []string, width int) (lines []string) {
	for _, s := range sentences {
		line := ""
		for word := range strings.SplitSeq(s, " ") {
			if line != "" && len(line)+len(word) >= width {
				lines, line = append(lines, line), ""
			}
			if line != "" {
				line += " "
			}
			line += word
		}
		lines = append(lines, line)
	}
	return lines
}

// text returns a text as a literal of the language.
func (l Language) text(s string) string {
	if l == Go {
		return strconv.Quote(s)
	}
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case unicode.IsPrint(r):
			b.WriteRune(r)
		case r < 0x100 && l == Java:
			fmt.Fprintf(&b, `\%03o`, r)
		case r < 0x100:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		case l == Java:
			r -= 0x10000
			fmt.Fprintf(&b, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		case l == Node:
			fmt.Fprintf(&b, `\u{%x}`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	return b.String() + `"`
}

// bytes returns bytes as a literal: of bytes in Python, and of a string with one character for each
// byte in Java and Node.
func (l Language) bytes(s string) string {
	if l == Go {
		return strconv.Quote(s)
	}
	chars := make([]rune, len(s))
	for i := range len(s) {
		chars[i] = rune(s[i])
	}
	if l != Python {
		return l.ascii(chars)
	}
	return "b" + l.ascii(chars)
}

// ascii is [Language.text] that escapes all that is not ASCII.
func (l Language) ascii(chars []rune) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range chars {
		switch {
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case ' ' <= r && r <= '~':
			b.WriteRune(r)
		case l == Java:
			fmt.Fprintf(&b, `\%03o`, r)
		default:
			fmt.Fprintf(&b, `\x%02x`, r)
		}
	}
	return b.String() + `"`
}

// args returns the arguments of a call after the value, each with a comma before it.
func (l Language) args(c call) string {
	var b strings.Builder
	for _, a := range c.args {
		b.WriteString(", ")
		switch a := a.(type) {
		case int64:
			b.WriteString(decimal(a))
			if l == Java && a >= 1<<31 {
				b.WriteByte('L')
			}
		case string:
			b.WriteString(l.bytes(a))
		case byte:
			if l == Go {
				b.WriteString(byteLiteral(a))
			} else {
				b.WriteString(l.bytes(string([]byte{a})))
			}
		}
	}
	return b.String()
}

// byteLiteral returns a byte as Go's literal.
func byteLiteral(c byte) string {
	switch {
	case c == '\'' || c == '\\':
		return `'\` + string(rune(c)) + `'`
	case ' ' <= c && c <= '~':
		return "'" + string(rune(c)) + "'"
	}
	return fmt.Sprintf("%#02x", c)
}

// name returns a name made of words, as the language writes names of functions and variables. A word
// may consist of several words itself, with _ between them.
func (l Language) name(words ...string) string {
	if l == Python {
		return strings.Join(words, "_")
	}
	var b strings.Builder
	b.WriteString(words[0])
	for _, w := range words[1:] {
		b.WriteString(l.title(w))
	}
	return l.camel(b.String())
}

// camel joins words that have _ between them, each but the first with a capital letter.
func (l Language) camel(s string) string {
	first, rest, _ := strings.Cut(s, "_")
	for w := range strings.SplitSeq(rest, "_") {
		first += l.title(w)
	}
	return first
}

// initialisms are words that Go writes in capital letters.
var initialisms = []string{"id", "url", "uri", "ip", "http", "utc", "uuid"}

// title returns a word with a capital letter.
func (l Language) title(w string) string {
	switch {
	case w == "":
		return ""
	case l == Go && slices.Contains(initialisms, w):
		return strings.ToUpper(w)
	}
	return strings.ToUpper(w[:1]) + w[1:]
}

// member returns the name of a field in a record.
func (l Language) member(field string) string {
	if l == Go {
		first, rest, _ := strings.Cut(field, "_")
		return l.camel(l.title(first) + "_" + rest)
	}
	name := l.name(field)
	if slices.Contains(reserved[l], name) {
		return l.other(name)
	}
	return name
}

// local returns the name of a field as a variable.
func (l Language) local(field string) string {
	name := l.name(field)
	_, helps := helpersOf(l)[field]
	if helps || slices.Contains(reserved[l], name) || slices.Contains(locals, field) {
		return l.other(name)
	}
	return name
}

// other returns a name in place of one that means something else.
func (l Language) other(name string) string {
	if l == Python {
		return name + "_"
	}
	return name + "Value"
}

// locals are names that programs use for their own variables and functions.
var locals = []string{"r", "w", "s", "e", "err", "ok", "rest", "key", "record", "range", "start", "end", "first", "last", "again", "value", "check", "row_key", "parse_row_key", "prefix"}

// reserved are words that are no names of variables in a language, or that programs use otherwise.
var reserved = [...][]string{
	Go: strings.Fields(`break case chan const continue default defer else fallthrough for func go goto if import interface map package
		range return select struct switch type var string error len nil true false int64 byte fmt errors strings`),
	Java: strings.Fields(`abstract assert boolean break byte case catch char class const continue default do double else enum extends final
		finally float for goto if implements import instanceof int interface long native new package private protected public record return short
		static strictfp super switch synchronized this throw throws transient try void volatile while true false null var yield sealed permits
		clone finalize getClass hashCode notify notifyAll toString wait`),
	Python: strings.Fields(`and as assert async await break class continue def del elif else except finally for from global if import in is
		lambda nonlocal not or pass raise return try while with yield match case type str bytes int list tuple len re datetime dataclass`),
	Node: strings.Fields(`arguments await break case catch class const continue debugger default delete do else enum eval export extends false
		finally for function if implements import in instanceof interface let new null package private protected public return static super switch
		this throw true try typeof undefined var void while with yield module require exports`),
}

// names are names that are taken.
type names map[string]bool

// take returns a name like the given one that is not taken, and takes it.
func (n names) take(name string) string {
	free := name
	for i := 2; n[free]; i++ {
		free = name + strconv.Itoa(i)
	}
	n[free] = true
	return free
}
