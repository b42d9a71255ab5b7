package archive

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"flag"
	"hash/crc32"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/wire"
)

var update = flag.Bool("update", false, "write the fixture of the newest version anew")

// journal returns what a few commands leave in a journal, each as a step of its own.
func journal() [][]byte {
	clock := base.Micros(1_700_000_000_000_000)
	s := engine.New(engine.Options{Now: func() base.Micros { return clock }})
	var out [][]byte
	for _, r := range []engine.Request{
		engine.RunConsole{Text: "createtable orders families=O:maxversions=3,C splits=m\nset orders be#1 O:total=12 C:name=Ann@5000\nset orders at#1 O:total=$'\\x00\\xff'"},
		engine.SaveCheckpoint{Name: "two"},
		engine.RunConsole{Text: "deleterow orders be#1"},
		engine.Undo{},
	} {
		clock += 1_000_000
		task := s.Replay(engine.Change{At: clock, Request: r})
		for !task.Step(1 << 20) {
		}
		for _, c := range task.Reply().Changes {
			out = append(out, wire.EncodeChange(c))
		}
	}
	return out
}

func sample() File {
	return File{Everything: true, Workspaces: []Workspace{
		{Title: "Orders", Created: 5, Changed: 1 << 52, Note: []byte("n"), Journal: journal()},
		{Lesson: true, ID: "row-key", Title: "Row keys", Note: []byte{}, Journal: journal()[:1]},
		{},
	}}
}

// sound makes equal what means the same: no bytes and nil.
func sound(f File) File {
	f.Workspaces = slices.Clone(f.Workspaces)
	for i := range f.Workspaces {
		if len(f.Workspaces[i].Note) == 0 {
			f.Workspaces[i].Note = nil
		}
	}
	return f
}

func TestRoundTrip(t *testing.T) {
	for _, f := range []File{sample(), {Everything: true}, {Workspaces: sample().Workspaces[:1]}} {
		data, err := Encode(f)
		if err != nil {
			t.Fatal(err)
		}
		if again, _ := Encode(f); !bytes.Equal(data, again) {
			t.Error("the same workspaces gave another file")
		}
		if !recognise(data) {
			t.Error("it is not recognised")
		}
		pauses := 0
		got, err := Decode(data, func() bool { pauses++; return true })
		if err != nil || !reflect.DeepEqual(sound(got), sound(f)) {
			t.Errorf("%+v, %v, not %+v", got, err, f)
		}
	}
}

