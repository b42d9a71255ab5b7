package search

import (
	"tabletop/engine"
	"tabletop/engine/cluster"
)

// Limits of a search.
const (
	DefaultTables = 2      // tables of a design, if [Ask.MaxTables] is 0
	MostTables    = 3      // largest [Ask.MaxTables]
	SampleSize    = 20_000 // records that are searched of more than [engine.MaxTrialRecords]

	maxKeys     = 20_000 // keys that are weighed
	maxMeasured = 200    // keys that are measured
	maxSegments = 8      // segments of a lead
	maxSets     = 4_000  // sets of fields that are tried as those that tell records apart
)

// Ask says what to search for. The questions are those of the session's workload.
type Ask struct {
	Table     string             `wire:"1"` // whose records are searched; "" for the first one that is designed
	Rates     []engine.QueryRate `wire:"2"` // how often a question is asked; one that is not listed counts as once a second if none is listed, and not at all otherwise
	MaxTables int                `wire:"3"` // of a design, up to [MostTables]; 0 for [DefaultTables]
	MaxBytes  int64              `wire:"4"` // that all tables of a design store; 0 for no limit
	// AnyFields says that any fields may tell records apart that do so in these data. Otherwise every key has
	// all fields of the present key, if no records are lost under that: it is known that they do.
	AnyFields bool `wire:"5"`
}

// Result is what a search has found so far.
type Result struct {
	Points []Point `wire:"1"` // the front, by rows scanned, and then by write load and bytes
	// Complete says that every design of the space is on the front, or is not better than one that is. It
	// is true only at the end, and only if no limit of the package was met on the way.
	Complete bool  `wire:"2"`
	Keys     int64 `wire:"3"` // row keys that were weighed
	Designs  int64 `wire:"4"` // designs that were weighed
	Measured int64 `wire:"5"` // keys that were measured
	Left     int64 `wire:"6"` // keys that are known to be measured yet
	Sampled  int64 `wire:"7"` // records of the sample that was searched; 0 if all records were
}

// Point is a design of the front.
type Point struct {
	Attempt engine.DesignAttempt `wire:"1"` // as the session measures it, without load
	Cost    Cost                 `wire:"2"`
	Keys    []Key                `wire:"3"` // one for each table of the attempt
}

// Cost is what designs are compared by. Smaller is better.
type Cost struct {
	Scanned   float64 `wire:"1"` // rows scanned in a second, by all questions at their rates
	WriteLoad float64 `wire:"2"` // see [WriteLoad]
	Bytes     int64   `wire:"3"` // stored in all tables
}

// Key is the key of one table, and what each part of it is there for.
type Key struct {
	Serves   []string  `wire:"1"` // IDs of the questions that the table answers
	Segments []Segment `wire:"2"` // in key order
}

// Segment is one segment of a key.
type Segment struct {
	Field         string   `wire:"1"`
	Text          string   `wire:"2"` // as it stands between the braces of the template
	Narrows       []string `wire:"3"` // IDs of the questions whose reads it narrows
	Orders        []string `wire:"4"` // IDs of the questions whose latest rows it puts in order
	Spreads       bool     `wire:"5"` // it spreads the writes: a salt, a hash, or reversed
	Distinguishes bool     `wire:"6"` // without the fields of which this is one, rows would share a key
}

// WriteLoad returns the writes of the busiest node, for each record that is written, as a multiple of the
// fair share of one table's writes. It is the number of tables times [engine.DesignAttempt.Skew]. A skew
// that the page does not call hot counts as fair: such differences come and go with the data.
func WriteLoad(a engine.DesignAttempt) float64 {
	return float64(len(a.Designs)) * roundedSkew(a.Skew)
}

// roundedSkew returns a skew in steps of half a fair share, and 1 if it is not hot.
func roundedSkew(skew float64) float64 {
	if skew < cluster.UnfairShare {
		return 1
	}
	return float64(int(skew*2)) / 2
}

// IsAtMost reports whether c is at most o in everything.
func (c Cost) IsAtMost(o Cost) bool {
	return c.Scanned <= o.Scanned && c.WriteLoad <= o.WriteLoad && c.Bytes <= o.Bytes
}

// CostOf returns the cost of a design at the rates of a search.
func CostOf(a engine.DesignAttempt, rates []engine.QueryRate) Cost {
	c := Cost{WriteLoad: WriteLoad(a), Bytes: a.Bytes}
	for _, v := range a.Verdicts {
		c.Scanned += float64(rateOf(rates, v.Query) * float64(v.Stats.RowsScanned))
	}
	return c
}
