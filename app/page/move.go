package page

// Move is a way for the cursor to go.
type Move uint8

const (
	MoveUp Move = iota
	MoveDown
	MoveLeft
	MoveRight
	MovePageUp
	MovePageDown
	MoveRowStart
	MoveRowEnd
	MoveFirst
	MoveLast
	MovesEnd // one beyond the last
)
