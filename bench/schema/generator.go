package schema

import (
	"bytes"
	"encoding"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"reflect"
	"strings"
	"time"
)

// generator makes one schema.
type generator struct {
	schema   *Schema
	comments comments
	defs     map[string]*node
	used     map[string]bool // of Schema.Fixed
	err      error           // the first
}

var (
	jsonMarshaler = reflect.TypeFor[json.Marshaler]()
	textMarshaler = reflect.TypeFor[encoding.TextMarshaler]()
	timeType      = reflect.TypeFor[time.Time]()
)

// typeName returns the name of a type with its package, such as "bench.Outcome".
func typeName(t reflect.Type) string { return path.Base(t.PkgPath()) + "." + t.Name() }

// value returns what is written for a value of a type.
func (g *generator) value(t reflect.Type) *node {
	if as, ok := g.schema.As[t]; ok {
		t = as
	}
	switch {
	case t == timeType:
		return &node{Type: "string", Format: "date-time"}
	case t.Kind() == reflect.Pointer:
		return g.value(t.Elem())
	case t.Implements(jsonMarshaler):
		return g.fail(t, "it has a MarshalJSON (expected a line for it in As)")
	case t.Implements(textMarshaler):
		return g.define(t, g.text)
	case t.Kind() == reflect.Struct:
		return g.define(t, g.object)
	}
	return g.plain(t)
}

// plain returns the schema of a type without a form of its own.
func (g *generator) plain(t reflect.Type) *node {
	switch t.Kind() {
	case reflect.Bool:
		return &node{Type: "boolean"}
	case reflect.String:
		return &node{Type: "string"}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return &node{Type: "integer"}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return &node{Type: "integer", Minimum: new(int)}
	case reflect.Float32, reflect.Float64:
		return &node{Type: "number"}
	case reflect.Slice:
		if elem := t.Elem(); elem.Kind() == reflect.Uint8 && !elem.Implements(textMarshaler) {
			return g.fail(t, "bytes are no list in JSON")
		}
		return &node{Type: "array", Items: g.value(t.Elem())}
	case reflect.Array:
		return &node{Type: "array", Items: g.value(t.Elem()), MinItems: t.Len(), MaxItems: t.Len()}
	}
	return g.fail(t, "its kind is "+t.Kind().String())
}

// fail keeps the first error.
func (g *generator) fail(t reflect.Type, why string) *node {
	if g.err == nil {
		g.err = fmt.Errorf("schema %s: type %s: %s", g.schema.Name, t, why)
	}
	return new(node)
}

// define makes the definition of a type when it is met first, and refers to it. A struct
// without a name stands where it is.
func (g *generator) define(t reflect.Type, form func(reflect.Type) *node) *node {
	if t.Name() == "" {
		return form(t)
	}
	name := typeName(t)
	if g.defs[name] == nil {
		whole := new(node)
		g.defs[name] = whole
		*whole = *form(t)
	}
	return &node{Ref: "#/$defs/" + name}
}

// text returns a type that is written as a text: words, or a form.
func (g *generator) text(t reflect.Type) *node {
	whole := &node{Type: "string", Description: g.comments.of(t).about}
	if t.Kind() == reflect.Uint8 {
		whole.Enum = enumWords(t)
	} else if whole.Pattern = forms[typeName(t)]; whole.Pattern == "" {
		return g.fail(t, "its text has no form (expected a line in forms)")
	}
	return whole
}

// object returns a struct.
func (g *generator) object(t reflect.Type) *node {
	whole := &node{Type: "object", Description: g.comments.of(t).about}
	g.fields(whole, t, make(map[string]bool))
	if !g.schema.Open {
		whole.Additional = new(bool)
	}
	return whole
}

// fields adds the fields of a struct, those of embedded ones where these stand. Taken are
// the keys of the structs around it, which hide those of the same name inside.
func (g *generator) fields(whole *node, t reflect.Type, taken map[string]bool) {
	about, hidden := g.comments.of(t), maps.Clone(taken)
	for i := range t.NumField() {
		if key, _ := keyOf(t.Field(i)); key != "" {
			hidden[key] = true
		}
	}
	for i := range t.NumField() {
		field := t.Field(i)
		key, always := keyOf(field)
		embedded := indirect(field.Type)
		switch {
		case field.Anonymous && key == "" && embedded.Kind() == reflect.Struct:
			g.fields(whole, embedded, hidden)
		case key == "-" || !field.IsExported() || taken[key]:
		case key == "":
			g.fail(t, "field "+field.Name+" has no key (expected a json tag)")
		default:
			value := g.keyed(typeName(t)+"."+key, key, field.Type)
			value.Description = about.fields[field.Name]
			whole.Properties = append(whole.Properties, property{key, value})
			if always {
				whole.Required = append(whole.Required, key)
			}
		}
	}
}

