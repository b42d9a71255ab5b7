package rowmap

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
	"testing"
)

// invariants returns an error for the first of the map's invariants that does not hold.
func (m *Map) invariants() error {
	rows, leaves, high := 0, 0, ""
	var err error
	prev := ""
	m.tree.Ascend(func(it item) bool {
		l := it.leaf
		fail := func(format string, args ...any) bool {
			err = fmt.Errorf("leaf %d [%q, %q): %s", leaves, l.low, l.high, fmt.Sprintf(format, args...))
			return false
		}
		switch {
		case it != m.item(l):
			return fail("filed as %x to %x", it.head, it.end)
		case l.low != high || leaves > 0 && high == "":
			return fail("the one before ends at %q", high)
		case l.high != "" && l.high <= l.low:
			return fail("covers nothing")
		case len(l.entries) == 0 && m.tree.Len() > 1:
			return fail("empty")
		case len(l.entries) > maxRows:
			return fail("%d rows", len(l.entries))
		case cap(l.buf) > maxBuf:
			return fail("%d bytes of buffer", cap(l.buf))
		case l.skip != shared(l.low, l.high):
			return fail("skips %d", l.skip)
		}
		live, long := 0, 0
		var sum Totals
		for i := range l.entries {
			rec := l.record(i)
			key := rec.Key()
			switch {
			case !l.covers(key):
				return fail("holds %q", key)
			case rows+i > 0 && key <= prev:
				return fail("%q after %q", key, prev)
			case !headed(l, i, key):
				return fail("head of %q is %x", key, l.entries[i].head)
			case inline(len(rec.text), rec.Sizes) != l.entries[i].slot.size():
				return fail("%d bytes in the wrong place", len(rec.text))
			}
			if l.entries[i].slot.size() == 0 {
				long++
			} else {
				live += len(rec.text)
			}
			sum.Cells += int64(rec.Cells)
			sum.Bytes += int64(rec.Bytes)
			prev = key
		}
		switch {
		case live+l.dead != len(l.buf):
			return fail("%d bytes live, %d dead, %d in all", live, l.dead, len(l.buf))
		case long != len(l.long):
			return fail("%d long, holds %d", long, len(l.long))
		case sum.Cells != l.cells || sum.Bytes != l.bytes:
			return fail("sums are %d and %d, want %v", l.cells, l.bytes, sum)
		}
		rows += len(l.entries)
		leaves++
		high = l.high
		return true
	})
	switch {
	case err != nil:
		return err
	case high != "":
		return fmt.Errorf("the last leaf ends at %q", high)
	case rows != m.rows:
		return fmt.Errorf("%d rows, says %d", rows, m.rows)
	case m.near != nil:
		if it, _ := m.tree.Get(m.item(m.near)); it.leaf != m.near {
			return fmt.Errorf("the leaf used last is not in the tree")
		}
	}
	return nil
}

func headed(l *leaf, i int, key string) bool {
	h, next := heads2(key[l.skip:])
	return l.entries[i].head == h && l.entries[i].next == next
}

// row is a record in the model.
type row struct {
	key, payload string
	sizes        Sizes
}

// model is a plain sorted slice with the same operations as a Map.
type model []row

func (md model) find(key string) (int, bool) {
	return sort.Find(len(md), func(i int) int { return strings.Compare(key, md[i].key) })
}

func (md model) within(start, end string) (int, int) {
	from, _ := md.find(start)
	to := len(md)
	if end != "" {
		to, _ = md.find(end)
	}
	return from, max(from, to)
}

func (md model) total(from, to int) Totals {
	t := Totals{Rows: to - from}
	for _, r := range md[from:to] {
		t.Cells += int64(r.sizes.Cells)
		t.Bytes += int64(r.sizes.Bytes)
	}
	return t
}

func (md *model) put(r row) {
	i, found := md.find(r.key)
	if found {
		(*md)[i] = r
	} else {
		*md = slices.Insert(*md, i, r)
	}
}

func rowOf(r Record) row { return row{r.Key(), r.Payload(), r.Sizes} }

func (m *Map) all() model {
	var rows model
	m.Ascend("", "", func(r Record) bool { rows = append(rows, rowOf(r)); return true })
	return rows
}

// version is a map and its expected records.
type version struct {
	m    *Map
	want model
	held []Record // records that the map returned earlier
	kept []string // copies of the bytes of held
}

func (v *version) clone() *version {
	return &version{m: v.m.Clone(), want: slices.Clone(v.want)}
}

func (v *version) hold(r Record) {
	v.held = append(v.held, r)
	v.kept = append(v.kept, strings.Clone(r.text))
}

