package host

import (
	"strconv"

	"tabletop/engine"
	"tabletop/engine/base"
)

// full returns the refusal (memory-full) of a request that would need more memory than there
// is, or nil. begins is whether the request is about to start: then only a request that brings
// rows is refused. A request under way is refused if the memory in use is over the bound and
// still grows. Replayed changes and the opening of a workspace are never refused, since their
// data had room once.
func (h *Host) full(j *job, begins bool) *base.Error {
	_, typed := j.asked.(engine.RunConsole)
	if h.Memory == nil || j.replaying && !begins || j.finish != nil || !typed && !engine.TraitsOf(j.asked).Changes {
		return nil
	}
	used, most := h.Memory()
	before := j.used
	j.used = used
	if used <= most || !begins && used <= before || begins && !brings(j.asked) {
		return nil
	}
	name, bytes := "", int64(0)
	for _, t := range h.open.session.Tables() {
		if t.Bytes > bytes {
			name, bytes = t.Name, t.Bytes
		}
	}
	return base.Refuse(base.CodeMemoryFull, strconv.FormatInt(used, 10), strconv.FormatInt(most, 10), name, strconv.FormatInt(bytes, 10))
}

// brings reports whether a request fills tables. Short typed commands do not count: among them
// are those that free memory.
func brings(r engine.Request) bool {
	switch r := r.(type) {
	case engine.LoadRecords, engine.RestoreRows, engine.Rekey, engine.CopyTable, engine.AddTextPiece:
		return true
	case engine.RunConsole:
		return len(r.Files) > 0 || len(r.Text) > 64<<10
	}
	return false
}
