package cbt

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabletop/engine/base"
)

func TestFormatFile(t *testing.T) {
	f, err := NewValueFormat("f", `---
# of everything
default_encoding: h
families:
  'f''1':  # quoted
    default_encoding: LittleEndian
    default_type: UINT32
    columns:
      q#1:
        type: float32
      "j\n": # escaped
        encoding: JSON
      big:
        encoding: binary
        type: int64
  empty:
columns:
  q: 
    encoding: BigEndian
    type: uint8
`)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		family, qualifier, value, want string
	}{
		{"g", "x", "\x01\xff", "01 ff"},
		{"g", "q", "\x01", "1"},
		{"g", "q", "\x01\xff", "1 255"},
		{"g", "q", "abc", "[97 98 99]"},
		{"empty", "q", "\x01", "01"},
		{"f'1", "x", "\x01\x00\x00\x00", "1"},
		{"f'1", "x", "\x01\x00\x00\x00\xff\xff\xff\xff", "[1 4294967295]"},
		{"f'1", "q#1", "\x00\x00\xc0\x3f", "1.5"},
		{"f'1", "big", "\xff\xff\xff\xff\xff\xff\xff\xfe", "-2"},
		{"f'1", "j\n", `"x"`, `   "x"`},
		{"f'1", "j\n", `true`, "true"},
	} {
		cell := base.Cell{Family: base.Family(c.family), Qualifier: base.Qualifier(c.qualifier), Value: c.value}
		got, err := f.AppendRow(nil, "r", slices.Values([]base.Cell{cell}))
		if lines := strings.Split(string(got), "\n"); err != nil || len(lines) != 6 || lines[3] != "    "+c.want {
			t.Errorf("%s:%s %q: %q, %v", c.family, c.qualifier, c.value, got, err)
		}
	}
	for _, c := range []struct{ qualifier, value string }{{"x", "abc"}, {"j\n", "{"}, {"j\n", "1 2"}, {"big", "x"}} {
		var e *base.Error
		cell := base.Cell{Family: "f'1", Qualifier: base.Qualifier(c.qualifier), Value: c.value}
		if got, err := f.AppendRow(nil, "r", slices.Values([]base.Cell{cell, cell})); !errors.As(err, &e) || e.Code != base.CodeBadValue || !strings.Contains(string(got), "\n    \"") {
			t.Errorf("%q %q: %q, %v", c.qualifier, c.value, got, err)
		}
	}
}

func TestBadFormat(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"default_encoding: base64", "1 encoding base64"},
		{"default_encoding: B", "1 type "},
		{"families:\n  f:\n    default_encoding: L\n    default_type: int", "2 type int"},
		{"columns:\n  q:\n    encoding: proto", "1 protobuf proto"},
		{"\nprotocol_buffer_paths: x", "2 protobuf protocol_buffer_paths"},
		{"default: x", "1 key default"},
		{"columns:\n  q:\n    encodin: Hex", "3 key encodin"},
		{"families:\n  f:\n    q:\n      encoding: Hex", "3 key q"},
		{"columns: Hex", "1 syntax Hex"},
		{"columns:\n  q: Hex", "2 syntax Hex"},
		{"default_encoding:\n  x: y", "1 syntax default_encoding"},
		{"default_encoding: Hex\n  x: y", "2 syntax x: y"},
		{"a: b\na: c", "2 twice a"},
		{"- a", "1 syntax - a"},
		{"a", "1 syntax a"},
		{"a:b", "1 syntax a:b"},
		{"\ta: b", "1 syntax a: b"},
		{"a: [b]", "1 syntax a: [b]"},
		{"'a: b", "1 syntax 'a: b"},
		{`"a\q": b`, `1 syntax "a\q": b`},
		{`a: "b" c`, `1 syntax a: "b" c`},
		{": b", "1 syntax : b"},
	} {
		_, err := NewValueFormat("f", c.text)
		var e *base.Error
		if !errors.As(err, &e) || e.Code != base.CodeBadFormat || fmt.Sprint(strings.Join(e.Args[1:], " ")) != c.want {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
	}
	for _, unit := range []string{"a", "a:\n", "'", "\"", "#\n", "\n", " ", "a: b\n", "''", ": "} {
		var e *base.Error
		if _, err := NewValueFormat("f", "a:"+strings.Repeat(unit, 1<<20/len(unit))); err != nil && !errors.As(err, &e) {
			t.Errorf("%q: %v", unit, err)
		}
	}
}

func FuzzFormat(f *testing.F) {
	f.Add("default_encoding: Hex\nfamilies:\n  f:\n    columns:\n      q: # x\n        encoding: JSON\n", `{"a":[1,"b",null]}`)
	f.Add("columns:\n  'q':\n    encoding: \"B\"\n    type: int16\n", "abcd")
	f.Fuzz(func(t *testing.T, text, value string) {
		format, err := NewValueFormat("f", text)
		if err != nil {
			var e *base.Error
			if !errors.As(err, &e) {
				t.Fatal(err)
			}
			return
		}
		cell := base.Cell{Family: "f", Qualifier: "q", Value: value}
		row, err := format.AppendRow(nil, "r", slices.Values([]base.Cell{cell}))
		if e := (*base.Error)(nil); err != nil && !errors.As(err, &e) || !strings.HasSuffix(string(row), "\n") {
			t.Fatalf("%q: %v", row, err)
		}
	})
}
