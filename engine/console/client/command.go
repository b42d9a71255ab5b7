package client

import (
	"strings"
	"time"
	"unicode/utf8"

	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/hbase"
	"tabletop/engine/table"
)

// goCall is Go's code for a call that returns only an error.
const goCall = "if err := $1; err != nil {\n\treturn err\n}"

// call writes a call that returns nothing, in the form of a statement of the language.
func (w *writer) call(t template, args ...string) {
	for l, text := range t {
		switch {
		case text == "":
		case Language(l) == Go:
			t[l] = strings.Replace(goCall, "$1", text, 1)
		case Language(l) == Java || Language(l) == HBase:
			t[l] = text + ";"
		case Language(l) == Node:
			t[l] = "await " + text + ";"
		}
	}
	w.line(t, args...)
}

// show writes a call whose result is printed.
func (w *writer) show(t template, args ...string) {
	found := w.name("found")
	for l, text := range t {
		if text == "" {
			continue
		}
		t[l] = template{
			found + ", err := " + text + goErr + "\nfmt.Println(" + found + ")", "System.out.println(" + text + ");",
			"print(" + text + ")", "console.log(await " + text + ");", "System.out.println(" + text + ");",
		}[l]
	}
	w.line(t, args...)
}

// command writes one command.
func (w *writer) command(c console.Command) {
	switch c := c.(type) {
	case console.SetCells, console.AddToCell, console.CheckAndMutate, console.ReadModifyWrite, console.DeleteRow, console.DeleteColumn,
		console.DeleteCell, console.DeleteVersions:
		w.write(c)
	case console.Read:
		w.read(c)
	case console.Lookup:
		w.lookup(c)
	case console.CountRows:
		w.count(c)
	case console.GetCounter:
		w.counter(c)
	case console.CreateTable:
		w.createTable(c)
	case console.CreateFamily:
		w.createFamily(c.Table, c.Family)
	case console.SetGC:
		w.setGC(c)
	case console.Alter:
		w.alter(c)
	case console.DeleteFamily:
		w.call(template{
			"admin.DeleteColumnFamily(ctx, $1, $2)", "admin.modifyFamilies(ModifyColumnFamiliesRequest.of($1).dropFamily($2))",
			"instance.table($1).column_family($2).delete()", "instance.table($1).family($2).delete()",
			"admin.deleteColumnFamily($3, Bytes.toBytes($2))",
		}, w.text(c.Table), w.text(string(c.Family)), w.tableName(c.Table))
	case console.DeleteRowsByPrefix:
		w.lack(c.Family != "" || c.UpTo != console.NewestVersion, "each", "")
		w.lack(w.Language == Node && !utf8.ValidString(c.Prefix), "bytes", "")
		w.call(template{
			"admin.DropRowRange(ctx, $1, $2)", "admin.dropRowRange($1, $2)", "instance.table($1).drop_by_prefix($2)", "instance.table($1).deleteRows($2)", "",
		}, w.text(c.Table), w.bytes(c.Prefix))
	case console.ListTables:
		w.listed(c)
	case console.SampleRowKeys:
		w.samples(c.Table)
	case console.ListSplits:
		w.samples(c.Table)
	case console.SetValueType:
		w.lack(true, "type", "")
	case console.ImportCSV:
		w.lack(true, "import", "")
	case console.Help:
	default:
		w.aboutTable(c)
	}
}

// aboutTable writes a command whose only argument is a table.
func (w *writer) aboutTable(c console.Command) {
	t := console.DescriptorOf(c).Table
	args := []string{w.text(t), w.tableName(t)}
	disabled := "if (admin.isTableEnabled($2)) {\n    admin.disableTable($2);\n}\n" // HBase refuses to change an enabled table
	switch c := c.(type) {
	case console.DeleteTable:
		w.call(template{
			"admin.DeleteTable(ctx, $1)", "admin.deleteTable($1)", "instance.table($1).delete()", "instance.table($1).delete()", disabled + "admin.deleteTable($2)",
		}, args...)
	case console.DeleteAllRows:
		w.call(template{
			"admin.DropAllRows(ctx, $1)", "admin.dropAllRows($1)", "instance.table($1).truncate()", "instance.table($1).truncate()", disabled + "admin.truncateTable($2, true)",
		}, args...)
	case console.Exists:
		w.show(template{"", "admin.exists($1)", "instance.table($1).exists()", "instance.table($1).exists()", "admin.tableExists($2)"}, args...)
	case console.Disable:
		w.call(template{HBase: "admin.disableTable($2)"}, args...)
	case console.Enable:
		w.call(template{HBase: "admin.enableTable($2)"}, args...)
	case console.RewriteFiles:
		w.call(template{HBase: "admin." + [...]string{"flush", "compact", "majorCompact"}[c.How] + "($2)"}, args...)
	case console.IsEnabled:
		w.show(template{HBase: map[bool]string{false: "admin.isTableEnabled($2)", true: "admin.isTableDisabled($2)"}[c.Not]}, args...)
	default:
		panic("client: a command that no language has")
	}
}

