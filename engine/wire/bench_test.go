package wire

import (
	"fmt"
	"testing"

	"tabletop/engine"
	"tabletop/engine/base"
)

// BenchmarkPage encodes and decodes the page that is sent after every key typed into the
// console. It has 50 rows.
func BenchmarkPage(b *testing.B) {
	p := engine.RowPage{Table: "t", Total: 1_000_000}
	for i := range 50 {
		row := engine.PageRow{Key: base.RowKey(fmt.Sprintf("LoL#%08d#player", i))}
		for f := range 6 {
			row.Cells = append(row.Cells, engine.PageCell{Family: "GAME", Qualifier: base.Qualifier(fmt.Sprint("column", f)), At: 1_700_000_000_000_000, Value: "value", Size: 5, Versions: 1})
		}
		p.Rows = append(p.Rows, row)
	}
	frame := inFrame(p)
	b.Run("write", func(b *testing.B) {
		for b.Loop() {
			inFrame(p)
		}
	})
	b.Run("read", func(b *testing.B) {
		b.ReportMetric(float64(len(frame)), "bytes")
		for b.Loop() {
			if _, err := outOfFrame[engine.RowPage](frame); err != nil {
				b.Fatal(err)
			}
		}
	})
}