// TestFixture decodes a file that was written when this version of the format was made.
func TestFixture(t *testing.T) {
	path := filepath.Join("testdata", "version-1.tabletop")
	want := File{Workspaces: sample().Workspaces[:1]}
	if *update {
		data, err := Encode(want)
		if err == nil {
			err = os.WriteFile(path, data, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := Decode(data, nil); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
	if names := wire.UntaggedStructNames(new(Workspace), nil); len(names) > 0 {
		t.Errorf("%q say no tags", names)
	}
}

// packed returns a body as a file with the right sum.
func packed(body []byte) []byte {
	var out bytes.Buffer
	out.WriteString(magic)
	w, _ := flate.NewWriter(&out, flate.BestSpeed)
	_, _ = w.Write(body)
	_ = w.Close()
	return binary.BigEndian.AppendUint32(out.Bytes(), crc32.ChecksumIEEE(body))
}

func block(letter byte, data []byte) []byte {
	return append(binary.AppendUvarint([]byte{letter}, uint64(len(data))), data...)
}

func TestRefusals(t *testing.T) {
	good, err := Encode(sample())
	if err != nil {
		t.Fatal(err)
	}
	wrong := slices.Clone(good)
	wrong[len(wrong)-1]++
	first := func(all bool) []byte { return block(blockFirst, wire.Encode(&all, nil)) }
	begin, one := first(true), first(false)
	space := func(s Workspace) []byte {
		return block(blockSpace, wire.Encode(&s, nil))
	}
	end := block(blockLast, nil)
	change := journal()[0]
	body := func(blocks ...[]byte) []byte { return packed(bytes.Join(blocks, nil)) }
	at := func(blocks ...[]byte) string { return strconv.Itoa(len(bytes.Join(blocks, nil))) }
	mine := space(Workspace{Title: "x"})
	for name, c := range map[string]struct {
		data            []byte
		what, at, bound string
	}{
		"nothing":                  {nil, "begin", "", ""},
		"another file":             {[]byte("\x89PNG"), "begin", "", ""},
		"a later version":          {[]byte("TABLETOP FILE 2\nx"), "version", "", ""},
		"the first version":        {[]byte("TABLETOP 1\n\x00"), "old", "", ""},
		"the second version":       {[]byte("TABLETOP 2\n\x00"), "old", "", ""},
		"no body":                  {[]byte(magic), "short", "", ""},
		"cut short":                {good[:len(good)/2], "short", "", ""},
		"without its sum":          {good[:len(good)-4], "short", "", ""},
		"another sum":              {wrong, "sum", "", ""},
		"more behind":              {append(slices.Clone(good), 0), "behind", "", ""},
		"not deflated":             {[]byte(magic + "\xff\xff\xff\xff\xff"), "packed", "0", ""},
		"an empty body":            {body(), "short", "0", ""},
		"no end":                   {body(begin), "short", at(begin), ""},
		"a block past the end":     {body(begin, []byte{blockSpace, 200, 1, 0}), "short", at(begin), ""},
		"a length without an end":  {body(begin, []byte{blockSpace, 0xff}), "short", at(begin), ""},
		"no first block":           {body(mine, end), "block", "0", ""},
		"a first block twice":      {body(begin, begin, end), "block", at(begin), ""},
		"a first block that lies":  {body(block(blockFirst, []byte{begin[2], 7}), end), "head", "0", ""},
		"an unknown block":         {body(begin, block('?', nil), end), "block", at(begin), ""},
		"an entry of nothing":      {body(begin, block(blockEntry, change), end), "block", at(begin), ""},
		"an entry that is none":    {body(begin, mine, block(blockEntry, change[1:]), end), "change", at(begin, mine), ""},
		"a workspace that is none": {body(begin, block(blockSpace, []byte{begin[2], 9}), end), "head", at(begin), ""},
		"a lesson without a name":  {body(begin, space(Workspace{Lesson: true}), end), "head", at(begin), ""},
		"a sandbox with a name":    {body(begin, space(Workspace{ID: "x"}), end), "head", at(begin), ""},
		"a name with a slash":      {body(begin, space(Workspace{Lesson: true, ID: "a/b"}), end), "head", at(begin), ""},
		"a title that is no text":  {body(begin, space(Workspace{Title: "\xff"}), end), "head", at(begin), ""},
		"a time before time":       {body(begin, space(Workspace{Created: -1}), end), "head", at(begin), ""},
		"a time past the end":      {body(begin, space(Workspace{Changed: 1 << 53}), end), "head", at(begin), ""},
		"one that is two":          {body(one, mine, mine, end), "block", at(one, mine, mine), ""},
		"one that is a lesson":     {body(one, space(Workspace{Lesson: true, ID: "x"}), end), "block", at(one, space(Workspace{Lesson: true, ID: "x"})), ""},
		"more behind the end":      {body(begin, end, end), "behind", at(begin), ""},
		"too much":                 {packed(make([]byte, MaxUnpacked+1)), "large", "", strconv.Itoa(MaxUnpacked)},
		"too large an entry":       {body(one, mine, block(blockEntry, make([]byte, MaxEntry+1)), end), "entry", "", strconv.Itoa(MaxEntry)},
	} {
		var e *base.Error
		if f, err := Decode(c.data, nil); !errors.As(err, &e) || e.Code != base.CodeBadFile || !slices.Equal(e.Args, []string{c.what, c.at, c.bound}) {
			t.Errorf("%s: %v, %d workspaces", name, err, len(f.Workspaces))
		}
	}
}

// TestWrittenIsRead tests that the writer refuses what could not be decoded.
func TestWrittenIsRead(t *testing.T) {
	big := make([]byte, MaxEntry+1)
	if _, err := Encode(File{Workspaces: []Workspace{{Journal: [][]byte{big}}}}); err == nil {
		t.Error("an entry that is too large was written")
	}
	w := NewWriter(true)
	w.size = MaxUnpacked - 9
	w.WriteEntry(big[:9])
	if _, err := w.Finish(); err == nil {
		t.Error("a body that is too large was written")
	}
}

func TestPausesAndStops(t *testing.T) {
	long := File{Workspaces: []Workspace{{Journal: [][]byte{wire.EncodeChange(engine.Change{Request: engine.RunConsole{Text: string(make([]byte, 3<<20))}})}}}}
	data, err := Encode(long)
	if err != nil {
		t.Fatal(err)
	}
	pauses := 0
	if _, err := Decode(data, func() bool { pauses++; return true }); err != nil || pauses < 4 {
		t.Errorf("%v after %d pauses", err, pauses)
	}
	for stop := range pauses {
		n := 0
		var e *base.Error
		if _, err := Decode(data, func() bool { n++; return n <= stop }); !errors.As(err, &e) || e.Code != base.CodeCancelled {
			t.Errorf("stopped at pause %d: %v", stop, err)
		}
	}
}

func FuzzDecode(f *testing.F) {
	data, err := os.ReadFile(filepath.Join("testdata", "version-1.tabletop"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data, false)
	whole, err := Encode(sample())
	if err != nil {
		f.Fatal(err)
	}
	body, err := (&reader{pause: func() bool { return true }}).unpack(whole[len(magic):])
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole, false)
	f.Add(body, true)
	f.Fuzz(func(t *testing.T, data []byte, bare bool) {
		if bare { // a body with the right sum
			data = packed(data)
		}
		got, err := Decode(data, nil)
		if err != nil {
			return
		}
		again, err := Encode(got)
		if err != nil {
			t.Fatal(err)
		}
		if twice, err := Decode(again, nil); err != nil || !reflect.DeepEqual(sound(twice), sound(got)) {
			t.Fatalf("%+v came back as %+v, %v", got, twice, err)
		}
	})
}
