package quiz

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/rowkey"
	"tabletop/engine/table"
)

// makers make an exercise of each kind. They return false if these random data make no good
// question.
var makers = [endKinds]func(*Exercise, *dataset.Random) bool{
	RowsScanned: makeRowsScanned, BestKey: makeBestKey, RowsLeft: makeRowsLeft, GrowingEnd: makeGrowingEnd,
	FirstInOrder: makeFirstInOrder, CellsKept: makeCellsKept, OpenPrefix: makeOpenPrefix, RangesOfARead: makeRangesOfARead,
}

// world is where records come from: two fields with their values, and a day.
type world struct {
	group, thing   string
	groups, things []string
}

var worlds = []world{
	{"depot", "parcel", []string{"Ghent", "Lille", "Turin"}, []string{"p17", "p23", "p31", "p40"}},
	{"listener", "song", []string{"Ana", "Bao", "Ivo"}, []string{"dusk", "harbor", "lark", "ember"}},
	{"site", "sensor", []string{"dam", "mill", "pier"}, []string{"s04", "s11", "s25", "s38"}},
	{"branch", "reader", []string{"East", "North", "West"}, []string{"r102", "r215", "r340", "r477"}},
	{"station", "bike", []string{"Arcade", "Market", "Quay"}, []string{"b12", "b29", "b55", "b81"}},
	{"airline", "flight", []string{"Aero", "Nova", "Zephyr"}, []string{"f203", "f318", "f442", "f590"}},
}

var days = []string{"20260302", "20260309", "20260317", "20260324", "20260403", "20260411"}

// fields returns the fields of a world's records.
func (w world) fields() []string { return []string{w.group, w.thing, "day"} }

// records returns different records, in the order of their days.
func (w world) records(r *dataset.Random, n int) (out [][]string) {
	for len(out) < n {
		rec := []string{pick(r, w.groups), pick(r, w.things), pick(r, days)}
		if !slices.ContainsFunc(out, func(o []string) bool { return slices.Equal(o, rec) }) {
			out = append(out, rec)
		}
	}
	slices.SortStableFunc(out, func(a, b []string) int { return strings.Compare(a[2], b[2]) })
	return out
}

// below returns a random number in [0, n).
func below(r *dataset.Random, n int) int { return int(r.Below(uint64(n))) }

// pick returns a random element.
func pick[T any](r *dataset.Random, of []T) T { return of[below(r, len(of))] }

// shuffle puts elements into a random order.
func shuffle[T any](r *dataset.Random, of []T) {
	for i := len(of) - 1; i > 0; i-- {
		j := below(r, i+1)
		of[i], of[j] = of[j], of[i]
	}
}

// template returns the template of fields in an order.
func template(fields ...string) string { return "{" + strings.Join(fields, "}#{") + "}" }

// orders returns all orders of three fields.
func orders(f []string) [][]string {
	return [][]string{{f[0], f[1], f[2]}, {f[0], f[2], f[1]}, {f[1], f[0], f[2]}, {f[1], f[2], f[0]}, {f[2], f[0], f[1]}, {f[2], f[1], f[0]}}
}

// keysOf returns the key of each record under a template of its fields.
func keysOf(text string, fields []string, records [][]string) (*rowkey.Template, []base.RowKey) {
	t, err := rowkey.Parse(text)
	if err != nil {
		panic("quiz: " + err.Error())
	}
	var keys []base.RowKey
	for _, rec := range records {
		key, err := t.Encode(func(f string) string { return rec[slices.Index(fields, f)] })
		if err != nil {
			panic("quiz: " + err.Error())
		}
		keys = append(keys, key)
	}
	return t, keys
}

// tableOf returns the rows of records under a template, in key order, and what a query does with
// them.
func tableOf(text string, fields []string, records [][]string, q plan.Query) (rows []Row, scanned, returned int64) {
	t, keys := keysOf(text, fields, records)
	ranges := plan.PlanQuery(t, nil, q, plan.KnownData{}).Ranges
	for i, key := range keys {
		row := Row{Key: key, Scanned: slices.ContainsFunc(ranges, func(r base.Range) bool { return r.Contains(key) })}
		row.Returned = row.Scanned && q.Match(func(f string) string { return records[i][slices.Index(fields, f)] })
		if row.Scanned {
			scanned++
		}
		if row.Returned {
			returned++
		}
		rows = append(rows, row)
	}
	slices.SortFunc(rows, func(a, b Row) int { return strings.Compare(string(a.Key), string(b.Key)) })
	return rows, scanned, returned
}