// check compares all records of the map with the expected ones, and the held records with
// their copies.
func (v *version) check(t testing.TB) {
	t.Helper()
	if err := v.m.invariants(); err != nil {
		t.Fatal(err)
	}
	if got := v.m.all(); !slices.Equal(got, v.want) {
		t.Fatalf("%d rows that differ from the %d wanted", len(got), len(v.want))
	}
	if v.m.Len() != len(v.want) {
		t.Fatalf("Len is %d, want %d", v.m.Len(), len(v.want))
	}
	for i, r := range v.held {
		if r.text != v.kept[i] {
			t.Fatalf("a record of key %q has changed since it was handed out", keyOf(v.kept[i]))
		}
	}
}

// ops turns numbers into operations on a map and its model.
type ops struct {
	next  func() uint64
	keys  func(uint64) string
	sizes func(uint64) int // returns the size of a payload
	all   []*version
	steps int
}

func (o *ops) payload(n uint64) []byte {
	b := make([]byte, o.sizes(n))
	for i := range b {
		b[i] = byte(n>>(8*(i%8))) + byte(i)
	}
	return b
}

func (o *ops) step(t testing.TB) {
	t.Helper()
	o.steps++
	n := o.next()
	v := o.all[n%uint64(len(o.all))]
	key := o.keys(o.next())
	switch n = n >> 8; n % 32 {
	default:
		o.put(t, v, key)
	case 0, 1, 2, 3, 4, 5:
		o.delete(t, v, key)
	case 6:
		if len(o.all) < 4 {
			o.all = append(o.all, v.clone())
		} else {
			v.check(t)
			o.all = slices.DeleteFunc(o.all, func(w *version) bool { return w == v })
		}
	case 7:
		// Most dropped ranges are short, because otherwise the map would never grow.
		from, _ := v.want.find(key)
		end := ""
		if to := from + int(o.next()%8); n>>8%64 != 0 && to < len(v.want) {
			end = v.want[to].key
		} else if n>>8%64 != 0 {
			end = key + "\x01"
		}
		from, to := v.want.within(key, end)
		want := v.want.total(from, to)
		v.want = slices.Delete(v.want, from, to)
		if got := v.m.DropRange(key, end); got != want {
			t.Fatalf("DropRange(%q, %q) = %v, want %v", key, end, got, want)
		}
	case 8, 9, 10, 11:
		i, found := v.want.find(key)
		r, ok := v.m.Get(key)
		if ok != found || ok && rowOf(r) != v.want[i] {
			t.Fatalf("Get(%q) = %v, want %v", key, ok, found)
		}
		if ok {
			v.hold(r)
		}
	case 12:
		end := o.keys(o.next())
		o.scan(t, v, key, end, n>>8%2 == 0, n>>9%2 == 0)
	case 13:
		i, _ := v.want.find(key)
		if got := v.m.Rank(key); got != i {
			t.Fatalf("Rank(%q) = %d, want %d", key, got, i)
		}
		r, ok := v.m.RecordAtOffset(i)
		if ok != (i < len(v.want)) || ok && rowOf(r) != v.want[i] {
			t.Fatalf("At(%d) = %v", i, ok)
		}
		end := o.keys(o.next())
		from, to := v.want.within(key, end)
		if got := v.m.TotalsInRange(key, end); got != v.want.total(from, to) {
			t.Fatalf("Sum(%q, %q) = %v", key, end, got)
		}
	}
}

func (o *ops) put(t testing.TB, v *version, key string) {
	t.Helper()
	n := o.next()
	payload := o.payload(n)
	r := row{key, string(payload), Sizes{uint32(n % 20_000), uint32(n >> 40)}}
	i, found := v.want.find(key)
	peeked, ok := v.m.Peek(key)
	if ok != found || ok && rowOf(peeked) != v.want[i] {
		t.Fatalf("Peek(%q) = %v, want %v", key, ok, found)
	}
	put := func() (Sizes, bool) { return v.m.Put(key, r.sizes, payload) }
	if len(payload)%2 == 1 {
		put = func() (Sizes, bool) { return v.m.PutText(r.sizes, append(AppendHead(nil, key), payload...)) }
	}
	old, replaced := put()
	clear(payload)
	if replaced != found || found && old != v.want[i].sizes {
		t.Fatalf("Put(%q) replaced is %v, want %v", key, replaced, found)
	}
	v.want.put(r)
}

