package page

import "strconv"

// PlaceOnPage is what a page shows, as its address says it. The zero value is what a page shows at
// first.
type PlaceOnPage struct {
	Step    int    // step of a lesson, from 1; 0 for none
	Table   string // name of the table
	View    string // how the table is shown: "pairs", "nested" or "heat"
	Tab     string // the part on a narrow screen: "task", "table", "console" or "design"
	Section string // section of the reference, the fragment of the address
}

// ParsePlace returns the place that an address names. parameter returns a query parameter of
// the address, and fragment is what comes after "#".
func ParsePlace(parameter func(name string) string, fragment string) PlaceOnPage {
	step, _ := strconv.Atoi(parameter("step"))
	return PlaceOnPage{max(step, 0), parameter("table"), parameter("view"), parameter("tab"), fragment}
}

// Parameters returns the query parameters for the place, by name; "" means that there is none.
func (p PlaceOnPage) Parameters() map[string]string {
	step := ""
	if p.Step > 1 {
		step = strconv.Itoa(p.Step)
	}
	return map[string]string{"step": step, "table": p.Table, "view": p.View, "tab": p.Tab}
}

// SetPlaceInAddress is the effect that puts a place into the address. With Push the browser's history
// keeps the previous address, otherwise it is replaced.
type SetPlaceInAddress struct {
	Place PlaceOnPage
	Push  bool
}

func (SetPlaceInAddress) Effect() {}
