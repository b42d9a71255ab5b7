// Command author checks lessons that readers open from files. Where its worker's name ends with " code",
// it writes commands of the console, or a row key, as code instead, and with " record" a design record.
package main

import (
	"strings"
	"syscall/js"
	"time"

	"tabletop/app/code"
	"tabletop/app/code/keyprograms"
	"tabletop/app/i18n"
	"tabletop/app/record"
	"tabletop/engine/base"
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
			written, err := code.HandleRequest(frame, say, keyprograms.Write)
			if err != nil {
				panic(err)
			}
			_ = port.Send(written)
		})
		select {}
	}
	if strings.HasSuffix(name, " record") {
		port.Receive(func(frame []byte) {
			written, err := record.HandleAsk(frame, func() base.Micros { return base.Micros(time.Now().UnixMicro()) })
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
