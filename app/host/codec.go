package host

import (
	"tabletop/app/host/export"
	"tabletop/engine/wire"
	"tabletop/lessons"
)

// EncodeSent returns a call as a frame.
func EncodeSent(s Sent) []byte {
	return wire.Encode(nil, func(c *wire.Coder) { sent(c, &s) })
}

// DecodeSent reads a frame made by [EncodeSent].
func DecodeSent(frame []byte) (Sent, error) {
	var s Sent
	err := wire.Decode(frame, func(c *wire.Coder) { sent(c, &s) })
	return s, err
}

// EncodeEvent returns an event as a frame.
func EncodeEvent(e Event) []byte {
	return wire.Encode(nil, func(c *wire.Coder) { event(c, &e) })
}

// DecodeEvent reads a frame made by [EncodeEvent].
func DecodeEvent(frame []byte) (Event, error) {
	var e Event
	err := wire.Decode(frame, func(c *wire.Coder) { event(c, &e) })
	return e, err
}

func sent(c *wire.Coder, s *Sent) {
	c.Uint(&s.Seq)
	wire.Window(c, &s.Window)
	call(c, &s.Call)
}

const (
	tagOpen uint8 = iota + 1
	tagRun
	tagDo
	tagHint
	tagReveal
	tagReset
	tagTakeOver
	tagList
	tagCreate
	tagRename
	tagDelete
	tagExport
	tagImport
	tagCancel
	tagDamage
	tagShare
	tagAdopt
	tagExportAll
	tagWeigh
	tagMake
	tagUndelete
	tagDuplicate
	tagBegin
	tagClear
	tagLeftover
	tagKeep
	callsEnd
)

func callTag(v Call) uint8 {
	switch v.(type) {
	case nil:
		return 0
	case Open:
		return tagOpen
	case Run:
		return tagRun
	case Do:
		return tagDo
	case Hint:
		return tagHint
	case Reveal:
		return tagReveal
	case Reset:
		return tagReset
	case TakeOver:
		return tagTakeOver
	case List:
		return tagList
	case Create:
		return tagCreate
	case Rename:
		return tagRename
	case Delete:
		return tagDelete
	case Export:
		return tagExport
	case Import:
		return tagImport
	case Damage:
		return tagDamage
	case Share:
		return tagShare
	case Adopt:
		return tagAdopt
	case ExportAll:
		return tagExportAll
	case Weigh:
		return tagWeigh
	case Make:
		return tagMake
	case Undelete:
		return tagUndelete
	case Duplicate:
		return tagDuplicate
	case Begin:
		return tagBegin
	case Clear:
		return tagClear
	case Cancel:
		return tagCancel
	case Leftover:
		return tagLeftover
	case Keep:
		return tagKeep
	}
	panic("host: a call without a tag")
}

