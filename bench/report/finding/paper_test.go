package finding_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench/match/play"
	"github.com/zugwatch/zugwatch/bench/match/stats"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/finding"
	"github.com/zugwatch/zugwatch/engine/golden"
	"github.com/zugwatch/zugwatch/engine/must"
)

// paper is the page of the papers' tables.
const paper = "../../../docs/paper.md"

// TestPaperMatches: the page of the papers' tables has a place for every preset of
// matches and none for others. The figures there, beside the published ones, follow from
// the pairs that it gives.
func TestPaperMatches(t *testing.T) {
	content := must.Get(os.ReadFile(paper))(t)
	text := string(content)
	for _, p := range play.Presets() {
		mark := "<!-- match " + p.Name + " -->\n"
		before, rest, found := strings.Cut(text, mark)
		place, after, ends := strings.Cut(rest, "<!-- end -->\n")
		if !found || !ends || strings.Contains(rest, mark) {
			t.Errorf("docs/paper.md has no place for %s, or more than one", p.Name)
			continue
		}
		pairs, played := pairsOf(place)
		if !played {
			continue
		}
		var b bytes.Buffer
		must.Do(t, doc.Write(&b, finding.Published(p.Published, pairs), doc.Markdown, doc.Extent{}))
		if strings.HasSuffix(place, b.String()) {
			continue
		}
		if !golden.Updating() {
			t.Errorf("docs/paper.md tells of %s\n%s\nwant at its end\n%s", p.Name, place, &b)
		}
		own, _, _ := strings.Cut(place, "| match ")
		text = before + mark + own + strings.TrimPrefix(b.String(), "\n") + "<!-- end -->\n" + after
	}
	if got := strings.Count(text, "<!-- match "); got != len(play.Presets()) {
		t.Errorf("docs/paper.md has %d places of matches, want %d", got, len(play.Presets()))
	}
	if golden.Updating() && text != string(content) {
		must.Do(t, os.WriteFile(paper, []byte(text), 0o666))
	}
}

// pairsOf returns the pairs that the report of a match tells.
func pairsOf(report string) (p stats.Pairs, found bool) {
	for line := range strings.Lines(report) {
		if n, _ := fmt.Sscanf(line, "Ptnml(0-2): [%d, %d, %d, %d, %d]", &p[0], &p[1], &p[2], &p[3], &p[4]); n == len(p) {
			return p, true
		}
	}
	return p, false
}
