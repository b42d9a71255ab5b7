package record

import (
	"strconv"

	"tabletop/app/i18n"
	"tabletop/engine/cluster"
	"tabletop/engine/sizing"
)

// clusterLoad returns the load on all tables together, with their data grown to the chosen multiple. ok is
// false if no load was simulated.
func (w *writer) clusterLoad() (l sizing.Load, ok bool) {
	var work []float64 // by column
	for i := range w.Tables {
		t := &w.Tables[i]
		l.Bytes += t.Bytes * w.Multiple
		if t.Load == nil {
			continue
		}
		for c, column := range t.Load.Columns {
			if c == len(work) {
				work = append(work, 0)
			}
			work[c] += float64(column.Work.Value())
		}
		l.Hottest = max(l.Hottest, t.Load.Hottest)
		for _, hot := range t.Load.Hot {
			if hot.Reason == cluster.OneKey || hot.Reason == cluster.Appends {
				l.HotTablet = max(l.HotTablet, hot.Load)
			}
		}
	}
	for i, of := range work {
		if l.Peak = max(l.Peak, of); i == 0 || of < l.Least {
			l.Least = of
		}
	}
	return l, len(work) > 0
}

// nodes writes how many nodes the load needs, what gives way first, and what a month costs.
func (w *writer) nodes() Section {
	s := Section{Heading: w.t("record-nodes"), Half: true}
	l, ok := w.clusterLoad()
	if !ok {
		return s
	}
	list, prices, clusters := sizing.PriceLists[0], w.Prices.Prices, max(w.Prices.Clusters, 1)
	source := w.t("record-prices", list.Region, list.Edition, list.Seen)
	if prices.NodeHour > 0 || prices.StoredGB > 0 {
		source = w.t("record-own-prices", i18n.FormatDecimal(w.lang, orElse(prices.NodeHour, list.NodeHour)), i18n.FormatDecimal(w.lang, orElse(prices.StoredGB, list.StoredGB)))
	}
	prices.NodeHour, prices.StoredGB = orElse(prices.NodeHour, list.NodeHour), orElse(prices.StoredGB, list.StoredGB)
	z := sizing.Size(l, prices, clusters)
	row := func(code, value string, args ...string) []Cell {
		return []Cell{{Text: w.t(code, args...)}, {Text: value}}
	}
	money := func(v float64) string { return w.n(int64(v + 0.5)) }
	rows := [][]Cell{
		row("record-nodes-latency", w.n(int64(z.ForLatency)), "60"),
		row("record-nodes-throughput", w.n(int64(z.ForThroughput)), "90"),
		row("record-nodes-storage", w.n(int64(z.ForStorage)), i18n.FormatBytes(w.lang, l.Bytes), strconv.FormatInt(w.Multiple, 10)),
		row("record-autoscale", w.t("record-from-to", strconv.Itoa(z.AutoscaleLeast), strconv.Itoa(z.AutoscaleMost))),
	}
	if z.First != sizing.NoLimit {
		rows = append(rows, row("record-first", w.t("record-first-"+strconv.Itoa(int(z.First)), i18n.FormatRatio(w.lang, z.FirstAt))))
	}
	rows = append(rows, row("record-month", w.t("record-month-of", money(z.Total()), money(z.NodesCost), money(z.StorageCost), strconv.Itoa(clusters))))
	s.Blocks = append(s.Blocks, Table{Head: []string{"", w.t("record-nodes-with", strconv.Itoa(z.Nodes))}, Rows: rows}, Paragraph{source})
	return s
}

// orElse returns v if it is above 0, and other otherwise.
func orElse(v, other float64) float64 {
	if v > 0 {
		return v
	}
	return other
}