// listed writes a list of tables or of families.
func (w *writer) listed(c console.ListTables) {
	switch {
	case c.Table != "":
		w.show(template{
			"admin.TableInfo(ctx, $1)", "admin.getTable($1).getColumnFamilies()", "instance.table($1).list_column_families()",
			"instance.table($1).getFamilies()", "admin.getDescriptor($2)",
		}, w.text(c.Table), w.tableName(c.Table))
	case c.Pattern != "" && w.Language == HBase:
		w.show(template{HBase: "Arrays.toString(admin.listTableNames(Pattern.compile($1)))"}, w.text(c.Pattern))
	default:
		w.lack(c.Pattern != "", "pattern", c.Pattern)
		w.show(template{"admin.Tables(ctx)", "admin.listTables()", "instance.list_tables()", "instance.getTables()", "Arrays.toString(admin.listTableNames())"})
	}
}

// samples writes a list of keys that divide a table.
func (w *writer) samples(t string) {
	w.open(t)
	w.show(template{
		"tbl.SampleRowKeys(ctx)", "client.sampleRowKeys($1)", "table.sample_row_keys()", "table.sampleRowKeys()",
		"Arrays.deepToString(connection.getRegionLocator($2).getStartKeys())",
	}, w.text(t), w.tableName(t))
}

// family returns the description of a family for HBase's client.
func (w *writer) family(f hbase.Family, name base.Family) string {
	text := "ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(" + w.text(string(name)) + "))"
	if f.Versions > 0 {
		text += ".setMaxVersions(" + itoa(f.Versions) + ")"
	}
	if f.TTL > 0 {
		text += ".setTimeToLive(" + itoa(int64(f.TTL/time.Second)) + ")"
	}
	if f.MinVersions != 0 {
		text += ".setMinVersions(" + itoa(max(f.MinVersions, 0)) + ")"
	}
	if f.KeepDeleted != "" {
		text += ".setKeepDeletedCells(KeepDeletedCells." + f.KeepDeleted + ")"
	}
	return text + ".build()"
}

// described returns the description of a family for HBase, which has versions and an age,
// but no other rules. In HBase the default is one version, so that all versions have to be
// stated.
func (w *writer) described(f console.FamilySpec, settings ...console.FamilyChange) string {
	d, ok := hbase.DescribeFamily(f)
	for _, s := range settings {
		if s.Family == f.Name {
			d.KeepDeleted, d.MinVersions = s.KeepDeleted, max(d.MinVersions, s.MinVersions)
		}
	}
	w.lack(!ok, "rule", "")
	w.lack(f.Type != table.Plain, "type", "")
	if d.Versions == 0 {
		d.Versions = console.AllVersions
	}
	return w.family(d, f.Name)
}

// createTable writes the creation of a table with its families and splits.
func (w *writer) createTable(c console.CreateTable) {
	typed := func(f console.FamilySpec) bool {
		w.lack(f.Type != table.Plain && w.Language >= Python, "type", "")
		return f.Type != table.Plain
	}
	families := ""
	for _, f := range c.Families {
		name := w.text(string(f.Name))
		switch w.Language {
		case Go:
			families += "\t\t" + name + ": " + w.goFamily(f) + ",\n"
		case Java:
			families += ".addFamily(" + w.javaFamily(f) + ")"
		case Python:
			typed(f)
			families += ", " + name + ": " + w.rule(f.GC)
		case Node:
			typed(f)
			if families += ", "; f.GC == nil {
				families += name
			} else {
				families += "{name: " + name + ", rule: " + w.rule(f.GC) + "}"
			}
		case HBase:
			families += ".setColumnFamily(" + w.described(f, c.Settings...) + ")"
		}
	}
	w.lack(len(c.Settings) > 0 && w.Language != HBase, "rule", "")
	splits := list(c.Splits, func(k base.RowKey) string {
		w.lack(w.Language == Node && !utf8.ValidString(string(k)), "bytes", "")
		return w.bytes(string(k))
	})
	if w.Language == Java {
		splits = ""
		for _, k := range c.Splits {
			splits += ".addSplit(" + w.raw(string(k)) + ")"
		}
	} else if splits != "" {
		splits = w.pick(template{
			"\tSplitKeys: []string{$1},\n", "", "initial_split_keys=[$1], ", ", splits: [$1]", ", new byte[][] {$1}",
		}, splits)
	}
	w.call(template{
		"admin.CreateTableFromConf(ctx, &bigtable.TableConf{\n\tTableID: $1,\n$2\tColumnFamilies: map[string]bigtable.Family{\n$3\t},\n})",
		"admin.createTable(CreateTableRequest.of($1)$3$2)", "instance.table($1).create($2column_families={$3})", "instance.createTable($1, {families: [$3]$2})",
		"admin.createTable(TableDescriptorBuilder.newBuilder($4)$3.build()$2)",
	}, w.text(c.Table), splits, strings.TrimPrefix(families, ", "), w.tableName(c.Table))
}

