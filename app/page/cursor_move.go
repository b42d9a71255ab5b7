package page

// Move is a way in which a key moves the cursor in a grid.
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
	MovesEnd // the number of moves
)

// Rows reports whether the move leads to another row.
func (m Move) Rows() bool {
	return m != MoveLeft && m != MoveRight && m != MoveRowStart && m != MoveRowEnd
}
