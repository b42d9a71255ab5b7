package fit

import (
	"fmt"
	"math"
	"math/rand"
	"strconv"
	"strings"
	"time"

	"tabletop/engine/dataset"
)

// warty is a table as people have them.
type warty struct {
	name      string
	data      dataset.Spec
	templates []string
	both      [][2]string // fields of questions with two conditions: the first equal, the second a range
	together  float64     // how many records belong together, on average, if that is more than one
}

// world makes tables.
type world struct{ *rand.Rand }

// zipf returns the number of one of n things, the first the most frequent.
func (w world) zipf(s float64, n int) func() int {
	sums, sum := make([]float64, n), 0.0
	for i := range sums {
		sum += math.Pow(float64(i+1), -s)
		sums[i] = sum
	}
	return func() int {
		x := w.Float64() * sum
		lo, hi := 0, n-1
		for lo < hi {
			if mid := (lo + hi) / 2; sums[mid] < x {
				lo = mid + 1
			} else {
				hi = mid
			}
		}
		return lo
	}
}

func (w world) word(least, most int) string {
	b := make([]byte, least+w.Intn(most-least+1))
	for i := range b {
		if b[i] = "bcdfglmnprstvz"[w.Intn(14)]; i%2 == 1 {
			b[i] = "aeiou"[w.Intn(5)]
		}
	}
	return string(b)
}

// words returns different words.
func (w world) words(n, least, most int) []string {
	met := map[string]bool{}
	var out []string
	for len(out) < n {
		if v := w.word(least, most); !met[v] {
			met[v] = true
			out = append(out, v)
		}
	}
	return out
}

var began = time.Date(2024, 3, 4, 6, 30, 0, 0, time.UTC)

