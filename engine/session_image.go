package engine

import (
	"maps"
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/design"
	"tabletop/engine/plan"
	"tabletop/engine/rowkey"
	"tabletop/engine/storage"
	"tabletop/engine/table"
)

// SessionImage is the content of a session in a form that can be stored. It holds every state of the
// timeline and the states that only a checkpoint holds. States share tables, designs and workloads
// as they do in the session. The last read is not part of an image.
type SessionImage struct {
	Version      uint64 // as [Session.Version]
	HighestState uint64 // the highest number that a state has had
	Truncated    bool   // the timeline had older states, which were forgotten
	States       []StateImage
	Timeline     int               // the first n of States are the timeline's, the oldest first
	Now          int               // index of the current state
	Verdicts     []Verdict         // of the current state
	Checkpoints  []CheckpointImage // checkpoints, the oldest first
}

// StateImage is one state of a session.
type StateImage struct {
	Step     TimelineStep
	Ahead    base.Micros
	Tables   []TableImage // by name
	Workload []plan.Query
	Verdicts []Verdict
}

// TableImage is a table in one state.
type TableImage struct {
	Table           *table.Table // must not be written to
	Born            uint64
	Disabled        bool
	ReplacedRecords int64        // records of its text that later records replaced
	Design          *DesignImage // nil for none
	Stored          *StoredImage // nil if the HBase shell keeps nothing of the table
}

// StoredImage is what the HBase shell keeps of a table besides its rows.
type StoredImage struct {
	Files    *storage.Image // nil if the table was changed in another way since the shell has written to it
	Bulk     *table.Table   // the rows that the files began with, nil for none; must not be written to
	Settings []FamilySettings
	Next     base.Micros // the earliest time that the server gives to a write of the shell
	Last     *FilesRewritten
}

// FamilySettings are the settings of a family in HBase that no garbage-collection rule has.
type FamilySettings struct {
	Family      base.Family         `wire:"1"`
	KeepDeleted storage.KeepDeleted `wire:"2"`
	MinVersions int                 `wire:"3"`
}

// DesignImage is the design of a table.
type DesignImage struct {
	Template    string
	Columns     []plan.FieldColumn
	Data        dataset.Spec
	Asked       map[string]int64 // by query: records of the data that it asks for
	KeptRecords int64            // records that had cells after all were written, 0 if unknown
}

// CheckpointImage is a state with a name.
type CheckpointImage struct {
	Name  string      `wire:"1"`
	At    base.Micros `wire:"2"`
	State int         `wire:"3"` // index in States
}

// Image returns the present content of the session. The time it takes does not depend on the
// number of rows. Later changes of the session do not affect the image.
func (s *Session) Image() SessionImage {
	h := &s.history
	h.settle(s.state)
	im := SessionImage{Version: s.version, HighestState: h.last, Truncated: h.cut, Now: len(h.past), Verdicts: s.state.verdicts}
	designs := map[*design.Design]*DesignImage{}
	stored := map[*storedFiles]*StoredImage{}
	add := func(st *state) { im.States = append(im.States, st.image(designs, stored)) }
	for i := range h.past {
		add(&h.past[i])
	}
	add(&h.now)
	for i := range slices.Backward(h.future) {
		add(&h.future[i])
	}
	im.Timeline = len(im.States)
	for i := range s.checkpoints {
		c := &s.checkpoints[i]
		at := slices.IndexFunc(im.States, func(v StateImage) bool { return v.Step.State == c.state.step.State })
		if at < 0 {
			at = len(im.States)
			add(&c.state)
		}
		im.Checkpoints = append(im.Checkpoints, CheckpointImage{c.name, c.at, at})
	}
	return im
}

// image returns the image of a state. designs and stored hold the images that were made before, so that
// states share them.
func (s *state) image(designs map[*design.Design]*DesignImage, stored map[*storedFiles]*StoredImage) StateImage {
	im := StateImage{Step: s.step, Ahead: s.ahead, Workload: s.workload, Verdicts: s.verdicts}
	for _, name := range slices.Sorted(maps.Keys(s.tables)) {
		t := TableImage{Table: s.tables[name], Born: s.born[name], Disabled: s.disabled[name], ReplacedRecords: s.merged[name]}
		if d := s.designs[name]; d != nil {
			if designs[d] == nil {
				designs[d] = &DesignImage{d.Template.String(), d.Columns, d.Data, maps.Clone(d.WantedRecords), d.KeptRecords}
			}
			t.Design = designs[d]
		}
		if f := s.stored[name]; f != nil && f.born == s.born[name] {
			if s.followed(s.tables[name]) == nil {
				t.Stored = f.image(false)
			} else {
				if stored[f] == nil {
					stored[f] = f.image(true)
				}
				t.Stored = stored[f]
			}
		}
		im.Tables = append(im.Tables, t)
	}
	return im
}

