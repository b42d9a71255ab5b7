// Package export writes tables as text that other tools read: a script for the cbt tool
// ([WriteCBTScript]), a script for the HBase shell ([WriteHBaseScript]), or comma-separated values
// for cbt's import ([WriteCSV]). Their schema alone becomes a few lines of the scripts ([WriteCBTSchema],
// [WriteHBaseSchema]) or a Terraform configuration ([WriteTerraform]).
//
// Each function takes tables and a [WriteFunc], which gets the text in pieces and returns false to
// stop:
//
//	var out strings.Builder
//	lost := export.WriteCBTScript(tables, func(text string) bool { out.WriteString(text); return true })
//
// A form cannot hold everything. What it leaves out or changes is counted in a list of [Loss].
// In all forms only the current state of the tables is written: designs, questions, the clock
// and the timeline are not. The page's own consoles read all three forms again.
package export
