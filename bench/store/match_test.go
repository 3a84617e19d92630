package store

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
)

// sampleMatch returns a match of so many short games, some of them faulted.
func sampleMatch(t testing.TB, games int) *match.Match {
	t.Helper()
	m := &match.Match{
		Schema: match.Schema, Rounds: (games + 1) / 2, Seed: 3, Rules: "none", Margin: "0s", Complete: games%2 == 0,
		Book: match.BookRef{Name: "b", Digest: "d", Openings: 9},
		Players: []match.PlayerRef{
			{Name: "one", Engine: engine.ID{Name: "zugwatch", Version: "0.1", Options: []engine.Option{{Name: "Hash", Value: "1"}}}, Control: "nodes=10"},
			{Name: "two", Engine: engine.ID{Name: "zugwatch"}, Control: "nodes=20"},
		},
	}
	start := game.Chess.Start()
	first := must.Get(start.ParseMove("e2e4"))(t)
	for n := range games {
		g := match.Game{Number: n, White: n % 2, Black: 1 - n%2, Result: match.WhiteWins, Ending: match.Resignation}
		g.Plies = []match.Ply{{Move: first, Score: engine.Score(n), Depth: n, SelDepth: 2 * n, Nodes: uint64(n)}}
		switch n % 3 {
		case 1:
			g.Result, g.Ending = match.Drawn, match.MoveLimit
		case 2:
			g.Ending, g.Message = match.Crash, "it said: <oh> & \"no\""
		}
		m.Games = append(m.Games, g)
	}
	return m
}

// TestMatchFile holds that a match survives its file, in one spelling alone.
func TestMatchFile(t *testing.T) {
	for _, games := range []int{0, 2, 5, 6} {
		m := sampleMatch(t, games)
		data := must.Get(encodeMatch(m))(t)
		back, err := decodeMatch(data)
		if err != nil || !reflect.DeepEqual(back, m) {
			t.Errorf("%d games: %v\n%s", games, err, data)
		}
	}
	shard := sampleMatch(t, 0)
	shard.Shard, shard.Complete = bench.Shard{Index: 1, Count: 2}, false
	data := must.Get(encodeMatch(shard))(t)
	if back, err := decodeMatch(data); err != nil || back.Shard != shard.Shard {
		t.Error(err)
	}
}

// TestMatchFileDamage flips, cuts and adds bytes everywhere: nothing passes.
func TestMatchFileDamage(t *testing.T) {
	data := must.Get(encodeMatch(sampleMatch(t, 4)))(t)
	refused := func(what string, at int, bent []byte) {
		if _, err := decodeMatch(bent); err == nil {
			t.Errorf("%s at byte %d passed", what, at)
		} else if fault := (*file.Error)(nil); !errors.As(err, &fault) {
			t.Errorf("%s at byte %d: %v", what, at, err)
		}
	}
	for at := range data {
		bent := bytes.Clone(data)
		bent[at] ^= 1
		refused("a flipped bit", at, bent)
		refused("a cut", at, data[:at])
	}
	refused("another line", len(data), append(bytes.Clone(data), '\n'))
	run := must.Get(os.ReadFile(filepath.Join("..", "baselines", "crafty.json")))(t)
	refused("a run", 0, run)
	if _, err := decodeRun(data); err == nil {
		t.Error("a match is a run")
	}
}

// TestMatchSense holds that a well-spelt file of what cannot be is refused. What that is, package match checks.
func TestMatchSense(t *testing.T) {
	m := sampleMatch(t, 4)
	m.Games[0].Result = match.Drawn
	var fault *file.Error
	if _, err := decodeMatch(must.Get(encodeMatch(m))(t)); !errors.As(err, &fault) || fault.Reason != file.Contradiction {
		t.Errorf("got %v", err)
	}
}

