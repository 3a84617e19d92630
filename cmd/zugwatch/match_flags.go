package main

import (
	"os"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/bench/match/stats"
)

// defaultControl is how long players may think when nothing is said.
const defaultControl = "nodes=20000"

// The numbers of pairs of a match when nothing is said.
const (
	defaultPairs = 50
	mostPairs    = 50_000 // also the end of a sequential test that never decides
)

// controlFlags limit the thinking of players that have no limit of their own.
func controlFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "tc", Usage: "play on a `CLOCK` in seconds: 8+0.08, 60 or 40/60+0.5"},
		&cli.StringFlag{Name: "nodes", DefaultText: "20000 without any limit", Usage: "search at most `N` nodes for each move"},
		&cli.StringFlag{Name: "depth", Usage: "search each move to depth `N` in plies"},
		&cli.StringFlag{Name: "movetime", Usage: "search each move for a `TIME`, such as 100ms"},
		&cli.StringFlag{Name: "time-margin", Usage: "do not lose a game for an answer that comes up to `TIME` late"},
	}
}

// controlKeys are the names of limits, of flags and of players.
func controlKeys() []string { return []string{"tc", "nodes", "depth", "movetime"} }

// scheduleFlags say which games are played.
func scheduleFlags() []cli.Flag {
	return []cli.Flag{
		&cli.IntFlag{Name: "games", DefaultText: "100, or until --sprt is decided", Usage: "play `N` games of each two players, an even number"},
		&cli.IntFlag{Name: "pairs", Usage: "the same as half as many `PAIRS`"},
		&cli.StringFlag{Name: "tournament", Value: match.RoundRobin.String(), Usage: "with more than two players: `round-robin`, or gauntlet of the first against all others"},
		&cli.StringFlag{Name: "book", Value: "default", Usage: "begin games with the openings of `BOOK`: default, start, or a file that ends in .epd or .pgn"},
		&cli.IntFlag{Name: "book-plies", Value: match.BookPlies, Usage: "take `N` plies of each game of a PGN book"},
		&cli.IntFlag{Name: "random-plies", Usage: "play `N` random plies behind each opening"},
		&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "seed `N` of the order of the openings and of random plies"},
	}
}

// ruleFlags say when games are called off.
func ruleFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "draw", DefaultText: "off, on a clock " + match.PlayRules().Draw.String(), Usage: "call a game a draw by `RULE`: off, or moves=8,score=10,from=34"},
		&cli.StringFlag{Name: "resign", DefaultText: "off, on a clock " + match.PlayRules().Resign.String(), Usage: "call a game lost by `RULE`: off, or moves=4,score=700[,two-sided]"},
		&cli.IntFlag{Name: "max-moves", Usage: "call a game of `N` moves a draw"},
	}
}

// matchConfig reads the flags that say what is played and how.
func matchConfig(c *cli.Context, m *measurement, players []contestant) (config match.Config, err error) {
	clocked, exact := false, true
	for _, p := range players {
		clocked = clocked || p.player.Control.HasClock()
		exact = exact && p.player.Control.Exact()
	}
	config.Workers, config.MaxFaults = m.workers, c.Int("max-faults")+moreFaults
	if c.Int("max-faults") < 0 {
		return config, badInput("flag --max-faults=%d (expected a number from 0)", c.Int("max-faults"))
	}
	if config.Rules, err = matchRules(c, clocked); err != nil {
		return config, err
	}
	if config.Margin, err = timeMargin(c.String("time-margin")); err != nil {
		return config, err
	}
	if text := c.String("sprt"); text != "" {
		test, err := stats.ParseSPRT(text)
		if err != nil {
			return config, badInput("flag --sprt: %w", err)
		}
		config.Test = &test
	}
	if c.Bool("gate") && config.Test == nil {
		return config, badInput("flag --gate is of no use without --sprt (expected a test that can fail)")
	}
	if config.Shard, err = flagShard(c.String("shard"), os.Getenv); err != nil {
		return config, err
	}
	config.Schedule, err = matchSchedule(c, config.Test != nil, exact)
	return config, err
}

// matchSchedule reads the flags that say which games are played.
func matchSchedule(c *cli.Context, tested, exact bool) (s match.Schedule, err error) {
	if s.Form, err = match.ParseForm(c.String("tournament")); err != nil {
		return s, badInput("flag --tournament: %w", err)
	}
	if plies := c.Int("book-plies"); plies < 1 || plies > 400 {
		return s, badInput("flag --book-plies=%d (expected a number from 1 to 400)", plies)
	}
	if s.Book, err = matchBook(c.String("book"), c.Int("book-plies")); err != nil {
		return s, err
	}
	s.Seed, s.RandomPlies = c.Uint64("seed"), c.Int("random-plies")
	games, pairs := c.Int("games"), c.Int("pairs")
	switch {
	case c.IsSet("games") && c.IsSet("pairs"):
		return s, badInput("flag --games beside --pairs (expected one of them)")
	case c.IsSet("games") && (games < 2 || games%2 != 0 || games > 2*mostPairs):
		return s, badInput("flag --games=%d (expected an even number from 2 to %d)", games, 2*mostPairs)
	case c.IsSet("pairs") && (pairs < 1 || pairs > mostPairs):
		return s, badInput("flag --pairs=%d (expected a number from 1 to %d)", pairs, mostPairs)
	case c.IsSet("games"):
		s.Rounds = games / 2
	case c.IsSet("pairs"):
		s.Rounds = pairs
	case tested && exact && s.RandomPlies == 0:
		s.Rounds = len(s.Book.Openings)
	case tested:
		s.Rounds = mostPairs
	default:
		s.Rounds = defaultPairs
	}
	return s, nil
}

// matchRules reads when games are called off: on a clock by the usual rules where
// nothing is said, else never.
func matchRules(c *cli.Context, clocked bool) (rules match.Rules, err error) {
	if clocked {
		rules = match.PlayRules()
	}
	if c.IsSet("draw") {
		if rules.Draw, err = match.ParseDrawRule(c.String("draw")); err != nil {
			return rules, badInput("flag --draw: %w", err)
		}
	}
	if c.IsSet("resign") {
		if rules.Resign, err = match.ParseResignRule(c.String("resign")); err != nil {
			return rules, badInput("flag --resign: %w", err)
		}
	}
	if rules.Moves = c.Int("max-moves"); rules.Moves < 0 || rules.Moves > match.MaxMoves {
		return rules, badInput("flag --max-moves=%d (expected a number from 1 to %d)", rules.Moves, match.MaxMoves)
	}
	return rules, nil
}

// timeMargin reads how late an answer may come.
func timeMargin(text string) (time.Duration, error) {
	if text == "" {
		return 0, nil
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 || d > time.Minute {
		return 0, badInput("flag --time-margin=%s (expected a duration from 0 to 1m, such as 20ms)", text)
	}
	return d, nil
}

// flagControl reads the limit of players without one of their own.
func flagControl(c *cli.Context) (match.Control, error) {
	var parts []string
	for _, key := range controlKeys() {
		if value := c.String(key); value != "" {
			parts = append(parts, key+"="+value)
		}
	}
	if parts == nil {
		parts = []string{defaultControl}
	}
	control, err := match.ParseControl(strings.Join(parts, ","))
	return control, withCode(codeInput, err)
}
