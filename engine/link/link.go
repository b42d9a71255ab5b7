package link

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"io"
	"strconv"
	"unicode/utf8"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/wire"
)

// Version is the version of the texts that this package writes. It reads no other version.
const Version = 1

// These are the bounds of the texts that are read, and therefore of those that are written.
const (
	MaxText        = 64 << 10          // characters in a text
	MaxInflated    = 256 << 10         // bytes to which it inflates
	MaxTitle       = 300               // bytes of a title
	MaxRecords     = dataset.MaxCount  // records of all loads together
	MaxRecordBytes = 1 << 30           // estimated bytes of those records
	MaxAllocated   = 128 * MaxInflated // bytes that reading allocates in all
)

// latest is the latest time of a change, in microseconds: the largest integer that a
// JavaScript number represents exactly.
const latest = base.Micros(1<<53 - 1)

// head is the number of bytes before the body.
const head = 1 + 4

// Kind says what a text contains.
type Kind uint8

const (
	// Sandbox is a sandbox with its timeline: the changes of its journal.
	Sandbox Kind = iota
	// Experiment is designed tables without their history: a load for each, and the questions
	// asked of them.
	Experiment
)

// Valid reports whether k is one of the kinds.
func (k Kind) Valid() bool { return k <= Experiment }

// Content is the contents of a text.
type Content struct {
	Kind     Kind            `wire:"1"`
	Title    string          `wire:"2"`
	Changes  []engine.Change `wire:"3"`
	Settings string          `wire:"4"` // what the page keeps of the sandbox beside its tables, as the page writes it; "" for nothing
}

// Encode returns the text of a content. It refuses (link-too-large) a content beyond the
// bounds; a title is shortened.
func Encode(c Content) (string, error) {
	c.Title = cut(c.Title)
	if err := check(c); err != nil {
		return "", err
	}
	frame := wire.Encode(&c, wire.EngineSets)
	if len(frame) > MaxInflated {
		return "", tooLarge()
	}
	var out bytes.Buffer
	out.Write(make([]byte, head))
	// Neither a buffer nor the level can fail.
	deflate, _ := flate.NewWriter(&out, flate.BestCompression)
	_, _ = deflate.Write(frame)
	_ = deflate.Close()
	data := out.Bytes()
	data[0] = Version
	binary.BigEndian.PutUint32(data[1:head], sum(data))
	if base64.RawURLEncoding.EncodedLen(len(data)) > MaxText {
		return "", tooLarge()
	}
	return base64.RawURLEncoding.EncodeToString(data), nil
}

// Decode reads a text made by [Encode]. The refusals are link-damaged, link-newer,
// link-old, link-too-long, link-too-large and link-foreign.
func Decode(text string) (Content, error) {
	if len(text) > MaxText {
		return Content{}, base.Refuse(base.CodeLinkTooLong, strconv.Itoa(len(text)), strconv.Itoa(MaxText))
	}
	data, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || len(data) <= head || binary.BigEndian.Uint32(data[1:head]) != sum(data) {
		return Content{}, base.Refuse(base.CodeLinkDamaged)
	}
	switch v := data[0]; {
	case v > Version:
		return Content{}, base.Refuse(base.CodeLinkNewer, strconv.Itoa(int(v)))
	case v < Version:
		return Content{}, base.Refuse(base.CodeLinkOld)
	}
	frame, err := inflate(data[head:])
	if err != nil {
		return Content{}, err
	}
	var c Content
	if err := wire.Decode(frame, &c, wire.EngineSets); err != nil {
		what := err.(*base.Error).Args[0]
		if what == "version" {
			return Content{}, base.Refuse(base.CodeLinkOld)
		}
		return Content{}, base.Refuse(base.CodeLinkForeign, what)
	}
	if err := check(c); err != nil {
		return Content{}, err
	}
	return c, nil
}

// sum returns the checksum of the version and the body.
func sum(data []byte) uint32 {
	return crc32.Update(crc32.ChecksumIEEE(data[:1]), crc32.IEEETable, data[head:])
}

// inflate inflates a body. It stops after [MaxInflated] bytes and refuses a longer result.
func inflate(body []byte) ([]byte, error) {
	from := bytes.NewReader(body)
	frame := bytes.NewBuffer(make([]byte, 0, 4096))
	_, err := io.Copy(frame, io.LimitReader(flate.NewReader(from), MaxInflated+1))
	switch {
	case frame.Len() > MaxInflated:
		return nil, tooLarge()
	case err != nil || from.Len() > 0:
		return nil, base.Refuse(base.CodeLinkDamaged)
	}
	return frame.Bytes(), nil
}

