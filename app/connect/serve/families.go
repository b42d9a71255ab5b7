package serve

import (
	"slices"
	"time"

	adminpb "cloud.google.com/go/bigtable/admin/apiv2/adminpb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"

	"tabletop/engine/base"
	"tabletop/engine/table"
)

// familyOf returns a family of the API as one of the engine.
func familyOf(name string, f *adminpb.ColumnFamily) (table.FamilyInfo, error) {
	typ, err := typeOf(f.GetValueType())
	if err != nil {
		return table.FamilyInfo{}, err
	}
	gc, err := ruleOf(f.GetGcRule())
	return table.FamilyInfo{Name: base.Family(name), GC: gc, Type: typ}, err
}

// typeOf returns how the engine combines the cells of a type. Types other than aggregates only
// concern clients, and are plain bytes here.
func typeOf(t *adminpb.Type) (table.ValueType, error) {
	kind, is := t.GetKind().(*adminpb.Type_AggregateType)
	if !is {
		return table.Plain, nil
	}
	a := kind.AggregateType
	if _, is := a.GetAggregator().(*adminpb.Type_Aggregate_HllppUniqueCount); is {
		return table.UniqueCount, nil
	}
	if in := a.GetInputType(); in != nil && in.GetInt64Type() == nil {
		return 0, status.Error(codes.Unimplemented, "sums, least and greatest values are of int64 here: declare such an input")
	}
	switch a.GetAggregator().(type) {
	case *adminpb.Type_Aggregate_Sum_:
		return table.IntSum, nil
	case *adminpb.Type_Aggregate_Min_:
		return table.IntMin, nil
	case *adminpb.Type_Aggregate_Max_:
		return table.IntMax, nil
	}
	return 0, invalid("an aggregate family has no aggregator: name sum, min, max or hllpp_unique_count")
}

// declared returns the API's type of a family that was not created by a request, or nil for plain
// bytes.
func declared(v table.ValueType) *adminpb.Type {
	a := &adminpb.Type_Aggregate{InputType: &adminpb.Type{Kind: &adminpb.Type_Int64Type{Int64Type: &adminpb.Type_Int64{
		Encoding: &adminpb.Type_Int64_Encoding{Encoding: &adminpb.Type_Int64_Encoding_BigEndianBytes_{
			BigEndianBytes: &adminpb.Type_Int64_Encoding_BigEndianBytes{},
		}},
	}}}}
	switch v {
	case table.IntSum:
		a.Aggregator = &adminpb.Type_Aggregate_Sum_{Sum: &adminpb.Type_Aggregate_Sum{}}
	case table.IntMin:
		a.Aggregator = &adminpb.Type_Aggregate_Min_{Min: &adminpb.Type_Aggregate_Min{}}
	case table.IntMax:
		a.Aggregator = &adminpb.Type_Aggregate_Max_{Max: &adminpb.Type_Aggregate_Max{}}
	case table.UniqueCount:
		a.Aggregator = &adminpb.Type_Aggregate_HllppUniqueCount{HllppUniqueCount: &adminpb.Type_Aggregate_HyperLogLogPlusPlusUniqueCount{}}
	default:
		return nil
	}
	return &adminpb.Type{Kind: &adminpb.Type_AggregateType{AggregateType: a}}
}

// maxRules is the greatest depth of nested rules. A deeper rule would exceed the limit of a rule's
// size anyway.
const maxRules = base.MaxGCRule

// ruleOf returns a garbage-collection rule of the API as one of the engine, nil for none.
func ruleOf(r *adminpb.GcRule) (table.GCRule, error) { return ruleAt(r, 0) }

// ruleAt returns a rule at a depth as ruleOf does.
func ruleAt(r *adminpb.GcRule, depth int) (table.GCRule, error) {
	if depth > maxRules {
		return nil, invalid("a rule of garbage collection has more than %d levels: write it flatter", maxRules)
	}
	switch r := r.GetRule().(type) {
	case nil:
		return nil, nil
	case *adminpb.GcRule_MaxNumVersions:
		return table.MaxVersions(r.MaxNumVersions), nil
	case *adminpb.GcRule_MaxAge:
		if err := r.MaxAge.CheckValid(); err != nil {
			return nil, invalid("a rule's age is no length of time: %v", err)
		}
		return table.MaxAge(r.MaxAge.AsDuration()), nil
	case *adminpb.GcRule_Union_:
		list, err := rulesAt(r.Union.GetRules(), depth)
		return table.Union(list), err
	case *adminpb.GcRule_Intersection_:
		list, err := rulesAt(r.Intersection.GetRules(), depth)
		return table.Intersection(list), err
	}
	return nil, status.Error(codes.Unimplemented, "a rule of garbage collection is of a kind that is not here: use ages, numbers of versions, unions and intersections")
}

// rulesAt returns the rules within a rule at a depth.
func rulesAt(list []*adminpb.GcRule, depth int) (out []table.GCRule, err error) {
	for _, r := range list {
		rule, err := ruleAt(r, depth+1)
		if err != nil {
			return nil, err
		}
		out = append(out, rule)
	}
	return out, nil
}

