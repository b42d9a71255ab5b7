package hfilter

import (
	"slices"
	"strings"

	"tabletop/engine/base"
)

// Completion says how an unfinished filter can continue.
type Completion struct {
	Typed   string // the end of the text that a choice replaces
	Choices []Choice
	Place   TableArgKind // what is expected there in quotes
	Family  string       // the family, for PlaceQualifier
}

// Choice is one way to continue.
type Choice struct {
	Name  string
	Text  string // text to insert
	Usage string // the arguments that follow, "" for none
	Ends  bool   // whether a blank has to follow
}

// TableArgKind is a kind of argument whose possible values only the tables know.
type TableArgKind uint8

const (
	PlaceNone      TableArgKind = iota // the tables have no values for the argument
	PlaceRow                           // row keys
	PlaceFamily                        // names of families
	PlaceQualifier                     // qualifiers of a family
)

// These are the places in the text of a filter where Complete can be.
const (
	atOperand = iota
	atOperator
	atOpen
	atArg
	atComma
)

// Complete returns how a text can continue. It returns the zero value if the text is
// complete or is not the beginning of a filter.
func Complete(text string) (c Completion) {
	p := parser{text: text}
	place, depth, lead := atOperand, 0, ""
	var call *form
	var args []string
	for {
		t := p.next()
		open := p.err != nil // a quote without an end
		if p.end == len(text) && (t == "" || open || isWord(t[0]) || strings.Contains("<>!=", t[:1])) {
			c.Typed = t
			break
		}
		switch {
		case place == atOperand && t == "(":
			depth++
			lead = ""
		case place == atOperand && lead == "" && (t == "SKIP" || t == "WHILE"):
			lead = t
		case place == atOperand:
			i := slices.IndexFunc(forms, func(f form) bool { return f.name == t })
			if i < 0 {
				return Completion{}
			}
			call, args, place, lead = &forms[i], nil, atOpen, ""
		case place == atOpen && t == "(", place == atComma && t == ",":
			place = atArg
		case (place == atArg || place == atComma) && t == ")":
			place = atOperator
		case place == atArg:
			args, place = append(args, t), atComma
		case place == atOperator && (t == "AND" || t == "OR"):
			place = atOperand
		case place == atOperator && t == ")" && depth > 0:
			depth--
		default:
			return Completion{}
		}
	}
	switch quoted := strings.HasPrefix(c.Typed, "'"); {
	case place == atOperand && !quoted:
		c.names(lead == "")
	case place == atOperator && !quoted && !strings.HasSuffix(text, ")"):
		c.Choices = []Choice{{Name: "AND", Text: "AND", Ends: true}, {Name: "OR", Text: "OR", Ends: true}}
	case place == atArg && (call.need == nil || len(args) < len(call.kinds)):
		c.argument(call, args, quoted)
	}
	return c
}

// names offers the names of filters, and with lead also SKIP and WHILE.
func (c *Completion) names(lead bool) {
	for _, f := range forms {
		open := "("
		switch {
		case f.kinds == "":
			open = "()"
		case f.kinds[0] == byte(ArgText):
			open = "('"
		}
		c.Choices = append(c.Choices, Choice{Name: f.name, Text: f.name + open, Usage: f.usage})
	}
	if lead {
		c.Choices = append(c.Choices, Choice{Name: "SKIP", Text: "SKIP", Ends: true}, Choice{Name: "WHILE", Text: "WHILE", Ends: true})
	}
}

// argument offers values for the argument that follows the given ones.
func (c *Completion) argument(f *form, before []string, quoted bool) {
	n := len(before)
	switch kind := ArgKind(f.kinds[min(n, len(f.kinds)-1)]); {
	case kind == ArgBool && !quoted:
		c.Choices = []Choice{{Name: "true", Text: "true"}, {Name: "false", Text: "false"}}
	case kind == ArgOp && !quoted:
		for _, op := range opNames {
			c.Choices = append(c.Choices, Choice{Name: op, Text: op + ", '"})
		}
	case kind == ArgComparator && (quoted || c.Typed == "") && !strings.Contains(c.Typed, ":"):
		equality := before[n-1] == Equal.String() || before[n-1] == NotEqual.String()
		for i, name := range comparatorNames {
			if k := Comparator(i); equality || k != RegexString && k != Substring {
				c.Choices = append(c.Choices, Choice{Name: name + ":", Text: "'" + name + ":"})
			}
		}
	case kind == ArgText && (quoted || c.Typed == ""):
		switch {
		case f.name == "PrefixFilter" || f.name == "InclusiveStopFilter":
			c.Place = PlaceRow
		case strings.HasPrefix(f.kinds, "ss") && n == 0:
			c.Place = PlaceFamily
		case strings.HasPrefix(f.kinds, "ss"):
			c.Place, c.Family = PlaceQualifier, Unquote(before[0])
		}
	}
}

// Quote returns a text in quotes, as the language has it.
func Quote(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// Unquote returns the text of a quoted one, whose closing quote may be missing.
func Unquote(t string) string {
	t = strings.TrimPrefix(t, "'")
	if p := (parser{text: "'" + t}); p.peek() != "" && (p.err == nil || p.err.Code != base.CodeUnclosedQuote) {
		t = t[:len(t)-1]
	}
	return strings.ReplaceAll(t, "''", "'")
}
