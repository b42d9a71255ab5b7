//go:build author

// Command author checks lessons that readers open from files.
package main

import (
	"tabletop/app/i18n"
	"tabletop/lessons"
	"tabletop/wasm/bridge"
)

// language is the language to take where a file has several.
const language = "en"

// main answers each frame, which is the text of a file, with a verdict.
func main() {
	port := bridge.SelfPort()
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
