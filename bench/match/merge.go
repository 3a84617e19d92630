package match

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/merge"
)

// Merge joins the shards of a match to the match that a single machine would have played.
// Their order does not matter, and a game in several of them counts once if they agree on
// it. Matches on a clock can be merged too: their games are independent of each other.
//
// The errors are, in this order, *bench.SetupError for no parts or a sequential test,
// *merge.MismatchError, *merge.ConflictError and one that names the shards with missing
// games. The result shares memory with the parts.
func Merge(parts []*Match) (*Match, error) {
	if len(parts) == 0 {
		return nil, bench.SetupErrorf("matches are none (expected those of all shards)")
	}
	if parts[0].Test != "" {
		return nil, bench.SetupErrorf("match has a sequential test, which is decided by the pairs in order (expected the shards of a match of fixed length)")
	}
	for i, part := range parts {
		if err := checkSameMatch(parts[0], part, i); err != nil {
			return nil, err
		}
	}
	whole := *parts[0]
	whole.Shard, whole.Games = bench.Shard{}, nil
	games := make(map[int]*Game)
	var conflict merge.ConflictError
	for _, part := range parts {
		for i := range part.Games {
			g := &part.Games[i]
			other, there := games[g.Number]
			if there && !reflect.DeepEqual(*g, *other) {
				conflict.IDs = append(conflict.IDs, "game "+strconv.Itoa(g.Number+1))
				conflict.First = fmt.Sprintf("%s by %s and %s by %s", other.Result, other.Ending, g.Result, g.Ending)
			}
			games[g.Number] = g
		}
	}
	if len(conflict.IDs) > 0 {
		return nil, &conflict
	}
	var shards []string // of missing games, by their first one
	for n := range whole.Total() {
		g, there := games[n]
		if there {
			whole.Games = append(whole.Games, *g)
			continue
		}
		if count := parts[0].Shard.Count; count > 1 {
			s := bench.Shard{Index: n/2%count + 1, Count: count}.String()
			if !slices.Contains(shards, s) {
				shards = append(shards, s)
			}
		}
	}
	if missing := whole.Total() - len(whole.Games); missing > 0 {
		text := fmt.Sprintf("match is incomplete: %d of %d games are missing", missing, whole.Total())
		if len(shards) > 0 {
			text += ", of shard " + strings.Join(shards, ", ")
		}
		return nil, errors.New(text)
	}
	whole.Complete = true
	return &whole, nil
}

// checkSameMatch returns an error if a match is no part of the same whole as the first.
func checkSameMatch(first, part *Match, index int) error {
	a, b := first.Key(), part.Key()
	a = append(a, [2]string{"number of shards", strconv.Itoa(max(first.Shard.Count, 1))})
	b = append(b, [2]string{"number of shards", strconv.Itoa(max(part.Shard.Count, 1))})
	for i := range a {
		other := [2]string{a[i][0], "(none)"}
		if i < len(b) {
			other = b[i]
		}
		if a[i] != other {
			return &merge.MismatchError{Part: index, Key: a[i][0], First: a[i][1], Own: other[1]}
		}
	}
	return nil
}

// Key returns everything that the games of a match depend on, as names and values, except
// the shard.
func (m *Match) Key() [][2]string {
	key := [][2]string{
		{"match schema", strconv.Itoa(m.Schema)},
		{"form", m.Form.String()},
		{"pairs", strconv.Itoa(m.Rounds)},
		{"seed", strconv.FormatUint(m.Seed, 10)},
		{"book", m.Book.Name},
		{"book digest", m.Book.Digest},
		{"random plies", strconv.Itoa(m.RandomPlies)},
		{"rules", m.Rules},
		{"margin", m.Margin},
		{"test", m.Test},
		{"players", strconv.Itoa(len(m.Players))},
	}
	for i, p := range m.Players {
		at := "player " + strconv.Itoa(i+1)
		key = append(key, [2]string{at, p.Name}, [2]string{at + " limit", p.Control}, [2]string{at + " engine", p.Engine.Name}, [2]string{at + " version", p.Engine.Version})
		for _, o := range p.Engine.Options {
			key = append(key, [2]string{at + " option " + o.Name, o.Value})
		}
	}
	return key
}
