package infer

import (
	"crypto/md5"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tabletop/engine/base"
	"tabletop/engine/rowkey"
)

// sample makes n keys.
func sample(n int, key func(r *rand.Rand, i int) string) []base.RowKey {
	r := rand.New(rand.NewPCG(7, 8))
	var out []base.RowKey
	for i := range n {
		out = append(out, base.RowKey(key(r, i)))
	}
	return out
}

func pick(r *rand.Rand, list ...string) string { return list[r.IntN(len(list))] }

var began = time.Date(2015, 3, 1, 12, 45, 1, 0, time.UTC)

// at returns a time in minute i, at an uneven distance from the one before.
func at(r *rand.Rand, i int) time.Time {
	return began.Add(time.Duration(i)*time.Minute + time.Duration(r.IntN(50_000))*time.Millisecond)
}

func uuidOf(r *rand.Rand) string {
	return fmt.Sprintf("%08x-%04x-4%03x-a%03x-%012x", r.Uint32(), r.IntN(1<<16), r.IntN(1<<12), r.IntN(1<<12), r.Int64N(1<<48))
}

var shapes = []struct {
	name, template, kinds string
	key                   func(r *rand.Rand, i int) string
}{
	{"a crawl", "{domain|domain}/{name}", "domain text", func(r *rand.Rand, i int) string {
		return pick(r, "com.google.", "org.apache.", "de.heise.", "uk.co.bbc.") + pick(r, "www", "maps", "news", "mail") + "/" + pick(r, "index", "about", "help", "jobs") + strconv.FormatInt(r.Int64N(1<<40), 36)
	}},
	{"UUID and hexadecimal seconds", "{uuid}|{time}", "uuid hextime", func(r *rand.Rand, i int) string {
		return uuidOf(r) + "|" + strconv.FormatInt(at(r, i).Unix(), 16)
	}},
	{"ULID of tenants", "tenant/{tenant|zero:4}/{ulid}", "number ulid", func(r *rand.Rand, i int) string {
		id := make([]byte, 16)
		for j := range id {
			id[j] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"[r.IntN(32)]
		}
		return fmt.Sprintf("tenant/%04d/01EX8Y21%02d%s", r.IntN(900), i%90, id)
	}},
	{"newest first", "user#{user}#{time|newest}", "number newest", func(r *rand.Rand, i int) string {
		return "user#" + strconv.Itoa(1+r.IntN(3000)) + "#" + strconv.FormatInt(math.MaxInt64-at(r, i).UnixMilli(), 10)
	}},
	{"salted events", "{salt|zero:2}:{type}:{time}", "salt text time13", func(r *rand.Rand, i int) string {
		return fmt.Sprintf("%02d:%s:%d", r.IntN(16), pick(r, "click", "view", "buy", "scroll"), at(r, i).UnixMilli())
	}},
	{"meters, no separator", "{id|zero:10}{day}", "number date8", func(r *rand.Rand, i int) string {
		return fmt.Sprintf("%010d%s", r.IntN(90_000), began.AddDate(0, 0, r.IntN(800)).Format("20060102"))
	}},
	{"ISO times behind padded names", "{type|pad:8}|{time}", "padded iso", func(r *rand.Rand, i int) string {
		return fmt.Sprintf("%-8s|%s", pick(r, "ab", "goog", "msft", "nflx", "t", "amazon"), at(r, i).Format(time.RFC3339))
	}},
	{"hash before a mail address", "{hash}#{user}", "hash email", func(r *rand.Rand, i int) string {
		user := pick(r, "ann", "bob", "cy", "dan") + strconv.Itoa(i) + "@example.com"
		return fmt.Sprintf("%x#%s", md5.Sum([]byte(user)), user)
	}},
	{"sensors", "sensor-{sensor}/{type}/{time|date:s}", "number text date14", func(r *rand.Rand, i int) string {
		return fmt.Sprintf("sensor-%d/%s/%s", r.IntN(500), pick(r, "temperature", "humidity", "pressure"), at(r, i).Format("20060102150405"))
	}},
	{"binary", "{key}", "binary", func(r *rand.Rand, i int) string {
		b := binary.BigEndian.AppendUint32(nil, uint32(r.IntN(100_000)))
		return string(binary.BigEndian.AppendUint64(b, uint64(at(r, i).UnixMilli())))
	}},
}

