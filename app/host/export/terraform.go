package export

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"tabletop/engine/table"
)

// WriteTerraform writes the schema of tables as a Terraform configuration for the provider
// hashicorp/google: each table with its families, their types and its splits, protected from being
// deleted, and a garbage-collection rule for each family that has one. The instance is a variable. A split
// that is no UTF-8 is left out, since Terraform has only texts.
func WriteTerraform(tables []Table, write WriteFunc) []Loss {
	s := &terraform{lost: losses{}, names: map[string]bool{}}
	if !write("variable \"instance\" {\n  type = string\n}\n") {
		return nil
	}
	for _, t := range tables {
		if t.Disabled {
			s.lost["disabled"]++
		}
		if !write(s.table(t)) {
			break
		}
	}
	return s.lost.list()
}

// terraform writes the resources of a configuration.
type terraform struct {
	lost  losses
	names map[string]bool // of the resources that are written
}

// table returns the resources of one table.
func (s *terraform) table(t Table) string {
	var b strings.Builder
	name := s.name(t.Name())
	fmt.Fprintf(&b, "\nresource \"google_bigtable_table\" %q {\n  name                = %s\n  instance_name       = var.instance\n  deletion_protection = \"PROTECTED\"\n", name, hclText(t.Name()))
	if splits := s.splits(t); len(splits) > 0 {
		fmt.Fprintf(&b, "  split_keys          = [%s]\n", strings.Join(splits, ", "))
	}
	for _, f := range t.Families() {
		fmt.Fprintf(&b, "\n  column_family {\n    family = %s\n", hclText(string(f.Name)))
		if f.Type != table.Plain {
			fmt.Fprintf(&b, "    type   = %s\n", hclText(f.Type.String()))
		}
		b.WriteString("  }\n")
	}
	b.WriteString("}\n")
	for _, f := range t.Families() {
		if f.GC != nil {
			fmt.Fprintf(&b, "\nresource \"google_bigtable_gc_policy\" %q {\n  instance_name = var.instance\n  table         = google_bigtable_table.%s.name\n  column_family = %s\n  gc_rules      = jsonencode(%s)\n}\n",
				s.name(t.Name()+"_"+string(f.Name)), name, hclText(string(f.Name)), hclValue(rulesOf(f.GC)))
		}
	}
	return b.String()
}

// splits returns the splits of a table as texts.
func (s *terraform) splits(t Table) (out []string) {
	for _, key := range t.SplitKeys() {
		if !utf8.ValidString(string(key)) {
			s.lost["splits"]++
			continue
		}
		out = append(out, hclText(string(key)))
	}
	return out
}

// name returns the name of a resource for a table or a family: letters, digits, - and _, not
// beginning with a digit or -. A name that is taken gets a number.
func (s *terraform) name(of string) string {
	name := strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '_' || r == '-' {
			return r
		}
		return '_'
	}, of)
	if name == "" || strings.IndexByte("0123456789-", name[0]) >= 0 {
		name = "t_" + name
	}
	base := name
	for n := 2; s.names[name]; n++ {
		name = base + "_" + strconv.Itoa(n)
	}
	s.names[name] = true
	return name
}

// rule is a garbage-collection rule as the provider reads it.
type rule struct {
	Mode    string // "union" or "intersection" of Rules; "" for one rule
	Rules   []rule
	Age     string // such as "720h0m0s", "" for none
	Version int    // 0 for none
}

// rulesOf returns a rule with the list that the provider wants around a single one.
func rulesOf(r table.GCRule) rule {
	out := ruleOf(r)
	if out.Rules == nil {
		return rule{Rules: []rule{out}}
	}
	return out
}

// ruleOf returns a rule without a list around it. A union or an intersection of one rule is that rule.
func ruleOf(r table.GCRule) rule {
	several := func(mode string, rules []table.GCRule) rule {
		if len(rules) == 1 {
			return ruleOf(rules[0])
		}
		out := rule{Mode: mode}
		for _, of := range rules {
			out.Rules = append(out.Rules, ruleOf(of))
		}
		return out
	}
	switch r := r.(type) {
	case table.MaxVersions:
		return rule{Version: int(r)}
	case table.MaxAge:
		return rule{Age: time.Duration(r).String()}
	case table.Union:
		return several("union", r)
	case table.Intersection:
		return several("intersection", r)
	}
	panic("export: a rule of an unknown kind")
}

// hclValue returns a rule as a value of the configuration language, on one line.
func hclValue(r rule) string {
	var parts []string
	if r.Mode != "" {
		parts = append(parts, "mode = "+hclText(r.Mode))
	}
	if r.Rules != nil {
		var rules []string
		for _, of := range r.Rules {
			rules = append(rules, hclValue(of))
		}
		parts = append(parts, "rules = ["+strings.Join(rules, ", ")+"]")
	}
	if r.Age != "" {
		parts = append(parts, "max_age = "+hclText(r.Age))
	}
	if r.Version > 0 {
		parts = append(parts, "max_version = "+strconv.Itoa(r.Version))
	}
	return "{ " + strings.Join(parts, ", ") + " }"
}

// hclText returns text as a quoted text of the configuration language, in which ${ and %{ begin templates.
func hclText(s string) string {
	quoted, err := json.Marshal(s)
	if err != nil {
		panic(err) // a text is always encoded
	}
	return strings.NewReplacer("${", "$${", "%{", "%%{").Replace(string(quoted))
}
