package keycode

import (
	"strconv"
	"strings"
)

// node returns the program in JavaScript for Node.
func (p *program) node() string {
	for _, name := range []string{"raw", "text", "whole", "cut"} {
		p.need(name)
	}
	exports := []string{"rowKey", "parseRowKey"}
	p.nodeRecord()
	for i := range p.parts {
		p.nodePart(&p.parts[i])
	}
	for i := range p.ranges {
		p.nodeRanges(i)
		exports = append(exports, "rangesOfQuestion"+strconv.Itoa(i+1))
	}
	if len(p.vectors) > 0 {
		p.nodeCheck()
		exports = append(exports, "check")
	}

	var b strings.Builder
	b.WriteString("// This makes and reads the row keys of the template\n//\n//   " + comment(p.t.String()) + "\n//\n")
	b.WriteString("// Values are texts as they stand in the records, numbers and times too. Keys are Buffers. Values are\n// refused with an Error where the key could not be read back or would not sort.\n\"use strict\";\n")
	b.WriteString(p.body.String() + "\n" + p.helpers("\n\n") + "\n\nmodule.exports = { " + strings.Join(exports, ", ") + " };\n")
	return b.String()
}

// nodeRecord writes the functions from records to keys and back.
func (p *program) nodeRecord() {
	var members []string
	for _, f := range p.fields {
		members = append(members, f.member)
	}
	p.line("\n// rowKey returns the row key of a record: {", strings.Join(members, ", "), "}.")
	var parts []piece
	for i := range p.parts {
		parts = append(parts, piece{part: i})
	}
	p.line("function rowKey(record) {\n  const key = ", p.joined([]string{p.bytes(p.t.LeadingLiteral())}, parts, func(x piece) string {
		q := p.parts[x.part]
		return q.name + "(record." + p.fields[q.field].member + ")"
	}), ";\n  return Buffer.from(whole(key), \"latin1\");\n}")

	p.line("\n// parseRowKey returns the record of a row key.")
	for _, s := range wrap(p.lossy, 95) {
		p.line("// ", s)
	}
	p.line("function parseRowKey(key) {")
	if len(p.parts) > 0 || p.t.LeadingLiteral() != "" {
		p.line("  let part, rest = key.toString(\"latin1\");")
	}
	if head := p.t.LeadingLiteral(); head != "" {
		p.line("  [part, rest] = cut(rest, ", strconv.Itoa(len(head)), ", \"\");")
	}
	p.line("  const record = {};")
	wrong := []string{"rest"}
	if head := p.t.LeadingLiteral(); head != "" && !p.all {
		p.line("  let same = key.toString(\"latin1\").startsWith(", p.bytes(head), ");")
		wrong = append(wrong, "!same")
	}
	for i, q := range p.parts {
		f := p.fields[q.field]
		p.line("  [part, rest] = cut(rest, ", strconv.Itoa(q.Width()), ", ", p.bytes(q.Sep), ");")
		if f.whole != i {
			continue
		}
		p.line("  record.", f.member, " = text(", p.undone(q, "part"), ");")
		if p.all {
			continue
		}
		piece := "part"
		if q.Sep != "" {
			piece += " + " + p.bytes(q.Sep)
		}
		if len(wrong) == 1 {
			wrong = append(wrong, "!same")
			p.line("  let same = ", q.name, "(record.", f.member, ") === ", piece, ";")
		} else {
			p.line("  same &&= ", q.name, "(record.", f.member, ") === ", piece, ";")
		}
	}
	if p.all {
		wrong = append(wrong, "!rowKey(record).equals(key)")
	}
	p.line("  if (", strings.Join(wrong, " || "), ") {")
	p.line("    throw new Error(\"the key does not have the form of the template\");\n  }\n  return record;\n}")
}

// nodePart writes the function for a part.
func (p *program) nodePart(q *part) {
	p.line("\n// ", q.name, " returns the bytes of ", comment(q.inside+q.Sep), ".")
	p.line("function ", q.name, "(of) {")
	if len(q.apply) == 0 {
		p.line("  const value = raw(of);")
	} else {
		p.line("  let value = raw(of);")
	}
	p.returnPart(q, "  ", ";")
	p.line("}")
}

// nodeRanges writes the function for the ranges of a question.
func (p *program) nodeRanges(at int) {
	r := &p.ranges[at]
	number, ranged := strconv.Itoa(at+1), p.need("range")
	p.line("\n// rangesOfQuestion", number, " returns the keys in which to read for question ", number, ".")
	for _, s := range wrap(r.sentences(), 95) {
		p.line("// ", s)
	}
	p.line("function rangesOfQuestion", number, "(", r.paramNames(""), ") {")
	if r.shape == planned {
		p.line("  return [")
		for _, x := range r.all {
			p.line("    ", ranged, "(", p.bytes(string(x.Start)), ", ", p.bytes(string(x.End)), "),")
		}
		p.line("  ];\n}")
		return
	}
	expression := p.expressions(r, func(text string) string { return "raw(" + text + ")" }, func(q part) string {
		return "String(salt).padStart(" + strconv.Itoa(q.Width()) + ", \"0\")"
	})
	in := "  "
	if r.salts >= 0 {
		p.line("  const all = [];\n  for (let salt = 0; salt < ", decimal(p.saltsOf(r)), "; salt++) {")
		in = "    "
	}
	prefix, start, end := p.bounds(r, `"\x00"`, expression)
	p.line(in, "const prefix = ", prefix, ";")
	if r.salts >= 0 {
		p.line(in, "all.push(", ranged, "(", start, ", ", end, "));\n  }\n  return all;\n}")
	} else {
		p.line("  return [", ranged, "(", start, ", ", end, ")];\n}")
	}
}

// nodeCheck writes the function that checks the program.
func (p *program) nodeCheck() {
	p.line("\n// check compares what the functions return with what is right for a few records.")
	p.line("function check() {\n  for (const [record, bytes] of [")
	for _, v := range p.vectors {
		var members []string
		for i, f := range p.fields {
			members = append(members, f.member+": "+p.text(v.values[i]))
		}
		p.line("    [{ ", strings.Join(members, ", "), " }, ", p.bytes(v.key), "],")
	}
	p.line("  ]) {\n    const key = Buffer.from(bytes, \"latin1\");")
	p.line("    if (!rowKey(record).equals(key)) throw new Error(`the key of ${JSON.stringify(record)} is ${rowKey(record)}`);")
	p.line("    const read = parseRowKey(key);")
	for _, f := range p.fields {
		if f.whole >= 0 {
			p.line("    if (read.", f.member, " !== record.", f.member, ") throw new Error(`the record of ${key} is ${JSON.stringify(read)}`);")
		}
	}
	p.line("  }")
	for _, c := range p.checkedRanges() {
		p.line("  if (JSON.stringify(rangesOfQuestion", c.number, "(", c.args, ")) !== JSON.stringify([", p.rangeList(c.ranges, "range"), "])) {")
		p.line("    throw new Error(\"question ", c.number, " reads elsewhere\");\n  }")
	}
	p.line("}")
}
