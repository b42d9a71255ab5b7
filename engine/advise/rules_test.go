package advise

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/rowkey"
)

// keyed is a table of rows in the order of their arrival.
// timed gives records a time of their own.
func timed(field string, t Table, at ...base.Micros) Table {
	t.Clock, t.Times = field, at
	return t
}

func keyed(arrivals ...string) Table {
	t := Table{Name: "t", Families: []Family{{Name: "f"}}}
	for _, k := range arrivals {
		t.Arrivals = append(t.Arrivals, base.RowKey(k))
	}
	t.Keys = slices.Compact(slices.Sorted(slices.Values(t.Arrivals)))
	t.Rows = int64(len(t.Keys))
	t.Cells = t.Rows
	t.Widths = make([]int, len(t.Keys))
	for i := range t.Widths {
		t.Widths[i] = 1
	}
	return t
}

// of returns n texts.
func of(n int, text func(i int) string) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = text(i)
	}
	return out
}

func made(n int, format string) []string {
	return of(n, func(i int) string { return fmt.Sprintf(format, i) })
}

func reversed(s string) string {
	b := []byte(s)
	slices.Reverse(b)
	return string(b)
}

// random returns a text of length characters of an alphabet, a different one for each i.
func random(i, length int, alphabet string) string {
	r := dataset.Random(i)
	b := make([]byte, length)
	for j := range b {
		b[j] = alphabet[r.Below(uint64(len(alphabet)))]
	}
	return string(b)
}

// columned is a table with the given number of sampled rows, and with columns.
func columned(rows int, columns ...Column) Table {
	t := keyed(made(rows, "row%03d")...)
	t.Arrivals = nil
	t.Columns = columns
	return t
}

func with(t Table, change func(*Table)) Evidence {
	change(&t)
	return Evidence{Tables: []Table{t}}
}

// twiceIn is a table of two columns, one of which has these values in its rows.
func twiceIn(t Table, values ...string) Evidence {
	c := Column{Family: "f", Qualifier: "q", Rows: int64(len(values)), Cells: int64(len(values)), Bytes: 5}
	for i, v := range values {
		c.SampledValues = append(c.SampledValues, SampledValue{t.Keys[i], v})
	}
	t.Columns, t.Sampled.Bytes = []Column{{Family: "f", Qualifier: "p", Rows: 1, Cells: 1}, c}, 100
	for i := range t.Widths {
		t.Widths[i] = 2
	}
	return Evidence{Tables: []Table{t}}
}

func one(t Table) Evidence { return Evidence{Tables: []Table{t}} }

func templated(template string, t Table) Table {
	tpl, err := rowkey.Parse(template)
	if err != nil {
		panic(err)
	}
	t.Template = tpl
	return t
}

func named(family string, names ...string) (e Evidence) {
	for _, n := range names {
		e.Tables = append(e.Tables, Table{Name: n, Families: []Family{{Name: base.Family(family)}}})
	}
	return e
}

func writes(keys string) (e Evidence) {
	for _, k := range strings.Fields(keys) {
		e.Writes = append(e.Writes, Write{"t", base.RowKey(k)})
	}
	return e
}

var (
	battery = []string{"BATTERY#20150301124501001", "BATTERY#20150301124501002", "BATTERY#20150301124501003", "BATTERY#20150301124501004", "BATTERY#20150301124501005"}
	million = func(i int) string { return strconv.Itoa(1425330757685 + 40*i) }
	sites   = []string{"drive.google.com", "en.wikipedia.org", "maps.google.com", "product.company.com", "services.company.com"}
)