// keyOf returns the key of a field, and whether it is written whatever the value is.
func keyOf(field reflect.StructField) (key string, always bool) {
	key, options, _ := strings.Cut(field.Tag.Get("json"), ",")
	return key, !strings.Contains(options, "omit")
}

// keyed returns the schema of a key's value: a fixed value, a text with a form, or that of the type.
func (g *generator) keyed(whole, key string, t reflect.Type) *node {
	value := g.value(t)
	fixed := g.schema.Fixed[whole]
	g.used[whole] = true
	switch {
	case len(fixed) == 1:
		value.Const = fixed[0]
	case len(fixed) > 1:
		value.Enum = fixed
	case value.Type == "string" && value.Format == "":
		if value.Pattern = forms[whole]; value.Pattern == "" {
			value.Pattern = forms[key]
		}
	}
	return value
}

// indirect returns what a pointer points to, or the type itself.
func indirect(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}

// enumWords returns the texts of a type of words, in the order of its values, which count from 0
// without a gap. If the type can be decoded, only texts that decode to their value count. The
// empty text is no word: it stands for a key that is left out.
func enumWords(t reflect.Type) []any {
	var all []any
	for i := range 256 {
		value := reflect.New(t).Elem()
		value.SetUint(uint64(i))
		word, known := wordOf(value)
		if !known {
			break
		}
		if word != "" && parsesAs(value, word) {
			all = append(all, word)
		}
	}
	return all
}

// wordOf returns the text of a value; known is false beyond the last: it has no text, or its
// number for one.
func wordOf(value reflect.Value) (word string, known bool) {
	defer func() {
		if recover() != nil {
			word, known = "", false
		}
	}()
	text, err := value.Interface().(encoding.TextMarshaler).MarshalText()
	return string(text), err == nil && !strings.HasSuffix(string(text), fmt.Sprintf("(%d)", value.Uint()))
}

// parsesAs reports whether a text is read as the value, which it is where nothing reads it.
func parsesAs(value reflect.Value, word string) bool {
	back := reflect.New(value.Type())
	reader, ok := back.Interface().(encoding.TextUnmarshaler)
	return !ok || reader.UnmarshalText([]byte(word)) == nil && back.Elem().Uint() == value.Uint()
}

// node is a schema or a part of one. Its keys stand in the order in which people read them.
type node struct {
	Schema      string           `json:"$schema,omitempty"`
	ID          string           `json:"$id,omitempty"`
	Title       string           `json:"title,omitempty"`
	Description string           `json:"description,omitempty"`
	Ref         string           `json:"$ref,omitempty"`
	OneOf       []*node          `json:"oneOf,omitempty"`
	Type        string           `json:"type,omitempty"`
	Const       any              `json:"const,omitempty"`
	Enum        []any            `json:"enum,omitempty"`
	Pattern     string           `json:"pattern,omitempty"`
	Format      string           `json:"format,omitempty"`
	Minimum     *int             `json:"minimum,omitempty"`
	Items       *node            `json:"items,omitempty"`
	MinItems    int              `json:"minItems,omitempty"`
	MaxItems    int              `json:"maxItems,omitempty"`
	Properties  properties       `json:"properties,omitempty"`
	Required    []string         `json:"required,omitempty"`
	Additional  *bool            `json:"additionalProperties,omitempty"`
	Defs        map[string]*node `json:"$defs,omitempty"`
}

// property is a key of an object with what it holds.
type property struct {
	key   string
	value *node
}

// properties are the keys of an object in the order in which they are written.
type properties []property

// MarshalJSON writes an object.
func (p properties) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	b.WriteByte('{')
	for i, one := range p {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := encoder.Encode(one.key); err != nil {
			return nil, err
		}
		b.WriteByte(':')
		if err := encoder.Encode(one.value); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}
