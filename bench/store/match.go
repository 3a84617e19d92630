package store

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/match"
)

// matchFormat tells the file of a match from every other JSON.
const matchFormat = "zugwatch match"

// matchDocument is the file of a match as JSON sees it.
type matchDocument struct {
	Format      string            `json:"format"`
	Schema      int               `json:"schema"`
	Players     []match.PlayerRef `json:"players"`
	Tournament  string            `json:"tournament"`
	Pairs       int               `json:"pairs"`
	Seed        uint64            `json:"seed"`
	Book        match.BookRef     `json:"book"`
	RandomPlies int               `json:"random_plies"`
	Rules       string            `json:"rules"`
	Margin      string            `json:"margin"`
	Test        string            `json:"test"`
	Shard       bench.Shard       `json:"shard,omitzero"` // of several, as "2/4"
	Complete    bool              `json:"complete"`
	Totals      matchTotals       `json:"totals"`
	Games       []match.Game      `json:"games"`
	Digest      string            `json:"digest"` // SHA-256 of all bytes above its line
}

// matchTotals sums a match up, for readers of the file.
type matchTotals struct {
	Games  int    `json:"games"`
	White  int    `json:"white"` // won by White
	Drawn  int    `json:"drawn"`
	Black  int    `json:"black"` // won by Black
	Faults int    `json:"faults"`
	Nodes  uint64 `json:"nodes"`
	First  []int  `json:"first,omitempty"` // won, drawn and lost by the first of two players
	Pairs  []int  `json:"ptnml,omitempty"` // of the first of two players
}

func totalsOf(m *match.Match) matchTotals {
	t := matchTotals{Games: len(m.Games), Faults: m.Faults(), Nodes: m.Nodes()}
	for i := range m.Games {
		switch m.Games[i].Result {
		case match.WhiteWins:
			t.White++
		case match.BlackWins:
			t.Black++
		default:
			t.Drawn++
		}
	}
	if len(m.Players) == 2 {
		s := m.ScoreAgainst(0, 1)
		t.First = []int{s.Games.Won, s.Games.Drawn, s.Games.Lost}
		t.Pairs = s.Pairs[:]
	}
	return t
}

// match returns what the document says.
func (d *matchDocument) match() (*match.Match, error) {
	form, err := match.ParseForm(d.Tournament)
	if len(d.Games) == 0 {
		d.Games = nil
	}
	return &match.Match{
		Schema: d.Schema, Players: d.Players, Form: form, Rounds: d.Pairs, Seed: d.Seed, Book: d.Book,
		RandomPlies: d.RandomPlies, Rules: d.Rules, Margin: d.Margin, Test: d.Test, Shard: d.Shard,
		Complete: d.Complete, Games: d.Games,
	}, err
}

// encodeMatch returns a match as a file, in its only spelling. The file has a few lines of header, one line for each
// game, and the digest of all bytes before it.
func encodeMatch(m *match.Match) ([]byte, error) {
	var w file.Layout
	w.Field("format", matchFormat)
	w.Field("schema", m.Schema)
	w.Field("players", m.Players)
	w.Field("tournament", m.Form.String())
	w.Field("pairs", m.Rounds)
	w.Field("seed", m.Seed)
	w.Field("book", m.Book)
	w.Field("random_plies", m.RandomPlies)
	w.Field("rules", m.Rules)
	w.Field("margin", m.Margin)
	w.Field("test", m.Test)
	if m.Shard != (bench.Shard{}) {
		w.Field("shard", m.Shard)
	}
	w.Field("complete", m.Complete)
	w.Field("totals", totalsOf(m))
	w.List("games", len(m.Games), func(i int) any { return &m.Games[i] })
	data, err := w.Seal()
	if err != nil {
		return nil, fmt.Errorf("match encode: %w", err)
	}
	return data, nil
}

// decodeMatch reads what encodeMatch writes, and nothing else: every move has to
// be legal. Every error is a *file.Error.
func decodeMatch(data []byte) (*match.Match, error) {
	d, err := file.DecodeSealed(data, matchFormat, match.Schema, func(d *matchDocument) string { return d.Digest })
	if err != nil {
		return nil, err
	}
	m, err := d.match()
	if err == nil {
		err = m.Check()
	}
	if err != nil {
		return nil, &file.Error{Reason: file.Contradiction, Detail: err.Error(), Err: err}
	}
	want, err := encodeMatch(m)
	return m, file.SameBytes(data, want, err)
}

// LoadMatch reads the file of a match. Every error is a *file.Error.
func LoadMatch(path string) (*match.Match, error) {
	data, err := file.Read(path)
	if err != nil {
		return nil, err
	}
	m, err := decodeMatch(data)
	return m, file.WithPath(path, err)
}

// IsMatch reports whether a file is that of a match, even if it is otherwise invalid.
func IsMatch(path string) bool {
	data, err := file.Read(path)
	return err == nil && bytes.HasPrefix(data, []byte("{\n\"format\": \""+matchFormat+"\""))
}

