package play

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/bench/match/stats"
	"github.com/zugwatch/zugwatch/bench/store"
	"github.com/zugwatch/zugwatch/engine/game"
)

// defaultLimit is the default search limit of players.
const defaultLimit = "nodes=20000"

// The numbers of pairs of a match when nothing is said, and the most there may be.
const (
	defaultPairs = 50
	MaxPairs     = 50_000 // also the end of a sequential test that never decides
)

// LimitKeys returns the names of limits, as Options.Limits and changes of players have
// them.
func LimitKeys() []string { return []string{"tc", "nodes", "depth", "movetime"} }

// Options say who plays, which games, and when they end.
type Options struct {
	// Engines are those that play, each as ENGINE or NAME=ENGINE; without any the
	// built-in one plays itself. With Revisions there is one at most.
	Engines   []string
	Built     map[string]engines.Engine // engines that need not be found, by their names in Engines
	Revisions *Revisions                // nil: the engines play as they are
	A, B      []string                  // changes of the first and the second player, KEY=VALUE
	Changes   []string                  // changes of any player, NAME:KEY=VALUE
	Limits    map[string]string         // by LimitKeys, of players that have none of their own; an empty one is none

	Form        match.Form
	Pairs       int    // of each meeting, up to MaxPairs; 0: 50, or until Test decides
	Book        string // "default", "start" or a file; empty: "default"
	BookPlies   int    // of each game of a PGN book, from 1
	RandomPlies int    // behind each opening
	Seed        uint64
	Shard       bench.Shard // of the pairs; zero: all

	Draw     *match.DrawRule   // nil: the usual rule on a clock, else none
	Resign   *match.ResignRule // nil: the usual rule on a clock, else none
	MaxMoves int               // of a game; 0: match.MaxMoves
	Margin   time.Duration     // how late an answer may come

	Test      *stats.SPRT // nil: all games are played
	Gate      bool        // the match fails when Test accepts H0
	MaxFaults int         // faults of engines that are tolerated

	Out  string     // file of the match; empty: it is not kept
	PGN  string     // file of the games; empty: there is none
	Mode store.Mode // what becomes of an unfinished match in Out

	// Begin is called before the first game with the built variants, nil without Revisions,
	// and the configuration of the match. Event is called for every finished game, end once
	// after the last. An error of Begin ends the match before it begins.
	Begin func(revisions []engines.Variant, config match.Config) (event func(match.Event), end func(), err error)
}

// Revisions are two revisions of one engine, which play each other.
type Revisions struct {
	Base    string
	Head    string // empty: the work tree as it is
	Rebuild bool   // ignore and do not fill the cache of builds
}

// control returns the limit of players that have none of their own.
func (o *Options) control() (match.Control, error) {
	var parts []string
	for _, key := range LimitKeys() {
		if value := o.Limits[key]; value != "" {
			parts = append(parts, key+"="+value)
		}
	}
	if parts == nil {
		parts = []string{defaultLimit}
	}
	control, err := match.ParseControl(strings.Join(parts, ","))
	return control, failure.Default(failure.Input, err)
}

// moreFaults is the number of faults beyond the tolerated ones that end a match at once: as a
// measurement it is lost already.
const moreFaults = 20

// config returns what is played and how, without the clock and the watcher.
func (o *Options) config(workers int, players []player) (config match.Config, err error) {
	clocked, exact, of := false, true, players[0].engine.Game()
	for _, p := range players {
		clocked = clocked || p.Control.HasClock()
		exact = exact && p.Control.Exact()
	}
	config = match.Config{
		Rules: o.rules(clocked), Margin: o.Margin, Test: o.Test, Shard: o.Shard,
		Workers: workers, MaxFaults: o.MaxFaults + moreFaults,
	}
	config.Schedule, err = o.schedule(of, exact)
	return config, err
}

// rules say when games are called off: on a clock by the usual rules where nothing
// is said, else never.
func (o *Options) rules(clocked bool) (rules match.Rules) {
	if clocked {
		rules = match.PlayRules()
	}
	if o.Draw != nil {
		rules.Draw = *o.Draw
	}
	if o.Resign != nil {
		rules.Resign = *o.Resign
	}
	rules.Moves = o.MaxMoves
	return rules
}

// schedule says which games are played of a game. Between exact players no opening is to come
// twice.
func (o *Options) schedule(of game.Game, exact bool) (match.Schedule, error) {
	book, err := openBook(o.Book, o.BookPlies, of)
	if err != nil {
		return match.Schedule{}, err
	}
	s := match.Schedule{Form: o.Form, Rounds: o.Pairs, Book: book, Seed: o.Seed, RandomPlies: o.RandomPlies}
	switch {
	case s.Rounds > 0:
	case o.Test != nil && exact && s.RandomPlies == 0:
		s.Rounds = len(s.Book.Openings)
	case o.Test != nil:
		s.Rounds = MaxPairs
	default:
		s.Rounds = defaultPairs
	}
	return s, nil
}

func openBook(name string, plies int, of game.Game) (*match.Book, error) {
	book, err := match.OpenBook(name, plies, of)
	if _, missing := errors.AsType[*fs.PathError](err); missing {
		err = fmt.Errorf("flag --book: %w", err)
	}
	return book, failure.Default(failure.Input, err)
}

// maxMargin is the latest that an answer may come.
const maxMargin = time.Minute

// ParseMargin reads how late an answer may come.
func ParseMargin(text string) (time.Duration, error) {
	margin, err := time.ParseDuration(text)
	if err != nil || margin < 0 || margin > maxMargin {
		return 0, failure.Inputf("flag --time-margin=%s (expected a duration from 0 to 1m, such as 20ms)", text)
	}
	return margin, nil
}