func call(c *wire.Coder, v *Call) {
	switch wire.Tag(c, callTag(*v), callsEnd) {
	case tagOpen:
		wire.Member(c, v, func(v *Open) { wire.Enum(c, &v.Kind, KindLesson+1); wire.String(c, &v.ID) })
	case tagRun:
		wire.Member(c, v, func(v *Run) { wire.Request(c, &v.Request) })
	case tagDo:
		wire.Member(c, v, func(v *Do) { lessons.CodeAction(c, &v.Action) })
	case tagHint:
		wire.Member(c, v, func(v *Hint) { wire.Int(c, &v.Step) })
	case tagReveal:
		wire.Member(c, v, func(v *Reveal) { wire.Int(c, &v.Step) })
	case tagReset:
		wire.Member(c, v, func(*Reset) {})
	case tagTakeOver:
		wire.Member(c, v, func(v *TakeOver) { c.Bool(&v.Free) })
	case tagList:
		wire.Member(c, v, func(*List) {})
	case tagCreate:
		wire.Member(c, v, func(v *Create) { wire.String(c, &v.Title); c.Bool(&v.FromOpen) })
	case tagRename:
		wire.Member(c, v, func(v *Rename) { wire.String(c, &v.ID); wire.String(c, &v.Title) })
	case tagDelete:
		wire.Member(c, v, func(v *Delete) { wire.String(c, &v.ID) })
	case tagExport:
		wire.Member(c, v, func(v *Export) {
			wire.String(c, &v.ID)
			wire.Enum(c, &v.Form, FormCSV+1)
			wire.String(c, &v.Table)
		})
	case tagExportAll:
		wire.Member(c, v, func(*ExportAll) {})
	case tagWeigh:
		wire.Member(c, v, func(v *Weigh) { wire.String(c, &v.ID) })
	case tagMake:
		wire.Member(c, v, func(v *Make) { wire.String(c, &v.Title); wire.List(c, &v.Requests, wire.Request) })
	case tagDamage:
		wire.Member(c, v, func(v *Damage) { wire.String(c, &v.ID) })
	case tagUndelete:
		wire.Member(c, v, func(v *Undelete) { wire.String(c, &v.ID) })
	case tagDuplicate:
		wire.Member(c, v, func(v *Duplicate) { wire.String(c, &v.ID); wire.String(c, &v.Title) })
	case tagBegin:
		wire.Member(c, v, func(v *Begin) { wire.String(c, &v.Example); wire.String(c, &v.Title) })
	case tagClear:
		wire.Member(c, v, func(*Clear) {})
	case tagImport:
		wire.Member(c, v, func(v *Import) { c.Bytes(&v.Data) })
	case tagShare:
		wire.Member(c, v, func(v *Share) { c.Bool(&v.Experiment); wire.Int(c, &v.Room) })
	case tagAdopt:
		wire.Member(c, v, func(v *Adopt) { wire.String(c, &v.Text) })
	case tagLeftover:
		wire.Member(c, v, func(*Leftover) {})
	case tagKeep:
		wire.Member(c, v, func(v *Keep) { c.Bytes(&v.Lesson) })
	case tagCancel:
		wire.Member(c, v, func(v *Cancel) { c.Uint(&v.Seq) })
	}
}

const (
	tagReady uint8 = iota + 1
	tagProgress
	tagSaved
	tagFree
	tagAnswer
	tagFollowed
	tagStale
	tagLeft
	tagElsewhere
	tagRejoined
	eventsEnd
)

func eventTag(v Event) uint8 {
	switch v.(type) {
	case nil:
		return 0
	case Ready:
		return tagReady
	case Progress:
		return tagProgress
	case Saved:
		return tagSaved
	case Free:
		return tagFree
	case Answer:
		return tagAnswer
	case Followed:
		return tagFollowed
	case Stale:
		return tagStale
	case Left:
		return tagLeft
	case Elsewhere:
		return tagElsewhere
	case Rejoined:
		return tagRejoined
	}
	panic("host: an event without a tag")
}

func event(c *wire.Coder, v *Event) {
	switch wire.Tag(c, eventTag(*v), eventsEnd) {
	case tagReady:
		wire.Member(c, v, func(*Ready) {})
	case tagProgress:
		wire.Member(c, v, func(v *Progress) { c.Uint(&v.Seq); wire.Int(c, &v.Done); wire.Int(c, &v.Total) })
	case tagSaved:
		wire.Member(c, v, func(v *Saved) { wire.Enum(c, &v.State, SaveReadOnly+1); wire.Error(c, &v.Err) })
	case tagFree:
		wire.Member(c, v, func(*Free) {})
	case tagAnswer:
		wire.Member(c, v, func(v *Answer) { answer(c, v) })
	case tagFollowed:
		wire.Member(c, v, func(v *Followed) { v.code(c) })
	case tagRejoined:
		wire.Member(c, v, func(v *Rejoined) { v.Followed.code(c); wire.Int(c, &v.Refused) })
	case tagStale:
		wire.Member(c, v, func(v *Stale) { wire.String(c, &v.ID) })
	case tagLeft:
		wire.Member(c, v, func(v *Left) { wire.Int(c, &v.Changes) })
	case tagElsewhere:
		wire.Member(c, v, func(*Elsewhere) {})
	}
}

