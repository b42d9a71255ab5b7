package host

import (
	"tabletop/engine/wire"
	"tabletop/lessons"
)

// frames are the closed sets of types that cross between page and worker. A new call or event
// must be listed here.
var frames = wire.JoinClosedSets(
	lessons.FrameSets,
	wire.ClosedSetOf[Call](
		OpenWorkspace{}, ExecuteRequest{}, DoLessonAction{}, NoteHintSeen{}, NoteSolutionSeen{}, ResetWorkspace{}, TakeOverWorkspace{}, ExportUnsaved{}, ListWorkspaces{}, CreateSandbox{}, RenameSandbox{}, DeleteWorkspace{}, UndeleteWorkspace{}, DeleteAllWorkspaces{},
		DuplicateWorkspace{}, CreateFromExample{}, CreateFromRequests{}, ExportWorkspace{}, ExportAllWorkspaces{}, MeasureExportSizes{}, ExportDamagedRecords{}, ImportFile{}, ShareAsLink{}, CreateFromLink{}, StoreLesson{}, StageTextPiece{}, StageValuesPiece{}, CancelCall{}, SaveSandboxSettings{}, SaveQuizResult{},
	),
	wire.ClosedSetOf[Event](
		HostReady{}, CallProgress{}, SaveStateChanged{}, WriteLockFreed{}, OtherTabChangesApplied{}, LateChangesMerged{}, WorkspaceReplaced{}, UnsavedAtTakeover{}, WorkspaceListChanged{}, Answer{}, FilePiece{}, ExportSizeMeasured{},
	),
)

// EncodeSentCall returns a call as a frame, split into parts: long texts of the call are parts of
// their own and are not copied.
func EncodeSentCall(s SentCall) [][]byte {
	return wire.EncodeParts(&s, frames)
}

// DecodeSentCall reads a frame made by [EncodeSentCall]. The call that it returns may share memory with
// the frame.
func DecodeSentCall(frame []byte) (SentCall, error) {
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
