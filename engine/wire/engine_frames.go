package wire

import (
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/table"
)

// EncodeChange returns the frame of a change, as journals store it.
func EncodeChange(ch engine.Change) []byte { return Encode(&ch, EngineSets) }

// DecodeChange decodes a frame made by [EncodeChange]. It also refuses (bad-frame) a
// request that no journal records.
func DecodeChange(frame []byte) (engine.Change, error) {
	var ch engine.Change
	err := Decode(frame, &ch, EngineSets)
	if err == nil && (ch.Request == nil || !engine.TraitsOf(ch.Request).Recorded) {
		err = base.Refuse(base.CodeBadFrame, "member", "")
	}
	return ch, err
}

// EngineSets is the closed sets of types of the engine that frames may contain. The order of
// requests and rules must not change, because both are stored.
var EngineSets = JoinClosedSets(
	ClosedSetOf[engine.Request](
		engine.RunConsole{}, engine.PrintMore{}, engine.LoadRecords{}, engine.RestoreRows{}, engine.MakeTableFromPrintedOutput{}, engine.LoadValuesText{}, engine.AddTextPiece{}, engine.Rekey{}, engine.SetWorkload{}, engine.MeasureDesigns{},
		engine.Undo{}, engine.Redo{}, engine.GoToState{}, engine.SaveCheckpoint{}, engine.DeleteCheckpoint{}, engine.RestoreCheckpoint{}, engine.ForgetHistory{},
		engine.FindGarbage{}, engine.CopyTable{}, engine.CollectGarbage{}, engine.MeasureSizes{}, engine.AdvanceClock{}, engine.PreviewRead{}, engine.TraceLastRead{}, engine.Refresh{}, engine.ReadVersions{},
		engine.CompleteKeys{}, engine.SimulateLoad{}, engine.FindBusyKeys{}, engine.MeasureLiveHeat{}, engine.Advise{}, engine.CompareDesigns{}, engine.PreviewLoad{}, engine.FindRecipe{},
		engine.InferTemplates{}, engine.AdoptTemplate{}, engine.PreviewRekey{}, engine.PlanQuestion{}, engine.EstimateRekey{}, engine.FindRemedies{}, engine.DescribeStorage{}, engine.MarkQuestion{},
	),
	ClosedSetOf[engine.Answer](
		engine.DesignMeasurements(nil), (*engine.ReadPreviewed)(nil), (*engine.ReadTraced)(nil), (*engine.VersionsRead)(nil), (*engine.GarbageReport)(nil),
		(*engine.SizesMeasured)(nil), (*engine.KeyCompletions)(nil), (*engine.LoadSimulated)(nil), (*engine.BusyKeysFound)(nil), (*engine.AdviceReport)(nil),
		(*engine.DesignsCompared)(nil), (*engine.LoadPreviewed)(nil), (*engine.RecipeFound)(nil), (*engine.TemplatesInferred)(nil), (*engine.RekeyPreviewed)(nil), (*engine.QuestionPlan)(nil), (*engine.RekeyEstimated)(nil), (*engine.RemediesFound)(nil), (*engine.StorageDescribed)(nil),
	),
	ClosedSetOf[table.GCRule](table.MaxVersions(0), table.MaxAge(0), table.Union(nil), table.Intersection(nil)),
)