// SaveMatch writes a match into a file. The error is a *file.WriteError, or says what
// cannot be written.
func SaveMatch(path string, m *match.Match) error { return saveMatch(file.Disk{}, path, m) }

func saveMatch(d file.Disk, path string, m *match.Match) error {
	data, err := encodeMatch(m)
	if err != nil {
		return err
	}
	return d.Write(path, data)
}

// SavePGN writes the games of a match into a file.
func SavePGN(path string, m *match.Match) error { return savePGN(file.Disk{}, path, m) }

func savePGN(d file.Disk, path string, m *match.Match) error {
	text, err := m.Record()
	if err != nil {
		return err
	}
	return d.Write(path, []byte(text))
}

// MatchCheckpoint keeps a match on disk while it goes on, as a Checkpoint keeps a
// run. It is a match.Recorder. A process that is killed loses the games that were
// being played.
type MatchCheckpoint struct {
	attempt
	pgn string
}

// OpenMatchCheckpoint takes the lock of the match file in path. The games go into
// a PGN file too when it has a name. The errors are those of OpenCheckpoint.
func OpenMatchCheckpoint(path, pgn string, options CheckpointOptions) (*MatchCheckpoint, error) {
	var more []string
	if pgn != "" {
		more = append(more, pgn)
	}
	a, err := openAttempt(path, options, more...)
	if err != nil {
		return nil, err
	}
	return &MatchCheckpoint{attempt: *a, pgn: pgn}, nil
}

// gameKind returns what the journals of matches are.
func gameKind() kind {
	return kind{format: "zugwatch match journal", schema: match.Schema, things: "games"}
}

// Begin opens the journal and gives the games of an earlier attempt at the same
// match; see match.Recorder and Checkpoint.Begin.
func (c *MatchCheckpoint) Begin(m *match.Match) ([]match.Game, error) {
	key := []KeyPart{}
	for _, part := range append(m.Key(), [2]string{"shard", m.Shard.String()}) {
		key = append(key, KeyPart{Name: part[0], Value: part[1]})
	}
	old := gameList{seen: make(map[int]int)}
	if err := c.begin(gameKind(), append(key, c.options.Key...), old.take, func() error { return nil }); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(old.all, func(g match.Game) bool { return g.Void }), nil
}

// farmGame is a game in a journal that a worker of a farm has played, or one that was dropped.
type farmGame struct {
	By   string      `json:"by,omitempty"`
	Void int         `json:"void,omitempty"` // number of the game, from 1; 0: it holds
	Game *match.Game `json:"played,omitempty"`
}

// encodeGame writes a record of a journal.
func encodeGame(g *match.Game) ([]byte, error) {
	switch {
	case g.Void:
		return file.Line(farmGame{Void: g.Number + 1})
	case g.By != "":
		return file.Line(farmGame{By: g.By, Game: g})
	}
	return file.Line(g)
}

// decodeGame reads what encodeGame writes.
func decodeGame(record []byte) (g match.Game, err error) {
	if bytes.HasPrefix(record, []byte(`{"game":`)) {
		return g, file.ParseLine(record, &g)
	}
	var f farmGame
	if err := file.ParseLine(record, &f); err != nil {
		return g, err
	}
	switch {
	case f.Void > 0 && f.Game == nil && f.By == "":
		return match.Game{Number: f.Void - 1, Void: true}, nil
	case f.Void == 0 && f.Game != nil && f.By != "":
		g = *f.Game
		g.By = f.By
		return g, nil
	}
	return g, errors.New("neither a game nor one that was dropped")
}

// gameList holds the journal of a match, in the order of the file, each game once: the last of
// a number counts.
type gameList struct {
	all  []match.Game
	seen map[int]int // place in all by number
}

// take reads one record and says what is wrong with it.
func (c *gameList) take(record []byte) string {
	g, err := decodeGame(record)
	if err != nil {
		return "record does not parse: " + err.Error()
	}
	if !g.Void {
		err = g.Check()
	}
	if err != nil {
		return err.Error()
	}
	if at, again := c.seen[g.Number]; again {
		c.all[at] = g
		return ""
	}
	c.seen[g.Number], c.all = len(c.all), append(c.all, g)
	return ""
}

// Record writes a game into the journal.
func (c *MatchCheckpoint) Record(g match.Game) error {
	record, err := encodeGame(&g)
	if err == nil && len(record) > file.MaxRecord {
		err = fmt.Errorf("record of game %d has %d bytes (expected at most %d)", g.Number+1, len(record), file.MaxRecord)
	}
	return c.journal.Append(record, err)
}

// Save writes the match into its files. When nothing is left to play the journal
// is removed afterwards; otherwise it stays, for another attempt to go on from.
func (c *MatchCheckpoint) Save(m *match.Match) error {
	if c.pgn != "" {
		if err := savePGN(c.disk, c.pgn, m); err != nil {
			return err
		}
	}
	if err := saveMatch(c.disk, c.path, m); err != nil {
		return err
	}
	if !m.Finished() {
		return nil
	}
	return c.removeJournal()
}
