package rowmap

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestParts stores a map again and again while it changes. It stores the parts that differ
// from the last time, and restores each state from them.
func TestParts(t *testing.T) {
	for _, sizes := range []string{"small", "none", "mixed", "huge"} {
		for _, keys := range []string{"phones", "numbers", "long"} {
			t.Run(keys+"/"+sizes, func(t *testing.T) {
				r := rand.New(rand.NewPCG(3, 4))
				o := &ops{next: r.Uint64, keys: keyMakers[keys], sizes: payloadSizes[sizes], all: []*version{{m: New()}}}
				for i := range uint64(1000) {
					v, key := o.all[0], o.keys(i*0x9E3779B97F4A7C15)
					v.m.Put(key, Sizes{1, 2}, []byte("at first"))
					v.want.put(row{key, "at first", Sizes{1, 2}})
				}
				stored := map[Block]Block{}
				restored := New()
				last := slices.Collect(restored.Blocks())
				stored[last[0]] = last[0]
				from := slices.Clone(last)
				again := 0
				for i := range 1500 {
					o.step(t)
					if i%25 != 0 {
						continue
					}
					v := o.all[r.IntN(len(o.all))]
					to := slices.Collect(v.m.Clone().Blocks())
					again += len(to)
					for _, s := range DiffBlocks(from, to) {
						again -= len(s.Blocks)
						var parts []Block
						for _, p := range s.Blocks {
							if _, known := stored[p]; !known {
								data := append(p.AppendEncoded(nil), "rest"...)
								read, rest, ok := ReadBlock(data)
								if !ok || string(rest) != "rest" {
									t.Fatalf("a part of %d rows is not read again: %q", p.Len(), rest)
								}
								stored[p] = read
							}
							parts = append(parts, stored[p])
						}
						next := restored.Clone()
						if _, ok := next.ReplaceBlocks(s.Low, s.High, parts); !ok {
							t.Fatalf("[%q, %q) is not taken", s.Low, s.High)
						}
						restored = next
					}
					from = to
					(&version{m: restored, want: v.want}).check(t)
				}
				if again == 0 {
					t.Error("nothing was shared")
				}
				// A restored map can be written like any other.
				v := &version{m: restored.Clone(), want: restored.all()}
				o.all = []*version{v}
				for range 500 {
					o.step(t)
				}
				for _, v := range o.all {
					v.check(t)
				}
			})
		}
	}
}

// TestPartsStay writes a map while it reads the map's parts.
func TestPartsStay(t *testing.T) {
	m := New()
	for i := range 5000 {
		m.Put(keyMakers["phones"](uint64(i)*0x9E3779B97F4A7C15), Sizes{1, 1}, []byte("before"))
	}
	want := m.all()
	var got model
	for p := range m.Blocks() {
		for i := range p.Len() {
			r := p.Record(i)
			got = append(got, rowOf(r))
			m.Put(r.Key(), Sizes{1, 1}, []byte("after"))
			m.Delete(want[len(want)-len(got)].key)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("%d rows, want the %d that there were", len(got), len(want))
	}
}

// TestGraftRefuses checks that parts that do not fit together are refused.
func TestGraftRefuses(t *testing.T) {
	m := New()
	for i := range 5000 {
		m.Put(keyMakers["numbers"](uint64(i)), Sizes{1, 1}, []byte("v"))
	}
	parts := slices.Collect(m.Blocks())
	want := m.all()
	border := parts[1].StartKey()
	for _, c := range []struct {
		name      string
		low, high string
		parts     []Block
	}{
		{"nothing", "", "", nil},
		{"all but the first", "", "", parts[1:]},
		{"all but the last", "", "", parts[:len(parts)-1]},
		{"a gap", "", "", slices.Delete(slices.Clone(parts), 1, 2)},
		{"one twice", "", "", slices.Insert(slices.Clone(parts), 1, parts[1])},
		{"not where parts meet", border + "\x00", "", parts[1:]},
		{"not where it ends", "", border + "\x00", parts[:1]},
		{"an empty one", "", border, []Block{{newLeaf("", border, new(token))}}},
	} {
		if _, ok := m.ReplaceBlocks(c.low, c.high, c.parts); ok {
			t.Errorf("%s: taken", c.name)
		}
		(&version{m: m, want: want}).check(t)
	}
}

// FuzzReadPart reads arbitrary bytes as a part.
func FuzzReadPart(f *testing.F) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, sizes := range []string{"none", "mixed"} {
		o := &ops{next: r.Uint64, keys: keyMakers["phones"], sizes: payloadSizes[sizes], all: []*version{{m: New()}}}
		for range 200 {
			o.step(f)
		}
		for p := range o.all[0].m.Blocks() {
			f.Add(p.AppendEncoded(nil))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p, rest, ok := ReadBlock(slices.Clone(data))
		if !ok {
			return
		}
		again := p.AppendEncoded(nil)
		q, none, ok := ReadBlock(slices.Clone(again))
		if !ok || len(none) > 0 || q.Len() != p.Len() || q.Totals() != p.Totals() {
			t.Fatalf("%d rows were %d", q.Len(), p.Len())
		}
		if len(data)-len(rest) < p.Len() {
			t.Fatalf("%d rows of %d bytes", p.Len(), len(data)-len(rest))
		}
		if p.StartKey() != "" || p.EndKey() != "" {
			return
		}
		m := New()
		if sum, ok := m.ReplaceBlocks("", "", []Block{p}); !ok || sum != p.Totals() {
			t.Fatal("one part of all keys is not taken")
		}
		(&version{m: m, want: m.all()}).check(t)
	})
}

// TestUvarint reads numbers of every length, at the end of a text and before further
// bytes.
func TestUvarint(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for i := range 20_000 {
		want := r.Uint64() >> r.IntN(64)
		data := append([]byte("before"), binary.AppendUvarint(nil, want)...)
		end := len(data)
		data = append(data, make([]byte, i%12)...)
		for j := range data[end:] {
			data[end+j] = byte(r.Uint32())
		}
		if got, at, ok := Uvarint(string(data), 6); got != want || at != end || !ok {
			t.Fatalf("%x at 6 is %d until %d, %v; want %d until %d", data, got, at, ok, want, end)
		}
		if _, _, ok := Uvarint(string(data[:end-1]), 6); ok {
			t.Fatalf("%x is cut short, and read", data[:end-1])
		}
	}
	for n, want := range map[int]bool{9: true, 10: false} {
		if _, _, ok := Uvarint(strings.Repeat("\x80", n)+"\x00", 0); ok != want {
			t.Errorf("a number of %d bytes: %v", n+1, ok)
		}
	}
}
