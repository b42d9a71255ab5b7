package engine

import "tabletop/engine/base"

// Returned reports whether the last read was one of this table and returned all
// the rows.
func (s *Session) Returned(name string, keys ...base.RowKey) bool {
	t, ok := s.state.tables[name]
	if !ok {
		return false
	}
	for _, k := range keys {
		if s.last.mark(t, k) != Returned {
			return false
		}
	}
	return s.last != nil && s.last.table == name
}
