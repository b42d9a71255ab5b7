package dialect

import (
	"reflect"
	"testing"

	"tabletop/engine"
)

func TestTranslate(t *testing.T) {
	for _, c := range []struct {
		from engine.Dialect
		text string
		want []string // translated commands; a refusal as its code
	}{
		{engine.CBT, "lookup games LoL cells-per-column=1", []string{"get 'games', 'LoL'"}},
		{engine.CBT, "ls\n\n# only this\ndeletetable games", []string{"list", "disable 'games'\ndrop 'games'"}},
		{engine.CBT, "samplerowkeys games", []string{"unsayable"}},
		{engine.CBT, "ls\nnonsense", nil},
		{engine.CBT, " ", nil},
		{engine.HBase, "count 'games'", []string{"count games"}},
		{engine.HBase, "disable 'games'\ndrop 'games'", []string{"deletetable games"}},
		{engine.HBase, "disable 'games'\ndrop 'other'", []string{"unsayable", "deletetable other"}},
	} {
		var got []string
		for _, turned := range TranslateCommands(c.text, c.from, engine.CBT+engine.HBase-c.from) {
			if turned.Err != nil {
				got = append(got, string(turned.Err.Code))
				continue
			}
			got = append(got, turned.Text)
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

func TestColour(t *testing.T) {
	text := "ls\n\n  count 'games' # all\nfrobnicate"
	var got []string
	for _, tok := range TokenizeCommands(text, engine.CBT) {
		got = append(got, tok.Kind.String()+" "+text[tok.Pos:tok.End])
	}
	if want := []string{"name ls", "name count", "quote '", "table games", "quote '", "comment # all"}; !reflect.DeepEqual(got, want) {
		t.Errorf("%q", got)
	}
}
