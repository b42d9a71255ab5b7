package page

// CursorMove is a way in which a key moves the cursor in a grid.
type CursorMove uint8

const (
	MoveUp CursorMove = iota
	MoveDown
	MoveLeft
	MoveRight
	MovePageUp
	MovePageDown
	MoveRowStart
	MoveRowEnd
	MoveFirst
	MoveLast
	MoveCount // the number of moves
)

// ChangesRow reports whether the move leads to another row.
func (m CursorMove) ChangesRow() bool {
	return m != MoveLeft && m != MoveRight && m != MoveRowStart && m != MoveRowEnd
}
