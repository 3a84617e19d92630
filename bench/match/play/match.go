package play

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/bench/match/stats"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/bench/store"
)

// Result is a match that was played.
type Result struct {
	Match     *match.Match
	Revisions []engines.Variant // base and head, where revisions played
	Verdict   Verdict           // Unfinished when the match was cut short
}

// Match finds or builds the players and plays the match, as many games at once as the runner
// has workers. A match that was cut short, or that has too many faults, comes with the
// error. Without a game the result is nil.
func Match(ctx context.Context, r *runner.Runner, o *Options) (result *Result, err error) {
	if o.Revisions == nil {
		players, err := findPlayers(ctx, r, o)
		if err != nil {
			return nil, err
		}
		return playMatch(ctx, r, o, players, nil)
	}
	entries, shared, err := revisionEntries(r, o)
	if err != nil {
		return nil, err
	}
	b, err := engines.NewBuilder(ctx, r.Config, o.Revisions.Rebuild, r.Tell)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, b.Close(ctx)) }()
	players, revisions, err := buildPlayers(ctx, r, b, o, entries, shared)
	if err != nil {
		return nil, err
	}
	return playMatch(ctx, r, o, players, revisions)
}

// playMatch lets the players play and judges the match.
func playMatch(ctx context.Context, r *runner.Runner, o *Options, players []player, revisions []engines.Variant) (*Result, error) {
	config, err := o.config(r.Workers, players)
	if err != nil {
		return nil, err
	}
	event, end, err := o.Begin(revisions, config)
	if err != nil {
		return nil, err
	}
	config.Progress, config.Now = event, r.Now
	if r.Farm != nil {
		if config.Remote, err = remoteOf(r, players, &config); err != nil {
			end()
			return nil, err
		}
	}
	m, err := executeWithJournal(ctx, r, o, config, players)
	end()
	if m == nil {
		return nil, err
	}
	result := &Result{Match: m, Revisions: revisions}
	if err == nil {
		result.Verdict, err = verdictOf(m, o.Gate, o.MaxFaults)
	}
	return result, err
}

// remoteOf returns how the games are played on other machines.
func remoteOf(r *runner.Runner, players []player, config *match.Config) (match.Remote, error) {
	var seated []match.Player
	var on []engines.Engine
	for _, p := range players {
		seated, on = append(seated, p.Player), append(on, p.engine)
	}
	return r.Farm.Match(seated, on, config)
}

// executeWithJournal plays, with a journal where there is a file. A match that was cut short
// comes with the error.
func executeWithJournal(ctx context.Context, r *runner.Runner, o *Options, config match.Config, players []player) (m *match.Match, err error) {
	save := func(m *match.Match, cause error) error {
		if o.PGN == "" {
			return cause
		}
		return errors.Join(cause, runner.OutputError(store.SavePGN(o.PGN, m)))
	}
	if o.Out != "" {
		opened, opening := openCheckpoint(r, o, players)
		if opening != nil {
			return nil, opening
		}
		checkpoint := runner.NewCheckpoint(opened, o.Out, "games", (*match.Match).Total, r.Tell)
		defer func() { err = errors.Join(err, checkpoint.Close()) }()
		config.Recorder = checkpoint
		save = func(m *match.Match, cause error) error { return checkpoint.SaveError(cause, opened.Save(m)) }
	}
	var playing []match.Player
	for _, p := range players {
		playing = append(playing, p.Player)
	}
	m, err = match.Execute(ctx, playing, config)
	err = failure.Interruption(ctx, runner.CheckpointError(err))
	if m == nil {
		return nil, err
	}
	return m, save(m, err)
}

// openCheckpoint takes the lock of the match file.
func openCheckpoint(r *runner.Runner, o *Options, players []player) (*store.MatchCheckpoint, error) {
	if o.Out == o.PGN {
		return nil, failure.Inputf("flags --out and --pgn both name %s (expected a file for each)", o.Out)
	}
	key := []store.KeyPart{{Name: "tool", Value: r.Tool}}
	for i := range players {
		digest, err := players[i].engine.Digest()
		if err != nil {
			return nil, failure.With(failure.Engine, fmt.Errorf("player %s: %w", players[i].Name, err))
		}
		key = append(key, store.KeyPart{Name: "player " + strconv.Itoa(i+1) + " program", Value: digest})
	}
	opened, err := store.OpenMatchCheckpoint(o.Out, o.PGN, store.CheckpointOptions{Mode: o.Mode, Holder: r.Holder, Key: key})
	return opened, runner.CheckpointError(err)
}

// Merge merges the files of the shards of a match into out, and its games into pgn
// where that has a name. A match that could not be written comes with the error.
func Merge(files []string, out, pgn string) (*match.Match, error) {
	parts := make([]*match.Match, len(files))
	for i, file := range files {
		var err error
		if parts[i], err = store.LoadMatch(file); err != nil {
			return nil, err
		}
	}
	m, err := match.Merge(parts)
	if err != nil {
		return nil, runner.MergeError(files, err)
	}
	err = runner.OutputError(store.SaveMatch(out, m))
	if err == nil && pgn != "" {
		err = runner.OutputError(store.SavePGN(pgn, m))
	}
	return m, err
}

// Verdict says whether a match was finished, and whether its test passed.
type Verdict uint8

// The verdicts.
const (
	Unfinished Verdict = iota // it was cut short
	Complete                  // the games were played, and there is nothing to fail
	Pass                      // its test accepts H1
	Fail                      // its test accepts H0, which is to fail
	Undecided                 // its test accepts neither
	Faulty                    // faults of engines ended more games than are tolerated
)

// String returns the verdict in one word, the same for all that decide nothing.
func (v Verdict) String() string {
	return [...]string{"inconclusive", "complete", "pass", "fail", "inconclusive", "inconclusive"}[v]
}

// Failure returns the kind of failure that the verdict is.
func (v Verdict) Failure() failure.Kind {
	return [...]failure.Kind{failure.Undecided, failure.None, failure.None, failure.Regression, failure.Undecided, failure.Engine}[v]
}

// verdictOf returns the verdict on a match that was played to its end. Faulty comes with an
// error.
func verdictOf(m *match.Match, gate bool, tolerated int) (Verdict, error) {
	if faults := m.Faults(); faults > tolerated {
		return Faulty, failure.With(failure.Engine, fmt.Errorf("engine faults ended %d of %d games (tolerated: %d)", faults, len(m.Games), tolerated))
	}
	if m.Test == "" {
		return Complete, nil
	}
	_, decision, _, err := m.Verdict()
	switch {
	case err != nil:
		return Unfinished, err
	case decision == stats.AcceptedH1:
		return Pass, nil
	case decision == stats.AcceptedH0 && gate:
		return Fail, nil
	case decision == stats.AcceptedH0:
		return Complete, nil
	}
	return Undecided, nil
}
