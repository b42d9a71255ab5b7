// Package lessons turns lesson sources into lessons and follows a reader through
// one: which goals have passed, which answer was wrong and why, what was
// measured. It judges what happened in the engine, never the text that was
// typed, so that any route that gets there passes.
//
// A lesson is data: steps with goals, goals with a [Check], questions with an
// explanation for each wrong answer. [Load] reads the sources, where text is
// Markdown (native, and with the build tag author: the page's own program does
// without), [Verify] does a lesson as readers would, [Encode] and
// [Decode] carry the compiled lesson to the browser, and a [Player] judges.
//
// What a lesson's folder holds and what each part means is said in README.md.
package lessons
