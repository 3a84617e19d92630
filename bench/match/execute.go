package match

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/match/stats"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// Config says what is played and how.
type Config struct {
	Schedule Schedule
	Rules    Rules
	Margin   time.Duration // how late an answer may come before the game is lost
	Test     *stats.SPRT   // ends the match of two players when it is decided; nil: all games are played
	Shard    bench.Shard   // of the pairs; zero: all
	Workers  int           // games at once; changes times, never the list of an exact match
	// MaxFaults is the number of games that may end by a fault of an engine; one more ends the
	// match. 0: any number may.
	MaxFaults int
	Remote    Remote           // plays the games instead of Workers; nil: they do
	Now       func() time.Time // the clock
	Recorder  Recorder         // stores finished games; may be nil
	Progress  func(Event)      // called for each finished game, one at a time; may be nil
}

// Recorder keeps games while a match goes on. Its methods are not called
// concurrently.
type Recorder interface {
	// Begin is called once, before the first game, and gives those that an earlier
	// attempt at the same match has finished.
	Begin(m *Match) ([]Game, error)
	// Record stores one game in place of an earlier one of its number; a Void game removes that.
	// Its error ends the match.
	Record(g Game) error
}

// Event is one finished game.
type Event struct {
	Game            *Game
	Finished, Total int
	Pairs           stats.Pairs // of the first player, all whole ones in order from the first; two players only
	LLR             float64     // of these; 0 without a test
	Elapsed         time.Duration
}

// Execute plays a match. The errors are *bench.SetupError, *bench.OpenError and that of
// Recorder.Begin, all before any game and with no result. A match that is cut short comes with
// the finished games and an error that says how far it came. Its cause is that of the context, a
// *bench.FaultLimitError or that of Recorder.Record.
//
// The pairs decide a sequential test in the order of the schedule, at the first pair that allows it. Later pairs are
// not part of the result, even if they are finished already. So any number of workers and interruptions leads to the
// same decision on the same games.
func Execute(ctx context.Context, players []Player, config Config) (*Match, error) {
	config.Schedule.Players = len(players)
	if err := config.check(players); err != nil {
		return nil, err
	}
	openers, first, err := openPlayers(players, config.Schedule.Book.game())
	if err != nil {
		return nil, err
	}
	s := newSession(players, openers, &config)
	if err := s.begin(); err != nil {
		return nil, closeSeats(first, err)
	}
	s.drive(ctx, first)
	return s.finishMatch(ctx)
}

// check finds what cannot be played.
func (c *Config) check(players []Player) error {
	if err := c.Schedule.prepare(); err != nil {
		return err
	}
	exact := true
	names := make(map[string]bool)
	for _, p := range players {
		if !p.Control.HasClock() && p.Control.Limits == (engine.Limits{}) { // a search would go on for ever
			return bench.SetupErrorf("player %s: limit is missing (expected tc, nodes, depth or movetime)", p.Name)
		}
		if names[p.Name] || p.Name == "" {
			return bench.SetupErrorf("player %q is listed twice (expected a name for each)", p.Name)
		}
		names[p.Name] = true
		exact = exact && p.Control.Exact()
	}
	switch {
	case c.Schedule.Book.game() != game.Shogi && slices.ContainsFunc(players, func(p Player) bool { return p.Control.Byoyomi > 0 }):
		return bench.SetupErrorf("a byoyomi is of clocks of shogi (expected an increment, as in tc=8+0.08)")
	case exact && c.Schedule.RandomPlies == 0 && c.Schedule.Rounds > len(c.Schedule.Book.Openings):
		return bench.SetupErrorf("book %s has %d openings for %d pairs, and under limits that read no clock the same games would come again (expected at most %d pairs, a larger book, or random plies)",
			c.Schedule.Book.Name, len(c.Schedule.Book.Openings), c.Schedule.Rounds, len(c.Schedule.Book.Openings))
	case c.Remote != nil && slices.ContainsFunc(players, func(p Player) bool { return p.Fresh }):
		return bench.SetupErrorf("fresh engines for each game do not go with other machines (expected one of them)")
	case c.Workers < 1 || c.Workers > bench.MaxWorkers:
		return bench.SetupErrorf("workers are %d (expected 1 to %d)", c.Workers, bench.MaxWorkers)
	case c.Test != nil && len(players) != 2:
		return bench.SetupErrorf("a sequential test needs two players (got %d)", len(players))
	case c.Test != nil && c.Shard.Count > 1:
		return bench.SetupErrorf("a sequential test cannot be parted into shards: it is decided by the pairs in order (expected a fixed number of games)")
	case c.Shard.Size(c.Schedule.pairs()) == 0:
		return bench.SetupErrorf("shard %s of %d pairs is empty (expected at most so many shards)", c.Shard, c.Schedule.pairs())
	}
	for round := range c.Schedule.Rounds {
		if _, err := c.Schedule.opening(round); err != nil {
			return bench.SetupErrorf("%v", err)
		}
	}
	return nil
}

