package host

import (
	"strconv"

	"tabletop/engine"
	"tabletop/engine/base"
)

// full returns the refusal of what would need more memory than there is, nil for nothing:
// of a change that brings rows before it begins, and of any while it takes more and more.
// What is stored is not refused: it had room once.
func (h *Host) full(j *job, begins bool) *base.Error {
	_, typed := j.asked.(engine.Console)
	if h.Memory == nil || j.replaying && !begins || j.finish != nil || !typed && !engine.NatureOf(j.asked).Changes {
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

// brings reports whether a request that changes tables is there to fill them. What is
// typed may be what makes room.
func brings(r engine.Request) bool {
	switch r := r.(type) {
	case engine.Load, engine.Fill, engine.Rekey, engine.Copy, engine.Piece:
		return true
	case engine.Console:
		return len(r.Files) > 0 || len(r.Text) > 64<<10
	}
	return false
}
