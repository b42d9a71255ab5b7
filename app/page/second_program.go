package page

import (
	"tabletop/app/host"
	"tabletop/app/jobs"
)

type (
	// AskSecondProgram is the effect that has the second program do a job. The shell sends the message that
	// Then returns, once for each answer. There is one such job at a time: another one stops it, and then nothing
	// is sent.
	AskSecondProgram struct {
		Job   jobs.Job
		Frame []byte // what is asked
		Then  func(SecondProgramAnswer) Msg
		// IsLast reports whether an answer is the last one; nil for a job with one answer.
		IsLast func(frame []byte) bool
	}
	// StopSecondProgram stops the job of the second program, if there is one. No message follows.
	StopSecondProgram struct{}
)

func (AskSecondProgram) Effect()  {}
func (StopSecondProgram) Effect() {}

// SecondProgramAnswer is the answer of the second program, or the reason why there is none.
type SecondProgramAnswer struct {
	Frame  []byte
	Failed string // i18n code: one of those below; "" if Frame is the answer
}

// The i18n codes of [SecondProgramAnswer].Failed.
const (
	SecondProgramEnded    = "second-failed"   // the program has ended
	SecondProgramUnloaded = "second-unloaded" // it did not load
	SecondProgramOutdated = "second-newer"    // it cannot load, because the site has a newer version
)

// SlotSandboxFile is for the call of [Update.FetchSandboxFile].
var SlotSandboxFile = AnswerSlot{Name: "sandbox-file"}

// FetchSandboxFile asks for the open sandbox as a file, for the second program to work on. It is not given to the
// reader.
func (t *Update) FetchSandboxFile(then func(host.Answer) Msg) {
	t.SendCallInSlot(SlotSandboxFile, host.ExportWorkspace{ID: t.Work.ID}, "", then)
}
