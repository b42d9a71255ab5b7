package keycode

import (
	"strconv"
	"strings"
)

// java returns the program in Java.
func (p *program) java() string {
	for _, name := range []string{"raw", "raw_bytes", "text", "bytes", "whole", "reader"} {
		p.need(name)
	}
	p.javaRecord()
	for i := range p.parts {
		p.javaPart(&p.parts[i])
	}
	for i := range p.ranges {
		p.javaRanges(i)
	}
	p.javaCheck()

	var b strings.Builder
	for _, name := range p.sortedImports() {
		b.WriteString("import " + name + ";\n")
	}
	b.WriteString("\n/**\n * Makes and reads the row keys of the template\n *\n * <pre>" + javadoc(p.t.String()) + "</pre>\n *\n")
	b.WriteString(" * <p>Values are texts as they stand in the records, numbers and times too. They are refused with an\n * IllegalArgumentException where the key could not be read back or would not sort.\n */\npublic final class RowKeys {\n    private RowKeys() {}\n")
	b.WriteString(p.body.String() + "\n" + p.helpers("\n\n") + "\n}\n")
	return b.String()
}

// javadoc is [comment] within a comment in HTML.
func javadoc(s string) string { return escapeJavadoc(comment(s)) }

// escapeJavadoc escapes what means something in the HTML and the tags of such a comment.
func escapeJavadoc(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "@", "&#64;").Replace(s)
}

// javaComment writes a comment of several lines.
func (p *program) javaComment(lines ...string) {
	if len(lines) == 1 {
		p.line("\n    /** ", lines[0], " */")
		return
	}
	p.line("\n    /**")
	for _, s := range lines {
		p.line("     * ", s)
	}
	p.line("     */")
}

// javaRecord writes the record type, and the methods from records to keys and back.
func (p *program) javaRecord() {
	var members []string
	for _, f := range p.fields {
		members = append(members, "String "+f.member)
	}
	p.javaComment("The values of the fields in the key.")
	p.line("    public record Values(", strings.Join(members, ", "), ") {}")
	p.javaComment("Returns the row key of a record.")
	var parts []piece
	for i := range p.parts {
		parts = append(parts, piece{part: i})
	}
	p.line("    public static byte[] rowKey(Values record) {\n        return bytes(whole(", p.joined([]string{p.bytes(p.t.LeadingLiteral())}, parts, func(x piece) string {
		q := p.parts[x.part]
		return q.name + "(record." + p.fields[q.field].member + "())"
	}), "));\n    }")

	said := []string{"Returns the record of a row key."}
	if p.lossy != nil {
		said[0] = "Returns the record of a row key, with null for what cannot be read."
	}
	for _, s := range wrap(p.lossy, 90) {
		said = append(said, escapeJavadoc(s))
	}
	p.javaComment(said...)
	p.line("    public static Values parseRowKey(byte[] key) {\n        String given = raw(key);\n        Reader reader = new Reader(given);")
	if head := p.t.LeadingLiteral(); head != "" {
		p.line("        reader.cut(", strconv.Itoa(len(head)), ", \"\");")
	}
	for i, q := range p.parts {
		set := ""
		if f := p.fields[q.field]; f.whole == i {
			set = "String " + f.local + " = "
		}
		p.line("        ", set, "reader.cut(", strconv.Itoa(q.Width()), ", ", p.bytes(q.Sep), ");")
	}
	var values, same []string
	for _, f := range p.fields {
		if f.whole < 0 {
			values = append(values, "null")
			continue
		}
		q := p.parts[f.whole]
		values = append(values, "text("+p.undone(q, f.local)+")")
		piece := f.local
		if q.Sep != "" {
			piece += " + " + p.bytes(q.Sep)
		}
		same = append(same, "!"+q.name+"(record."+f.member+"()).equals("+piece+")")
	}
	p.line("        Values record = new Values(", strings.Join(values, ", "), ");")
	switch {
	case p.all:
		p.line("        if (!reader.rest.isEmpty() || !raw(rowKey(record)).equals(given)) {")
	default:
		if head := p.t.LeadingLiteral(); head != "" {
			same = append([]string{"!given.startsWith(" + p.bytes(head) + ")"}, same...)
		}
		p.line("        if (", strings.Join(append([]string{"!reader.rest.isEmpty()"}, same...), " || "), ") {")
	}
	p.line("            throw new IllegalArgumentException(\"the key does not have the form of the template\");\n        }\n        return record;\n    }")
}

