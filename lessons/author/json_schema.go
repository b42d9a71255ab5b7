package author

import (
	"encoding/json"
	"reflect"
	"strings"

	"tabletop/lessons"
)

// schema is a JSON Schema, with the keywords that FileSchema needs.
type schema struct {
	Schema     string             `json:"$schema,omitempty"`
	Title      string             `json:"title,omitempty"`
	Ref        string             `json:"$ref,omitempty"`
	Type       string             `json:"type,omitempty"`
	Enum       []string           `json:"enum,omitempty"`
	Minimum    *int               `json:"minimum,omitempty"`
	Items      *schema            `json:"items,omitempty"`
	Properties map[string]*schema `json:"properties,omitempty"`
	Additional any                `json:"additionalProperties,omitempty"`
	Required   []string           `json:"required,omitempty"`
	Defs       map[string]*schema `json:"$defs,omitempty"`
}

// schemaOf returns the schema of a Go type. Schemas of named struct types are added to defs and
// referred to.
func schemaOf(of reflect.Type, defs map[string]*schema) *schema {
	if of == reflect.TypeFor[lessons.Bound]() {
		of = reflect.TypeFor[sourceBound]()
	}
	switch of.Kind() {
	case reflect.Pointer:
		return schemaOf(of.Elem(), defs)
	case reflect.String:
		return &schema{Type: "string"}
	case reflect.Bool:
		return &schema{Type: "boolean"}
	case reflect.Int, reflect.Int64:
		return &schema{Type: "integer"}
	case reflect.Uint64:
		return &schema{Type: "integer", Minimum: new(int)}
	case reflect.Float64:
		return &schema{Type: "number"}
	case reflect.Slice:
		return &schema{Type: "array", Items: schemaOf(of.Elem(), defs)}
	case reflect.Map:
		return &schema{Type: "object", Additional: schemaOf(of.Elem(), defs)}
	}
	// The rest are structs. A named one is described once, in defs; it is registered before its
	// members, since it may contain itself.
	name := strings.ToLower(strings.TrimPrefix(of.Name(), "source"))
	if name != "" && defs[name] != nil {
		return &schema{Ref: "#/$defs/" + name}
	}
	out := &schema{Type: "object", Properties: map[string]*schema{}, Additional: false}
	if name != "" {
		defs[name] = out
	}
	for _, f := range reflect.VisibleFields(of) {
		if f.Anonymous {
			continue
		}
		member := schemaOf(f.Type, defs)
		if known := valuesOf[of.Name()+"."+f.Name]; known != nil {
			of := member
			if of.Items != nil {
				of = of.Items
			}
			of.Enum = known
		}
		out.Properties[memberName(f.Name)] = member
	}
	if name != "" {
		return &schema{Ref: "#/$defs/" + name}
	}
	return out
}

// valuesOf has the words that some members take one of, by type and field.
var valuesOf = map[string][]string{
	"sourceStep.Panels":    panelNames,
	"sourceQuestion.Kind":  questionKinds,
	"sourceTraffic.Policy": policyNames,
	"sourceTraffic.Shape":  shapeNames,
	"AnswerSource.Of":      truthNames,
}

// FileSchema returns the JSON Schema of lesson.json. With it an editor completes and checks the
// file while it is being written.
func FileSchema() []byte {
	defs := map[string]*schema{}
	schemaOf(reflect.TypeFor[sourceLesson](), defs)
	whole := defs["lesson"]
	delete(defs, "lesson")
	whole.Schema, whole.Title, whole.Defs = "https://json-schema.org/draft/2020-12/schema", "A lesson of Tabletop", defs
	whole.Required = []string{"minutes", "teaches", "steps"}
	whole.Properties["$schema"] = &schema{Type: "string"}
	text, err := json.MarshalIndent(whole, "", "  ")
	if err != nil {
		panic(err)
	}
	return append(text, '\n')
}