// check refuses a content that no journal can have, or that is beyond the bounds.
func check(c Content) error {
	if len(c.Title) > MaxTitle || !utf8.ValidString(c.Title) {
		return base.Refuse(base.CodeLinkForeign, "title")
	}
	records, loaded := int64(0), int64(0)
	var intake engine.JournalChecker
	for _, ch := range c.Changes {
		if ch.Request == nil {
			return base.Refuse(base.CodeLinkForeign, "request")
		}
		if err := intake.CheckNext(ch.Request); err != nil {
			return err
		}
		if ch.At < 0 || ch.At > latest {
			return base.Refuse(base.CodeLinkForeign, "time")
		}
		switch r := ch.Request.(type) {
		case engine.LoadRecords:
			n := max(r.Data.Len(), 0)
			if n > MaxRecords-records {
				return tooLarge()
			}
			records += n
			if loaded += size(r.Columns, r.Data, MaxRecordBytes); loaded > MaxRecordBytes {
				return tooLarge()
			}
		case engine.MakeTableFromPrintedOutput, engine.LoadValuesText:
			p, _ := r.(engine.MakeTableFromPrintedOutput)
			v, _ := r.(engine.LoadValuesText)
			if loaded += int64(max(p.Size, v.Size, 0)); loaded > MaxRecordBytes {
				return tooLarge()
			}
			if c.Kind == Experiment {
				return base.Refuse(base.CodeLinkForeign, "request")
			}
		case engine.RestoreRows:
			n := max(r.Target.Data.Len(), 0)
			if n > MaxRecords-records {
				return tooLarge()
			}
			records += n
			if c.Kind == Experiment {
				return base.Refuse(base.CodeLinkForeign, "request")
			}
		default:
			_, asks := r.(engine.SetWorkload)
			if !engine.TraitsOf(r).Recorded || c.Kind == Experiment && !asks {
				return base.Refuse(base.CodeLinkForeign, "request")
			}
		}
	}
	return nil
}

// perValue is about how many bytes a cell, or a part of a key, takes in addition to its
// text.
const perValue = 16

// size estimates how many bytes the records of a load take. It may stop when the estimate
// exceeds limit.
func size(columns []plan.FieldColumn, data dataset.Spec, limit int64) (bytes int64) {
	uses := map[string]int64{} // how often a field is stored: in the key, and in columns
	for _, f := range data.Fields {
		uses[f] = 1
	}
	for _, c := range columns {
		uses[c.Field]++
	}
	for _, record := range data.Records {
		for i, v := range record {
			if i < len(data.Fields) {
				bytes += (int64(len(v)) + perValue) * uses[data.Fields[i]]
			}
		}
		if bytes > limit {
			return bytes
		}
	}
	if r := data.Recipe; r != nil {
		each := int64(0)
		for _, g := range r.Gens {
			longest := 0
			for _, v := range g.Values {
				longest = max(longest, len(v))
			}
			longest += len(g.From) + len(g.To) + len(g.Step) // a text with a number in it
			longest += int(g.LongestForm())
			if n, err := strconv.Atoi(g.To); g.Kind == dataset.Filler && err == nil {
				longest += min(max(n, 0), base.MaxCell)
			}
			each += (int64(longest) + perValue) * uses[g.Field]
		}
		if each > limit {
			return each
		}
		bytes += each * max(r.Count, 0) // at most MaxRecords
	}
	return bytes
}

// tooLarge is the refusal of a content beyond the bounds.
func tooLarge() error {
	return base.Refuse(base.CodeLinkTooLarge, strconv.Itoa(MaxInflated), strconv.Itoa(MaxRecords), strconv.Itoa(MaxRecordBytes))
}

// cut shortens a title to the bytes that a text may have. It returns "" for invalid UTF-8.
func cut(title string) string {
	if len(title) > MaxTitle {
		title = title[:MaxTitle]
	}
	for !utf8.ValidString(title) {
		if n := len(title); n > MaxTitle-utf8.UTFMax {
			title = title[:n-1] // the last character may be incomplete
			continue
		}
		return ""
	}
	return title
}

// ExperimentFromSession returns the designed tables of a session, to be made again from their data,
// and the questions asked of them. It returns false if there is no designed table. Later
// writes to the tables are left out.
func ExperimentFromSession(title string, s *engine.Session) (Content, bool) {
	im := s.Image()
	now := im.States[im.Now]
	at := max(now.Step.At, 0)
	c := Content{Kind: Experiment, Title: title}
	for _, t := range now.Tables {
		if d := t.Design; d != nil {
			load := engine.LoadRecords{Table: t.Table.Name(), Template: d.Template, Columns: d.Columns, Data: d.Data}
			c.Changes = append(c.Changes, engine.Change{At: at, Request: load})
		}
	}
	if len(c.Changes) == 0 {
		return Content{}, false
	}
	if len(now.Workload) > 0 {
		c.Changes = append(c.Changes, engine.Change{At: at, Request: engine.SetWorkload{Queries: now.Workload}})
	}
	return c, true
}