// query returns a query about one or two fields of a record, and sometimes a month.
func (w world) query(r *dataset.Random, rec []string) (q plan.Query) {
	f := w.fields()
	kind := below(r, 4)
	if kind != 1 {
		q.Where = append(q.Where, plan.Cond{Field: f[0], Value: rec[0]})
	}
	if kind != 0 {
		q.Where = append(q.Where, plan.Cond{Field: f[1], Value: rec[1]})
	}
	if kind != 2 {
		q.Where = append(q.Where, plan.Cond{Field: f[2], Op: plan.HasPrefix, Value: rec[2][:6]})
	}
	return q
}

func number(n int64) string { return strconv.FormatInt(n, 10) }

func makeRowsScanned(e *Exercise, r *dataset.Random) bool {
	w := pick(r, worlds)
	records := w.records(r, 10)
	e.Fields, e.Template = w.fields(), template(pick(r, orders(w.fields()))...)
	e.Query = w.query(r, pick(r, records))
	rows, scanned, returned := tableOf(e.Template, e.Fields, records, e.Query)
	e.Rows, e.Right = rows, number(scanned)
	return returned > 0 && (scanned > returned || below(r, 3) == 0)
}

func makeBestKey(e *Exercise, r *dataset.Random) bool {
	w := pick(r, worlds)
	records := w.records(r, 40)
	e.Fields, e.Query = w.fields(), w.query(r, pick(r, records))
	exact := -1
	all := orders(e.Fields)
	shuffle(r, all)
	for _, o := range all {
		_, scanned, returned := tableOf(template(o...), e.Fields, records, e.Query)
		if scanned == returned {
			if exact >= 0 || returned == 0 {
				continue // one right choice is enough
			}
			exact = len(e.Choices)
		} else if len(e.Choices) >= 3 || exact < 0 && len(e.Choices) == 2 {
			continue
		}
		e.Choices, e.Costs = append(e.Choices, template(o...)), append(e.Costs, scanned)
	}
	if exact < 0 || len(e.Choices) < 3 {
		return false
	}
	e.Right = e.Choices[exact]
	return true
}

func makeRowsLeft(e *Exercise, r *dataset.Random) bool {
	w := pick(r, worlds)
	records := w.records(r, 8)
	e.Fields = w.fields()
	kept := pick(r, orders(e.Fields))[:2]
	e.Template = template(kept...)
	_, keys := keysOf(e.Template, e.Fields, records)
	for _, rec := range records {
		e.Lines = append(e.Lines, strings.Join(rec, "  "))
	}
	slices.Sort(keys)
	left := len(slices.Compact(keys))
	e.Right = number(int64(left))
	return left < len(records) && left > 2
}

func makeGrowingEnd(e *Exercise, r *dataset.Random) bool {
	w := pick(r, worlds)
	e.Fields = []string{w.group, w.thing, "time"}
	var records [][]string
	for i := range 60 {
		records = append(records, []string{pick(r, w.groups), pick(r, w.things), strconv.Itoa(1772400000 + 60*i)})
	}
	for _, text := range []string{
		template("time", w.thing), template(w.thing, "time"), template(w.group, "time", w.thing), "{time|salt:4}#{time}#{" + w.thing + "}",
	} {
		_, keys := keysOf(text, e.Fields, records)
		if slices.IsSorted(keys) {
			e.Right = text
		}
		e.Choices = append(e.Choices, text)
	}
	shuffle(r, e.Choices)
	return e.Right != ""
}

func makeFirstInOrder(e *Exercise, r *dataset.Random) bool {
	name := pick(r, []string{"device", "room", "order", "line", "track"})
	var keys []string
	for _, n := range []int{2 + below(r, 8), 10 + below(r, 90), 100 + below(r, 900), 1000 + below(r, 9000)} {
		keys = append(keys, name+"#"+strconv.Itoa(n))
	}
	e.Right = slices.Min(keys)
	shuffle(r, keys)
	e.Choices = keys
	return e.Right != keys[0]
}

