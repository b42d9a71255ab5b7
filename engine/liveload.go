package engine

import "tabletop/engine/cluster"

// LiveLoad asks for the load of the reader's own commands on a table, as a map whose
// columns are commands. See [Session.LiveHeat].
type LiveLoad struct{ Table string }

func (LiveLoad) nature() Nature { return Nature{Looks: true, AnyState: true} }

func (r LiveLoad) start(t *Task) {
	of, err := t.s.liveLoad(r)
	if err != nil {
		t.fail(err)
		return
	}
	t.reply.Answer = of
}

// liveRanges is how many ranges of keys that map has at most: one row more or less
// is to be seen on it.
const liveRanges = 100

func (s *Session) liveLoad(r LiveLoad) (*Simulated, error) {
	if _, err := s.find(r.Table); err != nil {
		return nil, err
	}
	h := s.LiveHeat(r.Table, liveRanges)
	out := &Simulated{Of: Simulate{Table: r.Table}, Version: s.version, Live: true, Borders: h.Borders, Seconds: 1}
	if d := s.state.designs[r.Table]; d != nil {
		out.Template = d.template.String()
	}
	for _, c := range h.Columns {
		out.Columns = append(out.Columns, SimulatedColumn{Ops: cluster.AmountOf(c.Ops), Command: uint64(c.From)})
	}
	for k, cells := range h.Cells {
		out.put(cluster.Metric(k), cells)
	}
	return out, nil
}
