// Package schemas holds the JSON Schemas of what Zugwatch writes, as they are published
// in the repository.
package schemas

import (
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

const extension = ".schema.json"

//go:embed *.schema.json
var files embed.FS

// Names lists the schemas in the order of the alphabet.
func Names() []string {
	entries, err := files.ReadDir(".")
	if err != nil {
		panic(err) // the folder is part of the program
	}
	names := make([]string, len(entries))
	for i, entry := range entries {
		names[i] = strings.TrimSuffix(entry.Name(), extension)
	}
	slices.Sort(names) // with the extension, another order
	return names
}

// Find returns the schema of a name, a JSON document.
func Find(name string) ([]byte, error) {
	text, err := files.ReadFile(name + extension)
	if err != nil {
		return nil, fmt.Errorf("schema %.40q is unknown", name)
	}
	return text, nil
}

// titleOf says in plain words what the documents of a schema are, empty for an unknown one.
func titleOf(name string) string {
	var head struct {
		Title string `json:"title"`
	}
	if text, err := Find(name); err != nil || json.Unmarshal(text, &head) != nil {
		return ""
	}
	return strings.TrimPrefix(head.Title, "Zugwatch: ")
}

// List returns a line for each schema, with its name and what its documents are.
func List() string {
	var b strings.Builder
	names := Names()
	widest := len(slices.MaxFunc(names, func(a, b string) int { return len(a) - len(b) }))
	for _, name := range names {
		fmt.Fprintf(&b, "%-*s  %s\n", widest, name, titleOf(name))
	}
	return b.String()
}
