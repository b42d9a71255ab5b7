package hfilter

import (
	"slices"
	"strings"

	"tabletop/engine/base"
)

// Completion is what may stand at the end of an unfinished filter.
type Completion struct {
	Typed   string // the end of the text, which a choice takes the place of
	Choices []Choice
	Place   Place  // what belongs there in quotes
	Family  string // of a [PlaceQualifier]
}

// Choice is one thing that may stand there.
type Choice struct {
	Name  string
	Text  string // what is written for it
	Usage string // how it goes on, "" if that is all
	Ends  bool   // a blank belongs behind it
}

// Place is something that only the tables know.
type Place uint8

const (
	PlaceNone Place = iota
	PlaceRow
	PlaceFamily
	PlaceQualifier
)

// Places in a filter's text.
const (
	atOperand = iota
	atOperator
	atOpen
	atArg
	atComma
)

// Complete returns what may stand at the end of a text, and nothing where that is
// complete or no filter.
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

// names offers the filters, and what may stand in front of one.
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

// argument offers what may stand behind the arguments before.
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

// Quote writes a text as the language does.
func Quote(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// Unquote returns what a quoted text stands for, whose end may be missing.
func Unquote(t string) string {
	t = strings.TrimPrefix(t, "'")
	if p := (parser{text: "'" + t}); p.peek() != "" && (p.err == nil || p.err.Code != base.CodeUnclosedQuote) {
		t = t[:len(t)-1]
	}
	return strings.ReplaceAll(t, "''", "'")
}
