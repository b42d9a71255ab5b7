package recipe

import "tabletop/engine/dataset"

// readyNames are the names of the ready recipes.
var readyNames = []string{"sensors", "scores", "crawl"}

// readyRecipe returns a form with a ready recipe.
func readyRecipe(name string) *Form {
	// made returns a field; without a family it is only part of the row key.
	made := func(name string, kind dataset.GeneratorKind, family string, set map[input]string) field {
		f := field{Name: name, Kind: kind, Texts: set, Kept: family != "", Family: family, Qualifier: name}
		if family == "" {
			f.Family = "cf"
		}
		return f
	}
	type texts = map[input]string
	switch name {
	case "sensors":
		return &Form{Table: "sensors", Template: "{sensor}#{time}", Count: "10000", Seed: "1", Fields: []field{
			made("sensor", dataset.Turns, "", texts{inputValues: "sensor{n}", inputFrom: "001", inputTo: "200"}),
			made("time", dataset.Arrival, "", texts{inputFrom: "20260301000000", inputStep: "60000"}),
			made("celsius", dataset.Decimals, "reading", texts{inputFrom: "15", inputTo: "30", inputStep: "0.1"}),
			made("battery", dataset.Choice, "reading", texts{inputValues: "full, half, low", inputWeights: "20, 5, 1"}),
		}}
	case "scores":
		r := &Form{Table: "scores", Template: "{game}#{player}#{date}", Count: "10000", Seed: "1", Fields: []field{
			made("game", dataset.Choice, "", texts{inputValues: "LoL, Starcraft, Dota, Hearthstone", inputWeights: "5, 2, 2, 1"}),
			made("player", dataset.Names, "game", texts{inputPerValue: "200", inputMin: "12", inputValues: "Corrie, Jo, Sam"}),
			made("date", dataset.Days, "", texts{inputFrom: "20260101", inputTo: "20261231"}),
			made("won", dataset.Choice, "game", texts{inputValues: "true, false"}),
			made("points", dataset.Ints, "game", texts{inputFrom: "0", inputTo: "5000"}),
		}}
		for i := range 3 {
			r.Fields[i].Unique = true
		}
		return r
	case "crawl":
		return &Form{Table: "crawl", Template: "{domain|domain}#{page}", Count: "10000", Seed: "1", Fields: []field{
			made("domain", dataset.Zipf, "page", texts{inputStep: "1", inputValues: "site{n}.example.com", inputFrom: "1", inputTo: "500"}),
			made("page", dataset.Sequence, "", texts{inputFrom: "00001", inputText: "page{n}"}),
			made("fetched", dataset.Arrival, "page", texts{inputFrom: "20260301", inputTo: "20260331"}),
			made("status", dataset.Choice, "page", texts{inputValues: "200, 301, 404", inputWeights: "90, 6, 4"}),
			made("bytes", dataset.Ints, "page", texts{inputFrom: "500", inputTo: "90000"}),
		}}
	}
	panic("recipe: a recipe that is not ready")
}
