package i18n

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"

	"tabletop/engine/base"
)

// node is a piece of a template: a literal text, or a place for an argument.
type node struct {
	text string // the literal text
	arg  int    // number of the argument, from 1; 0 for a literal
	form form
	with string // prefix of a lookup, value of an equality, or category of a plural
	yes  []node // of a choice, if it holds
	no   []node // of a choice, if it does not hold
}

// form is how a place uses its argument.
type form uint8

const (
	formPlain  form = iota
	formNumber      // {1#}
	formSize        // {1~}
	formNames       // {1&}
	formLookup      // {1:prefix}
	formGiven       // {1?yes|no}
	formEquals      // {1=with?yes|no}
	formPlural      // {1@with?yes|no}
)

// pluralCategories are the plural categories of CLDR.
var pluralCategories = []string{"zero", "one", "two", "few", "many", "other"}

// errTemplate is the only error of parseTemplate.
var errTemplate = errors.New("i18n: malformed template")

// parsed has the parsed templates by their text, since a page formats the same sentences at
// every drawing. Several goroutines may use it, as tests do.
var parsed sync.Map

// parsedTemplate is like parseTemplate, but parses each text only once. The nodes must not be
// changed.
func parsedTemplate(text string) ([]node, error) {
	if nodes, ok := parsed.Load(text); ok {
		return nodes.([]node), nil
	}
	nodes, err := parseTemplate(text)
	if err == nil {
		parsed.Store(text, nodes)
	}
	return nodes, err
}

// parseTemplate parses a template into nodes.
func parseTemplate(text string) ([]node, error) {
	var nodes []node
	// literal adds text, joined with a literal before it.
	literal := func(s string) {
		if n := len(nodes); n > 0 && nodes[n-1].arg == 0 {
			nodes[n-1].text += s
		} else if s != "" {
			nodes = append(nodes, node{text: s})
		}
	}
	for text != "" {
		i := strings.IndexAny(text, "{}")
		if i < 0 {
			literal(text)
			break
		}
		literal(text[:i])
		text = text[i:]
		if strings.HasPrefix(text, "{{") || strings.HasPrefix(text, "}}") {
			literal(text[:1])
			text = text[2:]
			continue
		}
		end := closing(text)
		if end < 0 {
			return nil, errTemplate
		}
		n, err := parsePlace(text[1:end])
		if err != nil {
			return nil, err
		}
		nodes = append(nodes, n)
		text = text[end+1:]
	}
	return nodes, nil
}

// closing returns the index of the brace that closes the one at the beginning of text, or -1.
func closing(text string) int {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '{':
			depth++
		case '}':
			depth--
		}
		if depth <= 0 {
			if depth < 0 || i == 0 {
				return -1
			}
			return i
		}
	}
	return -1
}

// parsePlace parses what is between the braces of a place.
func parsePlace(text string) (node, error) {
	// A place begins with the number of its argument.
	digits := 0
	for digits < len(text) && '0' <= text[digits] && text[digits] <= '9' {
		digits++
	}
	arg, err := strconv.Atoi(text[:digits])
	if err != nil || arg == 0 {
		return node{}, errTemplate
	}
	n, rest := node{arg: arg}, text[digits:]
	switch {
	case rest == "":
		return n, nil
	case rest == "#":
		n.form = formNumber
		return n, nil
	case rest == "~":
		n.form = formSize
		return n, nil
	case rest == "&":
		n.form = formNames
		return n, nil
	case rest[0] == ':':
		n.form, n.with = formLookup, rest[1:]
		return n, nil
	case rest[0] == '?':
		n.form, rest = formGiven, rest[1:]
	case (rest[0] == '=' || rest[0] == '@') && strings.Contains(rest, "?"):
		if n.form = formEquals; rest[0] == '@' {
			n.form = formPlural
		}
		// The value or the category is before the question mark.
		n.with, rest, _ = strings.Cut(rest[1:], "?")
		if n.form == formPlural && !slices.Contains(pluralCategories, n.with) {
			return node{}, errTemplate
		}
	default:
		return node{}, errTemplate
	}
	yes, no := choice(rest)
	if n.yes, err = parseTemplate(yes); err != nil {
		return node{}, err
	}
	n.no, err = parseTemplate(no)
	return n, err
}

// choice splits text at its first | outside of braces.
func choice(text string) (yes, no string) {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '{':
			depth++
		case '}':
			depth--
		case '|':
			if depth == 0 {
				return text[:i], text[i+1:]
			}
		}
	}
	return text, ""
}

// holds reports whether a choice takes its first branch.
func (n node) holds(lang, arg string) bool {
	switch n.form {
	case formGiven:
		return arg != ""
	case formEquals:
		return arg == n.with
	case formPlural:
		v, err := strconv.ParseInt(arg, 10, 64)
		return err == nil && plural(lang, v) == n.with
	}
	panic("i18n: no choice")
}

// filler writes a template with arguments in its places.
type filler struct {
	s    sentences
	lang string
	args []string
}

// write writes nodes. A missing argument counts as empty.
func (f *filler) write(b *strings.Builder, nodes []node) {
	for _, n := range nodes {
		if n.arg == 0 {
			b.WriteString(n.text)
			continue
		}
		arg := ""
		if n.arg <= len(f.args) {
			arg = f.args[n.arg-1]
		}
		switch n.form {
		case formPlain:
			b.WriteString(MakeShortPrintable(arg))
		case formNumber, formSize:
			v, err := strconv.ParseInt(arg, 10, 64)
			switch {
			case err != nil:
				b.WriteString(MakeShortPrintable(arg))
			case n.form == formNumber:
				b.WriteString(FormatNumber(f.lang, v))
			default:
				b.WriteString(FormatBytes(f.lang, v))
			}
		case formNames:
			names := strings.Split(arg, between)
			for i, name := range names {
				names[i] = MakeShortPrintable(name)
			}
			b.WriteString(FormatList(f.lang, names))
		case formLookup:
			code := base.Code(n.with + arg)
			if _, ok := f.s[fallback][code]; ok {
				b.WriteString(f.s.say(f.lang, code, f.args)) // the looked-up sentence may use the arguments too
			} else {
				b.WriteString(MakeShortPrintable(arg))
			}
		default:
			if n.holds(f.lang, arg) {
				f.write(b, n.yes)
			} else {
				f.write(b, n.no)
			}
		}
	}
}
