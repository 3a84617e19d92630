package mates

import (
	"math/rand/v2"

	"github.com/zugwatch/zugwatch/engine/chess"
)

// player chooses moves by little more than a look at the board: what an exchange on
// the square gains, checks, and chance. Two of them end most games by a mate that
// one of them could have seen.
type player struct {
	random *rand.Rand
	noise  int // how much chance counts, in centipawns
}

// The liking of a player, in centipawns.
const (
	likesCheck = 50
	likesNear  = 12 // each step nearer to the enemy king
	maxGain    = 900
)

// move returns the player's choice among the moves of p, which must have a legal move. The
// player never misses a mate in one.
func (y *player) move(p *chess.Position) chess.Move {
	info := p.CheckInfo()
	enemy := p.King(p.Side().Other())
	best, most := chess.NoMove, -1<<30
	for _, m := range p.LegalMoves() {
		worth := max(-maxGain, min(maxGain, p.SEE(m))) + y.random.IntN(y.noise)
		worth += likesNear * (distance(m.From(), enemy) - distance(m.To(), enemy))
		if p.GivesCheck(m, &info) {
			worth += likesCheck
			if next := p.After(m); next.CountLegal() == 0 {
				return m
			}
		}
		if worth > most {
			best, most = m, worth
		}
	}
	return best
}

// distance returns how many moves a king needs from a to b.
func distance(a, b chess.Square) int {
	return max(abs(a.File()-b.File()), abs(a.Rank()-b.Rank()))
}

func abs(n int) int { return max(n, -n) }

// The shape of a game.
const (
	longestGame  = 200 // plies
	minRandom    = 2   // plies that are drawn
	spreadRandom = 8
	minNoise     = 20 // centipawns
	spreadNoise  = 300
)

// playOut plays one game and gives its positions, in order, up to the mate; none when
// it does not end by one.
func playOut(random *rand.Rand) []chess.Position {
	players := [2]player{}
	for i := range players {
		players[i] = player{random: random, noise: minNoise + random.IntN(spreadNoise)}
	}
	drawn := minRandom + random.IntN(spreadRandom)
	p := chess.Start()
	positions := []chess.Position{p}
	for ply := range longestGame {
		moves := p.LegalMoves()
		switch {
		case len(moves) == 0 && p.InCheck():
			return positions
		case len(moves) == 0 || p.IsInsufficient() || p.IsFiftyMoves():
			return nil
		case ply < drawn:
			p = p.After(moves[random.IntN(len(moves))])
		default:
			p = p.After(players[ply%2].move(&p))
		}
		positions = append(positions, p)
	}
	return nil
}
