package main

import (
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/bench/store"
)

// keeper keeps the match of --out on disk; without --out it writes the games at
// the end, if anything.
type keeper struct {
	store       *store.MatchCheckpoint
	journal     string // the file
	pgn         string
	diagnostics io.Writer
}

// openKeeper takes the lock of the match file.
func openKeeper(c *cli.Context, players []contestant, mode store.Mode) (*keeper, error) {
	file, pgn := c.Path("out"), c.Path("pgn")
	if file == "" {
		return &keeper{pgn: pgn}, nil
	}
	if file == pgn {
		return nil, badInput("flags --out and --pgn both name %s (expected a file for each)", file)
	}
	key := []store.KeyPart{{Name: "tool", Value: version()}}
	for i := range players {
		digest, err := players[i].digest()
		if err != nil {
			return nil, &failure{code: codeEngine, err: fmt.Errorf("player %s: %w", players[i].player.Name, err)}
		}
		key = append(key, store.KeyPart{Name: "player " + strconv.Itoa(i+1) + " program", Value: digest})
	}
	opened, err := store.OpenMatchCheckpoint(file, pgn, store.CheckpointOptions{
		Mode:   mode,
		Holder: lockHolder(),
		Key:    key,
	})
	if err != nil {
		return nil, checkpointError(err)
	}
	return &keeper{store: opened, journal: store.JournalPath(file), pgn: pgn, diagnostics: c.App.ErrWriter}, nil
}

// recorder is what the match reports to, nil without --out.
func (k *keeper) recorder() match.Recorder {
	if k.store == nil {
		return nil
	}
	return k
}

// Begin is that of the store, with a word to the user on what was found.
func (k *keeper) Begin(m *match.Match) ([]match.Game, error) {
	known, err := k.store.Begin(m)
	if err != nil {
		return nil, err
	}
	tellFound(k.diagnostics, k.store, len(known), m.Total(), "games")
	return known, nil
}

// Record is that of the store.
func (k *keeper) Record(g match.Game) error { return k.store.Record(g) }

// save writes the match into its files. Cause is why it ended early, nil when it
// did not; while there is a journal the error says how to go on.
func (k *keeper) save(m *match.Match, cause error) error {
	if k.store == nil {
		if k.pgn == "" {
			return cause
		}
		return errors.Join(cause, outputError(store.SavePGN(k.pgn, m)))
	}
	return resumable(k.journal, errors.Join(cause, outputError(k.store.Save(m))))
}

// close gives the lock back.
func (k *keeper) close() error {
	if k.store == nil {
		return nil
	}
	return outputError(k.store.Close())
}