func (o *ops) delete(t testing.TB, v *version, key string) {
	t.Helper()
	i, found := v.want.find(key)
	old, ok := v.m.Delete(key)
	if ok != found || ok && old != v.want[i].sizes {
		t.Fatalf("Delete(%q) = %v, want %v", key, ok, found)
	}
	if ok {
		v.want = slices.Delete(v.want, i, i+1)
	}
}

// scan reads a range, and if write is set it writes the map during the scan.
func (o *ops) scan(t testing.TB, v *version, start, end string, down, write bool) {
	t.Helper()
	from, to := v.want.within(start, end)
	want := slices.Clone(v.want[from:to])
	walk := v.m.Ascend
	if down {
		walk = v.m.descend
		slices.Reverse(want)
	}
	stop := -1
	if n := o.next(); n%4 == 0 && len(want) > 0 {
		stop = int(n>>2) % len(want)
		want = want[:stop+1]
	}
	var got model
	walk(start, end, func(r Record) bool {
		got = append(got, rowOf(r))
		if len(got) < 20 {
			v.hold(r)
			if write && len(got)%3 == 0 {
				o.put(t, v, o.keys(o.next()))
				o.delete(t, v, r.Key())
			}
		}
		return len(got)-1 != stop
	})
	if !slices.Equal(got, want) {
		t.Fatalf("scan [%q, %q) down=%v stop=%d: %d rows, want %d", start, end, down, stop, len(got), len(want))
	}
}

// keyMakers are key spaces that test the common prefixes and the borders of leaves.
var keyMakers = map[string]func(uint64) string{
	"phones": func(n uint64) string {
		return fmt.Sprintf("phone#%08x#2020%04d", uint32(n>>8%40)*2654435761, n>>16%100)
	},
	"numbers": func(n uint64) string { return fmt.Sprint(n % 5000) },
	"nested":  func(n uint64) string { return strings.Repeat("a", int(n%300)) },
	"zeros": func(n uint64) string {
		return "p" + strings.Repeat("\x00", int(n>>8%40)) + strings.Repeat("b", int(n%8))
	},
	"high": func(n uint64) string {
		return strings.Repeat("\xff", int(n>>8%40)) + string([]byte{byte(n), byte(n >> 16)})
	},
	"long": func(n uint64) string { return strings.Repeat("k", 4090) + fmt.Sprintf("%06d", n%700) },
	"tiny": func(n uint64) string { return string([]byte{byte(n), byte(n >> 8)}) },
}

var payloadSizes = map[string]func(uint64) int{
	"small": func(n uint64) int { return int(n % 300) },
	"none":  func(uint64) int { return 0 },
	"mixed": func(n uint64) int {
		switch n % 16 {
		case 0:
			return int(n >> 8 % 9000)
		case 1:
			return maxInline - 40 + int(n>>8%80)
		default:
			return int(n >> 8 % 200)
		}
	},
	"huge": func(n uint64) int { return 3000 + int(n>>8%30000) },
}

func TestDifferential(t *testing.T) {
	steps := 20_000
	if testing.Short() {
		steps = 4_000
	}
	for _, keys := range []string{"phones", "numbers", "nested", "zeros", "high", "long", "tiny"} {
		for _, sizes := range []string{"small", "none", "mixed", "huge"} {
			t.Run(keys+"/"+sizes, func(t *testing.T) {
				r := rand.New(rand.NewPCG(1, 2))
				o := &ops{next: r.Uint64, keys: keyMakers[keys], sizes: payloadSizes[sizes]}
				o.all = []*version{{m: New()}}
				n := steps
				if sizes == "huge" {
					n /= 10
				}
				for i := range n {
					o.step(t)
					if i%500 == 0 {
						for _, v := range o.all {
							v.check(t)
							v.held, v.kept = nil, nil
						}
					}
				}
				for _, v := range o.all {
					v.check(t)
				}
			})
		}
	}
}

// FuzzOps reads keys, payloads and operations from data.
func FuzzOps(f *testing.F) {
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 1))
		b := make([]byte, 500)
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		f.Add(uint8(seed), uint8(seed), b)
	}
	f.Fuzz(func(t *testing.T, keys, sizes uint8, data []byte) {
		k := []string{"phones", "numbers", "nested", "zeros", "high", "long", "tiny"}
		s := []string{"small", "none", "mixed", "huge"}
		done := false
		o := &ops{
			next: func() (n uint64) {
				if done = len(data) == 0; done {
					return 0
				}
				var b [8]byte
				data = data[copy(b[:], data):]
				return binary.LittleEndian.Uint64(b[:])
			},
			keys:  keyMakers[k[int(keys)%len(k)]],
			sizes: payloadSizes[s[int(sizes)%len(s)]],
			all:   []*version{{m: New()}},
		}
		// The map needs enough rows to split and join leaves.
		for i := range uint64(300) {
			n := i * 0x9E3779B97F4A7C15
			v := o.all[0]
			key, payload := o.keys(n), o.payload(n)
			v.m.Put(key, Sizes{1, uint32(i)}, payload)
			v.want.put(row{key, string(payload), Sizes{1, uint32(i)}})
		}
		for !done {
			o.step(t)
		}
		for _, v := range o.all {
			v.check(t)
		}
	})
}

