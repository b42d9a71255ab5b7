//go:build e2e

package journey

import (
	"bytes"
	"encoding/binary"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"time"
	"unicode/utf16"
)

// A realTable is a file of a reader who wants to design a table, with the irregularities of
// real files. It is generated from a seed, so that it is the same in each run.
type realTable struct {
	name string // of the file
	keys bool   // the file has row keys alone, one on each line
	data []byte
	rows int // number of rows in the table with the proposed key

	parts []*regexp.Regexp // patterns of the parts of its keys, which # separates; nil if keys are not checked

	equal, between, latest string // fields of its three questions, "" if it has no such question
	value                  string // value that the question equal asks for
	from, to               string // range of the question between, decimals
	latestBy               string // field by which the question latest orders a group
}

// realTables returns all ten tables.
func realTables() []realTable {
	return []realTable{
		sensorTable(), orderTable(), sparseTable(), arrayTable(), readPrinted(false),
		readPrinted(true), binaryKeyTable(), saltedTable(), eventTable(), uuidTable(),
	}
}

// seeded returns the random numbers of a table.
func seeded(table uint64) *rand.Rand { return rand.New(rand.NewPCG(table, 2026)) }

// begun is the time at which the data of most tables begins.
var begun = time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)

// sensorTable has the readings of a building's sensors: one line for each minute and device,
// with gaps, decimals, and a few notes.
func sensorTable() realTable {
	chance := seeded(1)
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	w.Write([]string{"device", "site", "ts", "metric", "value", "firmware", "note"})
	rows := 0
	for minute := range 250 {
		for device := range 20 {
			if chance.IntN(10) == 0 {
				continue
			}
			firmware, note := "", ""
			if minute%50 == 0 {
				firmware = fmt.Sprintf("1.%d.0", minute/50)
			}
			if chance.IntN(40) == 0 {
				note = "checked, \"ok\""
			}
			w.Write([]string{
				fmt.Sprintf("dev-%04d", device), fmt.Sprintf("site%d", device%5), fmt.Sprint(begun.Unix() + int64(minute)*60),
				"volt", fmt.Sprintf("%.2f", 2.9+chance.Float64()*0.6), firmware, note,
			})
			rows++
		}
	}
	w.Flush()
	return realTable{name: "sensors.csv", data: out.Bytes(), rows: rows,
		equal: "device", value: "dev-0007", between: "value", from: "3.10", to: "3.3", latest: "site", latestBy: "ts"}
}

// orderTable is exported from a spreadsheet: UTF-16 with a byte order mark, tabs as separators,
// and line breaks within fields.
func orderTable() realTable {
	chance := seeded(2)
	var text strings.Builder
	text.WriteString("Order;Customer;City;Total;Comment\r\n")
	cities := []string{"München", "Genève", "臺北", "Łódź", "São Paulo"}
	const orders = 900
	for i := range orders {
		comment := ""
		if chance.IntN(5) == 0 {
			comment = "\"ring twice\r\nthen \"\"wait\"\"\""
		}
		fmt.Fprintf(&text, "%d;cust%d;%s;%d.%02d;%s\r\n", 10000+i, chance.IntN(120), cities[chance.IntN(5)], chance.IntN(400), chance.IntN(100), comment)
	}
	data := []byte{0xff, 0xfe}
	for _, unit := range utf16.Encode([]rune(text.String())) {
		data = binary.LittleEndian.AppendUint16(data, unit)
	}
	return realTable{name: "orders.csv", data: data, rows: orders,
		equal: "customer", value: "cust7", between: "total", from: "99.5", to: "120.25", latest: "customer", latestBy: "order"}
}

// sparseTable is JSON lines. Each object has few of the fields, and some fields are null.
func sparseTable() realTable {
	chance := seeded(3)
	var out bytes.Buffer
	const users = 1500
	for i := range users {
		one := map[string]any{"id": fmt.Sprintf("u%04d", i), "plan": []string{"free", "pro", "team"}[chance.IntN(3)], "seen": begun.Unix() + int64(chance.IntN(5_000_000))}
		if chance.IntN(3) == 0 {
			one["email"] = fmt.Sprintf("u%d@example.com", i)
		}
		if chance.IntN(4) == 0 {
			one["score"] = float64(chance.IntN(10000)) / 100
		}
		if chance.IntN(5) == 0 {
			one["phone"] = nil
		}
		line, _ := json.Marshal(one)
		out.Write(append(line, '\n'))
	}
	return realTable{name: "users.jsonl", data: out.Bytes(), rows: users,
		equal: "plan", value: "pro", between: "score", from: "12.5", to: "40.75", latest: "plan", latestBy: "seen"}
}

// arrayTable is one JSON array over many lines, as most tools export it.
func arrayTable() realTable {
	chance := seeded(4)
	var all []map[string]any
	for i := range 600 {
		all = append(all, map[string]any{
			"sku": fmt.Sprintf("AB-%05d", i*7), "shelf": fmt.Sprintf("%c%d", 'A'+rune(chance.IntN(6)), chance.IntN(30)),
			"price": float64(chance.IntN(90000)) / 100, "stock": chance.IntN(50), "changed": begun.Add(time.Duration(i) * time.Hour).Format(time.RFC3339),
		})
	}
	data, _ := json.MarshalIndent(all, "", "  ")
	return realTable{name: "stock.json", data: data, rows: len(all),
		equal: "shelf", value: all[0]["shelf"].(string), between: "price", from: "10.5", to: "99.99", latest: "shelf", latestBy: "changed"}
}

