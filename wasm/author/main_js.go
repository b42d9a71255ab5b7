//go:build author

// Command author checks lessons that readers open from files, or where its worker's name
// says so writes the code of what was typed into a console.
package main

import (
	"strings"
	"syscall/js"

	"tabletop/app/code"
	"tabletop/app/i18n"
	"tabletop/engine/console/client"
	"tabletop/lessons"
	"tabletop/wasm/bridge"
)

// language is the language to take where a file has several.
const language = "en"

// main answers each frame: one of package code, or the text of a file, with a verdict.
func main() {
	port := bridge.SelfPort()
	if strings.HasSuffix(js.Global().Get("name").String(), " code") {
		port.Receive(func(frame []byte) {
			say := func(of string, l client.Lack) string { return i18n.Lacks(language, of, l) }
			written, err := code.Answer(frame, say)
			if err != nil {
				panic(err)
			}
			_ = port.Send(written)
		})
		select {}
	}
	port.Receive(func(text []byte) {
		v := lessons.CheckFile(text, language)
		for i := range v.Problems {
			p := &v.Problems[i]
			p.Said = i18n.Mistake(language, p.What, p.Why)
		}
		if v.Lesson != nil {
			v.Lesson.Slug = lessons.OwnPrefix + v.Lesson.Slug
		}
		_ = port.Send(lessons.EncodeVerdict(v))
	})
	select {}
}
