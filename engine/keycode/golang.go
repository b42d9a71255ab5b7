package keycode

import (
	"fmt"
	"strconv"
	"strings"
)

// golang returns the program in Go.
func (p *program) golang() string {
	p.need("whole")
	p.need("reader")
	p.goRecord()
	p.goParts()
	for i := range p.ranges {
		p.goRanges(i)
	}
	p.goCheck()

	var b strings.Builder
	b.WriteString("// Package keys makes and reads the row keys of the template\n//\n//\t" + comment(p.t.String()) + "\n//\n")
	b.WriteString("// Values are texts as they stand in the records, numbers and times too. They are refused with an\n// error where the key could not be read back or would not sort.\npackage keys\n\nimport (\n")
	for _, name := range p.sortedImports() {
		b.WriteString("\t" + strconv.Quote(name) + "\n")
	}
	b.WriteString(")\n" + p.body.String() + "\n" + p.helpers("\n\n") + "\n")
	return b.String()
}

// goRecord writes the type of records, and the functions from records to keys and back.
func (p *program) goRecord() {
	p.line("\n// Record has the values of the fields in the key.")
	widest := 0
	for _, f := range p.fields {
		widest = max(widest, len(f.member))
	}
	if len(p.fields) == 0 {
		p.line("type Record struct{}")
	} else {
		p.line("type Record struct {")
		for _, f := range p.fields {
			p.line("\t", f.member, strings.Repeat(" ", widest-len(f.member)), " string")
		}
		p.line("}")
	}
	p.line("\n// RowKey returns the row key of a record.")
	p.line("func RowKey(r Record) (string, error) {")
	p.line("\t", p.goWriter())
	for _, q := range p.parts {
		p.line("\tw.add(", q.name, "(r.", p.fields[q.field].member, "))")
	}
	p.line("\treturn w.whole()\n}")

	p.line("\n// ParseRowKey returns the record of a row key.")
	for _, s := range wrap(p.lossy, 95) {
		p.line("// ", s)
	}
	p.line("func ParseRowKey(key string) (Record, error) {")
	if head := p.t.LeadingLiteral(); head == "" {
		p.line("\tr := reader{rest: key}")
	} else {
		p.imports["strings"] = true
		p.line("\trest, ok := strings.CutPrefix(key, ", p.bytes(head), ")\n\tr := reader{rest: rest, wrong: !ok}")
	}
	var members, checks []string
	for i, q := range p.parts {
		f := p.fields[q.field]
		set := ""
		if f.whole == i {
			set = f.local + " := "
			members = append(members, f.member+": "+p.undone(q, f.local))
			checks = append(checks, "w.add("+q.name+"(record."+f.member+"))")
		}
		p.line("\t", set, "r.cut(", strconv.Itoa(q.Width()), ", ", p.bytes(q.Sep), ")")
	}
	p.line("\trecord := Record{", strings.Join(members, ", "), "}")
	if p.all {
		p.line("\tif again, err := RowKey(record); r.wrong || r.rest != \"\" || err != nil || again != key {")
	} else if len(members) == 0 {
		p.line("\tif r.wrong || r.rest != \"\" {")
	} else {
		p.line("\tvar w writer // of what could be read, to compare it with the key")
		var same []string
		for _, c := range checks {
			p.line("\t", c)
		}
		for i, q := range p.parts {
			if f := p.fields[q.field]; f.whole == i {
				same = append(same, f.local+"+"+p.bytes(q.Sep))
			}
		}
		p.line("\tif r.wrong || r.rest != \"\" || w.err != nil || w.key != ", strings.ReplaceAll(strings.Join(same, "+"), `+""`, ""), " {")
	}
	p.line("\t\treturn Record{}, errors.New(\"the key does not have the form of the template\")\n\t}")
	p.line("\treturn record, nil\n}")
}

// goWriter declares a writer that begins with the literal before the first field.
func (p *program) goWriter() string {
	if head := p.t.LeadingLiteral(); head != "" {
		return "w := writer{key: " + p.bytes(head) + "}"
	}
	return "var w writer"
}

// goParts writes a function for each part.
func (p *program) goParts() {
	for i := range p.parts {
		q := &p.parts[i]
		p.line("\n// ", q.name, " returns the bytes of ", comment(q.inside+q.Sep), ".")
		p.line("func ", q.name, "(value string) (string, error) {")
		declared, returned := false, false
		for n, c := range q.apply {
			name := p.need(c.helper)
			if !c.refuses {
				p.line("\tvalue = ", name, "(value", p.args(c), ")")
				continue
			}
			if n == len(q.apply)-1 && q.Sep == "" {
				p.line("\treturn ", name, "(", strconv.Quote(q.Field), ", value", p.args(c), ")\n}")
				returned = true
				break
			}
			assign := " = "
			if !declared {
				assign, declared = " := ", true
			}
			p.line("\tvalue, err", assign, name, "(", strconv.Quote(q.Field), ", value", p.args(c), ")")
			p.line("\tif err != nil {\n\t\treturn \"\", err\n\t}")
		}
		switch {
		case returned:
		case q.Sep == "":
			p.line("\treturn value, nil\n}")
		case q.Width() == 0:
			p.line("\treturn ", p.need("separable"), "(", strconv.Quote(q.Field), ", value, ", p.bytes(q.Sep), ")\n}")
		default:
			p.line("\treturn value + ", p.bytes(q.Sep), ", nil\n}")
		}
	}
}

