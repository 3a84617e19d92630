package games

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/bench/match/stats"
	"github.com/zugwatch/zugwatch/bench/stat"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/text"
)

// Judgement holds the score of the head and its verdict.
type Judgement struct {
	Match     *match.Match   `json:"-"`         // the head is the first player
	Games     int            `json:"games"`     // that were played
	Won       int            `json:"won"`       // by the head
	Drawn     int            `json:"drawn"`     // likewise
	Lost      int            `json:"lost"`      // likewise
	Pairs     stats.Pairs    `json:"pairs"`     // by the half points of the head, from 0 to 4
	Elo       float64        `json:"elo"`       // of the head
	Low       float64        `json:"low"`       // of its 95 % interval
	High      float64        `json:"high"`      // likewise
	Allowed   float64        `json:"allowed"`   // Elo that the head may lose, below 0
	P         float64        `json:"p"`         // how likely so few points are of a head that is as strong as the base
	Identical bool           `json:"identical"` // the sides play the same moves in both games of every pair
	Faulty    bool           `json:"faulty"`    // the head has faults that the base has not
	Worst     []Lost         `json:"worst"`     // games that the head lost, worst first
	Result    compare.Result `json:"result"`
}

// judge judges the pairs of a look. It fails if the head loses more than is allowed and chance does not explain the
// loss, as for zugzwangs, which are few too. It passes if the loss is no larger than allowed. Before the last look that needs
// more: a larger loss is refuted, or the last look would hardly fail.
func (p *Plan) judge(m *match.Match, e *compare.Evidence, again *replay) *Judgement {
	score := m.ScoreAgainst(headPlayer, basePlayer)
	j := p.score(score.Pairs)
	j.Match, j.Games, j.Identical, j.Worst = m, len(m.Games), areIdentical(m), worst(m)
	j.Won, j.Drawn, j.Lost = score.Games.Won, score.Games.Drawn, score.Games.Lost
	if pairs := j.Pairs.Count(); pairs < minPairs {
		j.Result.Verdict = compare.Undecided
		j.Result.Reasons = append(j.Result.Reasons, fmt.Sprintf("%s finished (expected %d or more)", text.Count(pairs, "pair"), minPairs))
	} else {
		j.judgeElo(e, p.Most/2)
		j.excuseSavedNodes(p.savedNodes(m))
	}
	j.judgeFaults(e, again)
	for i := range j.Worst {
		if j.Result.Verdict != compare.Pass {
			j.Result.Positions = append(j.Result.Positions, j.Worst[i].ID())
		}
	}
	j.Result.Effects = []compare.Effect{{
		What: "score of the head", Low: stats.ScoreOf(j.Low) - 0.5, Mean: stats.ScoreOf(j.Elo) - 0.5, High: stats.ScoreOf(j.High) - 0.5,
		Allowed: stats.ScoreOf(p.Elo) - 0.5, Verdict: j.Result.Verdict,
	}}
	return j
}

// minPairs is the smallest number of pairs with a spread of their own.
const minPairs = 2

// score returns what pairs come to, before they are judged. Fewer than minPairs have no Elo.
func (p *Plan) score(pairs stats.Pairs) *Judgement {
	j := &Judgement{
		Pairs: pairs, P: 1, Allowed: p.Elo,
		Result: compare.Result{Axis: compare.Games, Verdict: compare.Pass, Positions: []string{}},
	}
	if pairs.Count() >= minPairs {
		elo := pairs.SmoothElo(stat.StudentQuantile(0.975, float64(pairs.Count()-1)))
		j.Elo, j.Low, j.High, j.P = elo.Value, elo.Low, elo.High, pairs.WorseByChance()
	}
	return j
}

// doubtEarlyEnd says that games with faults ended the match, which therefore cannot pass.
func (j *Judgement) doubtEarlyEnd(faults int) {
	why := fmt.Sprintf("the games ended early, after %d with a fault", faults)
	if j.Result.Verdict == compare.Fail {
		j.Result.Notes = append(j.Result.Notes, why)
		return
	}
	j.Result.Verdict = compare.Undecided
	j.Result.Reasons = append(j.Result.Reasons, why)
}

// Change returns Identical if both games of every pair have the same moves, and Changed otherwise.
func (j *Judgement) Change() compare.Equality {
	if j.Identical {
		return compare.Identical
	}
	return compare.Changed
}

// risk returns the probability of a false alarm that the games may have in a look.
func risk(e *compare.Evidence) float64 { return e.Risk(compare.Gate{Axis: compare.Games}) }

