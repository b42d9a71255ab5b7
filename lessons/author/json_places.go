package author

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"tabletop/engine/base"
	"tabletop/lessons"
)

// span is the range [from, to) of a file, in bytes.
type span struct{ from, to int }

// places has the spans of the parts of a JSON file, by the names that [lessons.Problem.At] uses: "goal
// rows-counted", "step ask", "start".
type places struct {
	src []byte
	at  map[string][]span
}

// called has the names of the items of lists, as [lessons.Problem.At] uses them.
var called = map[string]string{
	"steps": "step", "goals": "goal", "offers": "offer", "questions": "question", "notes": "note", "queries": "query",
	"data": "data", "fields": "field",
}

// member walks a JSON value along with the Go type that it is decoded into, and records the spans
// of its parts and what does not fit the type.
type member struct {
	*json.Decoder
	src   []byte
	at    map[string][]span
	found []fault
	// plain is the file up to the offset plained, with each [lessons.Bound] as Go encodes it.
	plain   []byte
	plained int
}

// fault is a problem at an offset of a file.
type fault struct {
	at   int
	what lessons.Problem
}

// fault adds a mistake at an offset.
func (r *member) fault(at int, code base.Code, args ...string) {
	r.found = append(r.found, fault{at, mistake(code, args...)})
}

// start returns the offset of the next token.
func (r *member) start() int {
	at := int(r.InputOffset())
	for at < len(r.src) && strings.IndexByte(" \t\r\n,:", r.src[at]) >= 0 {
		at++
	}
	return at
}

// maxDepth is the greatest depth of nested values.
const maxDepth = 100

// value reads one value. of is the type that it is decoded into, or nil if that is not known. list
// is the name of the member of which it is the value or an item.
func (r *member) value(of reflect.Type, list string, depth int) error {
	if depth > maxDepth {
		return mistake(base.MistakeJSONDeep, strconv.Itoa(maxDepth))
	}
	from := r.start()
	t, err := r.Token()
	if err != nil {
		return err
	}
	for of != nil && of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	// A bound has a form of its own in sources.
	bound := of == reflect.TypeFor[lessons.Bound]()
	if bound {
		of = reflect.TypeFor[sourceBound]()
	}
	switch t {
	case nil:
		return nil
	case json.Delim('['):
		var each reflect.Type
		if of != nil && of.Kind() == reflect.Slice {
			each = of.Elem()
		} else if of != nil {
			r.fault(from, base.MistakeValue, "list", kindOf(of))
		}
		for r.More() {
			if err := r.value(each, list, depth+1); err != nil {
				return err
			}
		}
		_, err = r.Token()
		return err
	case json.Delim('{'):
		if of != nil && of.Kind() != reflect.Struct && of.Kind() != reflect.Map {
			r.fault(from, base.MistakeValue, "object", kindOf(of))
			of = nil
		}
		err := r.object(of, list, from, depth)
		if bound && err == nil {
			r.bound(span{from, int(r.InputOffset())})
		}
		return err
	}
	if s, ok := t.(string); ok && list == "fields" {
		r.at["field "+s] = append(r.at["field "+s], span{from, int(r.InputOffset())})
	}
	if of != nil {
		r.scalar(t, of, from)
	}
	return nil
}

// object reads the members of an object whose opening brace, at from, has been read. Unknown
// members are refused, and the object's span is recorded under its kind and ID.
func (r *member) object(of reflect.Type, list string, from, depth int) error {
	name := ""
	for r.More() {
		at := r.start()
		t, err := r.Token()
		if err != nil {
			return err
		}
		key, _ := t.(string)
		var into reflect.Type
		switch {
		case of == nil:
		case depth == 0 && key == "$schema": // editors need it
		case of.Kind() == reflect.Map:
			into = of.Elem()
		default:
			f, ok := fieldOf(of, key)
			if !ok {
				known := namesOf(of)
				r.fault(at, base.MistakeMember, key, base.Nearest(key, known), strings.Join(known, ", "))
			}
			into = f
		}
		// Remember where the value begins, since the object's ID may be its value.
		value := r.start()
		if err := r.value(into, strings.ToLower(key), depth+1); err != nil {
			return err
		}
		end := int(r.InputOffset())
		// The members of the file itself are parts: "start", and in solutions.json the steps.
		if depth == 0 {
			k := strings.ToLower(key)
			r.at[k] = append(r.at[k], span{at, end})
			if of != nil && of.Kind() == reflect.Map {
				r.at["step "+key] = append(r.at["step "+key], span{at, end})
			}
		}
		if k := strings.ToLower(key); k == "id" || k == "name" || k == "says" {
			_ = json.Unmarshal(r.src[value:end], &name)
		}
	}
	if _, err := r.Token(); err != nil {
		return err
	}
	here := span{from, int(r.InputOffset())}
	if kind := called[list]; kind != "" {
		r.at[kind+" "+name] = append(r.at[kind+" "+name], here)
	} else if list == "" { // an item of the list that is the whole file
		r.at[name] = append(r.at[name], here)
	}
	return nil
}

// sourceBound is a [lessons.Bound] as it is written: either Is, or one or both of Least and Most.
type sourceBound struct{ Is, Least, Most *int64 }

