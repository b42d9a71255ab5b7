package lessons

import "testing"

// TestNumbersAsTheyAreWritten checks that numbers may have separators of thousands and a decimal
// comma, as the page writes them in some languages.
func TestNumbersAsTheyAreWritten(t *testing.T) {
	for text, want := range map[string]string{
		"24000": "24000", "24.000": "24000", "24,000": "24000", "1 234 567": "1234567", "24’000": "24000", "007": "7",
		"1.5": "1.5", "2,40": "2,40", "1234,567": "1234,567", "1.234.5": "1.234.5", "-3": "-3", "": "", "many": "many",
	} {
		if got := NormalizeNumber(text); got != want {
			t.Errorf("%q is read as %q, want %q", text, got, want)
		}
	}
	q := Question{Kind: EnterNumber}
	for text, want := range map[string]bool{"24.000": true, "0": true, "1.5": false, "-3": false, "": false, ".": false} {
		if q.AcceptsForm(text) != want {
			t.Errorf("%q is taken: %t", text, !want)
		}
	}
	for text, want := range map[string]string{"559,40": "559.40", "559.40": "559.40", "a,b": "a,b", "5": "5"} {
		if got := pointed(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
