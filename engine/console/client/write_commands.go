package client

import (
	"strings"
	"unicode/utf8"

	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/table"
)

// mutation is the code of one change of a row.
type mutation string

// write writes a command that changes one row.
func (w *writer) write(c console.Command) {
	w.open(console.DescriptorOf(c).Table)
	switch c := c.(type) {
	case console.SetCells:
		w.set(c)
	case console.AddToCell:
		w.lack(w.Language >= Node, "aggregate", "")
		if w.Language < Node {
			w.mutate(c.Table, c.Row, each(c.Cells, w.addToCell)...)
		}
	case console.CheckAndMutate:
		w.checkAndMutate(c)
	case console.ReadModifyWrite:
		w.modify(c)
	case console.DeleteRow:
		w.deletes(c.Table, c.Row, template{
			"DeleteRow()", "deleteRow()", "data.DeleteAllFromRow()", "delete()", "",
		})
	case console.DeleteColumn:
		w.lack(w.Language == Node && c.Qualifier == "", "qualifier", "")
		w.deletes(c.Table, c.Row, template{
			"DeleteCellsInColumn($1, $2)", "deleteCells($1, $2)", "data.DeleteRangeFromColumn($1, $3)", "deleteCells([$4])", ".addColumns($5, $2)",
		}, w.column5(c.Family, c.Qualifier)...)
	case console.DeleteCell:
		w.deleteCell(c)
	case console.DeleteVersions:
		w.deleteVersions(c)
	}
}

// each returns the results of a function for all elements.
func each[T any](all []T, of func(T) mutation) []mutation {
	out := make([]mutation, len(all))
	for i, one := range all {
		out[i] = of(one)
	}
	return out
}

// column5 returns a column in the five forms that the languages use: family, qualifier,
// qualifier as bytes, both as one text, and family as bytes.
func (w *writer) column5(f base.Family, q base.Qualifier) []string {
	both := ""
	if w.Language == Node {
		both = w.column(f, q)
	}
	return []string{w.text(string(f)), w.bytes(string(q)), w.raw(string(q)), both, w.bytes(string(f))}
}

// mutate writes mutations of a row, in languages that have a list of them.
func (w *writer) mutate(t string, row base.RowKey, all ...mutation) {
	key := w.bytes(string(row))
	switch w.Language {
	case Go:
		mut := w.name("mut")
		w.body.WriteString(w.goMutation(mut, all) + fill("if err := tbl.Apply(ctx, $1, $2); err != nil {\n\treturn err\n}\n", key, mut))
	case Java:
		w.line(template{Java: "client.mutateRow(RowMutation.create($1, $2)$3);"}, w.text(t), key, chained(all))
	case Python:
		w.line(template{Python: "table.mutate_row($1, [$2])"}, key, joined(all))
	}
}

// goMutation returns Go's code for a variable with mutations.
func (w *writer) goMutation(name string, all []mutation) string {
	text := name + " := bigtable.NewMutation()\n"
	for _, m := range all {
		text += name + "." + string(m) + "\n"
	}
	return text
}

// chained returns mutations as chained calls on one object.
func chained(all []mutation) string {
	text := ""
	for _, m := range all {
		text += "\n    ." + string(m)
	}
	return text
}

// joined returns mutations as a list.
func joined(all []mutation) string { return list(all, func(m mutation) string { return string(m) }) }

// setCell returns the mutation that sets a cell, in languages that have a list of
// mutations.
func (w *writer) setCell(c console.CellWrite) mutation {
	q, v := w.pair(c.Qualifier, c.Value)
	at := ""
	if c.At != table.ServerTime {
		at = itoa(c.At)
	}
	switch {
	case w.Language == Go && at == "":
		at = "bigtable.Now()"
	case w.Language == Java && at != "":
		at += "L, "
	case w.Language == Python && at != "":
		at = ", timestamp_micros=" + at
	}
	return mutation(w.pick(template{"Set($1, $2, $4, $5)", "setCell($1, $2, $4$3)", "data.SetCell($1, $2, $3$4)"},
		w.text(string(c.Family)), q, v, at, w.goBytes(c.Value)))
}

// goBytes returns a value as a slice of bytes in Go.
func (w *writer) goBytes(value string) string { return "[]byte(" + w.text(value) + ")" }

// addToCell returns the mutation that adds to an aggregate cell.
func (w *writer) addToCell(c console.CellIncrement) mutation {
	at := itoa(c.At)
	if c.At == table.ServerTime {
		at = w.pick(template{"bigtable.Now()", "System.currentTimeMillis() * 1000", "int(time.time() * 1000) * 1000"})
	} else if w.Language == Java {
		at += "L"
	}
	return mutation(w.pick(template{"AddIntToCell($1, $2, $3, $4)", "addToCell($1, $2, $3, $4)", "data.AddToCell($1, $2, $4, timestamp_micros=$3)"},
		w.text(string(c.Family)), w.bytes(string(c.Qualifier)), at, itoa(c.Input)))
}

