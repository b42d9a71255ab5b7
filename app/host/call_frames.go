package host

import (
	"tabletop/engine/wire"
	"tabletop/lessons"
)

// frames are the closed sets of types that cross between page and worker. A new call or event
// must be listed here.
var frames = wire.JoinSets(
	lessons.FrameSets,
	wire.SetOf[Call](
		OpenWorkspace{}, ExecuteRequest{}, DoLessonAction{}, HintSeen{}, SolutionSeen{}, ResetWorkspace{}, TakeOverWorkspace{}, ExportUnsaved{}, ListWorkspaces{}, CreateSandbox{}, RenameSandbox{}, DeleteWorkspace{}, UndeleteWorkspace{}, DeleteAll{},
		DuplicateWorkspace{}, CreateFromExample{}, CreateByRequests{}, ExportWorkspace{}, ExportAll{}, MeasureFiles{}, ExportDamage{}, ImportFile{}, ShareAsLink{}, CreateFromLink{}, StoreLesson{}, StageText{}, StageValues{}, CancelCall{}, SaveLoadSettings{},
	),
	wire.SetOf[Event](
		Ready{}, Progress{}, SaveStateChanged{}, LockFreed{}, ChangesSynced{}, LateChangesMerged{}, WorkspaceReplaced{}, UnsavedAtTakeover{}, WorkspacesChanged{}, Answer{}, FilePiece{}, ExportSizeMeasured{},
	),
)

// EncodeSent returns a call as a frame, split into parts: long texts of the call are parts of
// their own and are not copied.
func EncodeSent(s SentCall) [][]byte {
	return wire.EncodeParts(&s, frames)
}

// DecodeSent reads a frame made by [EncodeSent]. The call that it returns may share memory with
// the frame.
func DecodeSent(frame []byte) (SentCall, error) {
	var s SentCall
	err := wire.Decode(frame, &s, frames)
	return s, err
}

// EncodeEvent returns an event as a frame.
func EncodeEvent(e Event) []byte {
	return wire.Encode(&e, frames)
}

// DecodeEvent reads a frame made by [EncodeEvent]. The event that it returns may share memory
// with the frame.
func DecodeEvent(frame []byte) (Event, error) {
	var e Event
	err := wire.Decode(frame, &e, frames)
	return e, err
}
