//go:build js && wasm

package store

import (
	"errors"
	"fmt"
	"math"
	"syscall/js"

	"github.com/hack-pad/go-indexeddb/idb"

	"tabletop/app/guard"
	"tabletop/app/host"
	"tabletop/engine/base"
)

// The values of a workspace's kind in the database.
const (
	kindSandbox = "sandbox"
	kindLesson  = "lesson"
)

// seqDigits is the number of digits of a sequence number in a key.
const seqDigits = 20

// numberedKey returns the key of a record of a workspace's journal, or of one of its chunks.
func numberedKey(id string, no uint64) string { return fmt.Sprintf("%s/%0*d", id, seqDigits, no) }

// encodeMeta returns the record of a workspace. Numbers must not exceed maxNumber, see check.
func encodeMeta(m host.Meta) js.Value {
	kind := kindSandbox
	if m.Kind == host.KindLesson {
		kind = kindLesson
	}
	record := map[string]any{
		"id":      m.ID,
		"kind":    kind,
		"title":   m.Title,
		"created": float64(m.Created),
		"changed": float64(m.Changed),
		"next":    float64(m.Next),
		"bytes":   float64(m.Bytes),
		"note":    encodeBytes(m.Note),
	}
	if m.Deleted != 0 {
		record["deleted"] = float64(m.Deleted)
	}
	return js.ValueOf(record)
}

// decodeMeta decodes a record of the workspaces. It never fails: a field that is missing or of
// another type is zero, so that one strange record does not hide the other workspaces.
func decodeMeta(id string, value js.Value) host.Meta {
	m := host.Meta{ID: id}
	if value.Type() != js.TypeObject {
		return m
	}
	number := func(name string) int64 {
		if v := value.Get(name); v.Type() == js.TypeNumber && math.Abs(v.Float()) <= maxNumber {
			return int64(v.Float())
		}
		return 0
	}
	text := func(name string) string {
		if v := value.Get(name); v.Type() == js.TypeString {
			return v.String()
		}
		return ""
	}
	if text("kind") == kindLesson {
		m.Kind = host.KindLesson
	}
	m.Title = text("title")
	m.Created, m.Changed, m.Bytes, m.Deleted = number("created"), number("changed"), number("bytes"), number("deleted")
	m.Next = uint64(max(0, number("next")))
	m.Note, _ = decodeBytes(value.Get("note"))
	return m
}

// encodeBytes copies data into a Uint8Array.
func encodeBytes(data []byte) js.Value {
	array := js.Global().Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(array, data)
	return array
}

// decodeBytes copies the bytes of a Uint8Array. ok is false for any other value.
func decodeBytes(value js.Value) (data []byte, ok bool) {
	if !value.InstanceOf(js.Global().Get("Uint8Array")) {
		return nil, false
	}
	data = make([]byte, value.Length())
	js.CopyBytesToGo(data, value)
	return data, true
}

// refusal returns an error as a *base.Error with a code of the store; nil stays nil.
func refusal(err error) error {
	var already *base.Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &already):
		return already
	case exceptionName(err) == "QuotaExceededError":
		return base.Refuse(base.CodeStoreFull)
	case exceptionName(err) == "VersionError": // a newer version of the page has made it
		return base.Refuse(base.CodeStoreNewer)
	case exceptionName(err) == "ConstraintError": // add found the key taken
		return base.Refuse(base.CodeStoreTaken, "")
	}
	return fails(err.Error())
}

// exceptionName returns the name of the DOMException in err, or "".
func exceptionName(err error) string {
	for _, name := range []string{"QuotaExceededError", "InvalidStateError", "ConstraintError", "VersionError", "UnknownError"} {
		if errors.Is(err, idb.NewDOMException(name)) {
			return name
		}
	}
	var thrown js.Error
	if errors.As(err, &thrown) && thrown.Type() == js.TypeObject {
		if name := guard.GetPropertyOrUndefined(thrown.Value, "name"); name.Type() == js.TypeString {
			return name.String()
		}
	}
	return ""
}
