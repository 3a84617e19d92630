package matrix

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/engine/search"
	"github.com/zugwatch/zugwatch/suites"
)

// TestPresets: all that presets name exists, and each name is used once.
func TestPresets(t *testing.T) {
	seen := make(map[string]bool)
	for _, p := range Presets() {
		if seen[p.Name] || p.What == "" || len(p.Policies)+len(p.Engines) == 0 {
			t.Errorf("preset %+v", p)
		}
		seen[p.Name] = true
		for _, f := range p.Policies {
			if _, err := nullmove.Parse(f.Text); err != nil {
				t.Errorf("%s: %v", p.Name, err)
			}
		}
		for _, name := range p.Searches {
			if _, err := search.ParseParams(name); err != nil {
				t.Errorf("%s: %v", p.Name, err)
			}
		}
		for _, text := range append(p.Suites, p.Limits...) {
			name, limit, found := strings.Cut(text, "@")
			if !found && strings.Contains(text, "=") {
				name, limit = "", text
			}
			if _, err := bench.ParseLimits(limit); limit != "" && err != nil {
				t.Errorf("%s: %v", p.Name, err)
			}
			if _, err := suites.Resolve(name); name != "" && err != nil {
				t.Errorf("%s: %v", p.Name, err)
			}
		}
	}
}

// TestPaper: the page of the papers' tables has a place for every preset, and none
// for others.
func TestPaper(t *testing.T) {
	text := must.Get(os.ReadFile("../../docs/paper.md"))(t)
	for _, p := range Presets() {
		if strings.Count(string(text), "<!-- matrix "+p.Name+" -->\n") != 1 {
			t.Errorf("docs/paper.md has no place for %s", p.Name)
		}
	}
	if got := strings.Count(string(text), "<!-- matrix "); got != len(Presets()) {
		t.Errorf("docs/paper.md has %d places, want %d", got, len(Presets()))
	}
}

// TestPaperRows: the table of each preset of policies in the page has the preset's rows
// in their order, with the published figures beside the search of the papers.
func TestPaperRows(t *testing.T) {
	text := must.Get(os.ReadFile("../../docs/paper.md"))(t)
	for _, p := range Presets() {
		if len(p.Policies) == 0 {
			continue
		}
		_, after, _ := strings.Cut(string(text), "<!-- matrix "+p.Name+" -->\n")
		table, _, _ := strings.Cut(after, "<!-- end -->\n")
		if diff := cmp.Diff(presetRows(t, &p), tableRows(table)); diff != "" {
			t.Errorf("docs/paper.md has other rows of %s than the preset (-preset +page):\n%s", p.Name, diff)
		}
	}
}

// presetRows returns search, policy and published figure of each row of a preset.
func presetRows(t *testing.T, p *Preset) (rows [][3]string) {
	t.Helper()
	for _, search := range p.Searches {
		for _, entry := range p.Policies {
			policy := must.Get(nullmove.Parse(entry.Text))(t)
			row := [3]string{"<code>" + search + "</code>", "<code>" + policy.String() + "</code>", entry.Published}
			if search != paperSearch {
				row[2] = ""
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// tableRows returns the same of a table in Markdown.
func tableRows(table string) (rows [][3]string) {
	published := -1
	for line := range strings.Lines(table) {
		cells := strings.Split(line, "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		switch {
		case slices.Contains(cells, "search"):
			published = slices.Index(cells, "published")
		case len(cells) > 3 && strings.HasPrefix(cells[3], "<code>"):
			row := [3]string{cells[2], cells[3], ""}
			if published >= 0 {
				row[2] = cells[published]
			}
			rows = append(rows, row)
		}
	}
	return rows
}
