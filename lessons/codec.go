package lessons

import "tabletop/engine/wire"

// FrameSets are the closed sets of types that frames may hold. The order of actions and checks must
// not change, since lessons that readers have opened from files are stored as frames: a new type
// goes to the end of its set.
var FrameSets = wire.JoinClosedSets(
	wire.EngineSets,
	wire.ClosedSetOf[Action](RunRequest{}, TypeCommand{}, Template{}, AddTable{}, Answer{}, Grow{}, Simulate{}, SimulateOn{}, Grade{}, Next{}),
	wire.ClosedSetOf[Check](
		HasRows{}, CellHolds{}, RowsStored{}, WrittenTogether{}, CellTime{}, SplitAtCreation{}, FamilySchema{}, GCRules{}, CommandRefused{}, NoFindings{},
		LatestReads{}, ExactReadByReader{}, RowFetched{}, QuestionAnswered{}, KeepsFields{}, ExactReads{}, QueryCost{}, MeasuredAtSizes{}, SimulatedHeat{}, SimulatedOnNodes{}, DesignGraded{}, FailsCriterion{}, FilesStored{}, ColumnSums{},
		MonthlyBill{}, FaultsFound{}, WorkedQueue{}, FirstAmiss{},
	),
)

// Encode returns the frame of a compiled lesson.
func Encode(l *Lesson) []byte { return wire.Encode(l, FrameSets) }

// Decode reads a frame made by [Encode]. It refuses any other frame with the code bad-frame.
func Decode(frame []byte) (*Lesson, error) {
	l := new(Lesson)
	if err := wire.Decode(frame, l, FrameSets); err != nil {
		return nil, err
	}
	return l, nil
}
