//go:build !js

package export

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/table"
)

// schemaOf writes families, rules, types and splits of tables down, to be compared. typed says whether types
// count, and ruled whether rules do.
func schemaOf(tables []Table, typed, ruled bool, splits func([]base.RowKey) []base.RowKey) string {
	var b strings.Builder
	for _, t := range tables {
		fmt.Fprintf(&b, "%s %q\n", t.Name(), splits(t.SplitKeys()))
		for _, f := range t.Families() {
			fmt.Fprintf(&b, " %s", f.Name)
			if typed {
				fmt.Fprintf(&b, " %s", f.Type)
			}
			if ruled {
				fmt.Fprintf(&b, " %s", table.GCString(f.GC))
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

func same(keys []base.RowKey) []base.RowKey { return keys }

// TestSchemaScriptsComeBack tests that the scripts make tables with the same schema and without rows.
func TestSchemaScriptsComeBack(t *testing.T) {
	for seed := range uint64(rounds) {
		tables := random(t, rand.New(rand.NewPCG(seed, 1)), false)
		script, _ := written(func(w WriteFunc) []Loss { return WriteCBTSchema(tables, w) })
		back := read(t, engine.CBT, script)
		if got, want := schemaOf(back, true, true, same), schemaOf(tables, true, true, same); got != want || strings.Count(script, "\n") != len(tables) {
			t.Fatalf("seed %d: the script\n%s\ngave\n%s\nnot\n%s", seed, script, got, want)
		}
		script, lost := written(func(w WriteFunc) []Loss { return WriteHBaseSchema(tables, w) })
		if lost["bare"] > 0 {
			continue
		}
		if got, want := schemaOf(read(t, engine.HBase, script), false, lost["rule"] == 0, same), schemaOf(tables, false, lost["rule"] == 0, same); got != want {
			t.Fatalf("seed %d: the script\n%s\ngave\n%s\nnot\n%s", seed, script, got, want)
		}
	}
}

// TestTerraformIsParsed tests a configuration with Hashicorp's own parser: it has the tables with their families,
// types, splits and rules.
func TestTerraformIsParsed(t *testing.T) {
	rules, lostSplits := 0, int64(0)
	for seed := range uint64(rounds) {
		tables := random(t, rand.New(rand.NewPCG(seed, 1)), false)
		text, lost := written(func(w WriteFunc) []Loss { return WriteTerraform(tables, w) })
		lostSplits += lost["splits"]
		texts := func(keys []base.RowKey) (out []base.RowKey) {
			for _, k := range keys {
				if utf8.ValidString(string(k)) {
					out = append(out, k)
				}
			}
			return out
		}
		got := schemaOf(configured(t, text), true, true, same)
		if want := schemaOf(tables, true, true, texts); got != want {
			t.Fatalf("seed %d: the configuration\n%s\nsays\n%s\nnot\n%s", seed, text, got, want)
		}
		rules += strings.Count(text, "google_bigtable_gc_policy")
	}
	if rules == 0 || lostSplits == 0 {
		t.Errorf("%d rules, %d lost splits", rules, lostSplits)
	}
}

// configured reads the tables of a configuration.
func configured(t *testing.T, text string) (out []Table) {
	t.Helper()
	file, diags := hclsyntax.ParseConfig([]byte(text), "x.tf", hcl.InitialPos)
	if diags.HasErrors() {
		t.Fatalf("%v\n%s", diags, text)
	}
	eval := &hcl.EvalContext{Variables: map[string]cty.Value{"var": cty.ObjectVal(map[string]cty.Value{"instance": cty.StringVal("i")})},
		Functions: map[string]function.Function{"jsonencode": stdlib.JSONEncodeFunc}}
	value := func(b *hclsyntax.Body, name string) cty.Value {
		a := b.Attributes[name]
		if a == nil {
			return cty.NilVal
		}
		v, diags := a.Expr.Value(eval)
		if diags.HasErrors() {
			t.Fatalf("%v\n%s", diags, text)
		}
		return v
	}
	specs := map[string]*table.Table{} // by the name of the resource
	for _, block := range file.Body.(*hclsyntax.Body).Blocks {
		if block.Type != "resource" {
			continue
		}
		if block.Labels[0] == "google_bigtable_table" {
			if value(block.Body, "deletion_protection").AsString() != "PROTECTED" {
				t.Errorf("a table is not protected:\n%s", text)
			}
			made := newTable(t, block.Body, value)
			specs[block.Labels[1]], out = made, append(out, Table{Table: made})
			continue
		}
		table := specs[block.Body.Attributes["table"].Expr.(*hclsyntax.ScopeTraversalExpr).Traversal[1].(hcl.TraverseAttr).Name]
		decoded, err := stdlib.JSONDecode(value(block.Body, "gc_rules"))
		if err != nil {
			t.Fatal(err)
		}
		list := decoded
		rule := ruleFrom(list)
		if err := table.SetGC(base.Family(value(block.Body, "column_family").AsString()), rule); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// newTable makes a table of its resource.
func newTable(t *testing.T, body *hclsyntax.Body, value func(*hclsyntax.Body, string) cty.Value) *table.Table {
	t.Helper()
	made, err := table.New(value(body, "name").AsString())
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range body.Blocks {
		f := table.FamilyInfo{Name: base.Family(value(b.Body, "family").AsString())}
		if typ := value(b.Body, "type"); typ != cty.NilVal {
			for _, of := range []table.ValueType{table.IntSum, table.IntMin, table.IntMax, table.UniqueCount} {
				if of.String() == typ.AsString() {
					f.Type = of
				}
			}
		}
		if err := made.CreateFamily(f); err != nil {
			t.Fatal(err)
		}
	}
	if splits := value(body, "split_keys"); splits != cty.NilVal {
		var keys []base.RowKey
		for _, v := range splits.AsValueSlice() {
			keys = append(keys, base.RowKey(v.AsString()))
		}
		made.SetSplitKeys(keys)
	}
	return made
}

// ruleFrom reads a rule as the provider does.
func ruleFrom(v cty.Value) table.GCRule {
	of := v.AsValueMap()
	if age, ok := of["max_age"]; ok {
		d, err := time.ParseDuration(age.AsString())
		if err != nil {
			panic(err)
		}
		return table.MaxAge(d)
	}
	if n, ok := of["max_version"]; ok {
		i, _ := n.AsBigFloat().Int64()
		return table.MaxVersions(i)
	}
	var rules []table.GCRule
	for _, r := range of["rules"].AsValueSlice() {
		rules = append(rules, ruleFrom(r))
	}
	mode, several := of["mode"]
	switch {
	case !several && len(rules) == 1:
		return rules[0]
	case mode.AsString() == "union":
		return table.Union(rules)
	}
	return table.Intersection(rules)
}
