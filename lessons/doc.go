// Package lessons follows a reader through a lesson: which goals have passed, which answer was wrong
// and why, and what was measured. It judges what happened in the engine and never the text that was
// typed, so that every way to a goal passes. Package author compiles the sources of lessons.
//
// Terms: a [Lesson] has steps. A [Step] has goals, questions, hints and notes. A [Goal] passes when
// its [Check] does. A check measures something and returns a [Reading] for each thing that it asks
// for. A [Question] that is a guess takes any answer, which is compared later with what is
// measured. A [Note] explains a design that does not pass. The design of a lesson may be graded,
// see [DesignGraded].
//
// The main types and functions work together like this:
//
//   - [Encode] and [Decode] carry the compiled lesson to the browser.
//   - A [Player] follows one reader. It looks at the session but never changes it: its caller runs
//     the requests that it returns, and hands the replies back.
//   - [Progress] is what is stored. [MergeProgress] combines the progress of two readings.
//
// The caller of a player works like this:
//
//	l, err := author.Load(content.Files, "lol-scores", "en")
//	s := engine.New(options)
//	for _, req := range l.Opening() {
//		s.Do(req)
//	}
//	p := lessons.NewPlayer(l, s, lessons.Progress{})
//	requests, err := p.Requests(action)
//	for i, req := range requests {
//		did := lessons.RequestOrigin{Of: action, More: i+1 < len(requests)}
//		outcome = p.After(did, req, s.Do(req))
//	}
//
// README.md describes the files of a lesson's folder and what each part of them means.
package lessons