// openPlayers opens the first engine of every player, to learn who they are. All have to play the
// game of the book.
func openPlayers(players []Player, of game.Game) ([]*opener, []*seat, error) {
	var lock sync.Mutex
	openers, seats := make([]*opener, len(players)), make([]*seat, len(players))
	for i := range players {
		openers[i] = &opener{player: &players[i], lock: &lock}
		e, err := openers[i].open(0)
		if err != nil {
			err = closeSeats(seats[:i], err)
			return nil, nil, &bench.OpenError{Class: bench.Classify(err, bench.FaultStart), Err: fmt.Errorf("player %s: %w", players[i].Name, err)}
		}
		seats[i] = &seat{opener: openers[i], engine: e}
	}
	for i, o := range openers {
		if o.id.Game != of {
			err := bench.SetupErrorf("player %s plays %s, and the book is of %s (expected players and a book of one game)", players[i].Name, o.id.Game, of)
			return nil, nil, closeSeats(seats, err)
		}
	}
	return openers, seats, nil
}

// closeSeats closes the engines of seats after an error, and returns it with theirs.
func closeSeats(seats []*seat, err error) error {
	for _, s := range seats {
		err = errors.Join(err, s.closeEngine())
	}
	return err
}

// session is the state of one Execute. It belongs to the goroutine that called
// it; the workers only send games.
type session struct {
	config  *Config
	match   *Match
	openers []*opener
	games   map[int]Game // finished ones by number
	total   int
	faults  int
	trial   sequentialTest
	judged  int // pairs from the first that the test has seen
	start   time.Time
	stopped error // why the match was ended from within
}

func newSession(players []Player, openers []*opener, c *Config) *session {
	m := &Match{
		Schema: Schema, Form: c.Schedule.Form, Rounds: c.Schedule.Rounds, Seed: c.Schedule.Seed,
		Book:        BookRef{Name: c.Schedule.Book.Name, Digest: c.Schedule.Book.Digest, Openings: len(c.Schedule.Book.Openings)},
		RandomPlies: c.Schedule.RandomPlies, Rules: c.Rules.String(), Margin: c.Margin.String(),
	}
	if c.Shard.Count > 1 {
		m.Shard = c.Shard
	}
	for i := range players {
		m.Players = append(m.Players, PlayerRef{Name: players[i].Name, Engine: openers[i].id, Control: players[i].Control.String()})
	}
	s := &session{config: c, match: m, openers: openers, games: make(map[int]Game), total: c.Schedule.size(c.Shard), start: c.Now()}
	if c.Test != nil {
		m.Test = c.Test.String()
	}
	s.trial.test = c.Test
	return s
}

// begin takes over what earlier attempts finished.
func (s *session) begin() error {
	if s.config.Recorder == nil {
		return nil
	}
	known, err := s.config.Recorder.Begin(s.match)
	if err != nil {
		return err
	}
	for _, g := range known {
		want, err := s.config.Schedule.planGame(g.Number)
		if err != nil {
			return err
		}
		if g.White != want.White || g.Black != want.Black || g.Start != want.Start || !slices.Equal(g.Book, want.Book) || !s.config.Shard.Has(g.Pair()) {
			return bench.SetupErrorf("game %d of the earlier attempt is not of this schedule", g.Number+1)
		}
		s.putGame(g)
	}
	for _, g := range known {
		if _, whole := s.games[g.Number^1]; !whole && g.By != "" { // a worker gave both
			s.putGame(Game{Number: g.Number, Void: true})
		}
	}
	return nil
}

