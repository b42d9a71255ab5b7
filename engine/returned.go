package engine

import "tabletop/engine/base"

// maxReads is how many reads of a console request are remembered.
const maxReads = 16

// consoleRead is one read of a console request.
type consoleRead struct {
	Read
	marks *lastRead
}

// Reads returns the reads of the last console request, up to the latest 16 of them,
// the latest behind.
func (s *Session) Reads() []Read {
	out := make([]Read, len(s.reads))
	for i, r := range s.reads {
		out[i] = r.Read
	}
	return out
}

// Returned reports whether read i of [Session.Reads] returned a row, as the table
// is now.
func (s *Session) Returned(i int, key base.RowKey) bool {
	r := s.reads[i]
	t, ok := s.state.tables[r.Table]
	return ok && r.marks.mark(t, key) == Returned
}
