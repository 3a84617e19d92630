package games

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"testing"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/match/stats"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestCorpus judges the stored games of the corpus of mutants, 1,000 each at 1,000 nodes, as the last look does beside nineteen
// other tests. Their results chose nothing of this package.
func TestCorpus(t *testing.T) {
	opened := must.Get(os.Open("../sensitivity/games.jsonl"))(t)
	defer opened.Close()
	counts, failed := make(map[string]int), []string{}
	lines := bufio.NewScanner(opened)
	for lines.Scan() {
		var row struct {
			Name, Kind string
			Games      json.RawMessage
		}
		must.Do(t, json.Unmarshal(lines.Bytes(), &row))
		var played struct{ Pairs stats.Pairs }
		if json.Unmarshal(row.Games, &played) != nil { // the head of the file, or a change without games
			continue
		}
		j, e := (&Plan{Elo: -25}).score(played.Pairs), &compare.Evidence{Tests: 20, Looks: 5}
		j.judgeElo(e, played.Pairs.Count())
		counts[row.Kind+" "+j.Result.Verdict.String()]++
		if j.Result.Verdict == compare.Fail {
			failed = append(failed, row.Name)
		}
	}
	want := map[string]int{"neutral pass": 210, "damaging pass": 78, "damaging undecided": 2, "damaging fail": 31}
	for what, n := range want {
		if counts[what] != n {
			t.Errorf("%s: %d, want %d", what, counts[what], n)
		}
	}
	for _, name := range []string{"castling-missing", "en-passant-missing", "pawn-cache-unchecked", "order-escape-off", "partial-iteration-dropped"} {
		if !slices.Contains(failed, name) {
			t.Errorf("%s does not fail", name)
		}
	}
}