// readPrinted is the output of cbt read. The words in its keys are names of fields. With
// escaped it has the newer form, in which unusual bytes are escaped, also in keys.
func readPrinted(escaped bool) realTable {
	chance := seeded(5)
	var out strings.Builder
	rows := 0
	for device := range 12 {
		for n := range 50 {
			key := fmt.Sprintf("site%d#dev-%04d#%d", device%4, device, begun.UnixMilli()+int64(n)*60_000+int64(device))
			qualifier, value := "m:volt", fmt.Sprintf("%.1f", 2.9+chance.Float64()*0.6)
			if escaped {
				value += "\x1b\u00e9"
			}
			stamp := begun.Add(time.Duration(n) * time.Minute).Format("2006/01/02-15:04:05.000000")
			if escaped {
				fmt.Fprintf(&out, "----------------------------------------\n%q\n  %-40s @ %s\n    %q\n", key, fmt.Sprintf("%q", qualifier), stamp, value)
			} else {
				fmt.Fprintf(&out, "----------------------------------------\n%s\n  %-40s @ %s\n    %q\n", key, qualifier, stamp, value)
			}
			if chance.IntN(6) == 0 {
				fmt.Fprintf(&out, "  %-40s @ %s\n    %q\n", "m:note", stamp, "late")
			}
			out.WriteString("\n")
			rows++
		}
	}
	name := "read.txt"
	if escaped {
		name = "read-escaped.txt"
	}
	return realTable{name: name, data: []byte(out.String()), rows: rows, parts: []*regexp.Regexp{
		regexp.MustCompile(`^site\d$`), regexp.MustCompile(`^dev-\d{4}$`), regexp.MustCompile(`^\d{13}$`)}}
}

// binaryKeyTable is a scan in the HBase shell. Its keys are numbers of four bytes, which are
// printed as escapes and wrapped at the width of their column.
func binaryKeyTable() realTable {
	chance := seeded(6)
	var out strings.Builder
	fmt.Fprintf(&out, "%-38sCOLUMN+CELL\n", "ROW")
	const rows = 240
	for i := range rows {
		key := fmt.Sprintf("meter-%03d-%s", i/20, "north-east-hall-of-the-plant")
		for _, b := range binary.BigEndian.AppendUint32(nil, uint32(1_700_000_000+i*37)) {
			key += fmt.Sprintf(`\x%02X`, b)
		}
		for at, column := 0, true; at < len(key); at += 36 {
			part := key[at:min(at+36, len(key))]
			if column {
				fmt.Fprintf(&out, " %-36s column=d:kwh, timestamp=2026-03-01T%02d:%02d:00.000, value=%d.%d\n", part, i/60, i%60, chance.IntN(90), chance.IntN(10))
			} else {
				fmt.Fprintf(&out, " %s\n", part)
			}
			column = false
		}
	}
	fmt.Fprintf(&out, "%d row(s)\nTook 0.4187 seconds\n", rows)
	return realTable{name: "scan.txt", data: []byte(out.String()), rows: rows}
}

// saltedTable has keys that begin with a salt whose rule is unknown.
func saltedTable() realTable {
	chance := seeded(7)
	var out strings.Builder
	out.WriteString("key,amount,currency\n")
	const rows = 2000
	for i := range rows {
		account := 1000 + chance.IntN(300)
		fmt.Fprintf(&out, "%d|acct%d|%d,%d.%02d,%s\n", (account*7+3)%8, account, begun.UnixMilli()+int64(i)*977, chance.IntN(1000), chance.IntN(100), []string{"EUR", "CHF", ""}[chance.IntN(3)])
	}
	return realTable{name: "salted.csv", data: []byte(out.String()), rows: rows,
		equal: "currency", value: "CHF", between: "amount", from: "10.05", to: "20.5"}
}

// eventTable has ISO times with zones and fractions. Several events share a time, and the
// numbers in user names are not padded.
func eventTable() realTable {
	chance := seeded(8)
	var out strings.Builder
	out.WriteString("time,user,action,ms\n")
	seen := map[string]bool{}
	rows := 0
	for i := range 3000 {
		at := begun.Add(time.Duration(i/3) * 1500 * time.Millisecond)
		user := fmt.Sprintf("cust%d", chance.IntN(1200))
		stamp := at.Format("2006-01-02T15:04:05.000Z07:00")
		if seen[stamp+user] {
			continue
		}
		seen[stamp+user] = true
		fmt.Fprintf(&out, "%s,%s,%s,%.1f\n", stamp, user, []string{"open", "buy", "leave"}[i%3], chance.Float64()*900)
		rows++
	}
	return realTable{name: "events.csv", data: []byte(out.String()), rows: rows,
		equal: "user", value: "cust42", between: "ms", from: "100.5", to: "200.25", latest: "user", latestBy: "time"}
}

// uuidTable has 100,000 keys alone, which are random UUIDs.
func uuidTable() realTable {
	chance := seeded(9)
	var out strings.Builder
	const rows = 100_000
	for range rows {
		high, low := chance.Uint64(), chance.Uint64()
		fmt.Fprintf(&out, "%08x-%04x-4%03x-%04x-%012x\n", high>>32, high>>16&0xffff, high&0xfff, 0x8000|low>>48&0x3fff, low&0xffffffffffff)
	}
	return realTable{name: "keys.txt", keys: true, data: []byte(out.String()), rows: rows}
}
