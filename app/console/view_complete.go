package console

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"tabletop/app/i18n"
	"tabletop/app/page"
	"tabletop/engine/console"
)

// choices returns, for the editor, what may stand in front of the caret, which
// stands in text at a place that counts UTF-16 units; and the message that asks
// for what belongs to it, if that is not known yet.
func choices(lang string, w *page.Workspace, st *State, text string, at int) (out map[string]any, ask Msg) {
	c, ask := complete(w, st, text, byteAt(text, at))
	if ask != nil {
		return map[string]any{"waits": true}, ask
	}
	u := &units{text: text}
	all := []any{}
	for _, ch := range c.Choices {
		all = append(all, map[string]any{
			"label": i18n.Plain(ch.Label), "text": ch.Text, "ends": ch.Ends, "kind": choiceKinds[ch.Kind], "detail": detail(lang, ch),
		})
	}
	return map[string]any{"from": u.of(c.From), "to": u.of(c.To), "choices": all}, nil
}

// choiceKinds are the classes of the choices: those of their tokens.
var choiceKinds = [...]string{
	console.ChooseCommand: "name", console.ChooseOption: "key", console.ChooseValue: "text", console.ChooseTable: "table",
	console.ChooseFamily: "family", console.ChooseQualifier: "qualifier", console.ChooseKey: "row",
}

// detail says in a few words what a choice is.
func detail(lang string, c console.Choice) string {
	switch c.Kind {
	case console.ChooseCommand, console.ChooseOption:
		sentence, _, more := strings.Cut(i18n.Sentence(lang, c.Help), ". ")
		if more {
			sentence += "."
		}
		return sentence
	case console.ChooseTable:
		return i18n.Text(lang, "rows", strconv.FormatInt(c.Rows, 10))
	case console.ChooseFamily:
		return c.GC
	case console.ChooseValue:
		return c.Field
	case console.ChooseKey:
		rows := i18n.Text(lang, "rows", strconv.FormatInt(c.Rows, 10))
		if c.Field != "" {
			return c.Field + " · " + rows
		}
		return rows
	}
	return ""
}

// byteAt returns the byte of a text that has so many UTF-16 units before it.
func byteAt(text string, at int) int {
	pos := 0
	for at > 0 && pos < len(text) {
		r, n := utf8.DecodeRuneInString(text[pos:])
		pos += n
		at--
		if r > 0xffff {
			at--
		}
	}
	return pos
}
