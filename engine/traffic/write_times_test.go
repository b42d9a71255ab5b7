package traffic

import (
	"reflect"
	"slices"
	"strconv"
	"testing"
	"time"

	"tabletop/engine/base"
	"tabletop/engine/dataset"
)

// arrivals is a data set of sensor records, one each minute, in the order of their times.
func arrivals(n int, text func(at time.Time) string) dataset.Spec {
	data := dataset.Spec{Fields: []string{"site", "player", "at", "due"}}
	for i := range n {
		at := time.Date(2024, 7, 1, 0, i, 0, 0, time.UTC)
		due := time.Date(2025, 1, 1+i*7919%300, 0, 0, 0, 0, time.UTC)
		data.Records = append(data.Records, []string{"site" + strconv.Itoa(i%3), "player" + strconv.Itoa(i*37%500), text(at), due.Format(time.DateOnly)})
	}
	return data
}

// TestWrittenInOrderOfTime checks that records are written in the order of the field that
// holds times, regardless of their order in the file.
func TestWrittenInOrderOfTime(t *testing.T) {
	texts := map[string]func(time.Time) string{
		"iso":     func(at time.Time) string { return at.Format(time.RFC3339) },
		"day":     func(at time.Time) string { return at.Format("2006-01-02 15:04:05") },
		"seconds": func(at time.Time) string { return strconv.FormatInt(at.Unix(), 10) },
		"millis":  func(at time.Time) string { return strconv.FormatInt(at.UnixMilli(), 10) },
		"micros":  func(at time.Time) string { return strconv.FormatInt(at.UnixMicro(), 10) },
	}
	spec := Spec{Seconds: 1000, Writes: 100, SkewedField: "player", Reads: []RepeatedQuestion{{Query: where("player", 0, "player3", ""), Rate: 50, Newest: true}}}
	for name, text := range texts {
		data := arrivals(3000, text)
		want := over(t, spec, "{site}#{player}#{at}", data)
		shuffled := data
		shuffled.Records = slices.Clone(data.Records)
		slices.SortFunc(shuffled.Records, func(a, b []string) int { return slices.Compare(a, b) })
		got := over(t, spec, "{site}#{player}#{at}", shuffled)
		if !reflect.DeepEqual(got.writes, want.writes) || !reflect.DeepEqual(got.groups, want.groups) {
			t.Errorf("%s: records in the order of their keys are written otherwise", name)
		}
		for i, f := range got.Fields() {
			if f.Times != (f.Field == "at") || f.Times != want.Fields()[i].Times {
				t.Errorf("%s: %+v, where the order is that of at", name, f)
			}
			if f.Field == "site" && f.Moves {
				t.Errorf("%s: what has three values goes up with time: %+v", name, f)
			}
		}
		shuffled.Time = "due"
		if of := over(t, spec, "{site}#{player}#{at}", shuffled).Fields(); !of[3].Times || of[2].Times {
			t.Errorf("%s: %+v, where due is when cells are written", name, of)
		}
	}
}

// TestUntold checks that records without a time are counted, and written last, after the
// others in the order of time. If more than a tenth of the records have no time, the order
// is that of the data.
func TestUntold(t *testing.T) {
	for _, lacks := range []int{1, 3, 30, 31} {
		data := arrivals(300, func(at time.Time) string { return at.Format(time.RFC3339) })
		slices.Reverse(data.Records)
		var last []string
		for i := range lacks {
			data.Records[i*7][2], data.Records[i*7][3] = "", ""
			last = append(last, data.Records[i*7][1])
		}
		for i := range data.Records {
			data.Records[i][3] = ""
		}
		s := over(t, Spec{Seconds: 1000, Writes: 100}, "{player}#{site}#{at}", data)
		if of := s.Fields()[2]; of.Times != (lacks <= 30) || of.Times && of.Timeless != lacks {
			t.Errorf("%d without a time: %+v", lacks, of)
		}
		if lacks > 30 {
			continue
		}
		m := &StreamMaker{data: data, fields: data.Fields, electing: electing{field: -1}}
		for i, rec := range data.Records {
			m.clock(rec)
			m.keys, m.rows = append(m.keys, base.RowKey(rec[1])), append(m.rows, 0)
			m.asked, m.about = append(m.asked, rec), append(m.about, int64(i))
			m.kept++
		}
		for done := false; !done; _, done = m.arrive() {
		}
		for i, k := range m.keys[len(m.keys)-lacks:] {
			if string(k) != last[i] {
				t.Errorf("%d without a time: of the last is %s, not %s", lacks, k, last[i])
			}
		}
	}
}

// TestWrittenAsTheyStand checks that records are written in the order of the data if no
// field holds only times.
func TestWrittenAsTheyStand(t *testing.T) {
	for name, broken := range map[string]string{"word": "soon", "number": "4003331234"} {
		data := arrivals(300, func(at time.Time) string { return strconv.FormatInt(at.Unix(), 10) })
		data.Records[100][2], data.Records[200][3] = broken, "late"
		if of := over(t, Spec{Seconds: 1000, Writes: 100}, "{player}#{site}", data).Fields(); of[2].Times || of[3].Times {
			t.Errorf("%s: %+v", name, of)
		}
	}
}
