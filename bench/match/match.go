package match

import (
	"fmt"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/match/stats"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// Schema is the version of what a Match holds.
const Schema = 1

// Match is a list of games and all that it depends on.
type Match struct {
	Schema      int
	Players     []PlayerRef
	Form        Form
	Rounds      int // pairs of each meeting, at most
	Seed        uint64
	Book        BookRef
	RandomPlies int
	Rules       string
	Margin      string // how late an answer may come
	Test        string // of the sequential test; empty: there is none
	Shard       bench.Shard
	Complete    bool   // all games are there, or the test is decided
	Games       []Game // finished ones, by number
}

// PlayerRef is a player as the file of a match knows it.
type PlayerRef struct {
	Name    string    `json:"name"`
	Engine  engine.ID `json:"engine"`
	Control string    `json:"control"`
}

// BookRef names a book.
type BookRef struct {
	Name     string `json:"name"`
	Digest   string `json:"digest"`
	Openings int    `json:"openings"`
}

// exact reports whether no player had a clock: then every game can be repeated to
// the node.
func (m *Match) exact() bool {
	for _, p := range m.Players {
		if c, err := ParseControl(p.Control); err != nil || !c.Exact() {
			return false
		}
	}
	return true
}

// Finished reports whether nothing of the match or shard is left to play.
func (m *Match) Finished() bool {
	if m.Complete || m.Shard.Count < 2 {
		return m.Complete
	}
	return len(m.Games) == m.Total()
}

// Total returns how many games the match or its shard has at most.
func (m *Match) Total() int {
	s := Schedule{Players: len(m.Players), Form: m.Form, Rounds: m.Rounds}
	return s.size(m.Shard)
}

// Score counts the wins, draws and losses of one player against another, in games and in pairs.
type Score struct {
	Games    stats.Games
	Pairs    stats.Pairs // of whole pairs alone
	Unpaired int         // games whose other one is not finished
}

// ScoreAgainst returns the score of one player against another.
func (m *Match) ScoreAgainst(one, other int) Score {
	var s Score
	half := make(map[int]int) // points of pairs with one game
	for i := range m.Games {
		g := &m.Games[i]
		if met := [2]int{g.White, g.Black}; met != [2]int{one, other} && met != [2]int{other, one} {
			continue
		}
		points := g.Points(one)
		switch points {
		case 0:
			s.Games.Lost++
		case 1:
			s.Games.Drawn++
		default:
			s.Games.Won++
		}
		before, there := half[g.Pair()]
		if !there {
			half[g.Pair()] = points
			continue
		}
		delete(half, g.Pair())
		s.Pairs.Add(before + points)
	}
	s.Unpaired = len(half)
	return s
}

// Points returns what a player has of a game, in half points.
func (g *Game) Points(player int) int {
	if g.White == player {
		return g.Result.halfPoints(game.First)
	}
	return g.Result.halfPoints(game.Second)
}

// TotalScore returns the score of one player against all others.
func (m *Match) TotalScore(player int) stats.Games {
	var sum stats.Games
	for other := range m.Players {
		if other != player {
			s := m.ScoreAgainst(player, other)
			sum.Won += s.Games.Won
			sum.Drawn += s.Games.Drawn
			sum.Lost += s.Games.Lost
		}
	}
	return sum
}

// Ratings returns the Elo of each player from all games.
func (m *Match) Ratings() []stats.Interval {
	var meetings []stats.Meeting
	for one := range m.Players {
		for other := one + 1; other < len(m.Players); other++ {
			if s := m.ScoreAgainst(one, other); s.Games.Count() > 0 {
				meetings = append(meetings, stats.Meeting{One: one, Other: other, Games: s.Games})
			}
		}
	}
	return stats.Ratings(len(m.Players), meetings)
}

// Endings counts how games ended.
func (m *Match) Endings() map[Ending]int {
	counts := make(map[Ending]int)
	for i := range m.Games {
		counts[m.Games[i].Ending]++
	}
	return counts
}

// Failures counts the games that a player lost because its engine failed.
func (m *Match) Failures(player int) map[Ending]int {
	counts := make(map[Ending]int)
	for i := range m.Games {
		g := &m.Games[i]
		if side, lost := g.Loser(); lost && g.Ending.IsFailure() && g.Player(side) == player {
			counts[g.Ending]++
		}
	}
	return counts
}

// Faults returns the number of games that a fault of an engine ended.
func (m *Match) Faults() (n int) {
	for i := range m.Games {
		if m.Games[i].Ending.IsFault() {
			n++
		}
	}
	return n
}

// Nodes returns the number of nodes that all players visited.
func (m *Match) Nodes() (n uint64) {
	for i := range m.Games {
		for _, ply := range m.Games[i].Plies {
			n += ply.Nodes
		}
	}
	return n
}

// Verdict returns the sequential test, its decision, and the LLR at the decision or else
// of all pairs in order from the first. There has to be a test.
func (m *Match) Verdict() (stats.SPRT, stats.Decision, float64, error) {
	test, err := stats.ParseSPRT(m.Test)
	if err != nil {
		return test, stats.Undecided, 0, err
	}
	t := sequentialTest{test: &test}
	for i := 0; i+1 < len(m.Games) && m.Games[i].Number == i && m.Games[i+1].Number == i+1 && t.decision == stats.Undecided; i += 2 {
		t.take(m.Games[i].Points(0) + m.Games[i+1].Points(0))
	}
	return test, t.decision, t.llr, nil
}

// sequentialTest is a sequential test on pairs in their order.
type sequentialTest struct {
	test     *stats.SPRT // nil: pairs are only counted
	pairs    stats.Pairs
	llr      float64
	decision stats.Decision
}

// take judges one more pair.
func (t *sequentialTest) take(halfPoints int) {
	t.pairs.Add(halfPoints)
	if t.test == nil {
		return
	}
	t.decision, t.llr = t.test.Decide(t.pairs)
}

// Check returns an error if games are out of order, are of other players, or cannot have been played.
func (m *Match) Check() error {
	last := -1
	for i := range m.Games {
		g := &m.Games[i]
		switch {
		case g.Number <= last:
			return fmt.Errorf("game %d does not come after game %d", g.Number+1, last+1)
		case g.White < 0 || g.Black < 0 || g.White >= len(m.Players) || g.Black >= len(m.Players) || g.White == g.Black:
			return fmt.Errorf("game %d is between players %d and %d of %d", g.Number+1, g.White, g.Black, len(m.Players))
		case !m.Shard.Has(g.Pair()):
			return fmt.Errorf("game %d is not of shard %s", g.Number+1, m.Shard)
		}
		if err := g.Check(); err != nil {
			return err
		}
		last = g.Number
	}
	return m.checkEnd()
}

// checkEnd finds a match that is complete and cannot be, or the reverse.
func (m *Match) checkEnd() error {
	decided := false
	if m.Test != "" {
		_, decision, _, err := m.Verdict()
		if err != nil {
			return err
		}
		decided = decision != stats.Undecided
	}
	if complete := m.Shard.Count < 2 && (decided || len(m.Games) == m.Total()); complete != m.Complete {
		return fmt.Errorf("match of %d games of %d has complete=%t", len(m.Games), m.Total(), m.Complete)
	}
	return nil
}
