package design

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/rowkey"
)

// SuggestWidth adds to the refusal of a template whose width is too small for a value
// (field-transform) the transforms that are wide enough for all of the data. It returns other
// refusals unchanged, and those of more than [MaxKeyed] records, which it does not read.
func SuggestWidth(err *base.Error, template string, data dataset.Spec) *base.Error {
	if err.Code != base.CodeFieldTransform || len(err.Args) != 5 || err.Args[3] != "short" || data.Len() > MaxKeyed {
		return err
	}
	t, bad := rowkey.Parse(template)
	at := slices.Index(data.Fields, err.Args[0])
	if bad != nil || at < 0 {
		return err
	}
	longest := 0
	for records := data.Cursor(); ; {
		record, ok := records.Next()
		if !ok {
			break
		}
		longest = max(longest, len(record[at]))
	}
	name, args, _ := strings.Cut(err.Args[2], ":")
	_, fill, filled := strings.Cut(args, ":")
	wide := name + ":" + strconv.Itoa(longest)
	if filled {
		wide += ":" + fill
	}
	for _, p := range t.Parts() {
		first, rest, more := strings.Cut(p.Via, "|")
		if p.Field != err.Args[0] || first != err.Args[2] {
			continue
		}
		if more {
			wide += "|" + rest
		}
		if _, bad := rowkey.Parse("{" + p.Field + "|" + wide + "}"); bad == nil && longest > 0 {
			return base.RefuseAt(err.Pos, err.End, err.Code, append(slices.Clone(err.Args), wide)...)
		}
	}
	return err
}