// set writes cells of a row.
func (w *writer) set(c console.SetCells) {
	switch w.Language {
	case Node:
		w.line(template{Node: "await table.row($1).save($2);"}, w.bytes(string(c.Row)), w.nodeCells(c.Cells))
	case HBase:
		put := ""
		for _, cell := range c.Cells {
			at := ""
			if cell.At != table.ServerTime {
				w.lack(cell.At%1000 != 0, "micros", "")
				at = itoa(cell.At/1000) + "L, "
			}
			put += "\n    .addColumn(" + w.bytes(string(cell.Family)) + ", " + w.bytes(string(cell.Qualifier)) + ", " + at + w.bytes(cell.Value) + ")"
		}
		w.line(template{HBase: "table.put(new Put($1)$2);"}, w.bytes(string(c.Row)), put)
	default:
		w.mutate(c.Table, c.Row, each(c.Cells, w.setCell)...)
	}
}

// nodeCells returns cells as Node has them: an object of families, each an object of
// qualifiers. A column can have only one cell.
func (w *writer) nodeCells(cells []console.CellWrite) string {
	var families []base.Family
	of := map[base.Family][]string{}
	seen := map[string]bool{}
	for _, c := range cells {
		column := string(c.Family) + ":" + string(c.Qualifier)
		w.lack(seen[column], "versions", "")
		w.lack(!utf8.ValidString(column), "bytes", "")
		seen[column] = true
		value := w.bytes(c.Value)
		if c.At != table.ServerTime {
			value = "{value: " + value + `, timestamp: "` + itoa(c.At) + `"}`
		}
		if of[c.Family] == nil {
			families = append(families, c.Family)
		}
		of[c.Family] = append(of[c.Family], w.text(string(c.Qualifier))+": "+value)
	}
	return "{" + list(families, func(f base.Family) string {
		return w.text(string(f)) + ": {" + strings.Join(of[f], ", ") + "}"
	}) + "}"
}

// checkAndMutate writes a conditional mutation.
func (w *writer) checkAndMutate(c console.CheckAndMutate) {
	if w.Language == HBase {
		w.lack(true, "call", "")
		return
	}
	condition := w.filter(columns(c.Columns))
	key := w.bytes(string(c.Row))
	yes, no := each(c.True, w.setCell), each(c.False, w.setCell)
	branch := func(cells []console.CellWrite, all []mutation, t template) string {
		if len(cells) == 0 {
			return map[bool]string{true: "nil"}[w.Language == Go]
		}
		if w.Language == Node {
			return fill(t[Node], w.nodeCells(cells))
		}
		return w.pick(t, map[bool]string{true: chained(all), false: joined(all)}[w.Language == Java])
	}
	if w.Language == Go {
		if len(yes) > 0 {
			w.body.WriteString(w.goMutation(w.name("onTrue"), yes))
		}
		if len(no) > 0 {
			w.body.WriteString(w.goMutation(w.name("onFalse"), no))
		}
	}
	then := branch(c.True, yes, template{w.name("onTrue"), "\n    .then(Mutation.create()$1)", ", true_case_mutations=[$1]", `onMatch: [{method: "insert", data: $1}]`})
	other := branch(c.False, no, template{w.name("onFalse"), "\n    .otherwise(Mutation.create()$1)", ", false_case_mutations=[$1]", `onNoMatch: [{method: "insert", data: $1}]`})
	if w.Language == Node && then != "" && other != "" {
		then += ", "
	}
	w.line(template{
		"if err := tbl.Apply(ctx, $1, bigtable.NewCondMutation($2, $3, $4)); err != nil {\n\treturn err\n}",
		"client.checkAndMutateRow(ConditionalRowMutation.create($5, $1)\n    .condition($2)$3$4);",
		"table.check_and_mutate_row($1, $2$3$4)", "await table.row($1).filter($2, {$3$4});",
	}, key, condition, then, other, w.text(c.Table))
}

// modify writes a read-modify-write.
func (w *writer) modify(c console.ReadModifyWrite) {
	key := w.bytes(string(c.Row))
	var f base.Family
	var q base.Qualifier
	var value, node string
	name := template{"AppendValue", "append", "AppendValueRule", "createRules", "append(new Append"}
	switch r := c.Rule.(type) {
	case table.Increment:
		f, q, value = r.Family, r.Qualifier, itoa(r.By)
		name = template{"Increment", "increment", "IncrementRule", "increment", "increment(new Increment"}
		node = ", " + value
	case table.AppendValue:
		f, q, value = r.Family, r.Qualifier, w.bytes(r.Value)
		if w.Language == Go {
			value = w.goBytes(r.Value)
		}
		node = ", append: " + value
	default:
		panic("client: a rule of an unknown kind")
	}
	qualifier := w.bytes(string(q))
	if a, ok := c.Rule.(table.AppendValue); ok {
		if q, v := w.pair(q, a.Value); w.Language == Java {
			qualifier, value = q, v
		}
	}
	if w.Language == Node {
		node = w.column(f, q) + node
		if name[Node] == "createRules" {
			node = "[{column: " + node + "}]"
		}
	}
	rmw, row := w.name("rmw"), w.name("row")
	w.line(template{
		rmw + " := bigtable.NewReadModifyWrite()\n" + rmw + ".$6($2, $3, $4)\n" + row + ", err := tbl.ApplyReadModifyWrite(ctx, $1, " + rmw + ")" + goErr + "\nfmt.Println(" + row + ")",
		"System.out.println(client.readModifyWriteRow(ReadModifyWriteRow.create($5, $1).$6($2, $3, $4)));",
		"print(table.read_modify_write_row($1, rules.$6($2, $3, $4)))", "console.log(await table.row($1).$6($7));",
		"System.out.println(table.$6($1).addColumn($8, $3, $4)));",
	}, key, w.text(string(f)), qualifier, value, w.text(c.Table), name[w.Language], node, w.bytes(string(f)))
}