// wartyTables returns about ten tables with warts.
func wartyTables() []warty {
	var out []warty
	w := world{rand.New(rand.NewSource(5))}
	add := func(name string, fields string, records [][]string, templates string, both ...[2]string) {
		out = append(out, warty{name, dataset.Spec{Fields: strings.Fields(fields), Records: records}, strings.Fields(templates), both, map[string]float64{"sessions": 12, "orders": 3.5}[name]})
	}

	// Readings of meters in rounds of a quarter of an hour, some of which are missing.
	var records [][]string
	meters, streets := []string{}, w.words(70, 6, 14)
	for i := range 120 {
		meters = append(meters, fmt.Sprintf("%08d", 30_000_000+i*7919+w.Intn(5000)))
	}
	cities := w.words(9, 4, 11)
	for step := range 200 {
		for i, m := range meters {
			if w.Intn(40) == 0 {
				continue
			}
			street := i % 70
			city := cities[min(street*street/500, 8)]
			records = append(records, []string{m, streets[street], city, began.Add(time.Duration(step) * 15 * time.Minute).Format("2006-01-02T15:04:05Z"), fmt.Sprintf("%.2f", math.Exp(w.NormFloat64()))})
		}
	}
	add("meters", "meter street city time kwh", records, "{meter}#{time} {city}#{street}#{meter}#{time} {time}#{meter}", [2]string{"meter", "time"}, [2]string{"street", "time"})

	// Events of users, with Zipf's law and bursts, and a kind that decides which fields there are.
	records = nil
	user, page := w.zipf(1.1, 3000), w.zipf(0.9, 400)
	names, pages := w.words(3000, 4, 12), w.words(400, 5, 20)
	kinds := []string{"view", "view", "view", "view", "view", "click", "click", "buy", "error"}
	at := began
	for range 30_000 {
		if w.Intn(200) == 0 {
			at = at.Add(time.Duration(w.Intn(20)) * time.Minute)
		}
		at = at.Add(time.Duration(w.ExpFloat64()*400) * time.Millisecond)
		kind := kinds[w.Intn(len(kinds))]
		rec := []string{names[user()] + "@" + "mailbox.example", strconv.FormatInt(at.UnixMilli(), 10), kind, "/" + pages[page()] + "/index", "", ""}
		switch kind {
		case "buy":
			rec[4] = fmt.Sprintf("%.2f", 5+w.ExpFloat64()*40)
		case "error":
			rec[5] = strconv.Itoa(400 + w.Intn(12))
		}
		records = append(records, dataset.OmitEmptyFields(rec))
	}
	add("events", "user time kind page amount code", records, "{user}#{time} {kind}#{time}#{user} {page}#{user}#{time}", [2]string{"user", "time"}, [2]string{"kind", "time"}, [2]string{"page", "time"})

	// Orders with lines: numbers that gain a digit, customers, products with a price and a category.
	records = nil
	customer, product := w.zipf(0.8, 900), w.zipf(1, 250)
	customers := w.words(900, 5, 9)
	prices, categories := []string{}, []int{}
	for range 250 {
		prices = append(prices, fmt.Sprintf("%.2f", 1+w.ExpFloat64()*30))
		categories = append(categories, w.Intn(12))
	}
	labels := w.words(12, 5, 10)
	at = began
	for order := 9200; len(records) < 20_000; order++ {
		at = at.Add(time.Duration(1+w.Intn(240)) * time.Second)
		who := customers[customer()]
		for line := range 1 + w.Intn(6) {
			p := product()
			records = append(records, []string{strconv.Itoa(order), strconv.Itoa(line + 1), at.Format("2006-01-02 15:04:05"), strings.ToUpper(who[:1]) + who[1:], fmt.Sprintf("SKU-%05d", p*37+11), labels[categories[p]], prices[p], strconv.Itoa(1 + w.Intn(3)*w.Intn(3))})
		}
	}
	add("orders", "order line time customer sku category price amount", records, "{order|zero:6}#{line} {customer}#{time}#{line} {category}#{sku}#{time}#{line}", [2]string{"customer", "time"}, [2]string{"sku", "time"}, [2]string{"category", "time"})

	// Quotes of a market by day, with weekends left out and symbols that come later.
	records = nil
	var symbols []string
	for _, s := range w.words(60, 2, 5) {
		symbols = append(symbols, strings.ToUpper(s))
	}
	for d := range 400 {
		on := began.AddDate(0, 0, d)
		if on.Weekday() == time.Saturday || on.Weekday() == time.Sunday {
			continue
		}
		for i, s := range symbols {
			if d < i*3 {
				continue
			}
			records = append(records, []string{[]string{"NYSE", "NASDAQ", "XETRA"}[i%3], s, on.Format("20060102"), fmt.Sprintf("%.4f", 20+float64(i)+w.NormFloat64()*3), strconv.Itoa(int(math.Exp(8 + w.NormFloat64())))})
		}
	}
	add("quotes", "exchange symbol day close volume", records, "{symbol}#{day} {exchange}#{symbol}#{day} {day}#{symbol}", [2]string{"symbol", "day"}, [2]string{"exchange", "day"})

	// Sessions of a web site: random identifiers that come close together.
	records = nil
	type session struct{ id, ip, country string }
	var open []session
	countries, country := []string{"IT", "TW", "DE", "US", "FR", "JP", "BR", "IN"}, w.zipf(1.3, 8)
	at = began
	for range 25_000 {
		at = at.Add(time.Duration(w.ExpFloat64()*9000) * time.Millisecond)
		if len(open) < 20 || w.Intn(12) == 0 {
			open = append(open, session{fmt.Sprintf("%016x", w.Uint64()), fmt.Sprintf("%d.%d.%d.%d", 11+w.Intn(200), w.Intn(256), w.Intn(256), w.Intn(256)), countries[country()]})
			if len(open) > 30 {
				open = open[1:]
			}
		}
		s := open[w.Intn(len(open))]
		records = append(records, []string{s.id, s.ip, s.country, at.Format("20060102150405"), strconv.Itoa([]int{200, 200, 200, 200, 200, 304, 404, 500}[w.Intn(8)]), strconv.Itoa(int(math.Exp(6 + 1.5*w.NormFloat64())))})
	}
	add("sessions", "session ip country time status bytes", records, "{session}#{time} {country}#{time}#{session} {ip}#{time}", [2]string{"country", "time"}, [2]string{"status", "time"})

	// Messages in chats: few large rooms and many small ones, texts of any length.
	records = nil
	room, author := w.zipf(1.2, 1500), w.zipf(0.7, 500)
	rooms, authors := w.words(1500, 3, 9), w.words(500, 4, 8)
	for i := range 20_000 {
		text := []string{}
		for range 1 + w.Intn(12) {
			text = append(text, w.word(2, 8))
		}
		records = append(records, []string{rooms[room()] + "-" + strconv.Itoa(i%7), authors[author()], strconv.Itoa(1_700_000_000 + i*37 + w.Intn(30)), strings.Join(text, " ")})
	}
	add("chats", "room author sent text", records, "{room}#{sent} {author}#{sent}#{room} {room}#{author}#{sent}", [2]string{"room", "sent"}, [2]string{"author", "sent"})

	// Metrics of servers every minute.
	records = nil
	for minute := range 180 {
		for host := range 40 {
			for _, m := range []string{"cpu", "mem", "disk", "net"} {
				records = append(records, []string{fmt.Sprintf("web-%02d.%s.example.org", host, []string{"eu", "us", "asia"}[host%3]), []string{"eu", "us", "asia"}[host%3], m, strconv.FormatInt(began.Add(time.Duration(minute)*time.Minute).Unix(), 10), strconv.FormatFloat(math.Round(w.Float64()*1000)/10, 'f', -1, 64)})
			}
		}
	}
	add("metrics", "host region metric ts value", records, "{host}#{metric}#{ts} {metric}#{host}#{ts} {region}#{ts}#{host}#{metric}", [2]string{"host", "ts"}, [2]string{"metric", "ts"}, [2]string{"region", "ts"})

	// Accounts of a bank: unique numbers, names, balances with a minus, no time.
	records = nil
	branch := w.zipf(0.6, 40)
	for i := range 8000 {
		first, last := w.word(3, 8), w.word(4, 12)
		records = append(records, []string{fmt.Sprintf("IT%02dX%010d", w.Intn(90)+10, i*104729%9_999_999_967), strings.ToUpper(first[:1]) + first[1:] + " " + strings.ToUpper(last[:1]) + last[1:], fmt.Sprintf("branch-%03d", branch()*7), fmt.Sprintf("%.2f", w.NormFloat64()*2000+900), []string{"open", "open", "open", "closed"}[w.Intn(4)]})
	}
	add("accounts", "iban name branch balance state", records, "{iban} {branch}#{iban} {name}#{iban}")

	// Parcels: identifiers in order, places, states; late records; a day beside the time.
	records = nil
	place := w.zipf(0.9, 90)
	places := w.words(90, 4, 15)
	for i := range 15_000 {
		on := began.Add(time.Duration(i*41+w.Intn(900)) * time.Second)
		records = append(records, []string{fmt.Sprintf("P%d", 98_000+i/3), places[place()], on.Format("2006-01-02T15:04:05Z"), on.Format("2006-01-02"), []string{"accepted", "moved", "delivered"}[i%3], on.Add(time.Duration(w.Intn(4000)) * time.Second).Format("2006-01-02T15:04:05Z")})
	}
	add("parcels", "parcel place time day state received", records, "{parcel}#{time} {place}#{time}#{parcel} {day}#{place}#{parcel}#{state}", [2]string{"place", "time"}, [2]string{"place", "day"}, [2]string{"state", "received"})

	// Ratings: users and films, each pair once, a few stars.
	records = nil
	met := map[[2]int]bool{}
	critic, film := w.zipf(0.5, 1200), w.zipf(0.7, 800)
	films := w.words(800, 4, 18)
	for len(records) < 15_000 {
		u, f := critic(), film()
		if met[[2]int{u, f}] {
			continue
		}
		met[[2]int{u, f}] = true
		records = append(records, []string{"u" + strconv.Itoa(u*13+5), films[f], strconv.Itoa(1990 + f%33), strconv.Itoa([]int{1, 2, 3, 3, 4, 4, 4, 5, 5}[w.Intn(9)]), fmt.Sprint(w.Intn(2) == 0)})
	}
	add("ratings", "user film year stars public", records, "{user}#{film} {film}#{user} {year}#{film}#{user}", [2]string{"user", "film"}, [2]string{"stars", "film"})
	return out
}
