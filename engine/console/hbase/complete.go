package hbase

import (
	"slices"
	"strings"

	"tabletop/engine/console"
)

// Complete returns the completions of a text at the caret, which is at the byte offset at.
// Only the command in which the caret is matters. There are none after a closed string.
func Complete(text string, at int, s console.Schema) console.Completion {
	none := console.Completion{From: at, To: at}
	if at < len(text) && strings.IndexByte(" \t\r\n,]}", text[at]) < 0 || at > console.MaxLine {
		return none // within a word
	}
	c := completer{Completion: none, schema: s, text: text[:at]}
	if c.read(text[:at]) {
		c.complete()
	}
	return c.Completion
}

// completer collects the completions of the word before the caret.
type completer struct {
	console.Completion
	schema console.Schema
	text   string // the text up to the caret

	tokens []lexed // tokens of the command, without the typed word
	typed  string  // the typed part of the word
	quoted bool    // whether it begins with a quote

	depth int // number of open brackets
	index int // index of the argument
	table console.TableSchema
}

// read reads the last command of a text. It returns false within a comment and after a
// closed string.
func (c *completer) read(text string) bool {
	l := lexer{text: text}
	more := false
	for {
		t := l.next()
		switch t.lexeme {
		case lexEnd:
			return c.word(len(text), l.err != nil && l.err.Incomplete)
		case lexComment:
			if t.end == len(text) {
				return false
			}
			continue
		case lexPrompt:
			continue
		case lexNewline:
			if c.depth == 0 && !more {
				c.tokens, c.index, l.begun = nil, 0, false
			}
			continue
		}
		more = t.lexeme == lexPunct && (t.text == "," || t.text == "=>")
		if t.lexeme == lexPunct {
			switch t.text {
			case "[", "{":
				c.depth++
			case "]", "}":
				c.depth = max(c.depth-1, 0)
			case ",":
				if c.depth == 0 {
					c.index++
				}
			}
		}
		c.tokens = append(c.tokens, t)
	}
}

// word removes the typed word from the tokens. open says that the text ends within a
// string.
func (c *completer) word(end int, open bool) bool {
	n := len(c.tokens)
	if n == 0 || c.tokens[n-1].end < end || c.tokens[n-1].lexeme == lexPunct {
		return true
	}
	t := c.tokens[n-1]
	switch {
	case t.lexeme == lexWord:
	case t.lexeme == lexString && open:
		c.quoted = true
	default:
		return false
	}
	c.From, c.typed, c.tokens = t.pos, t.text, c.tokens[:n-1]
	return true
}

// complete offers what the command accepts at the caret.
func (c *completer) complete() {
	if len(c.tokens) == 0 {
		c.commands(func(name string) string { return name })
		return
	}
	w := commands.find(c.tokens[0].text)
	if w == nil {
		return
	}
	if len(c.tokens) > 1 && c.tokens[1].lexeme == lexString {
		c.table = c.schema.Table(c.tokens[1].text)
	}
	key, value := c.key()
	last := c.tokens[len(c.tokens)-1]
	switch {
	case value:
		c.value(key)
	case c.depth > 0:
		if last.lexeme == lexPunct && (last.text == "{" || last.text == ",") {
			c.keys(w, "")
		}
	case last.lexeme != lexPunct && len(c.tokens) > 1: // a comma has to come first
	case w.name == "help":
		c.commands(quote)
	case c.index < len(w.args):
		switch arg := w.args[c.index]; {
		case arg == "TABLE" && !w.makes:
			c.tables()
		case arg == "ROW":
			c.rows()
		case arg == "FAMILY:QUALIFIER":
			c.columns()
		}
	}
	if c.depth == 0 && c.index > 0 && last.lexeme == lexPunct && last.text == "," && !value {
		c.keys(w, "{")
	}
}

// key returns the key whose value, or a part of it, is being typed.
func (c *completer) key() (name string, ok bool) {
	for i := len(c.tokens) - 1; i > 0; i-- {
		switch t := c.tokens[i]; {
		case t.text == "=>" && t.lexeme == lexPunct:
			// After a complete value only a comma may follow.
			rest := c.tokens[i+1:]
			return c.tokens[i-1].text, len(rest) == 0 || rest[0].text == "[" && rest[len(rest)-1].lexeme == lexPunct
		case t.lexeme == lexPunct && (t.text == "{" || t.text == "}" || t.text == "]"):
			return "", false
		case t.lexeme == lexPunct && t.text == "," && c.depth == 0:
			return "", false
		}
	}
	return "", false
}

