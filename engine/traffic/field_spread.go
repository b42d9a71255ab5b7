package traffic

// FieldSpread describes the values of a field, by a sample of records that are evenly
// distributed over the data.
type FieldSpread struct {
	Field          string
	DistinctValues int     // number of different values
	TopShare       float64 // share of the most frequent value
	Moves          bool    // whether values go up, or down, as records arrive
	Times          bool    // whether records are written in the order of this field's times
	// Timeless is the number of records without a value, in a field with Times. They are written
	// last.
	Timeless int
}

// electing finds the star: the most frequent value of a field, among the values that
// questions are asked with.
type electing struct {
	field  int              // index of the field, -1 for none
	kinds  map[string]int32 // number of each value
	times  []int32          // by number of a value: how many records have it
	values []int32          // by kept record: the number of its value
	star   string           // the most frequent value
}

// vote counts the value of a record.
func (m *StreamMaker) vote(rec []string) {
	if m.field < 0 {
		return
	}
	if m.kinds == nil {
		m.kinds = map[string]int32{}
	}
	n, known := m.kinds[rec[m.field]]
	if !known {
		n = int32(len(m.times))
		m.kinds[rec[m.field]] = n
		m.times = append(m.times, 0)
	}
	m.times[n]++
	m.values = append(m.values, n)
}

// elect finds the star; of several equally frequent values it is the first.
func (m *StreamMaker) elect() {
	most := int32(0)
	for _, rec := range m.asked {
		if m.field >= 0 && m.times[m.kinds[rec[m.field]]] > most {
			m.star = rec[m.field]
			most = m.times[m.kinds[m.star]]
		}
	}
}

// written returns which of the writes, whose order by key is given, are about the star. If
// records are written by time, they are in order of arrival.
func (m *StreamMaker) written(order []int32) (out []int32) {
	if m.field < 0 {
		return nil
	}
	star, at := m.kinds[m.star], make([]int32, len(order))
	for n, i := range order {
		if at[i] = int32(n); m.values[i] == star && m.spec.Order != ByTime {
			out = append(out, at[i])
		}
	}
	for i, value := range m.values {
		if value == star && m.spec.Order == ByTime {
			out = append(out, at[i])
		}
	}
	m.electing = electing{field: m.field, star: m.star}
	return out
}

// look adds the FieldSpread of the next field to the stream.
func (m *StreamMaker) look() {
	at := len(m.stream.fields)
	s := FieldSpread{Field: m.fields[at], Moves: m.sure(at) > m.least(), Times: at == m.by}
	if s.Times {
		s.Timeless = m.untimed
	}
	sorted := m.sorted[s.Field]
	for i := 0; i < len(sorted); s.DistinctValues++ {
		first := i
		for i < len(sorted) && sorted[i] == sorted[first] {
			i++
		}
		s.TopShare = max(s.TopShare, float64(i-first)/float64(len(sorted)))
	}
	m.stream.fields = append(m.stream.fields, s)
}
