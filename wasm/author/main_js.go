// Command author is the second program: it does the jobs of [jobs.Job], one in each worker.
package main

import (
	"strings"
	"syscall/js"
	"time"

	"tabletop/app/code"
	"tabletop/app/code/keyprograms"
	"tabletop/app/designsearch"
	"tabletop/app/i18n"
	"tabletop/app/jobs"
	"tabletop/app/record"
	"tabletop/app/synthetic"
	"tabletop/engine/base"
	"tabletop/engine/console/client"
	"tabletop/lessons"
	"tabletop/lessons/author"
	"tabletop/wasm/bridge"
)

// main answers each frame from the page. The worker's name has the page's language as its second word and the
// job as its third.
func main() {
	name := strings.Fields(js.Global().Get("name").String())
	language, job := name[1], jobs.Job(name[2])
	texts := js.Global().Get("tabletopTexts")
	for i := range texts.Length() {
		array := js.Global().Get("Uint8Array").New(texts.Index(i))
		data := make([]byte, array.Length())
		js.CopyBytesToGo(data, array)
		i18n.LoadLanguage(language, data)
	}
	port := bridge.PortToPage()
	port.Receive(func(frame []byte) {
		answer, err := do(job, frame, language, func(part []byte) bool { return port.Send(part) == nil })
		if err != nil {
			panic(err)
		}
		if answer != nil {
			_ = port.Send(answer)
		}
	})
	select {}
}

// now is the clock of the sessions that are measured.
func now() base.Micros { return base.Micros(time.Now().UnixMicro()) }

// do returns the frame that answers a frame. Sentences in it are in the page's language. A search calls send with
// each of its answers, and do returns none.
func do(job jobs.Job, frame []byte, language string, send func(frame []byte) bool) ([]byte, error) {
	switch job {
	case jobs.WriteCode:
		say := func(of string, l client.Unsupported) string { return i18n.ClientLackSentence(language, of, l) }
		return code.HandleRequest(frame, say, keyprograms.Write)
	case jobs.WriteRecord:
		return record.HandleAsk(frame, now)
	case jobs.Synthesize:
		return synthetic.HandleAsk(frame, now)
	case jobs.SearchDesigns:
		return nil, designsearch.HandleAsk(frame, now, send)
	}
	return checkLesson(frame, language), nil
}

// checkLesson returns the report on the text of a lesson's file. The language is preferred for the lesson's
// texts too.
func checkLesson(text []byte, language string) []byte {
	v := author.CheckFile(text, language)
	for i := range v.Problems {
		p := &v.Problems[i]
		p.Said = i18n.LessonMistakeSentence(language, p.What, p.Why)
	}
	if v.Lesson != nil {
		v.Lesson.Slug = lessons.FromFilePrefix + v.Lesson.Slug
	}
	return lessons.EncodeFileReport(v)
}