// value offers values of a key.
func (c *completer) value(key string) {
	switch key {
	case "COLUMN", "COLUMNS":
		c.columns()
	case "NAME":
		var out []console.Choice
		for _, f := range c.table.Families {
			out = append(out, console.Choice{Kind: console.ChooseFamily, Label: f.Name, Text: quote(f.Name), GC: f.GC})
		}
		c.add(out)
	case "STARTROW", "STARTKEY", "STOPROW", "ENDROW", "ENDKEY", "ROWPREFIXFILTER":
		c.rows()
	case "RAW", "REVERSED":
		c.values("true", "false")
	case "FILTER":
		c.filter()
	case "METHOD":
		c.values("'delete'")
	case "FORMATTER":
		for _, how := range converters {
			c.values(quote(how.name))
		}
	}
}

func (c *completer) add(choices []console.Choice) {
	c.Choices = append(c.Choices, console.Matching(choices, c.typed)...)
}

// commands offers the commands, written by write.
func (c *completer) commands(write func(string) string) {
	var out []console.Choice
	for _, w := range commands {
		out = append(out, console.Choice{Kind: console.ChooseCommand, Label: w.name, Text: write(w.name), AddsBlank: len(c.tokens) == 0, Help: w.help()})
	}
	c.add(out)
}

// keys offers the keys of a command's hash that have not been used. open is written before
// a key.
func (c *completer) keys(w *command, open string) {
	if c.quoted {
		return
	}
	var out []console.Choice
	for _, k := range w.keys {
		there := slices.ContainsFunc(c.tokens, func(t lexed) bool { return t.lexeme == lexWord && t.text == k })
		if !there {
			out = append(out, console.Choice{Kind: console.ChooseOption, Label: k, Text: open + k + " => ", Help: keyHelp(k)})
		}
	}
	c.add(out)
}

func (c *completer) values(values ...string) {
	var out []console.Choice
	for _, v := range values {
		out = append(out, console.Choice{Kind: console.ChooseValue, Label: v, Text: v})
	}
	c.add(out)
}

func (c *completer) tables() {
	var out []console.Choice
	for _, t := range c.schema.Tables {
		out = append(out, console.Choice{Kind: console.ChooseTable, Label: t.Name, Text: quote(t.Name), Rows: t.Rows})
	}
	c.add(out)
}

func (c *completer) rows() {
	if c.table.Name == "" {
		return
	}
	c.Keys = &console.KeyPlace{Table: c.table.Name, Prefix: c.typed, Write: written}
}

// columns offers columns in the form 'FAMILY:QUALIFIER'.
func (c *completer) columns() {
	var out []console.Choice
	family, qualifier, both := strings.Cut(c.typed, ":")
	if name, converter, converts := strings.Cut(qualifier, ":"); converts {
		c.converters(family+":"+name+":", converter)
		return
	}
	if !both {
		for _, f := range c.table.Families {
			out = append(out, console.Choice{Kind: console.ChooseFamily, Label: f.Name + ":", Text: written(f.Name+":", false), GC: f.GC})
		}
		c.add(out)
		return
	}
	c.Completion.Columns = c.table.Name
	for _, col := range c.table.Columns {
		if col.Family == family && !strings.Contains(col.Qualifier, ":") {
			out = append(out, console.Choice{Kind: console.ChooseQualifier, Label: col.Qualifier, Text: quote(family + ":" + col.Qualifier)})
		}
	}
	c.Choices = console.Matching(out, qualifier)
}

// converters offers the converters that may follow the second colon of a shown column.
func (c *completer) converters(column, typed string) {
	key, value := c.key()
	if get := c.tokens[0].text == "get"; !get && !(value && strings.HasPrefix(key, "COLUMN")) {
		return
	}
	var out []console.Choice
	for _, how := range converters {
		out = append(out, console.Choice{Kind: console.ChooseValue, Label: how.name, Text: quote(column + how.name)})
	}
	c.Choices = console.Matching(out, typed)
}

// written returns text as a string, without its closing quote unless whole is set.
func written(text string, whole bool) string {
	q := quote(text)
	if !whole {
		q = q[:len(q)-1]
	}
	return q
}
