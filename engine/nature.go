package engine

// Nature is what a request is to those who pass it on, run it and show what came of
// it. A new request says it once, where it is declared.
type Nature struct {
	// Changes is whether it changes tables, designs, questions, the timeline or the
	// clock: a session that only reads refuses it. The commands of a [Console] are asked
	// one by one.
	Changes bool
	// Recorded is whether a journal holds it as it is, and not as what it came to.
	Recorded bool
	// Looks is whether it leaves tables, the last read and the preview as they are, so
	// that nothing measured or shown of them is out of date behind it.
	Looks bool
	// AnyState is whether it says itself which state of the timeline it is about. All
	// others are about that of now.
	AnyState bool

	Turn Turn
	// Aside is whether it is none of the acts that a lesson judges.
	Aside bool
	// Rows is whether its answer brings the rows on the page up to date.
	Rows bool

	// Does is whether a reader gets on in a lesson by such a thing.
	Does bool
	// Design names the table whose design it sets, "" for none.
	Design string
}

// Turn says when a request is run where others wait too.
type Turn uint8

const (
	TurnLong   Turn = iota // takes turns with those of the console
	TurnTyped              // in the order in which they were typed
	TurnAtOnce             // before all others: the reader is pointing at what it is about
	TurnIdle               // when there is nothing else to do
)

// NatureOf returns the nature of a request.
func NatureOf(r Request) Nature { return r.nature() }
