package host

import (
	"context"
	"errors"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/link"
	"tabletop/engine/wire"
)

// share returns the open workspace as a link, with its whole journal. If that is too long for
// the room that the page has, it leaves out what was undone or replaced.
func (h *Host) share(ctx context.Context, c ShareAsLink) (*SharedLink, error) {
	w := h.open
	if w == nil {
		return nil, base.Refuse(base.CodeNoSandbox, "")
	}
	// An experiment has only the designs, and so no journal.
	if c.Experiment {
		content, ok := link.ExperimentFromSession(w.meta.Title, w.session)
		if !ok {
			return nil, base.Refuse(base.CodeNoDesign, "")
		}
		content.Settings = w.settings
		return fitted(content, c.Room)
	}
	l, err := h.Store.Load(ctx, w.meta.ID, 0)
	if err != nil {
		return nil, err
	}
	changes, _ := decoded(l)
	content := link.Content{Title: w.meta.Title, Changes: changes, Settings: w.settings}
	whole, err := fitted(content, c.Room)
	if err != nil || whole.Text != "" {
		return whole, err
	}
	// Try again without the changes that have no effect on the end.
	content.Changes, _ = shortened(changes)
	if len(content.Changes) >= len(changes) {
		return whole, nil
	}
	less, err := fitted(content, c.Room)
	if err != nil {
		return nil, err
	}
	less.Shortened = true
	return less, nil
}

// fitted returns content as a link. The text is empty if it is longer than room or than any
// link may be.
func fitted(content link.Content, room int) (*SharedLink, error) {
	text, err := link.Encode(content)
	var why *base.Error
	switch {
	case errors.As(err, &why) && why.Code == base.CodeLinkTooLarge:
		return &SharedLink{}, nil
	case err != nil:
		return nil, err
	case len(text) > room:
		return &SharedLink{Size: len(text)}, nil
	}
	return &SharedLink{Text: text, Size: len(text)}, nil
}

// createFromLink makes a sandbox from the text of a link.
func (h *Host) createFromLink(ctx context.Context, c CreateFromLink, p pause, a *Answer) error {
	content, err := link.Decode(c.Text)
	if err != nil {
		return err
	}
	m := h.newMeta(content.Title)
	if content.Settings != "" && len(content.Settings) <= MaxSandboxSettings {
		m.Note = encodeNote(note{Settings: content.Settings})
	}
	return h.place(ctx, p, m, entries(content.Changes), a)
}

// entries returns changes as a journal, numbered from 1.
func entries(changes []engine.Change) []JournalEntry {
	journal := make([]JournalEntry, len(changes))
	for i, c := range changes {
		journal[i] = JournalEntry{Seq: uint64(i + 1), Data: wire.EncodeChange(c)}
	}
	return journal
}
