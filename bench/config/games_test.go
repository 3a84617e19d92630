package config

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
)

const gamesText = `suites:
  - name: wac
    kind: tactics
    limit: nodes=5
  - name: g
    kind: games
    limit: nodes=500
    games: 200
    book: own.pgn
    engine: zugwatch
    ref: v1.0
    tier: full
    optional: true
    gate: {elo: -12.5}
  - {name: h, kind: games, limit: depth=4}
`

func TestParseGames(t *testing.T) {
	c := must.Get(Parse("x.yaml", []byte(gamesText)))(t)
	want := []Games{
		{Name: "g", Limit: match.Control{Limits: engine.Limits{Nodes: 500}}, Most: 200, Book: "own.pgn", Engine: "zugwatch", Elo: -12.5, Ref: "v1.0", Tier: Full, Optional: true, Line: 5, Col: 5},
		{Name: "h", Limit: match.Control{Limits: engine.Limits{Depth: 4}}, Most: DefaultGames, Book: "default", Elo: DefaultElo, Line: 15, Col: 6},
	}
	if diff := cmp.Diff(want, c.Games); diff != "" || len(c.Suites) != 1 {
		t.Errorf("%d suites, games: %s", len(c.Suites), diff)
	}
	if alone := c.Suites[0].Gate.Tests(false); c.Tests() != alone+2 {
		t.Errorf("%d tests, those of the suite are %d", c.Tests(), alone)
	}
	if got := c.SkippedTiers(nil); !slices.Equal(got, []string{"g (full)"}) {
		t.Errorf("skipped %q", got)
	}
}

// TestJudged: games are chosen beside suites, by name and by tier, and only by what judges them.
func TestJudged(t *testing.T) {
	c := must.Get(Parse("x.yaml", []byte(gamesText)))(t)
	for _, test := range []struct {
		name        string
		names       []string
		most        Tier
		suites, won []string
		err         string
	}{
		{"all of a tier", nil, Smoke, []string{"wac"}, []string{"h"}, ""},
		{"all", nil, Full, []string{"wac"}, []string{"g", "h"}, ""},
		{"games by name", []string{"g"}, Smoke, nil, []string{"g"}, ""},
		{"both by name", []string{"g", "wac"}, Smoke, []string{"wac"}, []string{"g"}, ""},
		{"a wrong name", []string{"g", "wa"}, Smoke, nil, []string{"g"}, `suite "wa" is not in x.yaml (expected wac; did you mean wac?)`},
	} {
		suites, games, err := c.Judged(test.names, test.most)
		var chosen, played []string
		for i := range suites {
			chosen = append(chosen, suites[i].Name)
		}
		for i := range games {
			played = append(played, games[i].Name)
		}
		if text := errorText(err); !slices.Equal(chosen, test.suites) || !slices.Equal(played, test.won) || text != test.err {
			t.Errorf("%s: suites %q, games %q, %s", test.name, chosen, played, text)
		}
	}
	if _, err := c.Select([]string{"g"}); failure.Of(err) != failure.Input || err.Error() != `suite "g" is of kind games, which ci and ab judge (expected wac)` {
		t.Errorf("a suite of positions: %v", err)
	}
	only := must.Get(Parse("x.yaml", []byte("suites:\n  - {name: h, kind: games, limit: depth=4}\n")))(t)
	if suites, games, err := only.Judged(nil, Smoke); len(suites) != 0 || len(games) != 1 || err != nil {
		t.Errorf("games alone: %v, %v, %v", suites, games, err)
	}
	if _, _, err := only.Judged([]string{"k"}, Smoke); errorText(err) != `suite "k" is not in x.yaml (expected h; did you mean h?)` {
		t.Errorf("games alone, a wrong name: %v", err)
	}
	names := must.Get(c.JudgedNames(c.Suites, c.Games, "2026-01-01"))(t)
	if !slices.Equal(names, []string{"wac", "g"}) {
		t.Errorf("ci judges %q", names)
	}
}

// errorText returns the text of an error, empty for none.
func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
