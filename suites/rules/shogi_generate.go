package rules

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/zugwatch/zugwatch/epd"
)

// shogiRule is a kind of positions of shogi, as rule is one of chess.
type shogiRule struct {
	name string // as it stands in ids
	draw func(g *generator) (s shogiStudy, ok bool)
}

var allShogi = [...]shogiRule{
	{"pawn-drop-not-allowed", pawnDropNotAllowed},
	{"pawn-drop-saves", pawnDropSaves},
	{"two-pawns-mate", twoPawnsMate},
	{"two-pawns-tokin", tokinPawnSaves},
	{"promotion-mates", promotes},
	{"promotion-declined", staysUnpromoted},
	{"drop-mates", dropMates},
	{"drop-saves", dropSaves},
	{"repetition-saves", shogiRepetitionSaves},
	{"perpetual-check-wins", shogiPerpetualWins},
	{"perpetual-check-loses", shogiPerpetualLoses},
	{"entering-king-wins", enteringKingWins},
	{"entering-king-too-early", enteringKingTooEarly},
	{"promotion-forced", promotesByForce},
	{"dead-drop-mates", deadDropMates},
}

// GenerateShogi draws positions of shogi as Generate does those of chess. It needs no tables.
func GenerateShogi(ctx context.Context, o Options) (records []epd.Record, err error) {
	if o.Count < 1 || o.Count > MaxCount {
		return nil, fmt.Errorf("count is %d (expected a number from 1 to %d)", o.Count, MaxCount)
	}
	for i, r := range allShogi {
		g := &generator{random: rand.New(rand.NewPCG(o.Seed, uint64(i)))}
		drawn, err := g.shogiRecords(ctx, r, o.Count)
		if err != nil {
			return nil, err
		}
		records = append(records, drawn...)
	}
	return records, nil
}

// shogiRecords draws the positions of a rule.
func (g *generator) shogiRecords(ctx context.Context, r shogiRule, count int) ([]epd.Record, error) {
	return collect(ctx, r.name, count, func() (found, bool) {
		s, ok := r.draw(g)
		if !ok {
			return found{}, false
		}
		return s.found(), true
	})
}
