package traffic

// Spread is what a field of the data looks like, by some records evenly over it.
type Spread struct {
	Field string
	Kinds int     // different values
	Most  float64 // the share of the most frequent one
	Moves bool    // values go up, or down, as records arrive
	Times bool    // they are when records were written, in whose order that is done
	// Untold is how many records have no value of a field with Times. They are written last.
	Untold int
}

// electing finds the star: the most frequent value of a field, of those that questions
// are asked about.
type electing struct {
	field  int              // -1 for none
	kinds  map[string]int32 // of values
	times  []int32          // that each of them stands in a record
	values []int32          // of each write
	star   string
}

// vote counts a record's value.
func (m *Maker) vote(rec []string) {
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

// elect finds the star, the first of several.
func (m *Maker) elect() {
	most := int32(0)
	for _, rec := range m.asked {
		if m.field >= 0 && m.times[m.kinds[rec[m.field]]] > most {
			m.star = rec[m.field]
			most = m.times[m.kinds[m.star]]
		}
	}
}

// written returns which of the writes in order are about the star. Where they are made
// in order of time, those are too.
func (m *Maker) written(order []int32) (out []int32) {
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

// look looks at the next field.
func (m *Maker) look() {
	at := len(m.stream.fields)
	s := Spread{Field: m.fields[at], Moves: m.sure(at) > m.least(), Times: at == m.by}
	if s.Times {
		s.Untold = m.untimed
	}
	sorted := m.sorted[s.Field]
	for i := 0; i < len(sorted); s.Kinds++ {
		first := i
		for i < len(sorted) && sorted[i] == sorted[first] {
			i++
		}
		s.Most = max(s.Most, float64(i-first)/float64(len(sorted)))
	}
	m.stream.fields = append(m.stream.fields, s)
}
