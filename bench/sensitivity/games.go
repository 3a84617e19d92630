package sensitivity

import (
	"context"
	"fmt"
	"strconv"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/bench/match/play"
	"github.com/zugwatch/zugwatch/bench/mutant"
)

// playGames has a mutant play against the engine as it is, from the openings of the usual
// book, each with both colors. A mutant that crashes loses the game.
func (s *session) playGames(ctx context.Context, m *mutant.Mutant, of *head) (*Games, error) {
	name := s.options.Gate.Engine
	o := play.Options{
		Engines: []string{m.Name + "=" + name, "base=" + name},
		Limits:  map[string]string{"nodes": strconv.FormatUint(s.options.Limit, 10)},
		Pairs:   s.options.Games / 2, Seed: 1, MaxFaults: s.options.Games,
		Begin: func([]engines.Variant, match.Config) (func(match.Event), func(), error) {
			return func(match.Event) {}, func() {}, nil
		},
	}
	if m.HasEdits() {
		o.Engines[0], o.Built = m.Name+"="+m.Name, map[string]engines.Engine{m.Name: of.engines[0]}
	} else {
		for _, option := range m.Options {
			o.A = append(o.A, fmt.Sprintf("option.%s=%s", option.Name, option.Value))
		}
	}
	played, err := play.Match(ctx, s.runner, &o)
	if err != nil {
		return nil, err
	}
	return &Games{
		Pairs: played.Match.ScoreAgainst(0, 1).Pairs, Faults: played.Match.Faults(), Limit: "nodes=" + o.Limits["nodes"],
	}, nil
}
