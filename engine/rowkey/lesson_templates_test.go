package rowkey

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"tabletop/engine/base"
)

// curriculum has the templates that the lessons use, each with a record and its key.
var curriculum = []struct {
	template           string
	values             []string
	key                base.RowKey
	decodable, ordered Reason
}{
	{"{host|domain}", []string{"maps.google.com"}, "com.google.maps", Apart, Scrambled},
	{"{host|domain}/{path}", []string{"product.company.com", "a/b"}, "com.company.product/a/b", Refuses, Scrambled},
	{"{n}", []string{"3"}, "3", Apart, Unpadded},
	{"{n|zero:2}", []string{"3"}, "03", Apart, InOrder},
	{"{person}#{n}", []string{"Jose", "1"}, "Jose#1", Refuses, Separator},
	{"{game}#{date}", []string{"LoL", "20150301"}, "LoL#20150301", Refuses, Separator},
	{"{game}#{player}#{date}", []string{"LoL", "Corrie", "20150301"}, "LoL#Corrie#20150301", Refuses, Separator},
	{"{type}#{device}#{day}", []string{"phone", "4c410523", "20200501"}, "phone#4c410523#20200501", Refuses, Separator},
	{"{continent}#{country}#{city}", []string{"asia", "india", "bangalore"}, "asia#india#bangalore", Refuses, Separator},
	{"{tagged}#{tagging}", []string{"wmckinley", "gwashington"}, "wmckinley#gwashington", Refuses, Separator},
	{"{machine}#{ms|newest}", []string{"machine_4223421", "1425330757685"}, "machine_4223421#9223370611524018122", Refuses, Separator},
	{"{tenant}#{type}#{device}#{day}", []string{"altostrat", "phone", "4c410523", "20190501"}, "altostrat#phone#4c410523#20190501", Refuses, Separator},
	{"{user|hash:8}#{user}", []string{"ann@example.com"}, "10f64e1b#ann@example.com", Apart, Scrambled},
	{"{user|hash:8}", []string{"ann@example.com"}, "10f64e1b", Lossy, Scrambled},
	{"{ms|zero:13}#{machine}", []string{"1425330757685", "machine_4223421"}, "1425330757685#machine_4223421", Apart, Unpadded},
	{"BATTERY#{time}", []string{"20150301124501001"}, "BATTERY#20150301124501001", Apart, Unpadded},
	{"BATTERY#{user}#{time}", []string{"Corrie", "20150301124501001"}, "BATTERY#Corrie#20150301124501001", Refuses, Separator},
	{"BATTERY#{user}#{ms|date}", []string{"Corrie", "1425213901001"}, "BATTERY#Corrie#20150301124501001", Refuses, Separator},
	{"BATTERY#{time|salt:3}#{time}", []string{"20150301124501003"}, "BATTERY#2#20150301124501003", Apart, Scrambled},
	{"{id|padleft:8:0}", []string{"order-9"}, "0order-9", Apart, ByLength},
	{"{id|reverse}", []string{"100000"}, "000001", Apart, Scrambled},
	{"{id|zero:6|reverse}", []string{"123"}, "321000", Apart, Scrambled},
	{"{device}#memusage#{ms|zero:13}", []string{"4c410523", "1423523569918"}, "4c410523#memusage#1423523569918", Refuses, Separator},
	{"VEGGIEGARDEN#{ms|day}", []string{"1425213901001"}, "VEGGIEGARDEN#20150301", Lossy, InOrder},
	{"VEGGIEGARDEN#{ms|month}", []string{"1425213901001"}, "VEGGIEGARDEN#201503", Lossy, InOrder},
	{"{exchange|pad:6}#{symbol|pad:5}#{ms|zero:13}", []string{"NASDAQ", "ZXZZT", "1426535612156"}, "NASDAQ#ZXZZT#1426535612156", Apart, InOrder},
	{"{host}#{ms|zero:13}", []string{"server1.bbb.com", "1426535612045"}, "server1.bbb.com#1426535612045", Refuses, Separator},
	{"{day}#{meter|zero:10}", []string{"20170726", "987654"}, "20170726#0000987654", Refuses, Separator},
	{"{meter|zero:10}#{day}", []string{"987654", "20170726"}, "0000987654#20170726", Apart, Unpadded},
	{"{meter|zero:10}{ms|day}", []string{"987654", "1501027200000"}, "000098765420170726", Lossy, InOrder},
	{"{ms|day}{meter|zero:10}{ms|zero:13}", []string{"1501027200000", "987654"}, "2017072600009876541501027200000", Apart, Shortened},
}

func TestCurriculum(t *testing.T) {
	for _, c := range curriculum {
		tm := mustParse(t, c.template)
		key, err := tm.AppendKey(nil, c.values)
		if err != nil || string(key) != string(c.key) {
			t.Errorf("%s: %q has the key %q, %v; want %q", c.template, c.values, key, err, c.key)
			continue
		}
		if d := tm.DecodableClaim(); d.Reason != c.decodable || d.Holds != (d.Reason == Apart || d.Reason == Refuses) {
			t.Errorf("%s: decodable: %+v, want %s", c.template, d, c.decodable)
		}
		if o := tm.OrderedClaim(); o.Reason != c.ordered || o.Holds != (o.Reason == InOrder) {
			t.Errorf("%s: ordered: %+v, want %s", c.template, o, c.ordered)
		}
		rng := rand.New(rand.NewPCG(7, 7))
		before, beforeKey := c.values, key
		for range 1000 {
			values := slices.Clone(c.values)
			for i, v := range values {
				n, err := strconv.ParseInt(v, 10, 64)
				switch {
				case rng.IntN(2) == 0:
				case err != nil:
					values[i] = v[:rng.IntN(len(v)+1)]
				default:
					values[i] = strconv.FormatInt(rng.Int64N(n+1), 10)
				}
			}
			key, err := tm.AppendKey(nil, values)
			if err != nil {
				continue
			}
			back, ok := tm.Decode(base.RowKey(key))
			if ok != (c.decodable != Lossy) || ok && !slices.Equal(back, values) {
				t.Fatalf("%s: %q is read from %q as %q, %v", c.template, values, key, back, ok)
			}
			if ok {
				if again, err := tm.AppendKey(nil, back); err != nil || string(again) != string(key) {
					t.Fatalf("%s: %q becomes %q, %v", c.template, key, again, err)
				}
			}
			if o := tm.compare(before, values); c.ordered == InOrder && (o < 0 && string(beforeKey) > string(key) || o > 0 && string(beforeKey) < string(key)) {
				t.Fatalf("%s: %q has %q, %q has %q", c.template, before, beforeKey, values, key)
			}
			before, beforeKey = values, key
		}
	}
}

func ExampleTemplate_OrderedClaim() {
	for _, text := range []string{"{machine}#{ms|newest}", "{ms|newest}"} {
		tm, _ := Parse(text)
		c := tm.OrderedClaim()
		fmt.Println(text, c.Holds, c.Reason, c.Field)
		for i, values := range c.Example.Values {
			fmt.Printf("%q %s\n", values, c.Example.Keys[i])
		}
	}
	// Output:
	// {machine}#{ms|newest} false separator machine
	// ["ann" "1425213901001"] ann#9223370611640874806
	// ["ann!" "1425213901001"] ann!#9223370611640874806
	// {ms|newest} false newest ms
	// ["1425213901001"] 9223370611640874806
	// ["1425213902002"] 9223370611640873805
}