// apiRule returns a rule of the engine as one of the API, nil for none.
func apiRule(r table.GCRule) *adminpb.GcRule {
	list := func(rules []table.GCRule) (out []*adminpb.GcRule) {
		for _, r := range rules {
			out = append(out, apiRule(r))
		}
		return out
	}
	switch r := r.(type) {
	case table.MaxVersions:
		return &adminpb.GcRule{Rule: &adminpb.GcRule_MaxNumVersions{MaxNumVersions: int32(r)}}
	case table.MaxAge:
		return &adminpb.GcRule{Rule: &adminpb.GcRule_MaxAge{MaxAge: durationpb.New(time.Duration(r))}}
	case table.Union:
		return &adminpb.GcRule{Rule: &adminpb.GcRule_Union_{Union: &adminpb.GcRule_Union{Rules: list(r)}}}
	case table.Intersection:
		return &adminpb.GcRule{Rule: &adminpb.GcRule_Intersection_{Intersection: &adminpb.GcRule_Intersection{Rules: list(r)}}}
	}
	return nil
}

// modifyFamilies applies all modifications of families or, if one is refused, none.
func (t *served) modifyFamilies(req *adminpb.ModifyColumnFamiliesRequest) error {
	tab, types := t.tab.Clone(), map[base.Family]*adminpb.Type{}
	for name, typ := range t.types {
		types[name] = typ
	}
	for _, m := range req.GetModifications() {
		if err := t.modifyFamily(tab, types, m); err != nil {
			return err
		}
	}
	t.tab, t.types = tab, types
	return nil
}

// modifyFamily applies one modification to a copy of the table and of its types.
func (t *served) modifyFamily(tab *table.Table, types map[base.Family]*adminpb.Type, m *adminpb.ModifyColumnFamiliesRequest_Modification) error {
	name := base.Family(m.GetId())
	switch mod := m.GetMod().(type) {
	case *adminpb.ModifyColumnFamiliesRequest_Modification_Create:
		f, err := familyOf(m.GetId(), mod.Create)
		if err != nil {
			return err
		}
		if n := tab.FamilyCount(); n >= base.MaxFamilies {
			return invalid("the table has %d families, the most there may be: delete one first", n)
		}
		types[name] = mod.Create.GetValueType()
		return tab.CreateFamily(f)
	case *adminpb.ModifyColumnFamiliesRequest_Modification_Update:
		return updateFamily(tab, types, name, mod.Update, m.GetUpdateMask().GetPaths())
	case *adminpb.ModifyColumnFamiliesRequest_Modification_Drop:
		if !mod.Drop {
			return invalid("the modification of %s drops nothing: set drop to true", name)
		}
		if t.protected {
			return errProtected
		}
		delete(types, name)
		return tab.DeleteFamily(name)
	}
	return invalid("the modification of %s says nothing: create, update or drop it", name)
}

// updateFamily changes the parts of a family that paths name; without paths its rule. The type of
// an aggregate cannot be changed.
func updateFamily(tab *table.Table, types map[base.Family]*adminpb.Type, name base.Family, to *adminpb.ColumnFamily, paths []string) error {
	if err := tab.CheckFamily(name); err != nil {
		return err
	}
	if len(paths) == 0 {
		paths = []string{"gc_rule"}
	}
	for _, p := range paths {
		switch {
		case p == "gc_rule":
			rule, err := ruleOf(to.GetGcRule())
			if err != nil {
				return err
			}
			if err := tab.SetGC(name, rule); err != nil {
				return err
			}
		case p == "value_type" || len(p) > 11 && p[:11] == "value_type.":
			typ, err := typeOf(to.GetValueType())
			if err != nil {
				return err
			}
			if now, _ := tab.Family(name); now.Type != typ || typ != table.Plain {
				return invalid("Immutable fields 'value_type.aggregate_type.*' cannot be updated: what %s adds up, or that it does not, stays so", name)
			}
			types[name] = to.GetValueType()
		default:
			return invalid("%s is nothing of a family that can be updated: name gc_rule or value_type", p)
		}
	}
	return nil
}

// families returns the families of a table as the API describes them.
func families(tab *table.Table, types map[base.Family]*adminpb.Type) map[string]*adminpb.ColumnFamily {
	out := map[string]*adminpb.ColumnFamily{}
	for _, f := range tab.Families() {
		typ := types[f.Name]
		if typ == nil {
			typ = declared(f.Type)
		}
		out[string(f.Name)] = &adminpb.ColumnFamily{GcRule: apiRule(f.GC), ValueType: typ}
	}
	return out
}

// familiesOf returns families of the API as those of the engine, sorted by name, with the types as
// they were declared.
func familiesOf(from map[string]*adminpb.ColumnFamily) (out []table.FamilyInfo, types map[base.Family]*adminpb.Type, err error) {
	types = map[base.Family]*adminpb.Type{}
	for name, f := range from {
		info, err := familyOf(name, f)
		if err != nil {
			return nil, nil, err
		}
		out = append(out, info)
		types[info.Name] = f.GetValueType()
	}
	slices.SortFunc(out, func(a, b table.FamilyInfo) int {
		if a.Name < b.Name {
			return -1
		}
		return 1
	})
	return out, types, nil
}
