package model

import "tabletop/engine/dataset"

// RecipesReady are the names of the recipes to begin with.
var RecipesReady = []string{"sensors", "scores", "crawl"}

// readyRecipe returns a recipe to begin with.
func readyRecipe(name string) *Recipe {
	field := func(name string, kind dataset.Kind, family string, set map[RecipePart]string) RecipeField {
		f := RecipeField{Name: name, Kind: kind, Kept: family != "", Family: family, Qualifier: name}
		if family == "" {
			f.Family = "cf"
		}
		for part, text := range set {
			f.Texts[part] = text
		}
		return f
	}
	type texts = map[RecipePart]string
	switch name {
	case "sensors":
		return &Recipe{Table: "sensors", Template: "{sensor}#{time}", Count: "10000", Seed: "1", Fields: []RecipeField{
			field("sensor", dataset.Turns, "", texts{RecipeValues: "sensor{n}", RecipeFrom: "001", RecipeTo: "200"}),
			field("time", dataset.Arrival, "", texts{RecipeFrom: "20260301000000", RecipeStep: "60000"}),
			field("celsius", dataset.Decimals, "reading", texts{RecipeFrom: "15", RecipeTo: "30", RecipeStep: "0.1"}),
			field("battery", dataset.Choice, "reading", texts{RecipeValues: "full, half, low", RecipeWeights: "20, 5, 1"}),
		}}
	case "scores":
		r := &Recipe{Table: "scores", Template: "{game}#{player}#{date}", Count: "10000", Seed: "1", Fields: []RecipeField{
			field("game", dataset.Choice, "", texts{RecipeValues: "LoL, Starcraft, Dota, Hearthstone", RecipeWeights: "5, 2, 2, 1"}),
			field("player", dataset.Names, "game", texts{RecipePerValue: "200", RecipeMin: "12", RecipeValues: "Corrie, Jo, Sam"}),
			field("date", dataset.Days, "", texts{RecipeFrom: "20260101", RecipeTo: "20261231"}),
			field("won", dataset.Choice, "game", texts{RecipeValues: "true, false"}),
			field("points", dataset.Ints, "game", texts{RecipeFrom: "0", RecipeTo: "5000"}),
		}}
		for i := range 3 {
			r.Fields[i].Unique = true
		}
		return r
	case "crawl":
		return &Recipe{Table: "crawl", Template: "{domain|domain}#{page}", Count: "10000", Seed: "1", Fields: []RecipeField{
			field("domain", dataset.Zipf, "page", texts{RecipeStep: "1", RecipeValues: "site{n}.example.com", RecipeFrom: "1", RecipeTo: "500"}),
			field("page", dataset.Sequence, "", texts{RecipeFrom: "00001", RecipeText: "page{n}"}),
			field("fetched", dataset.Arrival, "page", texts{RecipeFrom: "20260301", RecipeTo: "20260331"}),
			field("status", dataset.Choice, "page", texts{RecipeValues: "200, 301, 404", RecipeWeights: "90, 6, 4"}),
			field("bytes", dataset.Ints, "page", texts{RecipeFrom: "500", RecipeTo: "90000"}),
		}}
	}
	panic("model: a recipe that is not ready")
}
