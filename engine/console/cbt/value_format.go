package cbt

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"tabletop/engine/base"
)

// ValueFormat says how values are printed: in quotes, unless the file of format-file says
// otherwise for their column.
type ValueFormat struct {
	encoding                        // the default for all columns
	columns  map[string]encoding    // by qualifier, for families that the file does not name
	families map[base.Family]family // the families that the file names
}

// family is what a file says about a column family.
type family struct {
	encoding
	columns map[string]encoding
}

// encoding is the encoding of a value and the type that is encoded; each is "" if it is
// not given.
type encoding struct{ name, typ string }

// or returns e with missing parts taken from f.
func (e encoding) or(f encoding) encoding {
	if e.name == "" {
		e.name = f.name
	}
	if e.typ == "" {
		e.typ = f.typ
	}
	return e
}

// of returns the encoding of a column.
func (f *ValueFormat) of(fam base.Family, q base.Qualifier) encoding {
	if known, ok := f.families[fam]; ok {
		return known.columns[string(q)].or(known.encoding).or(f.encoding)
	}
	return f.columns[string(q)].or(f.encoding)
}

// encodings maps the names of encodings in a file, in lower case, to the encodings.
var encodings = map[string]string{
	"bigendian": "bigendian", "b": "bigendian", "binary": "bigendian", "littleendian": "littleendian", "l": "littleendian",
	"hex": "hex", "h": "hex", "json": "json", "j": "json", "": "",
	"protocolbuffer": "protobuf", "protocol-buffer": "protobuf", "protocol_buffer": "protobuf", "proto": "protobuf", "p": "protobuf",
}

// types are the types of encoded numbers, with their sizes in bytes.
var types = map[string]int{
	"int8": 1, "int16": 2, "int32": 4, "int64": 8, "uint8": 1, "uint16": 2, "uint32": 4, "uint64": 8, "float32": 4, "float64": 8,
}

// NewValueFormat reads a file of encodings. It understands the part of YAML that the tool's
// documentation uses: mappings with one key in each line, nested by indentation. It
// refuses (bad-format) everything else, and encodings by protocol buffers.
func NewValueFormat(file, text string) (*ValueFormat, error) {
	root, line, what, with := parseYAML(text)
	if what != "" {
		return nil, base.Refuse(base.CodeBadFormat, file, strconv.Itoa(line), what, with)
	}
	r := formatReader{file: file}
	f := &ValueFormat{families: map[base.Family]family{}}
	f.encoding = encoding{r.scalar(root, "default_encoding"), r.scalar(root, "default_type")}
	f.columns = r.columns(root)
	r.each(r.child(root, "families"), func(name string, n *yaml) {
		known := family{encoding{r.scalar(n, "default_encoding"), r.scalar(n, "default_type")}, r.columns(n)}
		r.rest(n)
		f.families[base.Family(name)] = known
		r.check(n.line, known.or(f.encoding))
		for _, c := range slices.Sorted(maps.Keys(known.columns)) {
			r.check(n.line, known.columns[c].or(known.encoding).or(f.encoding))
		}
	})
	for _, key := range []string{"protocol_buffer_definitions", "protocol_buffer_paths"} {
		if n := root.keys[key]; n != nil {
			r.fail(n.line, "protobuf", key)
		}
	}
	r.rest(root)
	r.check(1, f.encoding)
	for _, c := range slices.Sorted(maps.Keys(f.columns)) {
		r.check(1, f.columns[c].or(f.encoding))
	}
	if r.err != nil {
		return nil, r.err
	}
	return f, nil
}

// formatReader reads the encodings of a YAML tree, and removes from the tree what it has
// read.
type formatReader struct {
	file string
	err  error
}

// fail notes the first error.
func (r *formatReader) fail(line int, what, with string) {
	if r.err == nil {
		r.err = base.Refuse(base.CodeBadFormat, r.file, strconv.Itoa(line), what, with)
	}
}

// child removes and returns the node of a key, or nil.
func (r *formatReader) child(n *yaml, key string) *yaml {
	c := n.keys[key]
	delete(n.keys, key)
	return c
}

// scalar returns the text of a key, or "" if the key is missing.
func (r *formatReader) scalar(n *yaml, key string) string {
	c := r.child(n, key)
	if c == nil {
		return ""
	}
	if len(c.keys) > 0 {
		r.fail(c.line, "syntax", key)
	}
	return c.text
}

// each calls do for each key of a mapping, which may be nil.
func (r *formatReader) each(n *yaml, do func(name string, n *yaml)) {
	if n == nil {
		return
	}
	if n.text != "" {
		r.fail(n.line, "syntax", n.text)
	}
	for _, name := range slices.Sorted(maps.Keys(n.keys)) {
		do(name, n.keys[name])
	}
}

