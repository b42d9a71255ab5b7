package lessons

// FilesStored passes when what lies under a table in HBase is within these bounds, as the commands of the
// HBase shell have made it.
type FilesStored struct {
	Table   string `wire:"1"`
	Files   Bound  `wire:"2"` // number of files
	Markers Bound  `wire:"3"` // tombstones, in memory and in files
	Logged  Bound  `wire:"4"` // puts and tombstones in the log, which no file has yet
	Walked  Bound  `wire:"5"` // cells and tombstones that the last read of the table walked over
	Opened  Bound  `wire:"6"` // files that this read looked into
}

// measure counts files, tombstones and writes in the log. What the last read walked over and which files
// it opened is not known if it was of another table.
func (v FilesStored) measure(r *Player, _ moment) (g readings) {
	d, there := r.session.DescribeStorage(v.Table)
	if !there {
		g.number("table-there", 0, Exactly(1))
		return g
	}
	g.number("files", int64(len(d.Files)), v.Files)
	g.number("markers", d.MarkerCount(), v.Markers)
	g.number("logged", int64(d.Log.Puts+d.Log.Markers), v.Logged)
	if d.LastRead == nil {
		g.unknown("walked", v.Walked)
		g.unknown("opened", v.Opened)
	} else {
		g.number("walked", int64(d.LastRead.Puts+d.LastRead.Markers), v.Walked)
		g.number("opened", int64(d.LastRead.Files), v.Opened)
	}
	return g
}