// minPower is the least probability of a fail at the last look for which more games are played.
const minPower = 0.05

// mayFail reports whether the last look, of most pairs, may still fail. The games to come are assumed to be those of a head
// that loses as much as is allowed.
func (j *Judgement) mayFail(e *compare.Evidence, most int) bool {
	last := *e
	last.More, last.Early = false, false
	return j.Pairs.WorsePower(most, stats.ScoreOf(j.Allowed), risk(&last), stats.ScoreOf(j.Allowed)) >= minPower
}

// judgeElo judges the points. Most is the number of pairs of the last look.
func (j *Judgement) judgeElo(e *compare.Evidence, most int) {
	verdict, reason, threshold := compare.Undecided, j.text(), risk(e)
	switch {
	case j.Identical:
		verdict, reason = compare.Pass, fmt.Sprintf("both sides play the same moves in %d games", j.Games)
	case j.Elo < j.Allowed && j.P <= threshold:
		verdict, reason = compare.Fail, fmt.Sprintf("%s, p = %.2g (threshold %.2g); a loss of %v is allowed", reason, j.P, threshold, -j.Allowed)
	case j.Elo < j.Allowed:
		reason = fmt.Sprintf("%s is more than the loss of %v that is allowed, and may be chance: p = %.2g (threshold %.2g)", reason, -j.Allowed, j.P, threshold)
	case e.More && j.Pairs.SmoothElo(stat.StudentQuantile(1-e.Passes(), float64(j.Pairs.Count()-1))).Low <= j.Allowed && j.mayFail(e, most):
		reason += ", which does not decide yet"
	default:
		verdict = compare.Pass
		reason = fmt.Sprintf("%s; a loss of %v is allowed", reason, -j.Allowed)
	}
	j.Result.Verdict, j.Result.Reasons = verdict, append(j.Result.Reasons, reason)
}

// excusedShare is the share of its nodes that a head saves at equal depth from which on a loss of points does not fail.
const excusedShare = 0.02

// savedNodes returns the share of nodes for a move that the head saves against the base under a limit by depth. It is 0 under
// other limits, and where a side tells no nodes.
func (p *Plan) savedNodes(m *match.Match) float64 {
	if limits := p.Control.Limits; limits.Depth == 0 || limits.Nodes > 0 {
		return 0
	}
	var nodes, moves [2]float64 // by player
	for i := range m.Games {
		g := &m.Games[i]
		opening, err := g.Opening()
		if err != nil {
			continue
		}
		side := opening.EndPosition().Side()
		for _, ply := range g.Plies {
			player := g.Player(side)
			nodes[player], moves[player] = nodes[player]+float64(ply.Nodes), moves[player]+1
			side = side.Other()
		}
	}
	if nodes[headPlayer] == 0 || nodes[basePlayer] == 0 {
		return 0
	}
	return 1 - nodes[headPlayer]/moves[headPlayer]/(nodes[basePlayer]/moves[basePlayer])
}

// excuseSavedNodes makes a loss of points undecided if the head takes fewer nodes than the base. A change that prunes more loses
// games at equal depth, and what the time that it saves is worth does not show. Berserk 5e149ee, which gains Elo, chose that.
func (j *Judgement) excuseSavedNodes(share float64) {
	if j.Result.Verdict != compare.Fail || share < excusedShare {
		return
	}
	j.Result.Verdict = compare.Undecided
	j.Result.Reasons[0] += fmt.Sprintf(", but the head takes %.0f%% fewer nodes at the same depth, and games do not tell what that is worth", 100*share)
}

// text returns the Elo of the head with its interval.
func (j *Judgement) text() string {
	return fmt.Sprintf("Elo %+.0f (%+.0f to %+.0f) in %d games", j.Elo, j.Low, j.High, j.Games)
}