// columns reads the encodings of columns.
func (r *formatReader) columns(n *yaml) map[string]encoding {
	columns := map[string]encoding{}
	r.each(r.child(n, "columns"), func(name string, n *yaml) {
		columns[name] = encoding{r.scalar(n, "encoding"), r.scalar(n, "type")}
		r.rest(n)
	})
	return columns
}

// rest refuses what remains of a mapping.
func (r *formatReader) rest(n *yaml) {
	if n.text != "" {
		r.fail(n.line, "syntax", n.text)
	}
	for _, key := range slices.Sorted(maps.Keys(n.keys)) {
		r.fail(n.keys[key].line, "key", key)
	}
}

// check refuses an unknown encoding, and one that does not fit the type.
func (r *formatReader) check(line int, e encoding) {
	switch name, ok := encodings[strings.ToLower(e.name)]; {
	case !ok:
		r.fail(line, "encoding", e.name)
	case name == "protobuf":
		r.fail(line, "protobuf", e.name)
	case strings.HasSuffix(name, "endian") && types[strings.ToLower(e.typ)] == 0:
		r.fail(line, "type", e.typ)
	}
}

// AppendRow appends a row as the function AppendRow does, but prints values as the Format
// says. It refuses (bad-value) a value that does not have its column's encoding.
func (f *ValueFormat) AppendRow(dst []byte, key base.RowKey, cells iter.Seq[base.Cell]) (_ []byte, err error) {
	dst = appendRow(dst, key, cells, func(dst []byte, c base.Cell) []byte {
		e := f.of(c.Family, c.Qualifier)
		text, ok := e.text(c.Value)
		if !ok {
			if err == nil {
				err = base.Refuse(base.CodeBadValue, string(key), string(c.Family)+":"+string(c.Qualifier), strings.TrimSpace(e.name+" "+e.typ))
			}
			text = strconv.Quote(c.Value)
		}
		const indent = "    "
		text = strings.TrimSuffix(strings.ReplaceAll(text, "\n", "\n"+indent), indent)
		return append(append(append(dst, indent...), text...), '\n')
	})
	return dst, err
}

// text returns the printed form of a value. ok is false if the value does not have the
// encoding.
func (e encoding) text(value string) (text string, ok bool) {
	switch encodings[strings.ToLower(e.name)] {
	case "hex":
		return fmt.Sprintf("% x", value), true
	case "json":
		var v any
		if json.Unmarshal([]byte(value), &v) != nil {
			return "", false
		}
		return strings.TrimLeft(jsonText(v, ""), "\n"), true
	case "bigendian":
		return numbers(value, binary.BigEndian, strings.ToLower(e.typ))
	case "littleendian":
		return numbers(value, binary.LittleEndian, strings.ToLower(e.typ))
	}
	return strconv.Quote(value), true
}

// numbers returns one number, or several in brackets. Like the tool it omits the brackets
// around two numbers of one byte each.
func numbers(value string, order binary.ByteOrder, typ string) (string, bool) {
	size := types[typ]
	if len(value)%size != 0 {
		return "", false
	}
	var list []string
	for b := []byte(value); len(b) > 0; b = b[size:] {
		var n uint64
		switch size {
		case 1:
			n = uint64(b[0])
		case 2:
			n = uint64(order.Uint16(b))
		case 4:
			n = uint64(order.Uint32(b))
		default:
			n = order.Uint64(b)
		}
		shift := 64 - 8*size
		switch {
		case typ == "float32":
			list = append(list, fmt.Sprint(math.Float32frombits(uint32(n))))
		case typ == "float64":
			list = append(list, fmt.Sprint(math.Float64frombits(n)))
		case typ[0] == 'u':
			list = append(list, strconv.FormatUint(n, 10))
		default:
			list = append(list, strconv.FormatInt(int64(n<<shift)>>shift, 10))
		}
	}
	text := strings.Join(list, " ")
	if len(list) == 1 || size == 1 && len(list) == 2 {
		return text, true
	}
	return "[" + text + "]", true
}

// jsonText returns a JSON value with a line for each of its parts, as the tool prints it.
func jsonText(v any, indent string) string {
	var b strings.Builder
	switch v := v.(type) {
	case string:
		return fmt.Sprintf("%s%6q", indent, v)
	case float64:
		return fmt.Sprintf("%s%6.2f", indent, v)
	case []any:
		b.WriteString("\n" + indent + "[\n")
		for _, e := range v {
			b.WriteString(jsonText(e, "  "+indent) + "\n")
		}
		b.WriteString(indent + "]")
	case map[string]any:
		b.WriteString("\n")
		for _, k := range slices.Sorted(maps.Keys(v)) {
			b.WriteString(indent + k + ": " + jsonText(v[k], "  "+indent) + "\n")
		}
	default:
		return fmt.Sprint(v)
	}
	return b.String()
}
