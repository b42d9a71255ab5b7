package serve

import (
	"encoding/binary"

	pb "cloud.google.com/go/bigtable/apiv2/bigtablepb"

	"tabletop/engine/base"
	"tabletop/engine/table"
)

// cellsOf returns mutations as cells to set. It appends them to room, which saves memory. ok is
// false if there are other mutations than SetCell.
func cellsOf(tab *table.Table, muts []*pb.Mutation, room []base.Cell) (cells []base.Cell, ok bool) {
	for _, m := range muts {
		set, is := m.GetMutation().(*pb.Mutation_SetCell_)
		if !is {
			return room, false
		}
		c := set.SetCell
		room = append(room, base.Cell{
			Family: base.Family(c.GetFamilyName()), Qualifier: base.Qualifier(c.GetColumnQualifier()),
			At: timeOf(tab, m, c), Value: string(c.GetValue()),
		})
	}
	return room, true
}

// timeOf returns the time of a cell that is set. It truncates a time that the client library has
// generated to the table's granularity.
func timeOf(tab *table.Table, m *pb.Mutation, c *pb.Mutation_SetCell) base.Micros {
	at := base.Micros(c.GetTimestampMicros())
	if at > 0 && m.GetTimestampOrigin() == pb.Mutation_CLIENT_AUTO_GENERATED {
		at -= at % tab.Granularity()
	}
	return at
}

// mutationsOf returns mutations of the API as those of the engine.
func mutationsOf(tab *table.Table, muts []*pb.Mutation) ([]table.Mutation, error) {
	out := make([]table.Mutation, 0, len(muts))
	for _, mut := range muts {
		switch m := mut.GetMutation().(type) {
		case *pb.Mutation_SetCell_:
			c := m.SetCell
			out = append(out, table.SetCell{
				Family: base.Family(c.GetFamilyName()), Qualifier: base.Qualifier(c.GetColumnQualifier()),
				At: timeOf(tab, mut, c), Value: string(c.GetValue()),
			})
		case *pb.Mutation_AddToCell_:
			c := m.AddToCell
			to, err := cellOf(c.GetFamilyName(), c.GetColumnQualifier(), c.GetTimestamp())
			if err != nil {
				return nil, err
			}
			out = append(out, table.AddToCell{Family: to.Family, Qualifier: to.Qualifier, At: to.At, Input: inputOf(tab, to.Family, c.GetInput())})
		case *pb.Mutation_MergeToCell_:
			c := m.MergeToCell
			to, err := cellOf(c.GetFamilyName(), c.GetColumnQualifier(), c.GetTimestamp())
			if err != nil {
				return nil, err
			}
			state, is := bytesOf(c.GetInput())
			if !is {
				return nil, invalid("the state to merge into %s is no bytes: give it as raw_value", to.Family)
			}
			out = append(out, table.MergeToCell{Family: to.Family, Qualifier: to.Qualifier, At: to.At, State: state})
		case *pb.Mutation_DeleteFromColumn_:
			c := m.DeleteFromColumn
			out = append(out, table.DeleteColumn{
				Family: base.Family(c.GetFamilyName()), Qualifier: base.Qualifier(c.GetColumnQualifier()),
				Start: base.Micros(c.GetTimeRange().GetStartTimestampMicros()), End: base.Micros(c.GetTimeRange().GetEndTimestampMicros()),
			})
		case *pb.Mutation_DeleteFromFamily_:
			out = append(out, table.DeleteFamilyCells{Family: base.Family(m.DeleteFromFamily.GetFamilyName())})
		case *pb.Mutation_DeleteFromRow_:
			out = append(out, table.DeleteRow{})
		default:
			return nil, invalid("a mutation says nothing: set one of its fields")
		}
	}
	return out, nil
}

// cellOf returns the cell of an aggregate that a mutation names, without its value.
func cellOf(family string, qualifier, at *pb.Value) (base.Cell, error) {
	q, named := bytesOf(qualifier)
	if !named {
		return base.Cell{}, invalid("the qualifier in %s is no bytes: give it as raw_value", family)
	}
	micros, timed := at.GetKind().(*pb.Value_RawTimestampMicros)
	if !timed {
		return base.Cell{}, invalid("the time of the cell in %s is missing: give it as raw_timestamp_micros", family)
	}
	return base.Cell{Family: base.Family(family), Qualifier: base.Qualifier(q), At: base.Micros(micros.RawTimestampMicros)}, nil
}

// bytesOf returns the bytes of a value. ok is false for a value of another kind.
func bytesOf(v *pb.Value) (string, bool) {
	switch k := v.GetKind().(type) {
	case *pb.Value_RawValue:
		return string(k.RawValue), true
	case *pb.Value_BytesValue:
		return string(k.BytesValue), true
	case *pb.Value_StringValue:
		return k.StringValue, true
	}
	return "", false
}

// inputOf returns what is added to an aggregate, or nil for a value that no aggregate takes. A
// count of distinct values takes bytes, and an integer as its eight bytes.
func inputOf(tab *table.Table, family base.Family, v *pb.Value) table.AggregateInput {
	if n, is := v.GetKind().(*pb.Value_IntValue); is {
		if f, _ := tab.Family(family); f.Type == table.UniqueCount {
			return table.BytesInput(binary.BigEndian.AppendUint64(nil, uint64(n.IntValue)))
		}
		return table.IntInput(n.IntValue)
	}
	if b, is := bytesOf(v); is {
		return table.BytesInput(b)
	}
	return nil
}

// rulesOf returns the rules of ReadModifyWriteRow as those of the engine.
func rulesOf(rules []*pb.ReadModifyWriteRule) ([]table.ReadModifyWriteRule, error) {
	out := make([]table.ReadModifyWriteRule, 0, len(rules))
	for _, r := range rules {
		fam, qual := base.Family(r.GetFamilyName()), base.Qualifier(r.GetColumnQualifier())
		switch r := r.GetRule().(type) {
		case *pb.ReadModifyWriteRule_AppendValue:
			out = append(out, table.AppendValue{Family: fam, Qualifier: qual, Value: string(r.AppendValue)})
		case *pb.ReadModifyWriteRule_IncrementAmount:
			out = append(out, table.Increment{Family: fam, Qualifier: qual, By: r.IncrementAmount})
		default:
			return nil, invalid("a rule says nothing: set append_value or increment_amount")
		}
	}
	return out, nil
}

// rowOf returns a row as a message of the API.
func rowOf(r table.Row) *pb.Row {
	out := &pb.Row{Key: []byte(r.Key())}
	var fam *pb.Family
	var col *pb.Column
	for c := range r.Cells() {
		if fam == nil || fam.Name != string(c.Family) {
			fam, col = &pb.Family{Name: string(c.Family)}, nil
			out.Families = append(out.Families, fam)
		}
		if col == nil || string(col.Qualifier) != string(c.Qualifier) {
			col = &pb.Column{Qualifier: []byte(c.Qualifier)}
			fam.Columns = append(fam.Columns, col)
		}
		col.Cells = append(col.Cells, &pb.Cell{TimestampMicros: int64(c.At), Value: []byte(c.Value)})
	}
	return out
}
