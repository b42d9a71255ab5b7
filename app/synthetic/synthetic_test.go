package synthetic

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"tabletop/app/synthetic/frames"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/fit"
	"tabletop/engine/link"
	"tabletop/engine/plan"
	"tabletop/engine/wire"
	"tabletop/web/test/sandboxtest"
)

// deliveries returns records of parcels as a table of a courier may have them: names with accents, a field that
// is sometimes empty, amounts with decimals, and a few customers who have most of the parcels.
func deliveries(n int) dataset.Spec {
	random := rand.New(rand.NewSource(3))
	s := dataset.Spec{Fields: []string{"customer", "town", "day", "weight", "note"}}
	towns := []string{"Wieńczyce", "Oberstadt", "Kingsmead", "Fontvieille", "Aldbrough"}
	for i := range n {
		c := int(random.ExpFloat64() * 6)
		note := ""
		if i%4 == 0 {
			note = fmt.Sprintf("ring twice %d", i)
		}
		s.Records = append(s.Records, []string{
			fmt.Sprintf("Kowalczyk-%04d", 137+c*31), towns[c%5], fmt.Sprintf("2024-%02d-%02d", 1+i*12/n, 1+i*28*12/n%28), fmt.Sprintf("%.2f", random.Float64()*30), note,
		})
	}
	return s
}

// fileOf returns the file of a sandbox that the requests make.
func fileOf(t *testing.T, requests ...engine.Request) []byte {
	t.Helper()
	_, file := sandboxtest.File(t, "Parcels", requests...)
	return file
}

// ask asks for synthetic data.
func ask(t *testing.T, a frames.Ask) frames.Made {
	t.Helper()
	frame, err := HandleAsk(wire.Encode(&a, nil), sandboxtest.Now)
	if err != nil {
		t.Fatal(err)
	}
	var m frames.Made
	if err := wire.Decode(frame, &m, nil); err != nil {
		t.Fatal(err)
	}
	return m
}

// parcels returns the requests that make two tables of the same records, and questions.
func parcels(n int) []engine.Request {
	data := deliveries(n)
	columns := []plan.FieldColumn{}
	for _, f := range data.Fields {
		columns = append(columns, plan.FieldColumn{Field: f, Family: "f", Qualifier: base.Qualifier(f)})
	}
	return []engine.Request{
		engine.LoadRecords{Table: "parcels", Template: "{customer}#{day}#{weight}", Columns: columns, Data: data},
		engine.LoadRecords{Table: "by_town", Template: "{town}#{day}#{customer}#{weight}", Columns: columns, Data: data},
		engine.SetWorkload{Queries: []plan.Query{
			{ID: "of Kowalczyk-0137", Where: []plan.Cond{{Field: "customer", Value: "Kowalczyk-0137"}}},
			{ID: "in-spring", Where: []plan.Cond{{Field: "town", Value: "Oberstadt"}, {Field: "day", Op: plan.Between, Value: "2024-03-01", To: "2024-05-31"}}},
			{ID: "all"},
		}},
	}
}

// TestLink makes a link of a sandbox whose own data are too many for one. It must hold no value of the data,
// and the questions must cost about the same in the sandbox that it leads to.
func TestLink(t *testing.T) {
	const n = 6000
	m := ask(t, frames.Ask{File: fileOf(t, parcels(n)...), Title: "Parcels, synthetic"})
	if m.Refused != nil || m.Records != 2*n || len(m.Costs) != 3 || len(m.Left) != 0 {
		t.Fatalf("%+v", m)
	}
	if len(m.Text) > 7000 {
		t.Errorf("the link has %d characters", len(m.Text))
	}
	c, err := link.Decode(m.Text)
	if err != nil {
		t.Fatal(err)
	}
	held := string(wire.Encode(&c, wire.EngineSets))
	for _, r := range deliveries(n).Records {
		for at, v := range r {
			if at < 2 && strings.Contains(held, v) || at == 4 && v != "" && strings.Contains(held, v) {
				t.Fatalf("the link holds %q", v)
			}
		}
	}
	for _, part := range []string{"0137", "Oberstadt", "spring"} {
		if strings.Contains(held, part) {
			t.Errorf("the link holds %q", part)
		}
	}
	for _, cost := range m.Costs {
		if cost.Scanned == 0 || !isNear(cost.Scanned, cost.SyntheticScanned) || !isNear(cost.Wanted, cost.SyntheticWanted) {
			t.Errorf("%+v", cost)
		}
	}
	tables := 0
	for _, ch := range c.Changes {
		if r, ok := ch.Request.(engine.LoadRecords); ok {
			tables++
			if r.Data.Len() != n || r.Template == "" || len(r.Columns) != 5 {
				t.Errorf("%+v", r)
			}
		}
	}
	if tables != 2 || c.Title != "Parcels, synthetic" {
		t.Errorf("%d tables of %q", tables, c.Title)
	}
}

// isNear reports whether two numbers of rows differ by at most a tenth, or a few.
func isNear(a, b int64) bool { return max(a, b)-min(a, b) <= max(a/10, 5) }

// TestGrowing makes ten times as many records: of more customers, or over a longer time. The question about one
// customer must cost the same with more customers, and the question about a whole table ten times as much.
func TestGrowing(t *testing.T) {
	const n = 2000
	file := fileOf(t, parcels(n)...)
	once := ask(t, frames.Ask{File: file})
	if fmt.Sprint(once.Axes[0]) != fit.TimeAxis || !strings.Contains(fmt.Sprint(once.Axes), "customer") {
		t.Errorf("axes are %q", once.Axes)
	}
	more := ask(t, frames.Ask{File: file, Axis: "customer", Factor: 10})
	if more.Refused != nil || more.Records != 20*n {
		t.Fatalf("%+v", more)
	}
	if a, b := once.Costs[0].SyntheticWanted, more.Costs[0].SyntheticWanted; !isNear(a, b) {
		t.Errorf("of one customer there are %d records, and %d among ten times as many customers", a, b)
	}
	if got := more.Costs[2].SyntheticScanned; got != 10*n {
		t.Errorf("%d rows of %d are scanned for all", got, 10*n)
	}
	if m := ask(t, frames.Ask{File: file, Axis: "customer", Factor: 1_000_000}); m.Refused == nil || m.Text != "" {
		t.Errorf("2,000,000,000 records: %+v", m.Refused)
	}
	none := fileOf(t, engine.RunConsole{Text: "createtable t families=f"})
	if m := ask(t, frames.Ask{File: none}); m.Refused == nil || m.Refused.Code != base.CodeNoDesign {
		t.Errorf("%+v", m.Refused)
	}
}
