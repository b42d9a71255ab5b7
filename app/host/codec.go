package host

import (
	"tabletop/engine/wire"
	"tabletop/lessons"
)

// frames are the closed sets that cross between page and worker.
var frames = wire.Join(
	lessons.Frames,
	wire.SetOf[Call](
		Open{}, Execute{}, Do{}, Hint{}, Reveal{}, Reset{}, TakeOver{}, ExportUnsaved{}, List{}, Create{}, Rename{}, Delete{}, Undelete{}, Clear{},
		Duplicate{}, Begin{}, Make{}, Export{}, ExportAll{}, Weigh{}, Damage{}, Import{}, Share{}, Adopt{}, Keep{}, Stage{}, Ahead{}, Cancel{}, KeepLoad{},
	),
	wire.SetOf[Event](
		Ready{}, Progress{}, Saved{}, Free{}, Followed{}, Rejoined{}, Stale{}, Unsaved{}, Elsewhere{}, Answer{}, Piece{}, Weighed{},
	),
)

// EncodeSent returns a call as a frame in parts, which the call's long texts are.
func EncodeSent(s Sent) [][]byte {
	return wire.Parts(&s, frames)
}

// DecodeSent reads a frame made by [EncodeSent], which what it returns may lie in.
func DecodeSent(frame []byte) (Sent, error) {
	var s Sent
	err := wire.Decode(frame, &s, frames)
	return s, err
}

// EncodeEvent returns an event as a frame.
func EncodeEvent(e Event) []byte {
	return wire.Encode(&e, frames)
}

// DecodeEvent reads a frame made by [EncodeEvent], which what it returns may lie in.
func DecodeEvent(frame []byte) (Event, error) {
	var e Event
	err := wire.Decode(frame, &e, frames)
	return e, err
}