// SessionFromImage returns a session with the content of an image. It refuses an image that no
// session could have given (bad-image). The session takes over the image's tables, so they must not
// be used elsewhere afterwards.
func SessionFromImage(o Options, im SessionImage) (*Session, error) {
	bad := func(what string) error { return base.Refuse(base.CodeBadImage, "", what) }
	n := len(im.States)
	if im.Timeline < 1 || im.Timeline > n || im.Timeline > 2*MaxHistory+1 || im.Now < 0 || im.Now >= im.Timeline || len(im.Checkpoints) > MaxCheckpoints {
		return nil, bad("timeline")
	}
	states, numbers := make([]state, n), map[uint64]bool{}
	designs, stored := map[*DesignImage]*design.Design{}, map[*StoredImage]*storedFiles{}
	for i := range im.States {
		v := &im.States[i]
		// Each state has a number of its own, from 1 to im.Last.
		if numbers[v.Step.State] || v.Step.State > im.HighestState || v.Step.State == 0 {
			return nil, bad("twice")
		}
		numbers[v.Step.State] = true
		if len(v.Tables) > base.MaxTables {
			return nil, bad("tables")
		}
		st, ok := v.restore(designs, stored)
		if !ok {
			return nil, bad("design")
		}
		states[i] = st
	}
	s := New(o)
	h := &s.history
	s.version, h.last, h.cut = im.Version, im.HighestState, im.Truncated
	h.past, h.now, h.future = slices.Clone(states[:im.Now]), states[im.Now], slices.Clone(states[im.Now+1:im.Timeline])
	slices.Reverse(h.future)
	h.compareDesigns()
	for _, c := range im.Checkpoints {
		if c.State < 0 || c.State >= n {
			return nil, bad("checkpoint")
		}
		s.checkpoints = append(s.checkpoints, checkpoint{c.Name, c.At, states[c.State]})
	}
	s.state = h.now.clone()
	s.state.verdicts = im.Verdicts
	return s, nil
}

// restore returns the state of an image. designs and stored hold what was restored before, so that
// states share it. It returns false if a table is there twice, or a design or its files are not valid.
func (v *StateImage) restore(designs map[*DesignImage]*design.Design, stored map[*StoredImage]*storedFiles) (state, bool) {
	st := state{
		tables: map[string]*table.Table{}, designs: map[string]*design.Design{}, born: map[string]uint64{}, disabled: map[string]bool{},
		workload: v.Workload, verdicts: v.Verdicts, ahead: v.Ahead, step: v.Step,
	}
	for _, t := range v.Tables {
		name := t.Table.Name()
		if st.tables[name] != nil {
			return st, false
		}
		st.tables[name], st.born[name] = t.Table, t.Born
		st.merge(name, t.ReplacedRecords)
		st.parts += 1 + t.Table.FamilyCount()
		if t.Disabled {
			st.disabled[name] = true
		}
		if t.Stored != nil {
			if stored[t.Stored] == nil {
				f, ok := t.Stored.restore(t.Table)
				if !ok {
					return st, false
				}
				stored[t.Stored] = f
			}
			f := *stored[t.Stored]
			f.born = t.Born
			if st.setFiles(t.Table, &f); f.store == nil {
				f.of = nil // the files are out of date
			}
		}
		if t.Design == nil {
			continue
		}
		if designs[t.Design] == nil {
			d, ok := t.Design.restore()
			if !ok {
				return st, false
			}
			designs[t.Design] = d
		}
		st.designs[name] = designs[t.Design]
	}
	return st, true
}

// restore returns the design of an image, false if its template, data or columns do not fit
// together.
func (d *DesignImage) restore() (*design.Design, bool) {
	tpl, err := rowkey.Parse(d.Template)
	if err != nil || tpl.CheckFields(d.Data.Fields) != nil || d.Data.Check() != nil {
		return nil, false
	}
	for _, c := range d.Columns {
		if !slices.Contains(d.Data.Fields, c.Field) {
			return nil, false
		}
	}
	return &design.Design{Template: tpl, Columns: d.Columns, Data: d.Data, WantedRecords: d.Asked, KeptRecords: d.KeptRecords}, true
}