// goFamily returns the composite literal of a family in Go, without its type.
func (w *writer) goFamily(f console.FamilySpec) string {
	text := "{"
	if f.GC != nil {
		text += "GCPolicy: " + w.rule(f.GC)
	}
	if f.Type != table.Plain {
		if f.GC != nil {
			text += ", "
		}
		text += "ValueType: " + w.valueType(f.Type)
	}
	return text + "}"
}

// javaFamily returns the arguments with which Java adds a family.
func (w *writer) javaFamily(f console.FamilySpec) string {
	text := w.text(string(f.Name))
	if f.GC != nil {
		text += ", " + w.rule(f.GC)
	}
	if f.Type != table.Plain {
		text += ", " + w.valueType(f.Type)
	}
	return text
}

// createFamily writes the addition of a family to a table.
func (w *writer) createFamily(t string, f console.FamilySpec) {
	name, rule := w.text(string(f.Name)), ""
	switch w.Language {
	case Go:
		rule = w.goFamily(f)
	case Java:
		rule = w.javaFamily(f)
	case HBase:
		rule = w.described(f)
	default:
		w.lack(f.Type != table.Plain, "type", "")
		if f.GC != nil {
			rule = w.pick(template{Python: ", gc_rule=$1", Node: ", {rule: $1}"}, w.rule(f.GC))
		}
	}
	w.call(template{
		"admin.CreateColumnFamilyWithConfig(ctx, $1, $2, bigtable.Family$3)", "admin.modifyFamilies(ModifyColumnFamiliesRequest.of($1).addFamily($3))",
		"instance.table($1).column_family($2$3).create()", "instance.table($1).createFamily($2$3)", "admin.addColumnFamily($4, $3)",
	}, w.text(t), name, rule, w.tableName(t))
}

// setGC writes the replacement of a family's rule.
func (w *writer) setGC(c console.SetGC) {
	rule := ""
	switch {
	case w.Language == HBase:
		rule = w.described(console.FamilySpec{Name: c.Family, GC: c.GC})
	case w.Language == Node && c.GC == nil:
		w.lack(true, "never", "")
		return
	default:
		rule = w.rule(c.GC)
	}
	w.call(template{
		"admin.SetGCPolicy(ctx, $1, $2, $3)", "admin.modifyFamilies(ModifyColumnFamiliesRequest.of($1).updateFamily($2, $3))",
		"instance.table($1).column_family($2, gc_rule=$3).update()", "instance.table($1).family($2).setMetadata({rule: $3})", "admin.modifyColumnFamily($4, $3)",
	}, w.text(c.Table), w.text(string(c.Family)), rule, w.tableName(c.Table))
}

// alter writes the changes of families one by one. Bigtable's clients replace the whole
// rule of a family.
func (w *writer) alter(c console.Alter) {
	for _, f := range c.Changes {
		switch {
		case f.Delete:
			w.command(console.DeleteFamily{Table: c.Table, Family: f.Family})
			continue
		case w.Language == HBase:
			w.call(template{HBase: "admin.modifyColumnFamily($1, $2)"}, w.tableName(c.Table), w.family(hbase.Family{Versions: f.Versions, TTL: f.TTL, MinVersions: f.MinVersions, KeepDeleted: f.KeepDeleted}, f.Family))
			continue
		}
		w.lack(f.KeepDeleted != "", "rule", "")
		h := hbase.Family{Versions: f.Versions, TTL: f.TTL, MinVersions: max(f.MinVersions, 0)}
		if h.Versions == console.AllVersions {
			h.Versions = 0
		}
		if h.TTL == console.Forever {
			h.TTL = 0
		}
		w.lack(f.Versions == 0 != (f.TTL == 0), "alter", "")
		w.setGC(console.SetGC{Table: c.Table, Family: f.Family, GC: h.GCRule()})
	}
}
