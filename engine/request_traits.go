package engine

// RequestTraits describes a kind of request to the code that forwards requests, runs them and shows their
// results. Each request declares it once, beside its type.
type RequestTraits struct {
	// Changes says that the request changes tables, designs, questions, the timeline or the clock.
	// A read-only session refuses it. For a [RunConsole] it is false, because each of its commands is
	// checked separately; see [Session.WouldChange].
	Changes bool
	// Recorded says that a journal holds the request itself. A request that changes something and
	// is not recorded is stored as the requests that it amounts to: a [Rekey] as a [LoadRecords], a
	// [GoToState] as some [Undo] or [Redo].
	Recorded bool
	// OnlyLooks says that the request leaves the tables, the last read and the preview unchanged, so
	// that what was measured or shown before stays valid. Only [PreviewRead] replaces the preview.
	OnlyLooks bool
	// AnyState says that the request names the state of the timeline that it is about, or is about
	// none. All other requests are about the current state.
	AnyState bool

	Urgency Urgency
	// Unjudged says that a lesson does not judge the request.
	Unjudged bool
	// BringsRows says that the answer brings the rows on the page up to date.
	BringsRows bool

	// CountsAsAct says that the request counts as an act by which a reader makes progress in a lesson.
	CountsAsAct bool
	// DesignedTable is the name of the table whose design the request sets, "" for none.
	DesignedTable string
}

// Urgency says when a request runs if others are waiting too.
type Urgency uint8

const (
	UrgencyLong   Urgency = iota // takes turns with the requests of the console
	UrgencyTyped                 // in the order in which they were typed
	UrgencyAtOnce                // before all others: the reader is pointing at what it is about
	UrgencyIdle                  // when there is nothing else to do
)

// TraitsOf returns the traits of a request.
func TraitsOf(r Request) RequestTraits { return r.traits() }
