package examples

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"slices"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/lessons"
)

//go:embed *.json
var sources embed.FS

// An Example is one to choose.
type Example struct {
	ID       string
	Template string // of its keys, for a picture of one; "" for keys of one part
	Key      string // one of its row keys
}

// All returns the examples, the first to show first.
func All() []Example {
	return []Example{
		{"games", "{game}#{date}#{player}", "LoL#20150301#Corrie"},
		{"tenants", "{customer}#{type}#{id}#{day}", "altostrat#phone#4c410523#20190501"},
		{"battery", "BATTERY#{time}", "BATTERY#20150301124501001"},
		{"garden", "{place}#{day}", "VEGGIEGARDEN#20150301"},
		{"friends", "", "Jose"},
		{"prices", "", "ZXZZT"},
		{"couriers", "{courier}", "courier07"},
		{"market", "{exchange|pad:6}#{symbol|pad:5}#{quotetime}", "NASDAQ#ZXZZT#1426535612156"},
		{"metrics", "{hostname}#{ts}", "server1.bbb.com#1426535612045"},
		{"meters", "{meter|zero:10}#{day}", "0000987654#20170726"},
	}
}

// source is an example's file. Names are matched without regard to case.
type source struct {
	Lesson  string // whose table, data and questions it takes; "" for none
	Data    string // the lesson's data set
	Table   string
	Key     string // the table's row key template
	Columns []plan.FieldColumn
	Fields  []string
	Records [][]string
	Recipe  *dataset.Recipe
	Time    string       // the field of the cells' time
	Queries []plan.Query // in place of the lesson's
	Script  string       // run in the console after that
}

// Requests returns what makes an example's tables. It asks lesson for the lesson
// that the example takes its data from.
func Requests(id string, lesson func(slug string) (*lessons.Lesson, error)) ([]engine.Request, error) {
	if !slices.ContainsFunc(All(), func(e Example) bool { return e.ID == id }) {
		return nil, base.Refuse(base.CodeNoSandbox, id)
	}
	s, err := read(id)
	if err != nil {
		panic("examples: " + err.Error()) // a test reads them all
	}
	spec := dataset.Spec{Fields: s.Fields, Records: s.Records, Recipe: s.Recipe, Time: s.Time}
	if s.Lesson != "" {
		l, err := lesson(s.Lesson)
		if err != nil {
			return nil, err
		}
		s.Table = l.Table
		if s.Queries == nil {
			for _, q := range l.Queries {
				s.Queries = append(s.Queries, q.Query)
			}
		}
		for _, d := range l.Data {
			if d.Name == s.Data {
				spec, s.Columns = d.Spec, d.Columns
			}
		}
	}
	var out []engine.Request
	if s.Table != "" {
		out = append(out, engine.LoadRecords{Table: s.Table, Template: s.Key, Columns: s.Columns, Data: spec})
	}
	if len(s.Queries) > 0 {
		out = append(out, engine.SetWorkload{Queries: s.Queries})
	}
	if s.Script != "" {
		out = append(out, engine.RunConsole{Dialect: engine.CBT, Text: s.Script})
	}
	return out, nil
}

func read(id string) (s source, err error) {
	data, err := sources.ReadFile(id + ".json")
	if err != nil {
		return source{}, err
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&s); err != nil {
		return source{}, fmt.Errorf("%s.json: %w", id, err)
	}
	return s, nil
}
