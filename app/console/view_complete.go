package console

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"tabletop/app/i18n"
	"tabletop/app/page"
	"tabletop/engine/console"
)

// choices returns the choices of [complete] as the editor takes them. The caret is at the
// UTF-16 unit at. If row keys have to be asked for first, the result tells the editor to
// wait, and ask is the message that asks for them.
func choices(lang string, w *page.Workspace, st *State, text string, at int) (out map[string]any, ask Msg) {
	c, ask := complete(w, st, text, byteAt(text, at))
	if ask != nil {
		return map[string]any{"waits": true}, ask
	}
	u := &units{text: text}
	all := []any{}
	for _, ch := range c.Choices {
		all = append(all, map[string]any{
			"label": i18n.MakePrintable(ch.Label), "text": ch.Text, "ends": ch.AddsBlank, "kind": choiceKinds[ch.Kind], "detail": detail(lang, ch),
		})
	}
	return map[string]any{"from": u.of(c.From), "to": u.of(c.To), "choices": all}, nil
}

// choiceKinds are the CSS classes of the choices, the same as those of the tokens.
var choiceKinds = [...]string{
	console.ChooseCommand: "name", console.ChooseOption: "key", console.ChooseValue: "text", console.ChooseTable: "table",
	console.ChooseFamily: "family", console.ChooseQualifier: "qualifier", console.ChooseKey: "row",
}

// detail returns a short description of a choice, "" for none.
func detail(lang string, c console.Choice) string {
	switch c.Kind {
	case console.ChooseCommand, console.ChooseOption:
		sentence, _, more := strings.Cut(i18n.EngineSentence(lang, c.Help), ". ")
		if more {
			sentence += "."
		}
		return sentence
	case console.ChooseTable:
		return i18n.PageText(lang, "rows", strconv.FormatInt(c.Rows, 10))
	case console.ChooseFamily:
		return c.GC
	case console.ChooseValue:
		return c.Field
	case console.ChooseKey:
		rows := i18n.PageText(lang, "rows", strconv.FormatInt(c.Rows, 10))
		if c.Field != "" {
			return c.Field + " · " + rows
		}
		return rows
	}
	return ""
}

// byteAt returns the byte offset in a text after its first at UTF-16 units.
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
