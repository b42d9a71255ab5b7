package keycode

import (
	"strconv"
	"strings"
)

// python returns the program in Python.
func (p *program) python() string {
	p.need("whole")
	p.need("cut")
	p.pythonRecord()
	for i := range p.parts {
		p.pythonPart(&p.parts[i])
	}
	for i := range p.ranges {
		p.pythonRanges(i)
	}
	p.pythonCheck()

	var b strings.Builder
	b.WriteString("\"\"\"Make and read the row keys of the template\n\n    " + docstring(p.t.String()) + "\n\n")
	b.WriteString("Values are texts as they stand in the records, numbers and times too. Keys are bytes. Values\nare refused with a ValueError where the key could not be read back or would not sort.\n\"\"\"\n\n")
	for _, name := range p.sortedImports() {
		b.WriteString("import " + name + "\n")
	}
	b.WriteString("from dataclasses import dataclass\n")
	b.WriteString(p.body.String() + "\n\n" + p.helpers("\n\n\n") + "\n")
	return b.String()
}

// pythonRecord writes the class of records, and the functions from records to keys and back.
func (p *program) pythonRecord() {
	p.line("\n\n@dataclass(frozen=True)\nclass Record:\n    \"\"\"The values of the fields in the key.\"\"\"")
	if len(p.fields) > 0 {
		p.line()
	}
	for _, f := range p.fields {
		if f.whole >= 0 {
			p.line("    ", f.member, ": str")
		} else {
			p.line("    ", f.member, ": str | None")
		}
	}
	p.line("\n\ndef row_key(record: Record) -> bytes:\n    \"\"\"Return the row key of a record.\"\"\"")
	var parts []piece
	for i := range p.parts {
		parts = append(parts, piece{part: i})
	}
	p.line("    return whole(", p.joined([]string{p.bytes(p.t.LeadingLiteral())}, parts, func(x piece) string {
		q := p.parts[x.part]
		return q.name + "(record." + p.fields[q.field].member + ")"
	}), ")")

	p.line("\n\ndef parse_row_key(key: bytes) -> Record:")
	if p.lossy == nil {
		p.line("    \"\"\"Return the record of a row key.\"\"\"")
	} else {
		p.line("    \"\"\"Return the record of a row key, with None for what cannot be read.\n")
		for _, s := range wrap(p.lossy, 90) {
			p.line("    ", escapeDocstring(s))
		}
		p.line("    \"\"\"")
	}
	p.line("    rest = key")
	if head := p.t.LeadingLiteral(); head != "" {
		p.line("    _, rest = cut(rest, ", strconv.Itoa(len(head)), ", b\"\")")
	}
	var members, same []string
	for i, q := range p.parts {
		f := p.fields[q.field]
		set := "_"
		if f.whole == i {
			set = f.local
		}
		p.line("    ", set, ", rest = cut(rest, ", strconv.Itoa(q.Width()), ", ", p.bytes(q.Sep), ")")
	}
	for _, f := range p.fields {
		if f.whole < 0 {
			members = append(members, f.member+"=None")
			continue
		}
		q := p.parts[f.whole]
		members = append(members, f.member+"="+p.undone(q, f.local)+".decode()")
		piece := f.local
		if q.Sep != "" {
			piece += " + " + p.bytes(q.Sep)
		}
		same = append(same, q.name+"(record."+f.member+") != "+piece)
	}
	p.line("    record = Record(", strings.Join(members, ", "), ")")
	switch {
	case p.all:
		p.line("    if rest or row_key(record) != key:")
	default:
		if head := p.t.LeadingLiteral(); head != "" {
			same = append([]string{"not key.startswith(" + p.bytes(head) + ")"}, same...)
		}
		p.line("    if ", strings.Join(append([]string{"rest"}, same...), " or "), ":")
	}
	p.line("        raise ValueError(\"the key does not have the form of the template\")\n    return record")
}

// pythonPart writes the function for a part.
func (p *program) pythonPart(q *part) {
	p.line("\n\ndef ", q.name, "(text: str) -> bytes:\n    \"\"\"Return the bytes of ", docstring(q.inside+q.Sep), ".\"\"\"")
	p.line("    value = text.encode()")
	p.returnPart(q, "    ", "")
}

// pythonRanges writes the function for the ranges of a question.
func (p *program) pythonRanges(at int) {
	r := &p.ranges[at]
	number := strconv.Itoa(at + 1)
	var params []string
	for _, x := range r.params {
		params = append(params, x.name+": str")
	}
	p.line("\n\ndef ranges_of_question_", number, "(", strings.Join(params, ", "), ") -> list[tuple[bytes, bytes]]:")
	p.line("    \"\"\"Return the keys in which to read for question ", number, ", each range as its start and its end.\n")
	p.line("    The end is not included, and b\"\" means no end.")
	for _, s := range wrap(r.sentences(), 90) {
		p.line("    ", escapeDocstring(s))
	}
	p.line("    \"\"\"")
	if r.shape == planned {
		p.line("    return [")
		for _, x := range r.all {
			p.line("        (", p.bytes(string(x.Start)), ", ", p.bytes(string(x.End)), "),")
		}
		p.line("    ]")
		return
	}
	expression := p.expressions(r, func(text string) string { return text + ".encode()" }, func(q part) string {
		return "b" + p.text("%0"+strconv.Itoa(q.Width())+"d") + " % salt"
	})
	in := "    "
	if r.salts >= 0 {
		p.line("    ranges = []\n    for salt in range(", decimal(p.saltsOf(r)), "):")
		in = "        "
	}
	prefix, start, end := p.bounds(r, `b"\x00"`, expression)
	p.line(in, "prefix = ", prefix)
	if r.salts >= 0 {
		p.line(in, "ranges.append((", start, ", ", end, "))\n    return ranges")
	} else {
		p.line("    return [(", start, ", ", end, ")]")
	}
}

// pythonCheck writes the function that checks the program.
func (p *program) pythonCheck() {
	if len(p.vectors) == 0 {
		return
	}
	p.line("\n\ndef check() -> None:\n    \"\"\"Compare what the functions return with what is right for a few records.\"\"\"\n    for record, key in [")
	for _, v := range p.vectors {
		var members []string
		for i, f := range p.fields {
			members = append(members, f.member+"="+p.text(v.values[i]))
		}
		p.line("        (Record(", strings.Join(members, ", "), "), ", p.bytes(v.key), "),")
	}
	p.line("    ]:\n        if row_key(record) != key:\n            raise AssertionError(f\"the key of {record} is {row_key(record)!r}\")")
	var lost []string
	for _, f := range p.fields {
		if f.whole < 0 {
			lost = append(lost, ", "+f.member+"=None")
		}
	}
	read := "record"
	if lost != nil {
		p.imports["dataclasses"] = true
		read = "dataclasses.replace(record" + strings.Join(lost, "") + ")"
	}
	p.line("        if parse_row_key(key) != ", read, ":\n            raise AssertionError(f\"the record of {key!r} is {parse_row_key(key)}\")")
	for _, c := range p.checkedRanges() {
		call := "ranges_of_question_" + c.number + "(" + c.args + ")"
		p.line("    if ", call, " != [", p.rangeList(c.ranges, ""), "]:\n        raise AssertionError(\"question ", c.number, " reads elsewhere\")")
	}
}
