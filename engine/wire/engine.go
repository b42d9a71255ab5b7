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
	if err == nil && (ch.Request == nil || !engine.TraitsOf(ch.Request).Recorded) {
		err = base.Refuse(base.CodeBadFrame, "member", "")
	}
	return ch, err
}

// Engine is the closed sets of types of the engine that frames may contain. The order of
// requests and rules must not change, because both are stored.
var Engine = Join(
	SetOf[engine.Request](
		engine.Console{}, engine.PrintMore{}, engine.Load{}, engine.RestoreRows{}, engine.LoadPrinted{}, engine.LoadValues{}, engine.TextPiece{}, engine.Rekey{}, engine.Workload{}, engine.MeasureDesigns{},
		engine.Undo{}, engine.Redo{}, engine.GoTo{}, engine.Checkpoint{}, engine.DropCheckpoint{}, engine.Restore{}, engine.ForgetHistory{},
		engine.Garbage{}, engine.Copy{}, engine.CollectGarbage{}, engine.Sizes{}, engine.AdvanceClock{}, engine.Preview{}, engine.Trace{}, engine.Refresh{}, engine.ReadVersions{},
		engine.CompleteKeys{}, engine.Simulate{}, engine.FindBusyKeys{}, engine.LiveLoad{}, engine.Advise{}, engine.CompareDesigns{}, engine.Sample{}, engine.FindRecipe{},
		engine.InferTemplates{}, engine.DesignFromRows{}, engine.PreviewRekey{}, engine.PlanQuestion{}, engine.EstimateRekey{}, engine.FindRemedies{},
	),
	SetOf[engine.Answer](
		engine.DesignMeasurements(nil), (*engine.Previewed)(nil), (*engine.Traced)(nil), (*engine.VersionsRead)(nil), (*engine.GarbageReport)(nil),
		(*engine.TableSizes)(nil), (*engine.KeyCompletions)(nil), (*engine.Simulated)(nil), (*engine.BusyKeysFound)(nil), (*engine.Advice)(nil),
		(*engine.DesignsCompared)(nil), (*engine.Sampled)(nil), (*engine.TableRecipe)(nil), (*engine.TemplatesInferred)(nil), (*engine.RekeyPreviewed)(nil), (*engine.QuestionPlan)(nil), (*engine.RekeyEstimated)(nil), (*engine.RemediesFound)(nil),
	),
	SetOf[table.GCRule](table.MaxVersions(0), table.MaxAge(0), table.Union(nil), table.Intersection(nil)),
)