// putGame adds a game and has the test judge the pairs that are complete now.
func (s *session) putGame(g Game) {
	if before, again := s.games[g.Number]; again { // which turned out wrong
		if before.Ending.IsFault() {
			s.faults--
		}
		s.trial, s.judged = sequentialTest{test: s.config.Test}, 0
	}
	if s.games[g.Number] = g; g.Void {
		delete(s.games, g.Number)
	}
	if g.Ending.IsFault() {
		s.faults++
	}
	if len(s.match.Players) != 2 || s.config.Shard.Count > 1 {
		return
	}
	for s.trial.decision == stats.Undecided {
		one, first := s.games[2*s.judged]
		other, second := s.games[2*s.judged+1]
		if !first || !second {
			return
		}
		s.judged++
		s.trial.take(one.Points(0) + other.Points(0))
	}
}

// isDecided reports whether the test is decided, so that no other game counts.
func (s *session) isDecided() bool { return s.trial.decision != stats.Undecided }

// drive sets the workers going and takes in what they finish.
func (s *session) drive(ctx context.Context, first []*seat) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var todo []int
	for n := range 2 * s.config.Schedule.pairs() {
		if _, done := s.games[n]; !done && s.config.Shard.Has(n/2) {
			todo = append(todo, n)
		}
	}
	if s.isDecided() {
		todo = nil
	}
	take := func(g Game) {
		if err := s.recordGame(g); err != nil && s.stopped == nil {
			s.stopped = err
		}
		if s.stopped != nil || s.isDecided() {
			cancel()
		}
	}
	if s.config.Remote != nil {
		s.send(ctx, newTable(s.openers, 0, first, s.config), todo, take)
		return
	}
	bench.Distribute(ctx, s.config.Workers, todo, func(board int, mine iter.Seq[int], finished chan<- Game) {
		t := newTable(s.openers, board, first, s.config)
		defer t.Close()
		for number := range mine {
			g, err := s.config.Schedule.planGame(number)
			if err != nil || t.Play(ctx, &g) != nil { // check has planned all of them
				break
			}
			finished <- g
		}
	}, take)
}

// send has the games played elsewhere.
func (s *session) send(ctx context.Context, here *Table, numbers []int, take func(Game)) {
	defer here.Close()
	here.answeredBy = s.answeredBy()
	games := make([]Game, 0, len(numbers))
	for _, number := range numbers {
		if g, err := s.config.Schedule.planGame(number); err == nil { // check has planned all of them
			games = append(games, g)
		}
	}
	if err := s.config.Remote(ctx, here, games, take); s.stopped == nil && ctx.Err() == nil {
		s.stopped = err
	}
}

// answeredBy returns the workers that have played pairs in earlier attempts, by the pairs.
func (s *session) answeredBy() map[int]string {
	all := make(map[int]string)
	for _, g := range s.games {
		if g.By != "" {
			all[g.Pair()] = g.By
		}
	}
	return all
}

// recordGame writes one game down and reports it. Its error ends the match.
func (s *session) recordGame(g Game) error {
	if s.stopped != nil || s.isDecided() {
		return nil // behind the end: it would not be part of the result
	}
	s.putGame(g)
	if s.config.Recorder != nil {
		if err := s.config.Recorder.Record(g); err != nil {
			return err
		}
	}
	if s.config.Progress != nil && !g.Void {
		s.config.Progress(Event{
			Game: &g, Finished: len(s.games), Total: s.total,
			Pairs: s.trial.pairs, LLR: s.trial.llr, Elapsed: s.config.Now().Sub(s.start),
		})
	}
	if s.config.MaxFaults > 0 && s.faults > s.config.MaxFaults {
		return &bench.FaultLimitError{Faults: s.faults, Allowed: s.config.MaxFaults}
	}
	return nil
}

// finishMatch returns the match as far as it came. Games behind the decision of the test are
// left out.
func (s *session) finishMatch(ctx context.Context) (*Match, error) {
	m := s.match
	last := 2 * s.config.Schedule.pairs()
	decided := s.isDecided()
	if decided {
		last = 2 * s.judged
	}
	for n := range last {
		if g, there := s.games[n]; there {
			g.By = ""
			m.Games = append(m.Games, g)
		}
	}
	m.Complete = decided || len(m.Games) == last
	if s.stopped == nil && (m.Complete || len(m.Games) == s.total) {
		return m, nil
	}
	cause := cmp.Or(s.stopped, context.Cause(ctx))
	return m, fmt.Errorf("match is incomplete: %d of %d games are finished: %w", len(m.Games), s.total, cause)
}