// TestScanAllocations checks that a full pass has only a few allocations, regardless of
// the number of rows.
func TestScanAllocations(t *testing.T) {
	m := New()
	const rows = 20_000
	for i := range rows {
		m.Put(fmt.Sprintf("row%08d", i), Sizes{3, 100}, make([]byte, 100))
	}
	for name, pass := range map[string]func() int{
		"Ascend": func() (n int) {
			m.Ascend("", "", func(r Record) bool { n += int(r.Cells); return true })
			return n
		},
		"Descend": func() (n int) {
			m.descend("", "", func(r Record) bool { n += int(r.Cells) + len(r.Key()) - 11; return true })
			return n
		},
		"Runs": func() (n int) {
			m.AscendRuns("", "", func(r RecordRun) bool {
				for i := range r.Len() {
					n += int(r.At(i).Cells)
				}
				return true
			})
			return n
		},
		"Get": func() (n int) {
			for range rows {
				r, _ := m.Get("row00012345")
				n += int(r.Cells)
			}
			return n
		},
	} {
		if n := pass(); n != 3*rows {
			t.Errorf("%s counts %d cells, want %d", name, n, 3*rows)
		}
		if n := testing.AllocsPerRun(5, func() { pass() }); n > 4 {
			t.Errorf("%s of %d rows allocates %v times", name, rows, n)
		}
	}
}

// fill returns the number of bytes of records for each byte of buffers.
func (m *Map) fill() float64 {
	live, all := 0, 0
	m.tree.Ascend(func(it item) bool {
		live += len(it.leaf.buf) - it.leaf.dead
		all += cap(it.leaf.buf)
		return true
	})
	return float64(live) / float64(all)
}

func TestFill(t *testing.T) {
	const rows = 30_000
	at := rand.New(rand.NewPCG(1, 1)).Perm(rows)
	for _, c := range []struct {
		name  string
		key   func(i int) int
		least float64
	}{
		{"ascending", func(i int) int { return i }, 0.98},
		{"descending", func(i int) int { return rows - i }, 0.98},
		{"random", func(i int) int { return at[i] }, 0.85},
		{"two streams", func(i int) int { return i/2 + i%2*rows }, 0.85},
	} {
		m := New()
		for i := range rows {
			m.Put(fmt.Sprintf("row%08d", c.key(i)), Sizes{4, 200}, make([]byte, 120))
		}
		if err := m.invariants(); err != nil {
			t.Fatal(c.name, err)
		}
		if f := m.fill(); f < c.least {
			t.Errorf("%s: buffers are %.3f full, want %.2f", c.name, f, c.least)
		}
		// No leaf is left when its rows are deleted.
		for i := range rows {
			if i%50 != 0 {
				m.Delete(fmt.Sprintf("row%08d", at[i]))
			}
		}
		if n := m.tree.Len(); n > 3*m.Len()*150/maxBuf+8 {
			t.Errorf("%s: %d leaves of %d rows", c.name, n, m.Len())
		}
	}
}

// TestGetKeepsNoKey gets a row by a key whose bytes are then used again for the next key,
// as a caller that reads many rows does. A write to the second row once went to the place
// of the first, so that the row existed twice, or could not be found.
func TestGetKeepsNoKey(t *testing.T) {
	m := New()
	for _, key := range []string{"a", "b", "c"} {
		m.Put(key, Sizes{1, 1}, []byte("old"))
	}
	buf := []byte("a")
	m.Get(view(buf))
	buf[0] = 'c'
	if _, replaced := m.Put(view(buf), Sizes{1, 1}, []byte("new")); !replaced {
		t.Error("the row of c was not there")
	}
	var got []string
	m.Ascend("", "", func(r Record) bool {
		got = append(got, r.Key()+"="+string(r.Payload()))
		return true
	})
	if want := []string{"a=old", "b=old", "c=new"}; !slices.Equal(got, want) {
		t.Errorf("the map holds %q, want %q", got, want)
	}
}