func (v *Followed) code(c *wire.Coder) {
	wire.String(c, &v.ID)
	wire.String(c, &v.Title)
	wire.Int(c, &v.Changes)
	wire.Optional(c, &v.Timeline, wire.Timeline)
	wire.Optional(c, &v.Progress, lessons.CodeProgress)
}

func answer(c *wire.Coder, v *Answer) {
	c.Uint(&v.Seq)
	wire.Error(c, &v.Err)
	wire.Optional(c, &v.Opened, func(c *wire.Coder, o *Opened) {
		wire.Enum(c, &o.Kind, KindLesson+1)
		wire.String(c, &o.ID)
		wire.String(c, &o.Title)
		c.Bool(&o.ReadOnly)
		wire.Int(c, &o.Damaged)
		lessons.CodeLesson(c, &o.Own)
		wire.List(c, &o.History, ran)
	})
	wire.Optional(c, &v.Reply, wire.Reply)
	wire.Optional(c, &v.Page, wire.Page)
	wire.Optional(c, &v.Strip, wire.Strip)
	wire.Optional(c, &v.Outcome, func(c *wire.Coder, o *lessons.Outcome) {
		lessons.CodeProgress(c, &o.Progress)
		wire.String(c, &o.Explain)
		wire.String(c, &o.ExplainID)
		wire.List(c, &o.Fresh, wire.String[string])
		lessons.CodeReadings(c, &o.Readings)
	})
	wire.Optional(c, &v.Shelf, func(c *wire.Coder, s *Shelf) {
		wire.List(c, &s.Sandboxes, shelved)
		wire.Int(c, &s.Now)
		wire.List(c, &s.Deleted, shelved)
		wire.List(c, &s.Lessons, func(c *wire.Coder, m *LessonMark) {
			wire.String(c, &m.Slug)
			wire.Int(c, &m.Step)
			c.Bool(&m.Done)
			wire.Int(c, &m.Changed)
			wire.Int(c, &m.Bytes)
			wire.Int(c, &m.Passed)
			wire.Int(c, &m.Hints)
			wire.Int(c, &m.Seen)
			lessons.CodeLesson(c, &m.Own)
		})
	})
	wire.String(c, &v.Made)
	wire.Optional(c, &v.File, func(c *wire.Coder, f *File) { wire.String(c, &f.Name); c.Bytes(&f.Data); c.Bool(&f.Now) })
	wire.Optional(c, &v.Shared, func(c *wire.Coder, s *Shared) {
		wire.String(c, &s.Text)
		wire.Int(c, &s.Size)
		c.Bool(&s.Shortened)
	})
	carried(c, v)
	wire.Int(c, &v.Micros)
}

// carried codes what comes of files.
func carried(c *wire.Coder, v *Answer) {
	wire.List(c, &v.Weights, func(c *wire.Coder, w *Weight) {
		wire.Enum(c, &w.Form, FormCSV+1)
		wire.String(c, &w.Table)
		wire.Int(c, &w.Bytes)
		wire.List(c, &w.Lost, func(c *wire.Coder, l *export.Lost) { wire.String(c, &l.What); wire.Int(c, &l.Count) })
	})
	wire.Optional(c, &v.Brought, func(c *wire.Coder, b *Brought) {
		wire.Int(c, &b.Sandboxes)
		wire.Int(c, &b.Lessons)
		wire.Int(c, &b.Merged)
	})
	wire.Int(c, &v.Line)
}

func shelved(c *wire.Coder, b *Shelved) {
	wire.String(c, &b.ID)
	wire.String(c, &b.Title)
	wire.Int(c, &b.Created)
	wire.Int(c, &b.Changed)
	wire.Int(c, &b.Entries)
	wire.Int(c, &b.Bytes)
	wire.Int(c, &b.Tables)
	wire.Int(c, &b.Rows)
}