// cases has for each rule designs that must trigger it, and similar ones that must not.
var cases = []struct {
	rule Rule
	name string
	e    Evidence
	want string // arguments and example of the finding, or "" for no finding
}{
	{TimeFirst, "the documents' battery", one(templated("BATTERY#{time}", keyed(battery...))), "time, 1, 1, 20 BATTERY#20150301124501005"},
	{TimeFirst, "a promoted field", one(keyed("B#Corrie#20150301124501001", "B#Jo#20150301124501002", "B#Corrie#20150301124501003", "B#Sam#20150301124501004", "B#Sam#20150301124501005")), ""},
	{TimeFirst, "milliseconds before a machine", one(keyed(of(300, func(i int) string { return million(i^1) + "#m" + strconv.Itoa(i%7) })...)), ", 1, 30, 10 " + million(298) + "#m5"},
	{TimeFirst, "newest first", one(keyed(of(20, func(i int) string { return strconv.Itoa(9223370611524018122 - i) })...)), ", 1, 2, 10 9223370611524018103"},
	{TimeFirst, "times that come in no order", one(keyed(of(300, func(i int) string { return million(i * 77 % 300) })...)), ""},
	{TimeFirst, "salt", one(keyed(of(300, func(i int) string { return strconv.Itoa(i*7%3) + "#" + million(i) })...)), ""},
	{TimeFirst, "salt before the same field", one(templated("{time|salt:3}#{time}", keyed(of(300, func(i int) string { return strconv.Itoa(i*7%3) + "#" + million(i) })...))), ""},
	{TimeFirst, "one garden, a row a day", one(keyed("VEGGIEGARDEN#20150301", "VEGGIEGARDEN#20150302", "VEGGIEGARDEN#20150303", "VEGGIEGARDEN#20150304", "VEGGIEGARDEN#20150305")), ""},
	{TimeFirst, "the day before the meter", one(keyed(of(40, func(i int) string { return strconv.Itoa(20170726+i/20) + "#" + fmt.Sprintf("%010d", i) })...)), ", 1, 4, 10 20170727#0000000039"},
	{TimeFirst, "four rows", one(keyed(battery[:4]...)), ""},

	{Sequential, "users by number", one(keyed(made(1000, "%07d")...)), ", 1, 100, 10 0000999"},
	{Sequential, "reversed digits", one(keyed(of(1000, func(i int) string { return reversed(fmt.Sprintf("%07d", i)) })...)), ""},
	{Sequential, "numbers that come in no order", one(keyed(of(1000, func(i int) string { return fmt.Sprintf("%07d", i*77%1000) })...)), ""},
	{Sequential, "a few large customers", one(keyed(of(100, func(i int) string { return fmt.Sprintf("%d#%d", 100+i/10, i) })...)), ""},

	{OpaqueKey, "md5", one(keyed(of(50, func(i int) string { return "user#" + random(i, 32, "0123456789abcdef") })...)), ", 2, hash, 100 user#0a87319832574f77d8487298f34c65e1"},
	{OpaqueKey, "base64", one(keyed(of(50, func(i int) string {
		return random(i, 24, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
	})...)), "*"},
	{OpaqueKey, "raw bytes", one(keyed(of(50, func(i int) string { return random(i, 8, "\x00\x01\x80\xfe\xff") })...)), "*"},
	{OpaqueKey, "a template's short hash", one(templated("{user|hash:4}#{day}", keyed(of(50, func(i int) string { return random(i, 4, "0123456789abcdef") + "#20150301" })...))), "user, 1, hash, 100 0a87#20150301"},
	{OpaqueKey, "a template's short hash before the field", one(templated("{user|hash:4}#{user}", keyed(of(50, func(i int) string { return random(i, 4, "0123456789abcdef") + "#" + strconv.Itoa(i) })...))), ""},
	{OpaqueKey, "identifiers of devices", one(keyed(of(50, func(i int) string { return "phone#" + random(i, 8, "0123456789abcdef") + "#20200501" })...)), ""},
	{OpaqueKey, "padded numbers", one(keyed(made(50, "%032d")...)), ""},
	{OpaqueKey, "names", one(keyed(of(50, func(i int) string { return "Zoë" + strconv.Itoa(i) })...)), ""},

	{Unpadded, "numbers", one(keyed(made(25, "room#%d")...)), ", 2, 19, 2, , 15, 25, 10,  room#2"},
	{Unpadded, "padded numbers", one(keyed(made(25, "room#%02d")...)), ""},
	{Unpadded, "numbers of one length", one(keyed(made(9, "room#%d")...)), ""},
	{Unpadded, "reversed digits", one(keyed(of(200, func(i int) string { return reversed(strconv.Itoa(i)) })...)), ""},
	{MixedCase, "a device in capitals", one(keyed("PHONE#1", "phone#2", "phone#3", "tablet#4")), ", 1, PHONE, phone phone#2"},
	{MixedCase, "a name", one(templated("{player}#{day}", keyed("Jo#20150301", "Corrie#20150301", "corrie#20150302", "Noor#20150302", "Eriko#20150302", "Ayomide#20150302"))), "player, 1, Corrie, corrie corrie#20150302"},
	{MixedCase, "one way", one(keyed("Phone#1", "Phone#2", "Tablet#3")), ""},
	{MixedCase, "identifiers", one(keyed("aBcd1#1", "abcd1#2", "xyZw9#3")), ""},
	{MixedCase, "short ones", one(keyed("aB#1", "Ab#2", "xyZ#3")), ""},
	{Unpadded, "names with numbers", one(keyed(of(25, func(i int) string { return []string{"Noor", "Ada", "Luca"}[i%3] + strconv.Itoa(i) })...)), ""},
	{Unpadded, "a word before each number", one(keyed(made(1200, "cust%d")...)), ", 1, cust129, cust13, cust, 1170, 1200, 10,  cust13"},
	{Unpadded, "a field of numbers", one(templated("{room}", keyed(made(25, "%d")...))), "room, 1, 19, 2, , 15, 25, 10, {room|zero:10} 2"},
	{Unpadded, "a field of numbers behind a word", one(templated("{room}", keyed(made(25, "room-%d")...))), "room, 1, room-19, room-2, room-, 15, 25, 10, {room|padleft:15} room-2"},
	{Unpadded, "a field with a blank", one(templated("{room}#x", keyed(append(made(40, "%d#x"), " #x")...))), "room, 1, 19, 2, , 30, 40, 10,  2#x"},
	{Unpadded, "padded numbers that have grown", one(templated("{room}", keyed(of(1100, func(i int) string { return fmt.Sprintf("room-%03d", i) })...))), "room, 1, room-1009, room-101, room-, 100, 1100, 10, {room|padleft:15} room-101"},
	{Unpadded, "reversed digits of one length and less", one(keyed(of(60, func(i int) string { return reversed(strconv.Itoa(i)) })...)), ""},
	{Unpadded, "a word before padded numbers", one(keyed(made(25, "cust%02d")...)), ""},
	{Unpadded, "a word before times", one(keyed(made(25, "t14253307%02d")...)), ""},

	{HotKey, "a hot range", with(templated("{site}#{ts}", keyed(made(9, "s%d#1")...)), func(t *Table) {
		t.Load = &SimulatedLoad{Pattern: "hot-range", Hottest: 3.79, Hot: true, Name: "1f", Nodes: 8}
	}), "hot-range, 3.79, site, 1f "},
	{HotKey, "an even load", with(keyed("a", "b"), func(t *Table) { t.Load = &SimulatedLoad{Pattern: "even", Hottest: 1.05, Name: "1f", Nodes: 8} }), ""},
	{HotKey, "even over the keys, not over the nodes", with(templated("{site}#{ts}", keyed(made(9, "s%d#1")...)), func(t *Table) {
		t.Load = &SimulatedLoad{Pattern: "even", Hottest: 3.79, Hot: true, Name: "1f", Nodes: 8}
	}), "lopsided, 3.79, site, 1f "},
	{HotKey, "too much for all nodes", with(keyed("a", "b"), func(t *Table) {
		t.Load = &SimulatedLoad{Pattern: "sequential", Hottest: 1.17, Hot: true, OverloadedNodes: 8, Nodes: 8}
	}), ""},
	{Overloaded, "too much for all nodes", with(keyed("a", "b"), func(t *Table) {
		t.Load = &SimulatedLoad{Pattern: "sequential", Hottest: 1.17, Hot: true, Name: "1f", OverloadedNodes: 8, Nodes: 8, Query: "dear"}
	}), "8, 8, 1f dear"},
	{Overloaded, "an even load that is too much", with(keyed("a", "b"), func(t *Table) {
		t.Load = &SimulatedLoad{Pattern: "even", Hottest: 1.05, Name: "1f", OverloadedNodes: 2, Nodes: 3}
	}), "2, 3, 1f "},
	{Overloaded, "a hot range", with(keyed("a", "b"), func(t *Table) {
		t.Load = &SimulatedLoad{Pattern: "hot-range", Hottest: 3.79, Hot: true, Name: "1f", Nodes: 8}
	}), ""},
	{HotKey, "no load", one(keyed("a", "b")), ""},

	{EmptyCells, "gaps", with(columned(3, Column{Family: "cf", Qualifier: "note", Rows: 100, Cells: 100, Empty: 60, EmptyRow: "row001"}), func(t *Table) { t.Sampled.Bytes = 8400 }), "cf:note, 60, 100, 100 row001"},
	{EmptyCells, "qualifiers that say it all", one(columned(3, Column{Family: "f", Qualifier: "Fred", Rows: 100, Cells: 100, Empty: 100})), ""},
	{EmptyCells, "a few", one(columned(3, Column{Family: "f", Qualifier: "q", Rows: 100, Cells: 100, Empty: 4})), ""},
	{EmptyCells, "one in thirty", one(columned(3, Column{Family: "f", Qualifier: "q", Rows: 300, Cells: 300, Empty: 10})), ""},

	{StoredTwice, "a field of the key", twiceIn(templated("{site|zero:3}#{day}", keyed("001#a", "002#a", "003#b", "004#b", "005#c")), "1", "2", "3", "4", "5"), "f:q, site, 1, 5, 50 001#a"},
	{StoredTwice, "a segment", twiceIn(keyed("x#1", "x#2", "x#3", "y#4", "y#5"), "1", "2", "3", "4", "5"), "f:q, , 2, 5, 50 x#1"},
	{StoredTwice, "all but one", twiceIn(keyed("x#1", "x#2", "x#3", "y#4", "y#5"), "1", "2", "3", "4", "6"), ""},
	{StoredTwice, "the same in all rows", twiceIn(keyed("x#1", "x#2", "x#3", "x#4", "x#5"), "x", "x", "x", "x", "x"), ""},
	{StoredTwice, "a row's only cell", with(twiceIn(keyed("x#1", "x#2", "x#3", "y#4", "y#5"), "1", "2", "3", "4", "5").Tables[0], func(t *Table) { t.Widths[3] = 1 }), ""},
	{StoredTwice, "a hash of the field", twiceIn(templated("{site|hash:4}#{day}", keyed("44bc#a", "44bd#a", "44be#b", "44bf#b", "44b0#c")), "1", "2", "3", "4", "5"), ""},

	{ForwardDomain, "the documents' domains", one(keyed(sites...)), "5, 3, company.com product.company.com"},
	{ForwardDomain, "domains that begin as some end", one(keyed("de.wikipedia.org", "en.wikipedia.org", "maps.google.com", "www.google.com", "www.company.com")), "5, 3, google.com maps.google.com"},
	{ForwardDomain, "reversed, and some end as others begin", one(keyed("com.google.de", "com.google.uk", "org.wikipedia.de", "org.wikipedia.fr", "com.company.jp")), ""},
	{ForwardDomain, "reversed", one(keyed("com.google.drive", "com.google.maps", "org.wikipedia.en", "com.company.product", "com.company.services")), ""},
	{ForwardDomain, "machines of one site", one(keyed(made(20, "server%d.bbb.com#1426535612045")...)), ""},
	{ForwardDomain, "a domain each", one(keyed(made(20, "site%d.com")...)), ""},
	{ForwardDomain, "files", one(keyed("a.txt", "b.txt", "c.txt", "a.png", "b.png", "a.gif")), ""},

	{FewDomains, "two", one(keyed(of(40, func(i int) string { return []string{"com.google.", "org.wikipedia."}[i%2] + strconv.Itoa(i) })...)), "2, 40 org.wikipedia.1"},
	{FewDomains, "many", one(keyed(made(40, "com.site%d.www")...)), ""},
	{FewDomains, "names of measures", one(keyed(made(40, "app.read.%d")...)), ""},

	{BusyRow, "a measure that is written each second", one(keyed(append(made(40, "dev%d"), slices.Repeat([]string{"4c410523#memusage"}, 60)...)...)), "writes, 60, 100 4c410523#memusage"},
	{BusyRow, "a row for each second", one(keyed(of(100, func(i int) string { return "4c410523#memusage#" + million(i) })...)), ""},
	{BusyRow, "a column of many versions", one(columned(3, Column{Family: "f", Qualifier: "q", Rows: 3, Cells: 302, MaxVersions: 300, MaxVersionsRow: "row001"})), "versions, 300, f:q row001"},
	{BusyRow, "a sum", with(columned(3, Column{Family: "f", Qualifier: "q", Rows: 3, Cells: 302, MaxVersions: 300, MaxVersionsRow: "row001"}), func(t *Table) { t.Families[0].Aggregate = true }), ""},

	{PersonalData, "mail", one(keyed("user#jo@example.com#1", "user#sam#1")), "mail, 1,  user#jo@example.com#1"},
	{PersonalData, "not quite mail", one(keyed("host@10.0.0.1", "@home", "a@b")), ""},
	{PersonalData, "a telephone", one(keyed("+44 20 7946 0018#1", "x#1")), "phone, 1,  +44 20 7946 0018"},
	{PersonalData, "telephones", one(keyed("555-010-0199", "555-010-0123", "555-010-0150")), "phone, 3,  555-010-0123"},
	{PersonalData, "numbers of parts", one(keyed("55-010-01990", "20150-301-12", "555-010-0199")), ""},
	{PersonalData, "a field", one(templated("{last_name}#{day}", keyed("Doe#20150301"))), "field, 1, last_name Doe#20150301"},
	{PersonalData, "the hash of a field", one(templated("{email|hash:8}#{day}", keyed("01234567#20150301"))), ""},
	{PersonalData, "a user's name", one(templated("{user}#{day}", keyed("Doe#20150301"))), ""},
	{PersonalData, "a family", one(Table{Name: "t", Families: []Family{{Name: "555-010-0199"}}}), "family, , 555-010-0199 555-010-0199"},

	{TablesAlike, "a table a year", named("f", "sales_2014", "sales_2015", "sales_2016"), "3, sales_*, sales_2014, sales_2015, sales_2016 sales_2014"},
	{TablesAlike, "a table a customer", named("f", "altostrat-phones", "examplepetstore-phones", "other-phones"), "3, *-phones, altostrat-phones, examplepetstore-phones, other-phones altostrat-phones"},
	{TablesAlike, "two tables", named("f", "sales_2014", "sales_2015"), ""},
	{TablesAlike, "different families", Evidence{Tables: append(named("a", "sales_2014", "sales_2015").Tables, named("b", "sales_2016").Tables...)}, ""},
	{TablesAlike, "batches of a day", named("f", "SENSOR_20170726", "SENSOR_20170727", "SENSOR_20170728"), ""},
	{TablesAlike, "different tables", named("f", "QUOTE", "TRADE", "CURRENT_METRIC"), ""},

	{ManyFamilies, "101", with(Table{Name: "t"}, func(t *Table) { t.Families = make([]Family, 101) }), "101, 100 "},
	{ManyFamilies, "100", with(Table{Name: "t"}, func(t *Table) { t.Families = make([]Family, 100) }), ""},

	{LongNames, "long ones", with(columned(3, Column{Family: "CUSTOMER_DETAILS", Qualifier: "CELLPHONE_NUMBER", Rows: 3, Cells: 3}), func(t *Table) {
		t.Cells, t.Sampled = 3000, Totals{Cells: 3, Bytes: 150, Names: 96, Values: 30}
	}), "32, 64 CUSTOMER_DETAILS:CELLPHONE_NUMBER"},
	{LongNames, "the same in few cells", with(columned(3), func(t *Table) {
		t.Cells, t.Sampled = 999, Totals{Cells: 3, Bytes: 150, Names: 96, Values: 30}
	}), ""},
	{LongNames, "short ones", with(columned(3), func(t *Table) {
		t.Cells, t.Sampled = 3000, Totals{Cells: 3, Bytes: 100, Names: 48, Values: 20}
	}), ""},
	{LongNames, "long values", with(columned(3), func(t *Table) {
		t.Cells, t.Sampled = 3000, Totals{Cells: 3, Bytes: 400, Names: 96, Values: 280}
	}), ""},

	{MixedRetention, "a name beside a thousand readings", one(columned(2, Column{Family: "f", Qualifier: "load", Rows: 2, Cells: 2000, Changed: 1998, MaxVersions: 1000}, Column{Family: "f", Qualifier: "name", Rows: 2, Cells: 2, MaxVersions: 1})), "f, load, 1000, name, 1 f:load"},
	{MixedRetention, "in two families", one(columned(2, Column{Family: "f", Qualifier: "load", Rows: 2, Cells: 2000}, Column{Family: "g", Qualifier: "name", Rows: 2, Cells: 2})), ""},
	{MixedRetention, "three versions", one(columned(2, Column{Family: "f", Qualifier: "load", Rows: 2, Cells: 6}, Column{Family: "f", Qualifier: "name", Rows: 2, Cells: 2})), ""},
	{MixedRetention, "a rule that keeps few", with(columned(2, Column{Family: "f", Qualifier: "load", Rows: 2, Cells: 2000}, Column{Family: "f", Qualifier: "name", Rows: 2, Cells: 2}), func(t *Table) { t.Families[0].MaxVersions = 3 }), ""},

	{TinyCells, "1,024 cells of a byte", with(columned(1), func(t *Table) { t.Widths[0], t.Sampled = 1024, Totals{Cells: 1024, Names: 5000, Values: 1024} }), "1024, 1, 12 row000"},
	{TinyCells, "a day of readings", with(columned(1), func(t *Table) { t.Widths[0], t.Sampled = 96, Totals{Cells: 96, Names: 960, Values: 480} }), ""},
	{TinyCells, "1,024 larger cells", with(columned(1), func(t *Table) { t.Widths[0], t.Sampled = 1024, Totals{Cells: 1024, Names: 5000, Values: 100_000} }), ""},

	{TooLarge, "a cell", with(columned(1), func(t *Table) { t.Large = []LargeItem{{LargeCell, "row000", "f:q", 11 << 20}} }), "cell, 11534336, 10485760, f:q row000"},
	{TooLarge, "nothing large", one(columned(1)), ""},

	{VersionSeries, "five days of prices", one(columned(1, Column{Family: "STOCK", Qualifier: "PRICE", Rows: 1, Cells: 5, Changed: 4, MaxVersions: 5, MaxVersionsRow: "row000"})), "STOCK:PRICE, 5, 1 row000"},
	{VersionSeries, "a price that was corrected", one(columned(1, Column{Family: "STOCK", Qualifier: "PRICE", Rows: 1, Cells: 2, Changed: 1, MaxVersions: 2})), ""},
	{VersionSeries, "the same value again and again", one(columned(1, Column{Family: "f", Qualifier: "state", Rows: 1, Cells: 9, Changed: 1, MaxVersions: 9})), ""},
	{VersionSeries, "what is about to be collected", with(columned(1, Column{Family: "f", Qualifier: "PRICE", Rows: 1, Cells: 5, Changed: 4, MaxVersions: 5}), func(t *Table) { t.Families[0].MaxVersions = 1 }), ""},

	{CollidingKeys, "couriers", one(templated("{courier}", keyed("anna", "bert", "anna", "anna", "bert", "carl"))), "6, 3,  anna"},
	{CollidingKeys, "couriers twice in a second", one(timed("seen", templated("{courier}", keyed("anna", "bert", "anna", "anna", "bert")), 1, 1, 2, 1, 2)), "5, 4, seen anna"},
	{CollidingKeys, "versions", one(timed("seen", templated("{courier}", keyed("anna", "anna", "bert")), 1, 2, 1)), ""},
	{CollidingKeys, "a row for each record", one(templated("{courier}", keyed("anna", "bert", "carl"))), ""},
	{CollidingKeys, "rows written by hand", one(keyed("anna", "anna", "bert")), ""},

	{WideRows, "readings by time", with(columned(3, Column{Family: "f", Qualifier: "1425330757", Rows: 1}), func(t *Table) { t.Widths = []int{4, 400, 20} }), "400, 20 row001"},
	{WideRows, "people by name", with(columned(20, Column{Family: "f", Qualifier: "Fred", Rows: 1}), func(t *Table) { t.Widths[7] = 150 }), "150, 1 row007"},
	{WideRows, "rows alike", with(columned(3, Column{Family: "METER", Qualifier: "0015", Rows: 3}), func(t *Table) { t.Widths = []int{100, 100, 100} }), ""},
	{WideRows, "a wide table of fixed columns", with(columned(3, Column{Family: "f", Qualifier: "name", Rows: 2}), func(t *Table) { t.Widths = []int{4, 400, 20} }), ""},
	{WideRows, "two rows", with(columned(2, Column{Family: "f", Qualifier: "1", Rows: 1}), func(t *Table) { t.Widths = []int{4, 400} }), ""},

	{CostlyQuery, "a full scan", Evidence{Queries: []Query{{"by day", "t", plan.Scan, []string{"day"}, 6, 2, []string{"day"}, NumericTextField{}}}}, "scan, 6, 2, day, day, , , ,  by day"},
	{CostlyQuery, "all is wanted", Evidence{Queries: []Query{{"all", "t", plan.Scan, nil, 600, 600, nil, NumericTextField{}}}}, ""},
	{CostlyQuery, "a wide range", Evidence{Queries: []Query{{"q", "t", plan.Prefix, []string{"user"}, 500, 4, []string{"user"}, NumericTextField{}}}}, "prefix, 500, 4, user, user, , , ,  q"},
	{CostlyQuery, "numbers as text", Evidence{Queries: []Query{{"q", "t", plan.Scan, []string{"paid"}, 500, 4, nil, NumericTextField{"paid", "1.5", "0000000015", ""}}}}, "scan, 500, 4, paid, , paid, 1.5, 0000000015,  q"},
	{CostlyQuery, "a field that is where it should be", Evidence{Queries: []Query{{"q", "t", plan.Scan, []string{"paid"}, 500, 4, nil, NumericTextField{}}}}, ""},
	{CostlyQuery, "a range of ten for one", Evidence{Queries: []Query{{"q", "t", plan.Prefix, []string{"user"}, 500, 50, []string{"user"}, NumericTextField{}}}}, ""},
	{CostlyQuery, "a small range", Evidence{Queries: []Query{{"q", "t", plan.Prefix, []string{"user"}, 19, 0, []string{"user"}, NumericTextField{}}}}, ""},

	{RowsWrittenTogether, "two accounts", writes("jo sam x jo sam sam2 jo sam"), "sam, t, 3 jo"},
	{RowsWrittenTogether, "rows in turn", writes("a b c a b c a b c a b c"), ""},
	{RowsWrittenTogether, "twice", writes("jo sam x jo sam y z"), ""},
	{RowsWrittenTogether, "one row", writes("jo jo jo jo jo jo jo"), ""},
}

func TestRules(t *testing.T) {
	triggered, silent := map[Rule]bool{}, map[Rule]bool{}
	for _, c := range cases {
		r := Review(c.e)
		got := ""
		for _, f := range r.Findings {
			if f.Rule == c.rule {
				got = strings.Join(f.Args, ", ") + " " + f.Example
				if !slices.Contains(r.Checked, f.Rule) {
					t.Errorf("%s: %s: found, but not checked", c.rule, c.name)
				}
			}
		}
		if got != c.want && (c.want != "*" || got == "") {
			t.Errorf("%s: %s: %q, not %q", c.rule, c.name, got, c.want)
		}
		triggered[c.rule] = triggered[c.rule] || c.want != ""
		silent[c.rule] = silent[c.rule] || c.want == ""
	}
	for _, rule := range Rules {
		if !triggered[rule] || !silent[rule] {
			t.Errorf("%s: no design that triggers it, or no near miss", rule)
		}
	}
}

// TestNothing checks that no rule has a finding without evidence.
func TestNothing(t *testing.T) {
	if r := Review(Evidence{}); len(r.Findings)+len(r.Checked) > 0 {
		t.Errorf("%+v", r)
	}
	r := Review(Evidence{Tables: []Table{{Name: "t"}}, Writes: make([]Write, 5), Queries: []Query{{ID: "q"}}})
	if len(r.Findings)+len(r.Checked) > 0 {
		t.Errorf("%+v", r)
	}
}

// TestFew checks that there are only a few findings of one kind about one table.
func TestFew(t *testing.T) {
	var q []Query
	for i := range 10 {
		q = append(q, Query{strconv.Itoa(i), "t", plan.Scan, []string{"f"}, 100, 1, []string{"f"}, NumericTextField{}})
	}
	if r := Review(Evidence{Queries: q}); len(r.Findings) != maxOf {
		t.Errorf("%d findings", len(r.Findings))
	}
}

func TestLessons(t *testing.T) {
	for _, rule := range Rules {
		if rule.LessonSlug() == "" {
			t.Errorf("%s has no lesson", rule)
		}
	}
	if n := len(slices.Compact(slices.Sorted(slices.Values(Rules)))); n != 24 {
		t.Errorf("%d rules", n)
	}
}

// TestAbout checks that every finding names the object that it is about. Where a rule
// looks at several objects, the evidence decides.
func TestAbout(t *testing.T) {
	about := map[FindingSubject]bool{}
	for _, rule := range Rules {
		about[Finding{Rule: rule}.Subject()] = true
		if rule.LessonSlug() == "" {
			t.Errorf("%s has no lesson", rule)
		}
	}
	if len(about) != 5 || about[""] {
		t.Errorf("findings are about %v", about)
	}
	for _, c := range []struct {
		rule Rule
		seen string
		want FindingSubject
	}{{TooLarge, "key", AboutKeys}, {TooLarge, "cell", AboutCells}, {BusyRow, "versions", AboutRows}, {PersonalData, "mail", AboutKeys}} {
		if got := (Finding{Rule: c.rule, Args: []string{c.seen}}).Subject(); got != c.want {
			t.Errorf("%s of %s is about %s", c.rule, c.seen, got)
		}
	}
}