// find proposes templates and counts the keys that match them.
func find(keys []base.RowKey) []*Proposal {
	out := ProposeTemplates(keys)
	for _, p := range out {
		for _, k := range keys {
			p.Count(k)
		}
	}
	return out
}

// shown returns proposals as text.
func shown(list []*Proposal) string {
	var b strings.Builder
	for _, p := range list {
		fmt.Fprintf(&b, "%s %d of %d %+v %q\n", p.Template, p.Fits, p.Keys, p.Fields, p.Misfits)
	}
	return b.String()
}

func TestShapes(t *testing.T) {
	for _, s := range shapes {
		keys := sample(3000, s.key)
		got := find(keys)
		if len(got) == 0 || got[0].Template != s.template || got[0].Fits != 3000 || got[0].Keys != 3000 || got[0].Misfits != nil {
			t.Errorf("%s: %q is found %s, want %s", s.name, keys[0], shown(got), s.template)
			continue
		}
		var kinds []string
		for _, f := range got[0].Fields {
			kinds = append(kinds, f.Kind)
			if f.Example == "" || !slices.Contains(ValueKindNames(), f.Kind) {
				t.Errorf("%s: field %+v", s.name, f)
			}
		}
		if got := strings.Join(kinds, " "); got != s.kinds {
			t.Errorf("%s: kinds %s, want %s", s.name, got, s.kinds)
		}
		if again := find(keys); shown(again) != shown(got) {
			t.Errorf("%s: found %s and then %s", s.name, shown(got), shown(again))
		}
	}
}

// TestForms infers the forms of single fields.
func TestForms(t *testing.T) {
	for kind, form := range map[string]struct {
		template string
		value    func(time.Time) string
	}{
		"date17":  {"{name}#{time|date}", func(at time.Time) string { return strings.Replace(at.Format("20060102150405.000"), ".", "", 1) }},
		"date12":  {"{name}#{minute}", func(at time.Time) string { return at.Format("200601021504") }},
		"date10":  {"{name}#{hour}", func(at time.Time) string { return at.Format("2006010215") }},
		"date6":   {"{name}#{month}", func(at time.Time) string { return at.AddDate(0, at.Minute(), 0).Format("200601") }},
		"time10":  {"{name}#{time}", func(at time.Time) string { return strconv.FormatInt(at.Unix(), 10) }},
		"time16":  {"{name}#{time}", func(at time.Time) string { return strconv.FormatInt(at.UnixMicro(), 10) }},
		"time19":  {"{name}#{time}", func(at time.Time) string { return strconv.FormatInt(at.UnixNano(), 10) }},
		"nines":   {"{name}#{time}", func(at time.Time) string { return strconv.FormatInt(9999999999999-at.UnixMilli(), 10) }},
		"address": {"{name}#{ip}", func(at time.Time) string { return fmt.Sprintf("10.0.%d.%d", at.Minute(), at.Second()) }},
		"host":    {"{name}#{host}", func(at time.Time) string { return fmt.Sprintf("w%d.example.com", at.UnixMilli()) }},
		"hash":    {"{name}#{hash}", func(at time.Time) string { return fmt.Sprintf("%x", md5.Sum([]byte(at.String())))[:6] }},
		"hex":     {"{name}#{id}", func(at time.Time) string { return fmt.Sprintf("%x", md5.Sum([]byte(at.String())))[:24] }},
		"rest":    {"{name}#{rest}", func(at time.Time) string { return strings.Repeat("a/", at.Second()%4) + at.Format("150405") }},
	} {
		keys := sample(400, func(r *rand.Rand, i int) string {
			return strconv.FormatInt(r.Int64N(1<<40)+1<<30, 36) + "#" + form.value(at(r, i))
		})
		got := find(keys)
		if p := got[0]; p.Template != form.template || p.Fits != 400 || p.Fields[1].Kind != kind {
			t.Errorf("%s: %q is found %s, want %s", kind, keys[0], shown(got), form.template)
		}
	}
}

