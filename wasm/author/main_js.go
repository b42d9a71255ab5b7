// Command author checks lessons that readers open from files, or, where its worker's name ends with
// " code", writes commands of the console as code.
package main

import (
	"strings"
	"syscall/js"

	"tabletop/app/code"
	"tabletop/app/i18n"
	"tabletop/engine/console/client"
	"tabletop/lessons"
	"tabletop/lessons/author"
	"tabletop/wasm/bridge"
)

// main answers each frame from the page. Normally a frame is the text of a lesson's file, and the
// answer a [lessons.FileReport] with sentences in the page's language. For code, frames and answers
// are those of tabletop/app/code. The worker's name has the language as its second word.
func main() {
	name := js.Global().Get("name").String()
	language := strings.Fields(name)[1] // of the page, preferred for the lesson's texts too
	texts := js.Global().Get("tabletopTexts")
	for i := range texts.Length() {
		array := js.Global().Get("Uint8Array").New(texts.Index(i))
		data := make([]byte, array.Length())
		js.CopyBytesToGo(data, array)
		i18n.LoadLanguage(language, data)
	}
	port := bridge.PortToPage()
	if strings.HasSuffix(name, " code") {
		port.Receive(func(frame []byte) {
			say := func(of string, l client.Unsupported) string { return i18n.ClientLackSentence(language, of, l) }
			written, err := code.HandleRequest(frame, say)
			if err != nil {
				panic(err)
			}
			_ = port.Send(written)
		})
		select {}
	}
	port.Receive(func(text []byte) {
		v := author.CheckFile(text, language)
		for i := range v.Problems {
			p := &v.Problems[i]
			p.Said = i18n.LessonMistakeSentence(language, p.What, p.Why)
		}
		if v.Lesson != nil {
			v.Lesson.Slug = lessons.FromFilePrefix + v.Lesson.Slug
		}
		_ = port.Send(lessons.EncodeFileReport(v))
	})
	select {}
}
