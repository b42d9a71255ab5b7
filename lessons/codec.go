package lessons

import "tabletop/engine/wire"

// Frames are the closed sets of types that frames may hold. The order of actions and checks must
// not change, since lessons that readers have opened from files are stored as frames: a new type
// goes to the end of its set.
var Frames = wire.Join(
	wire.Engine,
	wire.SetOf[Action](Ask{}, TypeCommand{}, Template{}, AddTable{}, Answer{}, Grow{}, Simulate{}, SimulateOn{}, Grade{}, Next{}),
	wire.SetOf[Check](
		HasRows{}, Cell{}, RowsStored{}, WrittenTogether{}, CellTime{}, SplitAsMade{}, Schema{}, Rules{}, Refused{}, NoFindings{},
		Reads{}, ReadByReader{}, Fetched{}, QuestionAnswered{}, KeepsFields{}, ExactReads{}, QueryCost{}, DesignsMeasured{}, Heat{}, SimulatedOnNodes{}, Graded{}, FailsCriterion{},
	),
)

// Encode returns the frame of a compiled lesson.
func Encode(l *Lesson) []byte { return wire.Encode(l, Frames) }

// Decode reads a frame made by [Encode]. It refuses any other frame with the code bad-frame.
func Decode(frame []byte) (*Lesson, error) {
	l := new(Lesson)
	if err := wire.Decode(frame, l, Frames); err != nil {
		return nil, err
	}
	return l, nil
}
