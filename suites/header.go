package suites

import "strings"

// header gathers the texts of the comments before the first record.
type header struct {
	texts map[string]string
	last  string // the key that an indented line goes on with; empty: none
}

// headerKeys are the keys that a header has.
var headerKeys = [...]string{"title", "kind", "source", "license", "checked"}

// add takes one comment line, from # on. A comment that is neither "# key:
// text" nor goes on with one is left alone.
func (h *header) add(comment string) {
	text, ok := strings.CutPrefix(comment, "#")
	if !ok {
		h.last = ""
		return
	}
	if h.last != "" && strings.HasPrefix(text, "  ") {
		h.texts[h.last] += " " + strings.TrimSpace(text)
		return
	}
	h.last = ""
	key, value, _ := strings.Cut(strings.TrimSpace(text), ":")
	for _, known := range headerKeys {
		if key == known {
			if h.texts == nil {
				h.texts = make(map[string]string)
			}
			h.texts[key], h.last = strings.TrimSpace(value), key
		}
	}
}

// fill copies the texts to the suite.
func (h *header) fill(s *Suite) {
	s.Title = h.texts["title"]
	s.Kind = h.texts["kind"]
	s.Source = h.texts["source"]
	s.License = h.texts["license"]
	s.Checked = h.texts["checked"]
}
