package page

import "strconv"

// Place is what of a page is shown, as its address says it. Its zero value is what
// is shown first.
type Place struct {
	Step    int    // of a lesson, from 1 on
	Table   string // that is shown
	View    string // of the table: "pairs", "nested", "heat"
	Tab     string // that a narrow screen shows: "table", "console", "design"
	Section string // of the reference, in the address behind "#"
}

// ParsePlace reads the parameters of an address and what it has behind "#".
func ParsePlace(parameter func(name string) string, fragment string) Place {
	step, _ := strconv.Atoi(parameter("step"))
	return Place{max(step, 0), parameter("table"), parameter("view"), parameter("tab"), fragment}
}

// Parameters returns those of an address, "" for one that it is without.
func (p Place) Parameters() map[string]string {
	step := ""
	if p.Step > 1 {
		step = strconv.Itoa(p.Step)
	}
	return map[string]string{"step": step, "table": p.Table, "view": p.View, "tab": p.Tab}
}

// Address says in the address what is shown; Push keeps the one before for the way back.
type Address struct {
	Place Place
	Push  bool
}

func (Address) Effect() {}
