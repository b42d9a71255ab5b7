// Package lessons turns lesson sources into lessons and follows a reader through
// one: which goals have passed, which answer was wrong and why, what was
// measured. It judges what happened in the engine, never the text that was
// typed, so that any route that gets there passes.
//
// A lesson is data: steps with goals, goals with a [Check], questions with an
// explanation for each wrong answer. [Load] reads the sources (native only:
// text is Markdown and is rendered once, when the site is built), [Encode] and
// [Decode] carry the compiled lesson to the browser, and a [Run] judges.
//
// # Sources
//
//	content/<slug>/lesson.json     steps, goals, checks, questions, workload
//	content/<slug>/*.csv           the documents' data, a header line first
//	content/<slug>/solutions.json  what solves each step, in order
//	content/<slug>/wrong.json      wrong answers, each with the explanation it must meet
//	content/<slug>/<lang>.md       all text of the lesson in one language
package lessons