func makeCellsKept(e *Exercise, r *dataset.Random) bool {
	const day = base.Micros(24 * 60 * 60 * 1_000_000)
	versions, age := table.MaxVersions(1+below(r, 3)), table.MaxAge(time.Duration(3+below(r, 4))*24*time.Hour)
	days, text := strconv.Itoa(int(time.Duration(age)/(24*time.Hour))), strconv.Itoa(int(versions))
	var rule table.GCRule
	switch below(r, 4) {
	case 0:
		rule, text = versions, "maxversions="+text
	case 1:
		rule, text = age, "maxage="+days+"d"
	case 2:
		rule, text = table.Union{versions, age}, "maxversions="+text+" or maxage="+days+"d"
	default:
		rule, text = table.Intersection{versions, age}, "maxversions="+text+" and maxage="+days+"d"
	}
	t, err := table.New("t")
	if err == nil {
		err = t.CreateFamily(table.FamilyInfo{Name: "f", GC: rule})
	}
	at := 1 + below(r, 2)
	for range 5 {
		value := strconv.Itoa(10 + below(r, 90))
		e.Lines = append(e.Lines, strconv.Itoa(at)+"  "+value)
		if err == nil {
			err = t.Mutate("r", 0, []table.Mutation{table.SetCell{Family: "f", Qualifier: "q", At: base.Micros(at) * day, Value: value}})
		}
		at += 1 + below(r, 2)
	}
	if err != nil {
		panic("quiz: " + err.Error())
	}
	now := at + below(r, 2)
	t.Compact(base.Micros(now)*day + day/2)
	e.Right, e.Args = number(t.CellCount()), []string{text, strconv.Itoa(now)}
	return t.CellCount() < 5
}

func makeOpenPrefix(e *Exercise, r *dataset.Random) bool {
	name, n := pick(r, []string{"user", "host", "cell", "shop"}), 1+below(r, 9)
	e.Template = "{id}#{day}"
	var records [][]string
	other := n%9 + 1
	ids := []int{n, other, other * 10, other*100 + below(r, 100)}
	for range below(r, 2) {
		ids = append(ids, n)
	}
	for range 1 + below(r, 3) {
		ids = append(ids, n*10+below(r, 10))
	}
	for range below(r, 2) {
		ids = append(ids, n*100+below(r, 100))
	}
	for _, id := range ids {
		records = append(records, []string{name + strconv.Itoa(id), pick(r, days)})
	}
	prefix := name + strconv.Itoa(n)
	e.Fields = []string{"id", "day"}
	_, keys := keysOf(e.Template, e.Fields, records)
	slices.Sort(keys)
	keys = slices.Compact(keys)
	count := int64(0)
	for _, key := range keys {
		hit := strings.HasPrefix(string(key), prefix)
		if hit {
			count++
		}
		e.Rows = append(e.Rows, Row{key, hit, hit})
	}
	e.Right, e.Args = number(count), []string{prefix, string(keys[0])}
	return len(keys) == len(records)
}

func makeRangesOfARead(e *Exercise, r *dataset.Random) bool {
	w := pick(r, worlds)
	salts := strconv.Itoa(pick(r, []int{3, 4, 6, 8, 12}))
	e.Fields = []string{w.thing, "time"}
	e.Template = pick(r, []string{
		"{time|salt:" + salts + "}#{time}#{" + w.thing + "}",
		"{" + w.thing + "|salt:" + salts + "}#{" + w.thing + "}#{time}",
	})
	thing, hour := plan.Cond{Field: w.thing, Value: pick(r, w.things)}, plan.Cond{Field: "time", Op: plan.Between, Value: "20260302080000", To: "20260302090000"}
	e.Query.Where = pick(r, [][]plan.Cond{{hour}, {thing, hour}})
	t, err := rowkey.Parse(e.Template)
	if err != nil {
		panic("quiz: " + err.Error())
	}
	p := plan.PlanQuery(t, nil, e.Query, plan.KnownData{})
	e.Right = number(int64(len(p.Ranges)))
	return p.Access != plan.Scan
}