// javaPart writes the method for a part.
func (p *program) javaPart(q *part) {
	p.javaComment("Returns the bytes of " + javadoc(q.inside+q.Sep) + ".")
	p.line("    private static String ", q.name, "(String of) {\n        String value = raw(of);")
	p.returnPart(q, "        ", ";")
	p.line("    }")
}

// javaRanges writes the method for the ranges of a question.
func (p *program) javaRanges(at int) {
	r := &p.ranges[at]
	number := strconv.Itoa(at + 1)
	p.need("range")
	said := []string{"Returns the keys in which to read for question " + number + "."}
	for _, s := range wrap(r.sentences(), 90) {
		said = append(said, escapeJavadoc(s))
	}
	p.javaComment(said...)
	p.line("    public static List<Range> rangesOfQuestion", number, "(", r.paramNames("String "), ") {")
	ranged := func(start, end string) string { return "range(" + start + ", " + end + ")" }
	if r.shape == planned {
		p.line("        return List.of(")
		for i, x := range r.all {
			comma := ","
			if i == len(r.all)-1 {
				comma = ");"
			}
			p.line("                ", ranged(p.bytes(string(x.Start)), p.bytes(string(x.End))), comma)
		}
		p.line("    }")
		return
	}
	expression := p.expressions(r, func(text string) string { return "raw(" + text + ")" }, func(q part) string {
		p.imports["java.util.Locale"] = true
		return "String.format(Locale.ROOT, \"%0" + strconv.Itoa(q.Width()) + "d\", salt)"
	})
	in := "        "
	if r.salts >= 0 {
		p.imports["java.util.ArrayList"] = true
		p.line("        List<Range> all = new ArrayList<>();\n        for (int salt = 0; salt < ", decimal(p.saltsOf(r)), "; salt++) {")
		in = "            "
	}
	prefix, start, end := p.bounds(r, `"\000"`, expression)
	p.line(in, "String prefix = ", prefix, ";")
	if r.salts >= 0 {
		p.line(in, "all.add(", ranged(start, end), ");\n        }\n        return all;\n    }")
	} else {
		p.line("        return List.of(", ranged(start, end), ");\n    }")
	}
}

// javaCheck writes the methods that check the program.
func (p *program) javaCheck() {
	if len(p.vectors) == 0 {
		return
	}
	p.javaComment("Compares what the methods return with what is right for a few records.")
	p.line("    public static void check() {")
	for _, v := range p.vectors {
		var values, read []string
		for i, f := range p.fields {
			values = append(values, p.text(v.values[i]))
			if f.whole >= 0 {
				read = append(read, p.text(v.values[i]))
			} else {
				read = append(read, "null")
			}
		}
		p.line("        check(new Values(", strings.Join(values, ", "), "), ", p.bytes(v.key), ", new Values(", strings.Join(read, ", "), "));")
	}
	for _, c := range p.checkedRanges() {
		p.line("        if (!rangesOfQuestion", c.number, "(", c.args, ").toString().equals(List.of(", p.rangeList(c.ranges, "range"), ").toString())) {")
		p.line("            throw new AssertionError(\"question ", c.number, " reads elsewhere\");\n        }")
	}
	p.line("    }\n\n    private static void check(Values record, String key, Values read) {")
	p.line("        if (!raw(rowKey(record)).equals(key)) {\n            throw new AssertionError(\"the key of \" + record + \" is \" + text(raw(rowKey(record))));\n        }")
	p.line("        if (!parseRowKey(bytes(key)).equals(read)) {\n            throw new AssertionError(\"the record of \" + text(key) + \" is \" + parseRowKey(bytes(key)));\n        }\n    }")
}
