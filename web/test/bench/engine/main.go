//go:build js

// Command engine is the engine in the form that web/test/bench measures: its exports read
// packed input from one buffer, and leave packed results in another. A program should use
// package wasm instead.
//
// A row is packed as its parts in order. Here n is the number of bytes of the part after it,
// and the digits are the bits of an integer:
//
//	in   n8 key  cells8  { column8  at:float64  n8 value }
//	out  cells16  n8 key  { n8 family  n8 qualifier  at:float64  n16 value }
package main

//lint:file-ignore U1000 staticcheck does not know that JavaScript calls exports.

import (
	"encoding/binary"
	"iter"
	"math"
	"runtime"
	"runtime/debug"
	"unsafe"

	"tabletop/engine/base"
	"tabletop/engine/filter"
	"tabletop/engine/table"

	"github.com/google/btree"
)

// The targets of write, with the same numbers as in static/tabletop.js.
const (
	toMain int32 = iota
	toSmall
	toRaw
)

// chunk is the number of rows in one reply of stream.
const chunk = 4096

// rawRow is a row of the plain tree that a scan is compared with.
type rawRow struct {
	key   string
	cells int
}

// The state of the program. It runs in one thread, so nothing is locked.
var (
	in, out []byte                 // the buffers for input and results
	columns []base.Cell            // the columns that input rows refer to, by index
	tables  [2]*table.Table        // the main and the small table
	plain   *btree.BTreeG[*rawRow] // the plain tree
	cells   []base.Cell            // buffer for the cells of one row in write
	left    []base.Range           // ranges that the current stream has not read yet
)

func main() {
	debug.SetGCPercent(50) // the same value as in wasm's worker
	select {}
}

// open makes empty tables and returns the address of the input buffer, which has size bytes.
//
//go:wasmexport open
func open(size int32) unsafe.Pointer {
	in = make([]byte, size)
	tables[toMain] = newTable()
	dropOwn()
	return unsafe.Pointer(&in[0])
}

// dropOwn empties the small table and the plain tree.
//
//go:wasmexport dropOwn
func dropOwn() {
	tables[toSmall] = newTable()
	plain = btree.NewG(32, func(a, b *rawRow) bool { return a.key < b.key })
	runtime.GC()
}

// newTable returns an empty table with the families of the workload.
func newTable() *table.Table {
	t, err := table.New("bench")
	must(err)
	for _, f := range []base.Family{"stats", "usage"} {
		must(t.CreateFamily(table.FamilyInfo{Name: f}))
	}
	return t
}

// declare sets the columns that input rows refer to by index. They are packed as n8 family, n8
// qualifier.
//
//go:wasmexport declare
func declare(n int32) {
	text := string(in[:n])
	columns = nil
	for pos := 0; pos < len(text); {
		var family, qualifier string
		family, pos = cut(text, pos)
		qualifier, pos = cut(text, pos)
		columns = append(columns, base.Cell{Family: base.Family(family), Qualifier: base.Qualifier(qualifier)})
	}
}

// closeAll frees the tables and the buffers.
//
//go:wasmexport close
func closeAll() {
	tables, plain, in, out = [2]*table.Table{}, nil, nil, nil
	runtime.GC()
}

// settle completes a garbage collection that may be in progress. Nothing here yields to it, and
// until it ends, each write of a pointer is slower.
//
//go:wasmexport settle
func settle() { runtime.GC() }

// write writes the rows in the first n bytes of the input; to is one of the targets.
//
//go:wasmexport write
func write(to, n int32) {
	text := string(in[:n]) // one copy, which all parts of the rows share
	for pos := 0; pos < len(text); {
		var key string
		key, pos = cut(text, pos)
		n := int(text[pos])
		pos++
		cells = cells[:0]
		for range n {
			c := columns[text[pos]]
			c.At = base.Micros(float64At(text, pos+1))
			c.Value, pos = cut(text, pos+9)
			cells = append(cells, c)
		}
		if to == toRaw {
			plain.ReplaceOrInsert(&rawRow{key, n})
		} else {
			must(tables[to].SetCells(base.RowKey(key), 0, cells))
		}
	}
}

// cut returns the text whose length is at pos, and the position after the text.
func cut(text string, pos int) (string, int) {
	end := pos + 1 + int(text[pos])
	return text[pos+1 : end], end
}

// float64At returns the float64 at a position, in little-endian order.
func float64At(text string, pos int) float64 {
	var bits uint64
	for i := range 8 {
		bits |= uint64(text[pos+i]) << (8 * i)
	}
	return math.Float64frombits(bits)
}

// must panics if err is not nil.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// reply returns the address of the last result. Each export with a result returns its number of
// bytes.
//
//go:wasmexport reply
func reply() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(out)) }

// appendRow appends a packed row to b.
func appendRow(b []byte, r table.Row) []byte {
	b = binary.LittleEndian.AppendUint16(b, uint16(r.Len()))
	b = append(append(b, byte(len(r.Key()))), r.Key()...)
	for c := range r.Cells() {
		b = append(append(b, byte(len(c.Family))), c.Family...)
		b = append(append(b, byte(len(c.Qualifier))), c.Qualifier...)
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(float64(c.At)))
		b = binary.LittleEndian.AppendUint16(b, uint16(len(c.Value)))
		b = append(b, c.Value...)
	}
	return b
}

// replyScan packs the rows of a scan into the result.
func replyScan(t *table.Table, q table.ScanQuery, st *table.ScanStats) int32 {
	b := out[:0]
	for r := range t.Scan(q, st) {
		b = appendRow(b, r)
	}
	out = b
	return int32(len(out))
}