// TestMatchJournalSense holds that a record of what cannot be is damage.
func TestMatchJournalSense(t *testing.T) {
	header := must.Get(gameKind().header(nil))(t)
	record := func(change func(*match.Game)) []byte {
		g := sampleMatch(t, 1).Games[0]
		change(&g)
		return appendFrame(nil, must.Get(file.Line(g))(t))
	}
	plain := record(func(*match.Game) {})
	for name, bad := range map[string][]byte{
		"a result that is none": record(func(g *match.Game) { g.Number, g.Result = 5, match.Drawn }),
		"no game":               appendFrame(nil, []byte("{}")),
	} {
		data := append(append(appendFrame(nil, header), plain...), bad...)
		old := gameList{seen: make(map[int]int)}
		_, _, err := gameKind().recover(data, old.take)
		if damage, ok := errors.AsType[*file.JournalError](err); !ok || damage.Kept != 1 || len(old.all) != 1 || !strings.Contains(err.Error(), "after 1 games: ") {
			t.Errorf("%s: %v with %d games", name, err, len(old.all))
		}
	}
}

// TestMatchCheckpoint follows a match from its first game to its files.
func TestMatchCheckpoint(t *testing.T) {
	folder := t.TempDir()
	path, pgn := filepath.Join(folder, "m.json"), filepath.Join(folder, "m.pgn")
	m := sampleMatch(t, 4)
	c := must.Get(OpenMatchCheckpoint(path, pgn, CheckpointOptions{Holder: "test"}))(t)
	if games, err := c.Begin(m); err != nil || games != nil {
		t.Fatal(games, err)
	}
	must.Do(t, c.Record(m.Games[0]))
	part := *m
	part.Games, part.Complete = m.Games[:1], false
	must.Do(t, c.Save(&part))
	must.Do(t, c.Close())
	var pending *PendingError
	if _, err := OpenMatchCheckpoint(path, pgn, CheckpointOptions{}); !errors.As(err, &pending) {
		t.Errorf("without a word on the journal: %v", err)
	}
	c = must.Get(OpenMatchCheckpoint(path, pgn, CheckpointOptions{Mode: Resume}))(t)
	other := *m
	other.Seed++
	var unlike *KeyError
	if _, err := c.Begin(&other); !errors.As(err, &unlike) || unlike.Differences[0].Name != "seed" {
		t.Errorf("another seed: %v", err)
	}
	if games, err := c.Begin(m); err != nil || len(games) != 1 {
		t.Fatal(games, err)
	}
	must.Do(t, c.Save(m))
	must.Do(t, c.Close())
	back, err := LoadMatch(path)
	if err != nil || !reflect.DeepEqual(back, m) || !IsMatch(path) {
		t.Error(err)
	}
	want, _ := m.Record()
	if got := readFile(t, pgn); got != want {
		t.Errorf("PGN is %s", got)
	}
	entries, _ := os.ReadDir(folder)
	if len(entries) != 2 {
		t.Errorf("files are %v", entries)
	}
}

// TestMatchJournalFarmed: who played a game is kept, and one that was dropped is none until it
// is played again.
func TestMatchJournalFarmed(t *testing.T) {
	header := must.Get(gameKind().header(nil))(t)
	farmed := sampleMatch(t, 1).Games[0]
	farmed.By = "w"
	void := match.Game{Number: farmed.Number, Void: true}
	for _, test := range []struct {
		games []match.Game
		want  match.Game
	}{
		{[]match.Game{farmed}, farmed},
		{[]match.Game{farmed, void}, void},
		{[]match.Game{farmed, void, farmed}, farmed},
	} {
		data := appendFrame(nil, header)
		for i := range test.games {
			data = appendFrame(data, must.Get(encodeGame(&test.games[i]))(t))
		}
		old := gameList{seen: make(map[int]int)}
		if _, _, err := gameKind().recover(data, old.take); err != nil || len(old.all) != 1 || !reflect.DeepEqual(old.all[0], test.want) {
			t.Errorf("got %+v, %v, want %+v", old.all, err, test.want)
		}
	}
	for _, bad := range []string{`{"by":"w"}`, `{"by":"w","void":1}`, `{}`} {
		old := gameList{seen: make(map[int]int)}
		if why := old.take([]byte(bad)); why == "" {
			t.Errorf("%s is taken", bad)
		}
	}
}