func TestMisfitsAreCountedAndNamed(t *testing.T) {
	keys := sample(1000, func(r *rand.Rand, i int) string {
		if i%50 == 49 {
			return "config" + strconv.Itoa(i)
		}
		return shapes[3].key(r, i)
	})
	got := find(keys)[0]
	if got.Template != shapes[3].template || got.Keys != 1000 || got.Fits != 980 || len(got.Misfits) != MaxMisfits || got.Misfits[0] != "config49" {
		t.Errorf("%s", shown([]*Proposal{got}))
	}
}

// TestMixedKeys checks that keys of two forms get a proposal for each form.
func TestMixedKeys(t *testing.T) {
	keys := sample(1000, func(r *rand.Rand, i int) string {
		if i%3 == 0 {
			return "order:" + strconv.Itoa(r.IntN(5000)) + ":" + at(r, i).Format("20060102")
		}
		return shapes[3].key(r, i)
	})
	got := find(keys)
	var texts []string
	for _, p := range got {
		texts = append(texts, fmt.Sprint(p.Template, " ", p.Fits))
	}
	want := []string{"user#{user}#{time|newest} 666", "order:{order}:{day} 334"}
	if len(texts) < 2 || !slices.Equal(texts[:2], want) {
		t.Errorf("found %q, want %q", texts, want)
	}
}

// field is a field of a random template with its values.
type field struct {
	inside string
	value  func(r *rand.Rand, i int) string
}

var words = strings.Fields("amber birch cedar delta ember fjord grove heath inlet jetty knoll lagoon marsh nook oasis plain quay ridge shoal tundra")

var randomFields = []field{
	{"a", func(r *rand.Rand, i int) string { return pick(r, words...) }},
	{"b|zero:8", func(r *rand.Rand, i int) string { return strconv.Itoa(r.IntN(1e8)) }},
	{"c", func(r *rand.Rand, i int) string { return strconv.FormatInt(at(r, i).UnixMilli(), 10) }},
	{"d|newest", func(r *rand.Rand, i int) string { return strconv.FormatInt(at(r, i).Unix(), 10) }},
	{"e|date", func(r *rand.Rand, i int) string { return strconv.FormatInt(at(r, i).UnixMilli(), 10) }},
	{"f|pad:12:_", func(r *rand.Rand, i int) string { return pick(r, words...) }},
	{"g", func(r *rand.Rand, i int) string { return uuidOf(r) }},
	{"h|domain", func(r *rand.Rand, i int) string { return pick(r, words...) + "." + pick(r, words...) + ".com" }},
	{"i|padleft:9:.", func(r *rand.Rand, i int) string { return pick(r, words...) }},
	{"j", func(r *rand.Rand, i int) string { return strconv.Itoa(r.IntN(70_000)) }},
}

// TestTemplatesAreFoundAgain makes keys from a random template with separators. All of
// them must match the proposed template, and the values of its fields must be those that
// the keys were made of.
func TestTemplatesAreFoundAgain(t *testing.T) {
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 1))
		sep := pick(r, "#", "|", "/", ":", "::", "#~")
		var text strings.Builder
		chosen := map[string]field{}
		for n, i := range r.Perm(len(randomFields))[:2+r.IntN(3)] {
			if n > 0 {
				text.WriteString(sep)
			}
			f := randomFields[i]
			chosen[f.inside[:1]] = f
			text.WriteString("{" + f.inside + "}")
		}
		tpl, err := rowkey.Parse(text.String())
		if err != nil {
			t.Fatal(err)
		}
		var keys []base.RowKey
		var records []map[string]string
		for i := range 300 {
			rec := map[string]string{}
			key, err := tpl.Encode(func(f string) string { rec[f] = chosen[f].value(r, i); return rec[f] })
			if err != nil {
				t.Fatal(err)
			}
			keys, records = append(keys, key), append(records, rec)
		}
		found := find(keys)[0]
		again, err := rowkey.Parse(found.Template)
		if err != nil {
			t.Fatal(err)
		}
		if found.Fits != 300 || len(again.Fields()) != len(tpl.Fields()) {
			t.Errorf("seed %d: %s, as %q, is found %s", seed, tpl, keys[0], shown([]*Proposal{found}))
			continue
		}
		for i, key := range keys {
			values, _ := again.Decode(key)
			for j, f := range tpl.Fields() {
				if values[j] != records[i][f] {
					t.Fatalf("seed %d: %s, as %q, is found %s: %s is %q, want %q", seed, tpl, key, again, f, values[j], records[i][f])
				}
			}
		}
	}
}

