package rules

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/zugwatch/zugwatch/engine/tablebase"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites/mates"
)

// Options say what to generate.
type Options struct {
	Count int // positions of each rule, from 1 to MaxCount
	Seed  uint64
}

// MaxCount is the largest valid Count.
const MaxCount = 99

// Defaults returns the options that make the embedded suite rules.
func Defaults() Options { return Options{Count: 16, Seed: 1} }

// Endings returns the endings whose tables Generate needs.
func Endings() []tablebase.Ending { return tablebase.MustParseEndings("KQK", "KRK", "KPK") }

// rule is a kind of positions, and how one of them is drawn; ok says that the draw gave one.
type rule struct {
	name string // as it stands in ids
	draw func(g *generator) (f found, ok bool)
}

var all = []rule{
	chessRule("castling-mates", castlingMates),
	chessRule("castling-saves", castlingSaves),
	chessRule("castling-not-allowed", castlingNotAllowed),
	chessRule("en-passant-mates", passantMates),
	chessRule("en-passant-saves", passantSaves),
	chessRule("en-passant-pinned", passantPinned),
	chessRule("en-passant-refutes", passantRefutes),
	chessRule("promotion-mates", promotionMates),
	chessRule("knight-mates", knightMates),
	chessRule("queen-stalemates", queenStalemates),
	chessRule("double-check-mates", doubleCheckMates),
	chessRule("horizon-mates", horizonMates),
	chessRule("stalemate-saves", stalemateSaves),
	chessRule("stalemate-blunders", stalemateBlunders),
	chessRule("repetition-spoils", repetitionSpoils),
	chessRule("repetition-saves", repetitionSaves),
	chessRule("repetition-check", repetitionCheck),
	chessRule("perpetual-check", perpetualCheck),
	chessRule("fifty-moves-mate", fiftyMate),
	chessRule("fifty-moves-too-late", fiftyTooLate),
	chessRule("fifty-moves-capture", fiftyCapture),
	chessRule("fifty-moves-pawn", fiftyPawn),
	chessRule("fifty-moves-save", fiftySaves),
	chessRule("fifty-moves-check", fiftyCheck),
	chessRule("insufficient-material", takingSaves),
	chessRule("fifty-moves-in-time", fiftyInTime),
}

// Limits of the search for positions.
const (
	maxDraws   = 50_000_000 // of one rule
	proofNodes = 100_000    // of one proof
)

// extraPlies are added in turn to the depth at which a search of every move sees the solution. So some searches meet
// the rule at their horizon, others well before it.
var extraPlies = [...]int{0, 1, 3, 5}

// prunedPlies are added where an engine may prune the solution at first.
const prunedPlies = 2

// generator draws the positions of one rule.
type generator struct {
	random *rand.Rand
	solver solver
	prover *mates.Prover
}

// Generate draws positions of chess, rule by rule. The set must have the Endings. The positions of a rule do not depend on
// those of the others. A count out of range is an error, and so is a rule with too few positions found.
func Generate(ctx context.Context, set *tablebase.Set, o Options) ([]epd.Record, error) {
	return generate(ctx, all, o, generator{solver: solver{set: set}, prover: mates.NewProver()})
}

// generate draws the positions of rules with what proves them.
func generate(ctx context.Context, rules []rule, o Options, proofs generator) (records []epd.Record, err error) {
	if o.Count < 1 || o.Count > MaxCount {
		return nil, fmt.Errorf("count is %d (expected a number from 1 to %d)", o.Count, MaxCount)
	}
	for i, r := range rules {
		g := proofs
		g.random = rand.New(rand.NewPCG(o.Seed, uint64(i)))
		drawn, err := g.records(ctx, r, o.Count)
		if err != nil {
			return nil, err
		}
		records = append(records, drawn...)
	}
	return records, nil
}

// found is a drawn position with its game and question.
type found struct {
	record epd.Record
	plies  int  // depth at which a search of every move sees the solution
	pruned bool // the solution takes quiet moves near the horizon, which engines reduce and prune
}

// records draws positions of a rule, numbers them, and gives each a depth to be searched to. No two of them are equal.
func (g *generator) records(ctx context.Context, r rule, count int) (records []epd.Record, err error) {
	seen := make(map[uint64]bool)
	for drawn := 0; len(records) < count; drawn++ {
		if drawn%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if drawn == maxDraws {
			return nil, fmt.Errorf("rule %s has %d positions (expected %d; ask for fewer or with another seed)", r.name, len(records), count)
		}
		f, ok := r.draw(g)
		if !ok || seen[f.record.Position.Key()] {
			continue
		}
		seen[f.record.Position.Key()] = true
		f.record.ID = fmt.Sprintf("%s.%02d", r.name, len(records)+1)
		f.record.Depth = f.plies + extraPlies[len(records)%len(extraPlies)]
		if f.pruned {
			f.record.Depth += prunedPlies
		}
		record, err := f.record.Reparse()
		if err != nil {
			return nil, err
		}
		records = append(records, *record)
	}
	return records, nil
}

var allShogi = []rule{
	shogiRule("pawn-drop-not-allowed", pawnDropNotAllowed),
	shogiRule("pawn-drop-saves", pawnDropSaves),
	shogiRule("two-pawns-mate", twoPawnsMate),
	shogiRule("two-pawns-tokin", tokinPawnSaves),
	shogiRule("promotion-mates", promotes),
	shogiRule("promotion-declined", staysUnpromoted),
	shogiRule("drop-mates", dropMates),
	shogiRule("drop-saves", dropSaves),
	shogiRule("repetition-saves", shogiRepetitionSaves),
	shogiRule("perpetual-check-wins", shogiPerpetualWins),
	shogiRule("perpetual-check-loses", shogiPerpetualLoses),
	shogiRule("entering-king-wins", enteringKingWins),
	shogiRule("entering-king-too-early", enteringKingTooEarly),
	shogiRule("promotion-forced", promotesByForce),
	shogiRule("dead-drop-mates", deadDropMates),
}

// GenerateShogi draws positions of shogi as Generate does those of chess. It needs no tables.
func GenerateShogi(ctx context.Context, o Options) ([]epd.Record, error) {
	return generate(ctx, allShogi, o, generator{})
}

// Write writes what Generate made of the options as a suite with its header.
func Write(w io.Writer, o Options, records []epd.Record) error {
	return epd.WriteSuite(w, fmt.Sprintf(`title: Rules of chess
kind: rules
source: zugwatch suite generate rules --seed %d --count %d; positions drawn at random
license: positions and solutions are facts and free to use; selection, remarks and this header
  are part of Zugwatch and under its licence (MIT)
checked: a search of every move, with tables of endings of three pieces, proves bm, am, dm, win and draw; sd is the
  depth in which it does, and 0, 1, 3 or 5 plies more; two more where engines prune the solution at first
`, o.Seed, o.Count), records)
}

// WriteShogi writes what GenerateShogi made of the options as a suite with its header.
func WriteShogi(w io.Writer, o Options, records []epd.Record) error {
	return epd.WriteSuite(w, fmt.Sprintf(`title: Rules of shogi
kind: rules
source: zugwatch suite generate shogi-rules --seed %d --count %d; positions drawn at random
license: positions and solutions are facts and free to use; selection, remarks and this header
  are part of Zugwatch and under its licence (MIT)
checked: a search of every move proves bm, am, dm and win; sd is the depth in which it does, and 0, 1, 3 or 5 plies
  more
`, o.Seed, o.Count), records)
}