// judgeFaults fails a head that has beyond chance more faults in games than the base. It also fails a head with a
// confirmed fault if the base has none. Unconfirmed faults leave an early look undecided.
func (j *Judgement) judgeFaults(e *compare.Evidence, again *replay) {
	head, base := faultsOf(j.Match, headPlayer), faultsOf(j.Match, basePlayer)
	if len(head)+len(base) == 0 {
		return
	}
	first, chance := slices.Concat(head, base)[0], risk(e)
	if again.confirmed != nil {
		first = again.confirmed
	}
	reason := fmt.Sprintf("the head fails in %s, the base in %d: %s in game %d", text.Count(len(head), "game"), len(base), first.Ending, first.Number+1)
	if first.Message != "" {
		reason += ", " + first.Message
	}
	unconfirmed := len(head) > 0 && len(base) == 0 && again.confirmed == nil
	if unconfirmed {
		reason += "; " + again.text()
		if !e.More {
			chance = compare.FalseAlarms
		}
	}
	switch {
	case again.confirmed != nil, len(head) > 0 && stat.McNemar(len(head), len(base)) <= chance:
		j.Faulty, j.Result.Verdict = true, compare.Fail
		j.Result.Reasons = append([]string{reason}, j.Result.Reasons...)
	case unconfirmed && e.More && j.Result.Verdict == compare.Pass:
		j.Result.Verdict = compare.Undecided
		j.Result.Reasons = append(j.Result.Reasons, reason)
	default:
		j.Result.Notes = append(j.Result.Notes, reason)
	}
}

// faultsOf returns the games that a player lost by a fault of its engine.
func faultsOf(m *match.Match, player int) (all []*match.Game) {
	for i := range m.Games {
		g := &m.Games[i]
		if side, lost := g.Loser(); lost && g.Ending.IsFailure() && g.Player(side) == player {
			all = append(all, g)
		}
	}
	return all
}

// areIdentical reports whether both games of every pair have the same moves, so that the players do not differ.
func areIdentical(m *match.Match) bool {
	for i := 0; i+1 < len(m.Games); i += 2 {
		if !slices.EqualFunc(m.Games[i].Plies, m.Games[i+1].Plies, func(a, b match.Ply) bool { return a.Move == b.Move }) {
			return false
		}
	}
	return len(m.Games) > 1 && m.Faults() == 0
}

// Lost is a game that the head lost.
type Lost struct {
	Game   int          `json:"game"` // its number, from 1
	Ending match.Ending `json:"ending"`
	Plies  int          `json:"plies"`  // that the players played
	Points int          `json:"points"` // half points of the head in the pair of the game: 0 to 2

	// Parting is the position at which the scores part: the first whose players' scores differ by more than 1.5 pawns.
	Parting string       `json:"parting,omitempty"` // the position; empty: they never part
	Move    int          `json:"move,omitempty"`    // its number in the game
	Side    string       `json:"side,omitempty"`    // who is to move
	Played  string       `json:"played,omitempty"`  // the move that was played there
	Head    engine.Score `json:"head,omitempty"`    // the last score of the head, from its own side
	Base    engine.Score `json:"base,omitempty"`    // the last score of the base, from the side of the head
}

// ID names the game in a report.
func (l *Lost) ID() string { return fmt.Sprintf("game %d", l.Game) }

// maxWorst is the largest number of lost games that are shown.
const maxWorst = 3

// worst returns games that the head lost: first those of pairs in which it has no points, the shortest first.
func worst(m *match.Match) []Lost {
	all := []Lost{}
	for i := range m.Games {
		g := &m.Games[i]
		side, lost := g.Loser()
		if !lost || g.Player(side) != headPlayer {
			continue
		}
		l := Lost{Game: g.Number + 1, Ending: g.Ending, Plies: len(g.Plies)}
		if other := i ^ 1; other < len(m.Games) {
			l.Points = m.Games[other].Points(headPlayer)
		}
		l.part(g, side)
		all = append(all, l)
	}
	slices.SortStableFunc(all, func(a, b Lost) int { return cmp.Or(cmp.Compare(a.Points, b.Points), cmp.Compare(a.Plies, b.Plies)) })
	return all[:min(maxWorst, len(all))]
}

// parted is the difference of two players' scores from which on they part, in centipawns.
const parted = 150

// part finds where the scores part in a game that the head played on a side.
func (l *Lost) part(g *match.Game, head game.Side) {
	opening, err := g.Opening()
	if err != nil {
		return
	}
	p := opening.EndPosition()
	var told [2]bool
	var scores [2]engine.Score // from the side of the head: of the head, of the base
	for _, ply := range g.Plies {
		if side := p.Side(); side == head {
			scores[headPlayer], told[headPlayer] = ply.Score, true
		} else {
			scores[basePlayer], told[basePlayer] = -ply.Score, true
		}
		if told[headPlayer] && told[basePlayer] && scores[headPlayer]-scores[basePlayer] > parted {
			l.Parting, l.Move, l.Side = p.String(), p.Fullmove(), p.Game().SideName(p.Side())
			l.Played, l.Head, l.Base = p.Notation(ply.Move), scores[headPlayer], scores[basePlayer]
			return
		}
		p = p.After(ply.Move)
	}
}
