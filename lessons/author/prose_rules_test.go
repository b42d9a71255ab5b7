package author

import (
	"slices"
	"testing"
)

// TestWritten checks the forms in which text may write a figure of the data. A part of a figure is
// another figure.
func TestWritten(t *testing.T) {
	for _, tt := range []struct {
		data string
		want []string
	}{
		{"20150301", []string{"20150301", "20,150,301", "1 March", "2015/03/01"}},
		{"20150301124459120", []string{"20150301124459120", "20,150,301,124,459,120", "1 March", "2015/03/01", "12:44", "12:44:59", "12:44:59.120"}},
		{"2015110308", []string{"2015110308", "2,015,110,308", "3 November", "2015/11/03", "8:00"}},
		{"20151399", []string{"20151399", "20,151,399"}},
		{"4.25", []string{"4.25"}},
		{"12000", []string{"12000", "12,000"}},
		{"450", []string{"450", "450"}},
	} {
		if got := written(tt.data); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.data, got, tt.want)
		}
	}
	text := "On 1 March 2015, at 12:44:59.120, 12,000 rows, 4.25 of them under 2015/03/01. And 99."
	if got, want := figuresIn(text), []string{"1 March", "2015", "12:44:59.120", "12,000", "4.25", "2015/03/01", "99"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
