package host

import (
	"context"
	"encoding/binary"
	"slices"
	"sort"
	"strings"

	"tabletop/engine"
	"tabletop/engine/wire"
)

// decoded decodes a journal. Entries that are not changes join the damaged records, and so does
// an unreadable note, under the number 0. Both results are in sequence order.
func decoded(l StoredWorkspace) (changes []engine.Change, damaged []DamagedRecord) {
	damaged = slices.Clone(l.Damaged)
	if _, err := decodeNote(l.Kind, l.Note); err != nil {
		damaged = append(damaged, DamagedRecord{Data: l.Note})
	}
	for _, e := range l.Entries {
		c, err := wire.DecodeChange(e.Data)
		if err != nil {
			damaged = append(damaged, DamagedRecord(e))
			continue
		}
		changes = append(changes, c)
	}
	sort.Slice(damaged, func(a, b int) bool { return damaged[a].Seq < damaged[b].Seq })
	return changes, damaged
}

// next returns the number of the next entry. It does not trust the Meta alone: it is greater
// than the number of any entry or damaged record.
func (l StoredWorkspace) next() uint64 {
	n := max(l.Next, 1)
	if k := len(l.Entries); k > 0 {
		n = max(n, l.Entries[k-1].Seq+1)
	}
	if k := len(l.Damaged); k > 0 {
		n = max(n, l.Damaged[k-1].Seq+1)
	}
	return n
}

// damage returns the damaged records of a workspace's journal as a file. For each record it has
// the number in eight bytes, the length in four bytes, both big endian, and the data.
func (h *Host) damage(ctx context.Context, id string) (*ExportedFile, error) {
	l, err := h.Store.Load(ctx, id, 0)
	if err != nil {
		return nil, err
	}
	_, damaged := decoded(l)
	var out []byte
	for _, d := range damaged {
		out = binary.BigEndian.AppendUint64(out, d.Seq)
		out = binary.BigEndian.AppendUint32(out, uint32(len(d.Data)))
		out = append(out, d.Data...)
	}
	return &ExportedFile{Name: strings.TrimSuffix(ExportFileName(l.Title), ".tabletop") + ".damaged", Data: out}, nil
}
