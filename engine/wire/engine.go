package wire

import (
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/table"
)

// EncodeChange returns the frame of a change, as journals store it.
func EncodeChange(ch engine.Change) []byte { return Encode(&ch, Engine) }

// DecodeChange decodes a frame made by [EncodeChange]. It also refuses (bad-frame) a
// request that no journal records.
func DecodeChange(frame []byte) (engine.Change, error) {
	var ch engine.Change
	err := Decode(frame, &ch, Engine)
	if err == nil && (ch.Request == nil || !engine.NatureOf(ch.Request).Recorded) {
		err = base.Refuse(base.CodeBadFrame, "member", "")
	}
	return ch, err
}

// Engine is the closed sets of types of the engine that frames may contain. The order of
// requests and rules must not change, because both are stored.
var Engine = Join(
	SetOf[engine.Request](
		engine.Console{}, engine.More{}, engine.Load{}, engine.Fill{}, engine.Printed{}, engine.Values{}, engine.Piece{}, engine.Rekey{}, engine.Workload{}, engine.Measure{},
		engine.Undo{}, engine.Redo{}, engine.GoTo{}, engine.Checkpoint{}, engine.DropCheckpoint{}, engine.Restore{}, engine.Settle{},
		engine.Garbage{}, engine.Copy{}, engine.Compact{}, engine.Sizes{}, engine.Advance{}, engine.Preview{}, engine.Trace{}, engine.Look{}, engine.Peek{},
		engine.NextKeys{}, engine.Simulate{}, engine.Behind{}, engine.LiveLoad{}, engine.Advise{}, engine.Weigh{}, engine.Sample{}, engine.Recipe{},
		engine.Infer{}, engine.Adopt{}, engine.Glimpse{}, engine.Propose{}, engine.Estimate{}, engine.Relieve{},
	),
	SetOf[engine.Answer](
		engine.Figures(nil), (*engine.Previewed)(nil), (*engine.Traced)(nil), (*engine.Peeked)(nil), (*engine.Collection)(nil),
		(*engine.TableSizes)(nil), (*engine.KeysFound)(nil), (*engine.Simulated)(nil), (*engine.Found)(nil), (*engine.Advice)(nil),
		(*engine.Weighed)(nil), (*engine.Sampled)(nil), (*engine.Remade)(nil), (*engine.Inferred)(nil), (*engine.Glimpsed)(nil), (*engine.Proposed)(nil), (*engine.Estimated)(nil), (*engine.Relieved)(nil),
	),
	SetOf[table.GCRule](table.MaxVersions(0), table.MaxAge(0), table.Union(nil), table.Intersection(nil)),
)