// tally counts the cells that were read in Go, and adds the lengths and last bytes of their
// values. Values must not be empty.
type tally struct{ cells, sum int }

// add counts the cells of a row.
func (t *tally) add(r table.Row) {
	for c := range r.Cells() {
		t.cells++
		t.sum += len(c.Value) + int(c.Value[len(c.Value)-1])
	}
}

// reply packs the tally into the result, as two float64s.
func (t *tally) reply() int32 {
	out = out[:0]
	for _, n := range []int{t.cells, t.sum} {
		out = binary.LittleEndian.AppendUint64(out, math.Float64bits(float64(n)))
	}
	return int32(len(out))
}

// questions yields the texts that are packed in the first n bytes of the input.
func questions(n int32) iter.Seq[string] {
	return func(yield func(string) bool) {
		text := string(in[:n])
		for pos := 0; pos < len(text); {
			var q string
			if q, pos = cut(text, pos); !yield(q) {
				return
			}
		}
	}
}

// The exports with Here in their names answer all questions of the input in Go, and their
// result is the tally.
//
//go:wasmexport pointHere
func pointHere(n int32) int32 {
	var t tally
	for q := range questions(n) {
		if r, ok := tables[toMain].Get(base.RowKey(q)); ok {
			t.add(r)
		}
	}
	return t.reply()
}

// prefixHere reads the rows of each prefix.
//
//go:wasmexport prefixHere
func prefixHere(n int32) int32 {
	var t tally
	for q := range questions(n) {
		t.scan(table.ScanQuery{Ranges: []base.Range{base.PrefixRange(q)}})
	}
	return t.reply()
}

// newestHere reads the last row of each prefix.
//
//go:wasmexport newestHere
func newestHere(n int32) int32 {
	var t tally
	for q := range questions(n) {
		t.scan(table.ScanQuery{Ranges: []base.Range{base.PrefixRange(q)}, Reversed: true, Limit: 1})
	}
	return t.reply()
}

// streamHere reads the whole main table. Its argument is not used.
//
//go:wasmexport streamHere
func streamHere(int32) int32 {
	var t tally
	t.scan(table.ScanQuery{})
	return t.reply()
}

// filterHere reads the main table through each pattern for values.
//
//go:wasmexport filterHere
func filterHere(n int32) int32 {
	var t tally
	for q := range questions(n) {
		t.scan(table.ScanQuery{Filter: valueFilter(q)})
	}
	return t.reply()
}

// scan adds the rows of a scan of the main table.
func (t *tally) scan(q table.ScanQuery) {
	for r := range tables[toMain].Scan(q, nil) {
		t.add(r)
	}
}

// valueFilter returns a filter for the values that match a regular expression.
func valueFilter(pattern string) *filter.Program {
	p, err := filter.Compile(filter.ValueRegex(pattern))
	must(err)
	return p
}

// point results in the row with the key in the input, or in nothing.
//
//go:wasmexport point
func point(n int32) int32 {
	out = out[:0]
	if r, ok := tables[toMain].Get(base.RowKey(in[1 : 1+n])); ok {
		out = appendRow(out, r)
	}
	return int32(len(out))
}

// prefix reads the rows of a prefix; from is the number of the table.
//
//go:wasmexport prefix
func prefix(from, n int32) int32 {
	return replyScan(tables[from], table.ScanQuery{Ranges: []base.Range{base.PrefixRange(string(in[1 : 1+n]))}}, nil)
}

// newest results in the last row of the prefix in the input.
//
//go:wasmexport newest
func newest(n int32) int32 {
	q := table.ScanQuery{Ranges: []base.Range{base.PrefixRange(string(in[1 : 1+n]))}, Reversed: true, Limit: 1}
	return replyScan(tables[toMain], q, nil)
}

// count results in the numbers of rows, cells and bytes of the main table, as float64s.
//
//go:wasmexport count
func count() int32 {
	var st table.ScanStats
	tables[toMain].CountScan(table.ScanQuery{}, &st)
	out = out[:0]
	for _, n := range []int64{st.RowsScanned, st.CellsScanned, st.BytesScanned} {
		out = binary.LittleEndian.AppendUint64(out, math.Float64bits(float64(n)))
	}
	return int32(len(out))
}

// stream results in the next rows of the main table. With anew it begins at the first row.
// After the last row the result is empty.
//
//go:wasmexport stream
func stream(anew bool) int32 {
	if anew {
		left = []base.Range{base.AllKeys}
	}
	if left == nil {
		return 0
	}
	st := table.ScanStats{}
	n := replyScan(tables[toMain], table.ScanQuery{Ranges: left, Budget: chunk}, &st)
	left = st.Resume
	return n
}

// filterValues results in the rows with the cells whose value matches a pattern.
//
//go:wasmexport filter
func filterValues(n int32) int32 {
	return replyScan(tables[toMain], table.ScanQuery{Filter: valueFilter(string(in[1 : 1+n]))}, nil)
}

// raw walks the plain tree and returns its number of cells.
//
//go:wasmexport raw
func raw() int32 {
	n := 0
	plain.Ascend(func(r *rawRow) bool {
		n += r.cells
		return true
	})
	return int32(n)
}

// scan reads the whole main table and returns its number of cells. With everyCell it also reads
// every value.
//
//go:wasmexport scan
func scan(everyCell bool) int32 {
	n := 0
	for r := range tables[toMain].Scan(table.ScanQuery{}, nil) {
		if everyCell {
			for c := range r.Cells() {
				if c.Value != "" {
					n++
				}
			}
		} else {
			n += r.Len()
		}
	}
	return int32(n)
}

// heap collects garbage and returns the number of bytes in use.
//
//go:wasmexport heap
func heap() float64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}
