package rules

import (
	"context"

	"github.com/zugwatch/zugwatch/epd"
)

var allShogi = []rule{
	{"pawn-drop-not-allowed", drawing(pawnDropNotAllowed)},
	{"pawn-drop-saves", drawing(pawnDropSaves)},
	{"two-pawns-mate", drawing(twoPawnsMate)},
	{"two-pawns-tokin", drawing(tokinPawnSaves)},
	{"promotion-mates", drawing(promotes)},
	{"promotion-declined", drawing(staysUnpromoted)},
	{"drop-mates", drawing(dropMates)},
	{"drop-saves", drawing(dropSaves)},
	{"repetition-saves", drawing(shogiRepetitionSaves)},
	{"perpetual-check-wins", drawing(shogiPerpetualWins)},
	{"perpetual-check-loses", drawing(shogiPerpetualLoses)},
	{"entering-king-wins", drawing(enteringKingWins)},
	{"entering-king-too-early", drawing(enteringKingTooEarly)},
	{"promotion-forced", drawing(promotesByForce)},
	{"dead-drop-mates", drawing(deadDropMates)},
}

// GenerateShogi draws positions of shogi as Generate does those of chess. It needs no tables.
func GenerateShogi(ctx context.Context, o Options) ([]epd.Record, error) {
	return generate(ctx, allShogi, o, generator{})
}
