package page

import "testing"

func TestPlace(t *testing.T) {
	parse := func(parameters map[string]string) PlaceOnPage {
		return ParsePlace(func(name string) string { return parameters[name] }, "")
	}
	for _, p := range []PlaceOnPage{{}, {Step: 2, Table: "a&b", View: "heat", Tab: "design"}} {
		if got := parse(p.Parameters()); got != p {
			t.Errorf("%+v comes back as %+v", p, got)
		}
	}
	for step, want := range map[string]int{"-1": 0, "many": 0, "3": 3} {
		if got := parse(map[string]string{"step": step}).Step; got != want {
			t.Errorf("step %q is %d", step, got)
		}
	}
	if got := (PlaceOnPage{Step: 1}).Parameters()["step"]; got != "" {
		t.Errorf("the first step is %q", got)
	}
}
