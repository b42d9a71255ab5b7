package heat

import (
	"maps"
	"reflect"
	"strconv"

	"tabletop/engine"
	"tabletop/engine/rowkey"
	"tabletop/engine/traffic"
)

// preset is a named load.
type preset uint8

const (
	inOrder   preset = iota // writes in the order of time
	atOnce                  // reads and writes without order, which later rise to several times as many
	celebrity               // half of the traffic is about one value
	batch                   // fast writes, sorted by key
	asAsked                 // the questions of the table and nothing else
	presets                 // the number of presets
)

// tried is the result of a preset.
type tried struct {
	Version uint64  // of the tables
	Hottest float64 // see Map.fairness
	Hot     bool    // some keys or a node have far more than their share
	Over    bool    // the load is more than the nodes can do
}

// preset returns the fields of a preset, or the i18n code of why the table cannot have it.
func (g settings) preset(p preset) (set map[TrafficField]string, why string) {
	// of sets the fields that all presets have; questions are not asked, unless the preset says
	// so.
	of := func(writes, rows, order, star, shape string) {
		set = map[TrafficField]string{
			fieldSource: "", FieldWrites: writes, FieldRows: rows, FieldOrder: order, FieldCelebrity: star, FieldShape: shape,
			FieldNewest: "", FieldMinutes: "60",
		}
		for _, q := range g.asked() {
			set[readField(q)] = "0"
		}
	}
	switch p {
	case inOrder:
		if of("10000", "0", "0", "", "0"); !g.timed() {
			return nil, "preset-no-time"
		}
	case atOnce:
		of("5000", "10000", "1", "", "2")
	case celebrity:
		star := g.star()
		if of("1000", "20000", "0", star, "0"); star == "" {
			return nil, "preset-no-star"
		}
	case batch:
		of("40000", "0", "2", "", "0")
	case asAsked:
		of("0", "0", "0", "", "0")
		for _, q := range g.asked() {
			if set[readField(q)] = g.Rates[q]; g.Rates[q] == "" {
				set[readField(q)] = rateAsked
			}
		}
		if len(g.asked()) == 0 {
			return nil, "preset-no-questions"
		}
	default:
		panic("heat: a preset without a load")
	}
	return set, ""
}

// unrated returns the questions whose rate the reader has not set.
func (g settings) unrated() (of []string) {
	for _, q := range g.asked() {
		if g.Rates[q] == "" {
			of = append(of, q)
		}
	}
	return of
}

// chosen reports whether the fields have the values of a preset.
func (g settings) chosen(p preset) bool {
	set, _ := g.preset(p)
	for f, v := range set {
		if g.Value(f) != v {
			return false
		}
	}
	return set != nil
}

// inKey returns the fields of the table's row key.
func (g settings) inKey() []string {
	if t, err := rowkey.Parse(g.table().Template); err == nil {
		return t.Fields()
	}
	return nil
}

// spread returns how the values of a field are distributed, without counts if that is unknown.
func (g settings) spread(field string) traffic.FieldSpread {
	if g.spreadOf == g.Table() {
		for _, s := range g.spreads {
			if s.Field == field {
				return s
			}
		}
	}
	return traffic.FieldSpread{Field: field}
}

// clock returns the field of time in whose order records are written; "" means the order of the
// records. ok is false until that is known.
func (g settings) clock() (field string, ok bool) {
	if g.spreadOf != g.Table() {
		return "", false
	}
	for _, s := range g.spreads {
		if s.Times {
			return s.Field, true
		}
	}
	return "", len(g.spreads) > 0
}

// untold returns the field in whose order records are written, and how many records have no
// value there.
func (g settings) untold() (field string, n int) {
	if field, _ = g.clock(); field != "" {
		n = g.spread(field).Timeless
	}
	return field, n
}

// timed reports whether a field of the row key grows with time, or may do so.
func (g settings) timed() bool {
	for _, f := range g.inKey() {
		if s := g.spread(f); s.Moves || s.DistinctValues == 0 {
			return true
		}
	}
	return false
}

// stars returns the fields of the row key that can have a celebrity: they do not grow with
// time, and have more than one value.
func (g settings) stars() (fields []string) {
	for _, f := range g.inKey() {
		if s := g.spread(f); !s.Moves && s.DistinctValues != 1 {
			fields = append(fields, f)
		}
	}
	return fields
}

// star returns the field of CelebrityFields with the most values.
func (g settings) star() (best string) {
	for _, f := range g.stars() {
		if best == "" || g.spread(f).DistinctValues > g.spread(best).DistinctValues {
			best = f
		}
	}
	return best
}

// apply sets the fields of a preset, and shows simulated maps if those of commands were shown.
// If the table cannot have the preset, it tells why.
func (m presetPicked) apply(u *update) {
	set, why := u.settings().preset(m.Preset)
	if u.PresetRefusal = why; why != "" {
		u.AnnounceSentence(why)
		return
	}
	was := u.settings().live()
	all := maps.Clone(u.Set)
	if all == nil {
		all = map[TrafficField]string{}
	}
	maps.Copy(all, set)
	u.Set = all
	u.sourced(was)
	u.settle()
}

// count takes over what a simulation has found out about the data, and its result for the
// presets whose fields it had.
func (u *update) count(of *Map) {
	u.spreads, u.spreadOf = of.Fields, of.Request.Table
	want, _ := u.settings().request()
	got := of.Request
	got.SizeFactor, got.WhenIdle = 0, false
	if !reflect.DeepEqual(want, got) {
		return
	}
	for p := range presets {
		if u.settings().chosen(p) && !of.few {
			u.PresetResults[p] = tried{of.Version, of.Hottest, of.heats(), of.drowns()}
		}
	}
}

// rateAsked is the default rate of a question, in times a second. It is so low that a few full
// scans do not overload the nodes of the default load.
const rateAsked = "0.1"

// orderOf sets the order of writes in a request.
func (g settings) orderOf(r *engine.SimulateLoad) {
	n, _ := strconv.Atoi(g.Value(FieldOrder))
	r.Order, r.SkewedField = traffic.WriteOrder(n), g.Value(FieldCelebrity)
}
