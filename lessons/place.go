//go:build !js || author

package lessons

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strconv"
	"strings"

	"tabletop/engine/base"
)

// span is where a part of a file stands, in bytes [from, to).
type span struct{ from, to int }

// places is where the parts of a JSON file stand, by what messages call them:
// "goal rows-counted", "step ask", "start".
type places struct {
	src []byte
	at  map[string][]span
}

// called says what messages call the items of a list.
var called = map[string]string{
	"steps": "step", "goals": "goal", "offers": "offer", "questions": "question", "notes": "note", "queries": "query",
	"data": "data", "fields": "field",
}

// member goes through a JSON value beside the type that it is to be read into.
type member struct {
	*json.Decoder
	src   []byte
	at    map[string][]span
	found []fault
}

// fault is something wrong at an offset.
type fault struct {
	at   int
	what Problem
}

func (r *member) fault(at int, code base.Code, args ...string) {
	r.found = append(r.found, fault{at, mistake(code, args...)})
}

// start returns where the next token begins.
func (r *member) start() int {
	at := int(r.InputOffset())
	for at < len(r.src) && strings.IndexByte(" \t\r\n,:", r.src[at]) >= 0 {
		at++
	}
	return at
}

// maxDepth is how deep values may stand in one another.
const maxDepth = 100

// value reads a value. of is the type that it is to be read into, nil for not
// known; list is the name of the list that it is an item of.
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
	bound := of == reflect.TypeFor[Bound]()
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
			r.bound(from)
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

// object reads the members of an object.
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
		case depth == 0 && key == "$schema": // for editors
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
		value := r.start()
		if err := r.value(into, strings.ToLower(key), depth+1); err != nil {
			return err
		}
		end := int(r.InputOffset())
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
	} else if list == "" { // an item of the file's only list
		r.at[name] = append(r.at[name], here)
	}
	return nil
}

// sourceBound is [Bound] as it is written: is, or least, most or both.
type sourceBound struct{ Is, Least, Most *int64 }

// UnmarshalJSON implements json.Unmarshaler.
func (b *Bound) UnmarshalJSON(text []byte) error {
	var src sourceBound
	if err := json.Unmarshal(text, &src); err != nil {
		return err
	}
	if src == (sourceBound{}) {
		return nil
	}
	*b = Bound{true, 0, math.MaxInt64}
	for _, v := range []struct{ from, to *int64 }{{src.Least, &b.Least}, {src.Most, &b.Most}, {src.Is, &b.Least}, {src.Is, &b.Most}} {
		if v.from != nil {
			*v.to = *v.from
		}
	}
	return nil
}

// bound refuses a bound, which begins at an offset and has just been read, that no
// number or another than was meant can be within.
func (r *member) bound(from int) {
	var src sourceBound
	var b Bound
	text := r.src[from:r.InputOffset()]
	if json.Unmarshal(text, &src) != nil || json.Unmarshal(text, &b) != nil {
		return // and has been refused
	}
	if src.Is != nil && (src.Least != nil || src.Most != nil) {
		r.fault(from, base.MistakeBound)
	} else if b.Least > b.Most || b.Least < 0 {
		r.fault(from, base.MistakeBoundEmpty, strconv.FormatInt(b.Least, 10), strconv.FormatInt(b.Most, 10))
	}
}

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

// kindOf names what is to stand somewhere.
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

// memberName returns the name that sources have for a field.
func memberName(field string) string {
	if strings.ToUpper(field) == field {
		return strings.ToLower(field)
	}
	return strings.ToLower(field[:1]) + field[1:]
}

// fieldOf returns the type of a struct's member, its name without regard to case.
func fieldOf(of reflect.Type, key string) (reflect.Type, bool) {
	for _, f := range reflect.VisibleFields(of) {
		if !f.Anonymous && strings.EqualFold(f.Name, key) {
			return f.Type, true
		}
	}
	return nil, false
}

// decodeJSON reads a JSON file into a value. It says all that does not fit; what
// fits has been read even then, unless the file is no JSON.
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
	if err := json.Unmarshal(src, into); err != nil && len(r.found) == 0 {
		r.found = append(r.found, fault{0, problem(err)})
	}
	return p, r.found
}

// lineAt returns the number of the line that an offset is in, from 1.
func lineAt(src []byte, at int) int {
	return 1 + bytes.Count(src[:max(0, min(at, len(src)))], []byte{'\n'})
}

// line returns the line that a problem of a part of the file is about: within, where
// its first argument stands in that part, else where the part begins.
func (p *places) line(of Problem, within bool) int {
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
