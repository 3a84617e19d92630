package schema

import (
	"bytes"
	"encoding/json"
)

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
