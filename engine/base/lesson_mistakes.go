package base

// These are the codes of mistakes in the sources of a lesson. The comment beside each lists
// its arguments in order. If a mistake is about a text of the sources, that text comes first.
const (
	// Files.
	MistakeLarge      Code = "mistake-large"      // bytes, limit
	MistakeEncoding   Code = "mistake-encoding"   //
	MistakeSlug       Code = "mistake-slug"       // name
	MistakeNoSlug     Code = "mistake-no-slug"    //
	MistakeMissing    Code = "mistake-missing"    // file
	MistakeUntried    Code = "mistake-untried"    // file that a lesson can do without (wrong.json, facts.json)
	MistakeFolder     Code = "mistake-folder"     // file
	MistakeStray      Code = "mistake-stray"      // file
	MistakeUnreadable Code = "mistake-unreadable" // what the system said
	MistakeUnpackable Code = "mistake-unpackable" // file
	MistakeUntracked  Code = "mistake-untracked"  // lesson or file that no track names
	MistakeOwnName    Code = "mistake-own-name"   // lesson with the name of one from a file
	MistakeTwice      Code = "mistake-twice"      // the name or text that is repeated

	// JSON and records.
	MistakeJSONEnds  Code = "mistake-json-ends"  //
	MistakeJSONMore  Code = "mistake-json-more"  //
	MistakeJSON      Code = "mistake-json"       // what the reader of JSON said
	MistakeJSONDeep  Code = "mistake-json-deep"  // limit
	MistakeMember    Code = "mistake-member"     // member, nearest known member or "", known members joined by ", "
	MistakeValue     Code = "mistake-value"      // the value, what is expected (bool, list, number, object, text, whole)
	MistakeCSVHead   Code = "mistake-csv-head"   // header line that it should have
	MistakeCSVQuote  Code = "mistake-csv-quote"  //
	MistakeCSVFields Code = "mistake-csv-fields" // fields of the record, fields that it should have

	// Parts of a lesson.
	MistakeID          Code = "mistake-id"           // id
	MistakeUnknown     Code = "mistake-unknown"      // name, kind of thing (access, criterion, data, field, gen, goal, offer, panel, pattern, policy, query, question, question-kind, rule, shape, step, truth), nearest known name or "", known names joined by ", "
	MistakeNoMinutes   Code = "mistake-no-minutes"   //
	MistakeNoTeaches   Code = "mistake-no-teaches"   //
	MistakeNoSteps     Code = "mistake-no-steps"     //
	MistakeColumn      Code = "mistake-column"       // field whose column lacks a family or a qualifier
	MistakeData        Code = "mistake-data"         // data set
	MistakeTemplate    Code = "mistake-template"     // template
	MistakeLatest      Code = "mistake-latest"       // field
	MistakeEach        Code = "mistake-each"         // field
	MistakeNoRecipe    Code = "mistake-no-recipe"    // data set
	MistakeFirstEnter  Code = "mistake-first-enter"  //
	MistakeGradedTwice Code = "mistake-graded-twice" // how often
	MistakeBill        Code = "mistake-bill"         //
	MistakeQueue       Code = "mistake-queue"        //
	MistakeLoadPanel   Code = "mistake-load-panel"   //
	MistakeChoices     Code = "mistake-choices"      //
	MistakeUnexplained Code = "mistake-unexplained"  // choice
	MistakeRight       Code = "mistake-right"        // answer
	MistakeOrdered     Code = "mistake-ordered"      //
	MistakeWrong       Code = "mistake-wrong"        // answer
	MistakeNoElse      Code = "mistake-no-else"      //
	MistakeBecause     Code = "mistake-because"      //
	MistakeSizes       Code = "mistake-sizes"        //
	MistakeRunTruth    Code = "mistake-run-truth"    //
	MistakeCondition   Code = "mistake-condition"    // field
	MistakeDuration    Code = "mistake-duration"     // text
	MistakeTimes       Code = "mistake-times"        // limit
	MistakeRequest     Code = "mistake-request"      //
	MistakeAction      Code = "mistake-action"       //
	MistakeCheck       Code = "mistake-check"        //
	MistakeNoLoad      Code = "mistake-no-load"      //
	MistakeNoGrowth    Code = "mistake-no-growth"    //
	MistakeNoGraded    Code = "mistake-no-graded"    //
	MistakeNoSolution  Code = "mistake-no-solution"  //
	MistakeNoGoals     Code = "mistake-no-goals"     //
	MistakeStored      Code = "mistake-stored"       //
	MistakeHeat        Code = "mistake-heat"         //
	MistakeGradedData  Code = "mistake-graded-data"  //
	MistakeGradedRates Code = "mistake-graded-rates" //
	MistakeGradedPars  Code = "mistake-graded-pars"  //
	MistakeBound       Code = "mistake-bound"        //
	MistakeBoundEmpty  Code = "mistake-bound-empty"  // least, most
	MistakeWhenQuery   Code = "mistake-when-query"   //
	MistakeWhenEmpty   Code = "mistake-when-empty"   //
	MistakeTraffic     Code = "mistake-traffic"      //
	MistakeFactEmpty   Code = "mistake-fact-empty"   //
	MistakeFactFrom    Code = "mistake-fact-from"    //

	// Text.
	MistakeTextFirst   Code = "mistake-text-first"   //
	MistakeTextHolds   Code = "mistake-text-holds"   // what the text contains but must not (html, image, heading)
	MistakeTextLink    Code = "mistake-text-link"    // target of the link
	MistakeTextTag     Code = "mistake-text-tag"     // element
	MistakeTextNested  Code = "mistake-text-nested"  // limit of levels
	MistakeTextCrowded Code = "mistake-text-crowded" // marks, limit
	MistakeHeading     Code = "mistake-heading"      //
	MistakeHeadingCode Code = "mistake-heading-code" //
	MistakeHeadingStep Code = "mistake-heading-step" // block
	MistakeHeadingDeep Code = "mistake-heading-deep" // block, level
	MistakeNoText      Code = "mistake-no-text"      // block, the heading that it needs
	MistakeNoPlain     Code = "mistake-no-plain"     // block
	MistakeNoBelow     Code = "mistake-no-below"     // block
	MistakeUnasked     Code = "mistake-unasked"      // block
	MistakeBothSides   Code = "mistake-both-sides"   // block

	// Mistakes found when the lesson is carried out.
	MistakeRefused       Code = "mistake-refused"        // what the engine refuses (advance, compact, load, measure, rekey, simulate, undo, workload)
	MistakeImpossible    Code = "mistake-impossible"     // action that cannot be done there (add, grade, grow, template)
	MistakeStuck         Code = "mistake-stuck"          // step
	MistakePasses        Code = "mistake-passes"         // goal
	MistakeGoesOn        Code = "mistake-goes-on"        //
	MistakeSolutionWrong Code = "mistake-solution-wrong" // explanation
	MistakeSolutionFails Code = "mistake-solution-fails" // goal
	MistakeHeld          Code = "mistake-held"           // question
	MistakeGuess         Code = "mistake-guess"          // right answer, what was measured or ""
	MistakeNotDone       Code = "mistake-not-done"       //
	MistakeOther         Code = "mistake-other"          // explanation that was to be met or "", the one that was met or ""
	MistakeWrongPasses   Code = "mistake-wrong-passes"   // goal
	MistakeNoAttempt     Code = "mistake-no-attempt"     //
	MistakeNoteUnmet     Code = "mistake-note-unmet"     //
	MistakeAnswerRefused Code = "mistake-answer-refused" // answer
	MistakeAnswerOther   Code = "mistake-answer-other"   // answer
	MistakeAnswerPasses  Code = "mistake-answer-passes"  // answer, goals joined by ", "
	MistakeAnswerShort   Code = "mistake-answer-short"   // answer, its explanation
	MistakeHints         Code = "mistake-hints"          // hints, hints that a step should have
	MistakeHintShort     Code = "mistake-hint-short"     // hint
	MistakeLongParagraph Code = "mistake-long-paragraph" // its beginning, words, limit
	MistakeLongSentence  Code = "mistake-long-sentence"  // its beginning, words, limit
	MistakeLongSentences Code = "mistake-long-sentences" // words, sentences, words that one should have at most
	MistakeUnsaid        Code = "mistake-unsaid"         // figure
	MistakeFalse         Code = "mistake-false"          // figure, what was measured joined by ", "
	MistakeUnproved      Code = "mistake-unproved"       // figure, text that names it
)
