package match

import (
	"fmt"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/random"
	"github.com/zugwatch/zugwatch/engine/text"
)

// Form says who meets whom.
type Form uint8

// The forms. With two players they are one.
const (
	RoundRobin Form = iota // each meets each
	Gauntlet               // the first meets all others
)

var formNames = [...]string{"round-robin", "gauntlet"}

// String returns "round-robin" or "gauntlet".
func (f Form) String() string { return formNames[f] }

// ParseForm reads what String writes.
func ParseForm(word string) (Form, error) {
	return text.FindWord[Form](word, formNames[:], "tournament")
}

// Schedule is the list of all games of a match, a pure function of its fields.
// Pairs of games go round: in each round every meeting has one pair, all from one
// opening.
type Schedule struct {
	Players     int
	Form        Form
	Rounds      int // pairs of each meeting
	Book        *Book
	Seed        uint64 // of the order of the openings and of random plies
	RandomPlies int    // played behind each opening
	order       []int
	meetings    [][2]int
}

// maxRandomPlies is the largest number of random plies behind an opening.
const maxRandomPlies = 40

// prepare works out the order of the openings.
func (s *Schedule) prepare() error {
	switch {
	case s.Players < 2:
		return bench.SetupErrorf("players are %d (expected two or more)", s.Players)
	case s.Rounds < 1:
		return bench.SetupErrorf("pairs of games are %d (expected one or more)", s.Rounds)
	case s.Book == nil || len(s.Book.Openings) == 0:
		return bench.SetupErrorf("book is empty (expected an opening or more)")
	case s.RandomPlies < 0 || s.RandomPlies > maxRandomPlies:
		return bench.SetupErrorf("random plies are %d (expected 0 to %d)", s.RandomPlies, maxRandomPlies)
	}
	s.meetings = s.pairPlayers()
	s.order = make([]int, len(s.Book.Openings))
	for i := range s.order {
		s.order[i] = i
	}
	random.Shuffle(random.New(s.Seed, 0), s.order)
	return nil
}

func (s *Schedule) pairPlayers() (meetings [][2]int) {
	for one := range s.Players {
		for other := one + 1; other < s.Players; other++ {
			if s.Form == RoundRobin || one == 0 {
				meetings = append(meetings, [2]int{one, other})
			}
		}
	}
	return meetings
}

func (s *Schedule) pairs() int { return s.Rounds * len(s.pairPlayers()) }

// size returns the number of games of a shard.
func (s *Schedule) size(shard bench.Shard) int { return 2 * shard.Size(s.pairs()) }

// planGame returns a game of the schedule before it is played. The first of the meeting's players
// has White in the first game of a pair.
func (s *Schedule) planGame(number int) (Game, error) {
	pair := number / 2
	meeting, round := s.meetings[pair%len(s.meetings)], pair/len(s.meetings)
	opening, err := s.opening(round)
	if err != nil {
		return Game{}, err
	}
	g := Game{Number: number, White: meeting[number%2], Black: meeting[1-number%2], Book: opening.Moves}
	if fen := opening.Start.String(); fen != startFEN() {
		g.Start = fen
	}
	return g, nil
}

func startFEN() string {
	p := game.Chess.Start()
	return p.String()
}

// randomTries is the number of attempts at random plies that do not end the game.
const randomTries = 1000

// opening returns the opening of a round, with random plies behind it.
func (s *Schedule) opening(round int) (Opening, error) {
	o := s.Book.Openings[s.order[round%len(s.order)]]
	if s.RandomPlies == 0 {
		return o, nil
	}
	r := random.New(s.Seed, uint64(round)+1)
	for range randomTries {
		longer := Opening{Start: o.Start, Moves: append([]game.Move(nil), o.Moves...)}
		p := longer.EndPosition()
		for range s.RandomPlies {
			moves := p.LegalMoves()
			if len(moves) == 0 {
				break
			}
			m := moves[r.Below(len(moves))]
			longer.Moves = append(longer.Moves, m)
			p = p.After(m)
		}
		if p.CountLegal() > 0 && !p.IsInsufficient() && len(longer.Moves) == len(o.Moves)+s.RandomPlies {
			return longer, nil
		}
	}
	return o, fmt.Errorf("opening %d of the book has no %d random plies behind it that leave a game (expected other openings)", s.order[round%len(s.order)]+1, s.RandomPlies)
}
