package finding_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/finding"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/golden"
	"github.com/zugwatch/zugwatch/engine/must"
)

// sampleMatch returns a match of so many players with games that end in many ways, and
// texts that mean harm.
func sampleMatch(players int) *match.Match {
	m := &match.Match{
		Schema: match.Schema, Rounds: 8, Seed: 3, Rules: "resign moves=4,score=700", Margin: "0s", RandomPlies: 2,
		Book: match.BookRef{Name: "a|b.epd", Digest: "d", Openings: 1},
	}
	for i := range players {
		m.Players = append(m.Players, match.PlayerRef{
			Name:    []string{"new", "old|<b>", "third"}[i],
			Engine:  engine.ID{Name: "engine\x1b[31m", Options: []engine.Option{{Name: "Hash", Value: "1"}}},
			Control: "tc=8+0.08",
		})
	}
	endings := match.Endings()
	results := map[match.Ending]match.Result{match.Checkmate: match.WhiteWins, match.Resignation: match.BlackWins}
	for n := range 2 * len(endings) {
		one, other := 0, 1+n/2%(players-1)
		g := match.Game{Number: n, White: one, Black: other, Ending: endings[n/2], Result: match.Drawn}
		if n%2 == 1 {
			g.White, g.Black = other, one
		}
		if r, ok := results[g.Ending]; ok {
			g.Result = r
		}
		if g.Ending.IsFailure() {
			g.Result, g.Message = match.WhiteWins, "crash-exit: it said: ::error::<script> @all"
		}
		m.Games = append(m.Games, g)
	}
	return m
}

// TestMatch holds every byte of the report of a match.
func TestMatch(t *testing.T) {
	tested := sampleMatch(2)
	tested.Test = "elo0=0,elo1=5,alpha=0.05,beta=0.1,model=logistic"
	shard := sampleMatch(2)
	shard.Shard = bench.Shard{Index: 1, Count: 2}
	shard.Games = shard.Games[:1]
	empty := sampleMatch(2)
	empty.Games = nil
	tests := []struct {
		name    string
		match   *match.Match
		format  doc.Format
		verbose bool
	}{
		{"match.txt", tested, doc.PlainText, true},
		{"match.md", tested, doc.Markdown, false},
		{"match-three.txt", sampleMatch(3), doc.PlainText, false},
		{"match-shard.txt", shard, doc.PlainText, false},
		{"match-empty.txt", empty, doc.PlainText, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var b bytes.Buffer
			d := must.Get(finding.Match(test.match, test.verbose))(t)
			must.Do(t, doc.Write(&b, d, test.format, doc.Extent{}))
			must.Do(t, report.Line(&b, "complete", 0, finding.MatchFields(test.match)...))
			golden.Check(t, "testdata/"+test.name, b.Bytes())
			for line := range strings.Lines(b.String()) {
				if strings.ContainsRune(line, '\x1b') || strings.HasPrefix(strings.TrimSpace(line), "::") || test.format == doc.Markdown && strings.Contains(line, "<script") {
					t.Errorf("a text does harm: %q", line)
				}
			}
		})
	}
}

func TestMatchWithoutTest(t *testing.T) {
	m := sampleMatch(2)
	m.Test = "elo0"
	if d, err := finding.Match(m, false); d != nil || err == nil || !strings.HasPrefix(err.Error(), "report: ") {
		t.Errorf("got %v, %v", d, err)
	}
}