// goRanges writes the function for the ranges of a question.
func (p *program) goRanges(at int) {
	r := &p.ranges[at]
	p.need("range")
	name := "RangesOfQuestion" + strconv.Itoa(at+1)
	p.line("\n// ", name, " returns the keys in which to read for question ", strconv.Itoa(at+1), ".")
	for _, s := range wrap(r.sentences(), 95) {
		p.line("// ", s)
	}
	if r.shape == planned {
		p.line("func ", name, "() ([]Range, error) {\n\treturn []Range{")
		for _, x := range r.all {
			p.line("\t\t{", p.bytes(string(x.Start)), ", ", p.bytes(string(x.End)), "},")
		}
		p.line("\t}, nil\n}")
		return
	}
	params := r.paramNames("")
	if params != "" {
		params += " string"
	}
	p.line("func ", name, "(", params, ") ([]Range, error) {")
	p.need("writer")
	in := "\t"
	if r.salts >= 0 {
		p.line("\tvar all []Range\n\tfor salt := range ", decimal(p.saltsOf(r)), " {")
		in = "\t\t"
	}
	p.line(in, p.goWriter())
	for i, x := range r.prefix {
		if i == r.salts {
			p.line(in, "w.add(fmt.Sprintf(", strconv.Quote("%0"+strconv.Itoa(p.parts[x.part].Width())+"d"+strings.ReplaceAll(p.parts[x.part].Sep, "%", "%%")), ", salt), nil)")
		} else {
			p.line(in, "w.add(", p.goPiece(r, x), ")")
		}
	}
	start, end := "w.key", ""
	switch r.shape {
	case point:
		end = `w.key + "\x00"`
	case beginning:
		for _, x := range r.from {
			p.line(in, "w.add(", p.goPiece(r, x), ")")
		}
		end = p.need("prefix_end") + "(w.key)"
	case span:
		p.line(in, "first, last := w, w")
		for _, x := range r.from {
			p.line(in, "first.add(", p.goPiece(r, x), ")")
		}
		for _, x := range r.to {
			p.line(in, "last.add(", p.goPiece(r, x), ")")
		}
		start, end = "first.key", p.need("prefix_end")+"(last.key)"
	}
	failed := "w.err"
	if r.shape == span {
		failed = "errors.Join(first.err, last.err)"
	}
	if p.refusing(r) {
		p.line(in, "if err := ", failed, "; err != nil {\n", in, "\treturn nil, err\n", in, "}")
	}
	if r.salts >= 0 {
		p.line("\t\tall = append(all, Range{", start, ", ", end, "})\n\t}\n\treturn all, nil\n}")
	} else {
		p.line("\treturn []Range{{", start, ", ", end, "}}, nil\n}")
	}
}

// goPiece returns the bytes of a piece, and the error of making them.
func (p *program) goPiece(r *ranges, x piece) string {
	switch {
	case x.literal:
		return p.bytes(x.bytes) + ", nil"
	case x.direct && x.helper == "":
		return r.params[x.param].name + ", nil"
	case x.direct:
		return p.need(x.helper) + "(" + r.params[x.param].name + ")+" + p.bytes(x.after) + ", nil"
	}
	return p.parts[x.part].name + "(" + r.params[x.param].name + ")"
}

// goCheck writes the function that checks the program.
func (p *program) goCheck() {
	if len(p.vectors) == 0 {
		return
	}
	p.line("\n// Check compares what the functions return with what is right for a few records.")
	p.line("func Check() error {\n\tfor _, v := range []struct {\n\t\trecord Record\n\t\tkey    string\n\t}{")
	for _, v := range p.vectors {
		var members []string
		for i, f := range p.fields {
			members = append(members, f.member+": "+p.text(v.values[i]))
		}
		p.line("\t\t{Record{", strings.Join(members, ", "), "}, ", p.bytes(v.key), "},")
	}
	p.line("\t} {")
	p.line("\t\tkey, err := RowKey(v.record)\n\t\tif err != nil || key != v.key {\n\t\t\treturn fmt.Errorf(\"the key of %+v is %q, %v\", v.record, key, err)\n\t\t}")
	for _, f := range p.fields {
		if f.whole < 0 {
			p.line("\t\tv.record.", f.member, " = \"\" // cannot be read")
		}
	}
	p.line("\t\tif record, err := ParseRowKey(key); err != nil || record != v.record {\n\t\t\treturn fmt.Errorf(\"the record of %q is %+v, %v\", key, record, err)\n\t\t}\n\t}")
	for _, c := range p.checkedRanges() {
		p.line("\tif all, err := RangesOfQuestion", c.number, "(", c.args, "); err != nil || fmt.Sprintf(\"%q\", all) != ", strconv.Quote(fmt.Sprintf("%q", c.goRanges())), " {")
		p.line("\t\treturn fmt.Errorf(\"question ", c.number, " reads %q, %v\", all, err)\n\t}")
	}
	p.line("\treturn nil\n}")
}
