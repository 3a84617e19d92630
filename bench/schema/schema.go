// Package schema says as JSON Schema, draft 2020-12, what the JSON of a Go type looks
// like. It reads types, struct tags and doc comments, so that a schema cannot say anything
// else than the code writes.
//
// A field with neither omitempty nor omitzero is always present, so it is required. A list
// is a list, never null. A type of words, such as a verdict, becomes the list of its words.
// Other texts with a form of their own have a pattern: see forms.
package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/zugwatch/zugwatch/engine/golden"
	"github.com/zugwatch/zugwatch/engine/must"
)

// draft is the dialect of the schemas.
const draft = "https://json-schema.org/draft/2020-12/schema"

// home is the address under which the schemas are published.
const home = "https://raw.githubusercontent.com/zugwatch/zugwatch/main/" + schemaFolder + "/"

// schemaFolder is the folder of the schemas in the repository.
const schemaFolder = "bench/schemas"

// schemaExtension ends the name of the file of a schema.
const schemaExtension = ".schema.json"

// Schema describes a kind of document.
type Schema struct {
	Name  string // of the file, without its extension
	Title string // plain words

	// Of are the types that a document may be written from: one, or several that have to
	// exclude each other.
	Of []reflect.Type

	// Open lets documents have more keys than these, as where new keys come without a new
	// version.
	Open bool

	// Fixed are the only values that keys of structs may have, by "package.Type.key".
	Fixed map[string][]any

	// As are the types that others are written as which have a MarshalJSON of their own.
	As map[reflect.Type]reflect.Type
}

// Generate returns the schema as a file. The doc comments are those of the source below root,
// the folder of the module. The error says which type has no form in JSON that is known here.
func (s *Schema) Generate(root string) ([]byte, error) {
	g := generator{schema: s, comments: comments{root: root}, defs: make(map[string]*node), used: make(map[string]bool)}
	top := node{Schema: draft, ID: home + s.Name + schemaExtension, Title: s.Title}
	if len(s.Of) == 1 {
		whole := g.object(s.Of[0])
		whole.Schema, whole.ID, whole.Title, whole.Description = top.Schema, top.ID, top.Title, ""
		top = *whole
	} else {
		for _, t := range s.Of {
			top.OneOf = append(top.OneOf, g.value(t))
		}
	}
	top.Defs = g.defs
	for key := range s.Fixed {
		if !g.used[key] && g.err == nil {
			g.err = fmt.Errorf("schema %s: fixed key %s is not in it", s.Name, key)
		}
	}
	if g.err != nil {
		return nil, g.err
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(&top)
	return b.Bytes(), err
}

// Check compares the published file of the schema with what it has to be, or writes it anew. Root is the folder of the
// module.
func (s *Schema) Check(t testing.TB, root string) {
	t.Helper()
	golden.Check(t, filepath.Join(root, filepath.FromSlash(schemaFolder), s.Name+schemaExtension), must.Get(s.Generate(root))(t))
}
