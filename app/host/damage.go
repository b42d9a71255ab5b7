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

// decoded decodes a journal. What is no change joins what was damaged before, and
// so does, under the number 0, a note that cannot be read.
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

// next returns the number that the next entry of a journal gets, whatever its
// Meta says.
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

// damage returns what is damaged of a workspace's journal as a file: for each
// record its number in eight bytes, its length in four, big endian, and what was
// found there.
func (h *Host) damage(ctx context.Context, id string) (*File, error) {
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
	return &File{Name: strings.TrimSuffix(FileName(l.Title), ".tabletop") + ".damaged", Data: out}, nil
}