// TestFewMeters checks that a number of ten digits is not taken for a salt, even if it has
// only few values.
func TestFewMeters(t *testing.T) {
	keys := sample(100, func(r *rand.Rand, i int) string { return fmt.Sprintf("%010d%d", i%12, 20150301+i/12) })
	if got := find(keys); got[0].Template != "{id|zero:10}{day}" || got[0].Fits != 100 {
		t.Errorf("%s", shown(got))
	}
}

func TestFewKeys(t *testing.T) {
	if got := find(nil); got != nil {
		t.Errorf("no keys: %s", shown(got))
	}
	if got := find([]base.RowKey{"user#17"}); len(got) == 0 || got[0].Fits != 1 {
		t.Errorf("one key: %s", shown(got))
	}
	if got := find([]base.RowKey{"one", "other", "third"}); len(got) != 1 || got[0].Template != "{key}" || got[0].Fields[0].Kind != "text" {
		t.Errorf("words: %s", shown(got))
	}
}

func FuzzFind(f *testing.F) {
	for _, s := range shapes {
		var b strings.Builder
		for _, k := range sample(12, s.key) {
			b.WriteString(string(k) + "\n")
		}
		f.Add(b.String())
	}
	f.Add("{a}#{b}\n}{#|\n\x00\x00\xff#\n")
	f.Fuzz(func(t *testing.T, text string) {
		var keys []base.RowKey
		for k := range strings.SplitSeq(text, "\n") {
			keys = append(keys, base.RowKey(k))
		}
		for _, p := range find(keys) {
			tpl, err := rowkey.Parse(p.Template)
			if err != nil {
				t.Fatalf("%q: %v", p.Template, err)
			}
			fits := int64(0)
			for _, k := range keys {
				if _, ok := tpl.Decode(k); ok {
					fits++
				}
			}
			if fits != p.Fits || p.Keys != int64(len(keys)) || len(p.Fields) != len(tpl.Fields()) {
				t.Errorf("%q: %s, of which %d fit", text, shown([]*Proposal{p}), fits)
			}
		}
	})
}

func BenchmarkFind(b *testing.B) {
	keys := sample(20_000, shapes[3].key)
	for b.Loop() {
		find(keys)
	}
}

// BenchmarkHostile measures long keys with separators everywhere.
func BenchmarkHostile(b *testing.B) {
	keys := sample(20_000, func(r *rand.Rand, i int) string { return strings.Repeat(strong+"2015-03-01T1", 160) + strconv.Itoa(i) })
	for b.Loop() {
		find(keys)
	}
}

// TestWordsBesideFields checks that a word before a field becomes the field's name,
// whether or not the field's values have the same length.
func TestWordsBesideFields(t *testing.T) {
	for most, want := range map[int]string{9: "site{site}#dev-{dev|zero:4}#{time}", 30: "site{site}#dev-{dev|zero:4}#{time}"} {
		keys := sample(400, func(r *rand.Rand, i int) string {
			return fmt.Sprintf("site%d#dev-%04d#%d", 1+r.IntN(most), r.IntN(90), at(r, i).UnixMilli())
		})
		if got := find(keys); got[0].Template != want || got[0].Fits != 400 {
			t.Errorf("%s, want %s", shown(got), want)
		}
	}
}