// deletes writes one deletion in a row, for which Node and HBase have calls of their own.
func (w *writer) deletes(t string, row base.RowKey, what template, args ...string) {
	switch w.Language {
	case Node:
		w.line(template{Node: "await table.row($1).$2;"}, w.bytes(string(row)), w.pick(what, args...))
	case HBase:
		w.line(template{HBase: "table.delete(new Delete($1)$2);"}, w.bytes(string(row)), w.pick(what, args...))
	default:
		w.mutate(t, row, mutation(w.pick(what, args...)))
	}
}

// millis returns a timestamp in milliseconds, as HBase has it.
func (w *writer) millis(at base.Micros) string {
	w.lack(w.Language >= Node && at%1000 != 0, "micros", "")
	return itoa(at / 1000)
}

// span writes the deletion of a column's cells with timestamps in [start, end).
func (w *writer) span(t string, row base.RowKey, f base.Family, q base.Qualifier, start, end base.Micros, hbase string) {
	args := append(w.column5(f, q), itoa(start), itoa(end), w.millis(start), w.millis(end))
	if w.Language == Node { // the call of a row accepts only names of columns
		key := w.bytes(string(row))
		w.line(template{Node: `await table.mutate({key: $1, method: "delete", data: [{column: $2, time: {start: new Date($3), end: new Date($4)}}]});`}, key, args[3], args[7], args[8])
		return
	}
	w.deletes(t, row, template{
		"DeleteTimestampRange($1, $2, $6, $7)", "deleteCells($1, $3, Range.TimestampRange.create($6L, $7L))",
		"data.DeleteRangeFromColumn($1, $3, $6, $7)", "", hbase,
	}, args...)
}

// deleteCell writes the deletion of one version.
func (w *writer) deleteCell(c console.DeleteCell) {
	if c.All {
		w.lack(w.Language != HBase, "time", "")
		if w.Language == HBase {
			w.deletes(c.Table, c.Row, template{HBase: ".addFamilyVersion($1, $2L)"}, w.bytes(string(c.Family)), w.millis(c.At))
		}
		return
	}
	if c.At == console.NewestVersion {
		w.lack(w.Language != HBase, "newest", "")
		if w.Language == HBase {
			w.deletes(c.Table, c.Row, template{HBase: ".addColumn($5, $2)"}, w.column5(c.Family, c.Qualifier)...)
		}
		return
	}
	w.span(c.Table, c.Row, c.Family, c.Qualifier, c.At, c.At+1000, ".addColumn($5, $2, $8L)")
}

// deleteVersions writes the deletion of all versions up to a timestamp.
func (w *writer) deleteVersions(c console.DeleteVersions) {
	switch {
	case c.Family == "" && c.UpTo == console.NewestVersion:
		w.write(console.DeleteRow{Table: c.Table, Row: c.Row})
	case !c.All && c.Family != "" && c.UpTo == console.NewestVersion:
		w.write(console.DeleteColumn{Table: c.Table, Row: c.Row, Family: c.Family, Qualifier: c.Qualifier})
	case !c.All && c.Family != "":
		w.span(c.Table, c.Row, c.Family, c.Qualifier, 0, c.UpTo+1000, ".addColumns($5, $2, "+itoa(c.UpTo/1000)+"L)")
	case c.UpTo == console.NewestVersion:
		w.deletes(c.Table, c.Row, template{
			"DeleteCellsInFamily($1)", "deleteFamily($1)", "data.DeleteAllFromFamily($1)", "deleteCells([$1])", ".addFamily($5)",
		}, w.column5(c.Family, c.Qualifier)...)
	case w.Language != HBase:
		w.lack(true, "time", "")
	case c.Family == "":
		w.line(template{HBase: "table.delete(new Delete($1, $2L));"}, w.bytes(string(c.Row)), w.millis(c.UpTo))
	default:
		w.deletes(c.Table, c.Row, template{HBase: ".addFamily($1, $2L)"}, w.bytes(string(c.Family)), w.millis(c.UpTo))
	}
}