// bound reads the bound in a span of the file. It refuses one that no number is within, or that has
// Is besides Least or Most. An empty object leaves the bound unset.
func (r *member) bound(in span) {
	var src sourceBound
	if json.Unmarshal(r.src[in.from:in.to], &src) != nil || src == (sourceBound{}) {
		return // unset, or refused already
	}
	b := lessons.Bound{Set: true, Most: math.MaxInt64}
	for _, v := range []struct{ from, to *int64 }{{src.Least, &b.Least}, {src.Most, &b.Most}, {src.Is, &b.Least}, {src.Is, &b.Most}} {
		if v.from != nil {
			*v.to = *v.from
		}
	}
	if src.Is != nil && (src.Least != nil || src.Most != nil) {
		r.fault(in.from, base.MistakeBound)
	} else if b.Least > b.Most || b.Least < 0 {
		r.fault(in.from, base.MistakeBoundEmpty, strconv.FormatInt(b.Least, 10), strconv.FormatInt(b.Most, 10))
	}
	r.plain = append(r.plain, r.src[r.plained:in.from]...)
	r.plain = fmt.Appendf(r.plain, `{"set": true, "least": %d, "most": %d}`, b.Least, b.Most)
	r.plained = in.to
}

// scalar refuses a text, number or truth value that does not fit the type that it is decoded into.
func (r *member) scalar(t json.Token, of reflect.Type, from int) {
	is := ""
	switch t := t.(type) {
	case string:
		if of.Kind() != reflect.String {
			is = "text"
		}
	case bool:
		if of.Kind() != reflect.Bool {
			is = "bool"
		}
	case json.Number:
		var err error
		switch of.Kind() {
		case reflect.Int, reflect.Int64:
			_, err = strconv.ParseInt(string(t), 10, 64)
		case reflect.Uint64:
			_, err = strconv.ParseUint(string(t), 10, 64)
		case reflect.Float64:
			_, err = strconv.ParseFloat(string(t), 64)
		default:
			is = "number"
		}
		if err != nil {
			is = "number"
		}
	}
	if is != "" {
		r.fault(from, base.MistakeValue, is, kindOf(of))
	}
}

// kindOf names the kind of value that a type needs, for messages.
func kindOf(of reflect.Type) string {
	switch of.Kind() {
	case reflect.String:
		return "text"
	case reflect.Bool:
		return "bool"
	case reflect.Int, reflect.Int64, reflect.Uint64:
		return "whole"
	case reflect.Float64:
		return "number"
	case reflect.Slice:
		return "list"
	}
	return "object"
}

// namesOf returns the names of a struct's members as sources write them.
func namesOf(of reflect.Type) (names []string) {
	for _, f := range reflect.VisibleFields(of) {
		if !f.Anonymous {
			names = append(names, memberName(f.Name))
		}
	}
	return names
}

// memberName returns the name of a Go field as sources write it.
func memberName(field string) string {
	if strings.ToUpper(field) == field {
		return strings.ToLower(field)
	}
	return strings.ToLower(field[:1]) + field[1:]
}

// fieldOf returns the type of a struct's member. It compares names without regard to case.
func fieldOf(of reflect.Type, key string) (reflect.Type, bool) {
	for _, f := range reflect.VisibleFields(of) {
		if !f.Anonymous && strings.EqualFold(f.Name, key) {
			return f.Type, true
		}
	}
	return nil, false
}

// decodeJSON decodes a JSON file into a value, and returns the places of its parts and everything
// that does not fit the type of into. The parts that fit are decoded even then, unless the file is
// not JSON.
func decodeJSON(src []byte, into any) (*places, []fault) {
	p := &places{src, map[string][]span{}}
	var whole json.RawMessage
	if err := json.Unmarshal(src, &whole); err != nil {
		at, says := len(src), err.Error()
		if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
			at = int(syntax.Offset) - 1
		}
		what := mistake(base.MistakeJSON, says)
		switch {
		case strings.HasSuffix(says, "after top-level value"):
			what = mistake(base.MistakeJSONMore)
		case strings.HasPrefix(says, "unexpected end"):
			what = mistake(base.MistakeJSONEnds)
		}
		return p, []fault{{at, what}}
	}
	r := &member{Decoder: json.NewDecoder(bytes.NewReader(src)), src: src, at: p.at}
	r.UseNumber()
	if err := r.value(reflect.TypeOf(into), "", 0); err != nil {
		return p, append(r.found, fault{r.start(), problem(err)})
	}
	if err := json.Unmarshal(append(r.plain, src[r.plained:]...), into); err != nil && len(r.found) == 0 {
		r.found = append(r.found, fault{0, problem(err)})
	}
	return p, r.found
}

// lineAt returns the number, from 1, of the line at an offset.
func lineAt(src []byte, at int) int {
	return 1 + bytes.Count(src[:max(0, min(at, len(src)))], []byte{'\n'})
}

// line returns the line of a problem: with within, the line of the problem's first argument in the
// part, if it is there; otherwise the line where the part begins.
func (p *places) line(of lessons.Problem, within bool) int {
	spans := p.at[of.At]
	if says, err := strconv.Unquote(of.At); err == nil {
		spans = p.at[says]
	}
	if len(spans) == 0 {
		return 1
	}
	s := spans[0]
	if of.What.Code == base.MistakeTwice {
		s = spans[len(spans)-1]
	}
	if args := of.What.Args; within && len(args) > 0 {
		if i := bytes.Index(p.src[s.from:s.to], strconv.AppendQuote(nil, args[0])); i >= 0 {
			return lineAt(p.src, s.from+i)
		}
	}
	return lineAt(p.src, s.from)
}
