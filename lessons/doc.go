// Package lessons turns lesson sources into lessons and follows a reader through
// one: which goals have passed, which answer was wrong and why, what was
// measured. It judges what happened in the engine, never the text that was
// typed, so that any route that gets there passes.
//
// A lesson is data: steps with goals, goals with a [Check], questions with an
// explanation for each wrong answer. [Load] reads the sources, where text is
// Markdown (native, and with the build tag author: the page's own program does
// without), [Verify] does a lesson as readers would, [Encode] and
// [Decode] carry the compiled lesson to the browser, and a [Run] judges.
//
// # Sources
//
//	content/tracks.json            the tracks with their lessons, in order
//	content/tracks.<lang>.md       the tracks' titles
//	content/<slug>/lesson.json     steps, goals, checks, questions, workload
//	content/<slug>/*.csv           the documents' data, a header line first
//	content/<slug>/solutions.json  what solves each step, in order
//	content/<slug>/wrong.json      wrong answers, each with the explanation it must meet
//	content/<slug>/<lang>.md       all text of the lesson in one language
//
// In a language file a heading names what its text belongs to. Plain text stands
// behind the heading's colon, text that becomes HTML below it; a step has both.
//
//	# title: …           # summary: …
//	# field <name>: …    # query <id>: …
//	# step <id>: title
//	## offer <id>: …     ## goal <id>: …
//	## question <id>: …  ## choice <question>=<value>: …
//	## wrong <question>=<value>
//	## else <question>   any other wrong answer
//	## hint <number>     from 1
//	## solution
//	## note <id>
//
// Inline code may hold {field}, a field of a template, and {field:value}, a
// field's value in a key: both are coloured, `{game:LoL}#{date:20150301}` reads
// LoL#20150301. Raw HTML and images are refused.
package lessons
