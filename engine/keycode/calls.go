package keycode

import (
	"strings"

	"tabletop/engine/rowkey"
)

// call is a call of a helper: with the name of the field first if it may refuse the value, then with
// the value, then with the other arguments, which are numbers (int64), bytes (string) and single bytes
// (byte).
type call struct {
	helper  string
	refuses bool
	args    []any
}

// calls returns the calls that write a step, and those that read its value out of a key, nil if it
// cannot be read.
func calls(s *rowkey.Step) (apply, undo []call) {
	via := s.Transforms()
	for i, f := range via {
		do, back := callsOf(f)
		apply = append(apply, do...)
		if i+1 < len(via) && (f.Name == "millis" || f.Name == "seconds") && readsNumber(via[i+1].Name) {
			apply = append(apply, call{helper: "trim_zeros"})
		}
		undo = append(back, undo...)
	}
	if !s.KeepsWholeValue() {
		undo = nil
	}
	return apply, undo
}

// readsNumber reports whether a transform reads a number.
func readsNumber(name string) bool {
	switch name {
	case "zero", "newest", "date", "hour", "day", "month":
		return true
	}
	return false
}

// callsOf is [calls] for one transform.
func callsOf(f rowkey.Transform) (apply, undo []call) {
	one := func(refuses bool, helper string, args ...any) []call { return []call{{helper, refuses, args}} }
	n := int64(f.N)
	switch f.Name {
	case "zero":
		return one(true, "zero_pad", n), one(false, "trim_zeros")
	case "pad":
		return one(true, "pad", n, f.Fill), one(false, "unpad", f.Fill)
	case "padleft":
		return one(true, "pad_left", n, f.Fill), one(false, "unpad_left", f.Fill)
	case "reverse", "domain":
		return one(false, f.Name), one(false, f.Name)
	case "newest":
		return one(true, "newest"), one(false, "from_newest")
	case "date", "hour", "day", "month":
		unit := int64(1)
		if f.Seconds {
			unit = 1000
		}
		digits := map[string]int64{"date": 17, "hour": 10, "day": 8, "month": 6}[f.Name]
		if f.Name == "date" && f.Seconds {
			digits = 14
		}
		return one(true, "date", digits, unit), one(false, "from_date", unit)
	case "millis", "seconds":
		unit, digits := int64(1), int64(13)
		if f.Name == "seconds" {
			unit, digits = 1000, 10
		}
		if f.Form == "10" {
			if f.Name == "millis" {
				return one(true, "ten_digits", "000"), one(false, "keep", int64(10))
			}
			return one(true, "ten_digits", ""), nil
		}
		mask, offset := maskOf(f)
		least, _, _ := f.NumberRange()
		return one(true, "read_time", mask, offset, unit, least, digits), one(false, "written_time", mask, offset, unit)
	case "first":
		return one(true, "first_bytes", n), nil
	case "hash":
		return one(false, "hash_digits", n), nil
	}
	return one(false, "salt", n, int64(len(decimal(n-1)))), nil
}

// maskOf returns how the times of millis or seconds are written, with _ for each digit of
// yyyymmddhhmmssmmm, and the milliseconds by which their zone is east of UTC.
func maskOf(f rowkey.Transform) (mask string, offset int64) {
	switch f.Form {
	case "":
		if f.Name == "seconds" {
			return strings.Repeat("_", 14), 0
		}
		return strings.Repeat("_", 17), 0
	case "8":
		return strings.Repeat("_", 8), 0
	case "14":
		return strings.Repeat("_", 14), 0
	case "17":
		return strings.Repeat("_", 17), 0
	case "day":
		return "____-__-__", 0
	}
	mask = "____-__-__T__:__:__"
	zone, iso := strings.CutPrefix(f.Form, "iso")
	if !iso {
		zone = strings.TrimPrefix(f.Form, "sql")
		mask = strings.Replace(mask, "T", " ", 1)
	}
	if zone != "" && '1' <= zone[0] && zone[0] <= '3' {
		mask += "." + strings.Repeat("_", int(zone[0]-'0'))
		zone = zone[1:]
	}
	if len(zone) == len("+01:00") {
		hours, _ := rowkey.ParseNumber(trimZero(zone[1:3]))
		minutes, _ := rowkey.ParseNumber(trimZero(zone[4:6]))
		if offset = (hours*60 + minutes) * 60_000; zone[0] == '-' {
			offset = -offset
		}
	}
	return mask + zone, offset
}

// trimZero takes a zero from before a number of two digits.
func trimZero(s string) string {
	if s[0] == '0' {
		return s[1:]
	}
	return s
}
