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

// Rows reports whether it leads to other rows.
func (m Move) Rows() bool {
	return m != MoveLeft && m != MoveRight && m != MoveRowStart && m != MoveRowEnd
}
