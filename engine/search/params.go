package search

import (
	"github.com/zugwatch/zugwatch/engine/heuristic"
	"github.com/zugwatch/zugwatch/engine/setting"
)

// Params is the switches and numbers of a search, a comparable value whose text
// form is a preset with changes: "modern,lmr=off". heuristic.Margins are centipawns,
// depths are plies, extensions are quarter plies; a depth or margin of 0 turns
// its rule off.
type Params struct {
	Eval           Evaluation        // what gives quiet positions their value
	LMR            bool              // late move reductions
	LMRBase        int               // what every late move is reduced by, in hundredths of a ply
	LMRDivisor     int               // ln(depth)·ln(number)·100/LMRDivisor plies more
	LMRCut         int               // at nodes that are expected to fail high, quarter plies more
	LMRBad         bool              // captures that lose material are late moves too
	LMRDeeper      int               // a reduced move that beats the best one by this margin is searched again a ply deeper, one that hardly does a ply less deeply
	LateMoves      int               // late move pruning up to this depth
	ReverseMargin  int               // reverse futility: margin for each ply
	ReverseDepth   int               // reverse futility: the largest depth
	ReverseRising  bool              // reverse futility: one ply's margin less where the static value rose since the side's last move
	ReverseValue   Between           // reverse futility: the value of a node that is cut
	ReverseMove    Known             // reverse futility: at nodes whose table move is so
	Razor          heuristic.Margins // razoring: margin by depth
	Futility       heuristic.Margins // futility pruning of quiet moves: margin by depth
	SEEPruning     int               // moves that lose material are skipped up to this depth
	Singular       int               // singular extensions from this depth
	ProbCut        int               // ProbCut: margin over beta
	MultiCut       MultiCut          // multi-cut at nodes that are expected to fail high
	IIR            int               // internal iterative reduction from this depth
	IID            int               // internal iterative deepening from this depth
	CheckExtension int               // for moves that check
	MateThreat     int               // for nodes at which the null search is mated, where the null-move policy says nothing of it
	OneReply       int               // for the only answer to a check
	Recapture      int               // for taking back on the square of the last capture
	PassedPawn     int               // for a passed pawn that reaches the seventh rank
	Blockage       bool              // pawn endings in which nothing can move are draws
	Order          Order             // which quiet moves are tried first
	QuietChecks    int               // plies of quiescence in which quiet checks are tried
	Correction     bool              // evaluations are corrected by what searches of the same pawns found
	DeltaMargin    int               // quiescence: a capture must come so near to alpha
}

// MultiCut searches the first Moves moves of a node R plies less deeply than
// usual, and cuts it when Cuts of them fail high (Björnsson and Marsland, 1999).
// It is unsound where the moves that look good all fail to the same reply.
type MultiCut struct {
	Depth int // from this depth; 0: off
	R     int
	Moves int
	Cuts  int
}

// Modern returns the default preset: what a search over a small network has today.
func Modern() Params {
	return Params{
		Eval: Network,
		LMR:  true, LMRBase: 45, LMRDivisor: 400, LMRCut: 8, LMRBad: true, LMRDeeper: 60, LateMoves: 8,
		ReverseMargin: 120, ReverseDepth: 4, ReverseRising: true,
		Futility:   heuristic.Margins{180, 270, 360, 450, 540, 630, 720},
		SEEPruning: 8, IIR: 4, CheckExtension: 4,
		Order:       Order{Escape: 10000, Attack: 15000, Apart: true},
		QuietChecks: 2, DeltaMargin: 180,
	}
}

// Falcon returns the search of the null-move papers, as far as they and their
// author's later texts describe it: extensions in fractional plies, multi-cut
// and futility in the last three plies, no late move reductions, no reverse
// futility, no late move pruning. The published node ratios of the null-move
// family belong to a search of this kind.
func Falcon() Params {
	return Params{
		Futility: heuristic.Margins{106, 219, 512},
		MultiCut: MultiCut{Depth: 6, R: 4, Moves: 14, Cuts: 3},
		IID:      4, CheckExtension: 2, MateThreat: 1, OneReply: 4, Recapture: 2, PassedPawn: 3,
		Blockage: true, DeltaMargin: 180,
	}
}

// Plain returns alpha-beta with a transposition table and quiescence and no other
// rule: no reduction, no pruning and no extension. With what is known of leaves it
// is exact, so that every wrong answer comes of the rule that is added to it.
func Plain() Params { return Params{DeltaMargin: 2000} }

// form is the text form of Params.
var form = setting.Form[Params]{
	What:    "search",
	Presets: []setting.Preset[Params]{{Name: "modern", Value: Modern()}, {Name: "falcon", Value: Falcon()}, {Name: "plain", Value: Plain()}},
	Keys: []setting.Key[Params]{
		setting.Word("eval", Evaluations(), func(p *Params) *Evaluation { return &p.Eval }),
		setting.Switch("lmr", func(p *Params) *bool { return &p.LMR }),
		setting.Number("lmrbase", 0, 500, func(p *Params) *int { return &p.LMRBase }),
		setting.Number("lmrdiv", 0, 1000, func(p *Params) *int { return &p.LMRDivisor }),
		setting.Number("lmrcut", 0, 16, func(p *Params) *int { return &p.LMRCut }),
		setting.Switch("lmrbad", func(p *Params) *bool { return &p.LMRBad }),
		setting.Number("lmrdeeper", 0, 1000, func(p *Params) *int { return &p.LMRDeeper }),
		setting.Number("lmp", 0, 30, func(p *Params) *int { return &p.LateMoves }),
		setting.Number("rfp", 0, 1000, func(p *Params) *int { return &p.ReverseMargin }),
		setting.Number("rfpdepth", 0, 100, func(p *Params) *int { return &p.ReverseDepth }),
		setting.Switch("rfprising", func(p *Params) *bool { return &p.ReverseRising }),
		setting.Word("rfpvalue", []string{"mean", "static", "beta"}, func(p *Params) *Between { return &p.ReverseValue }),
		setting.Word("rfpmove", []string{"any", "none", "noisy"}, func(p *Params) *Known { return &p.ReverseMove }),
		heuristic.MarginsKey("razor", func(p *Params) *heuristic.Margins { return &p.Razor }),
		heuristic.MarginsKey("futility", func(p *Params) *heuristic.Margins { return &p.Futility }),
		setting.Number("see", 0, 30, func(p *Params) *int { return &p.SEEPruning }),
		setting.Number("singular", 0, 30, func(p *Params) *int { return &p.Singular }),
		setting.Number("probcut", 0, 1000, func(p *Params) *int { return &p.ProbCut }),
		setting.Number("mcdepth", 0, 30, func(p *Params) *int { return &p.MultiCut.Depth }),
		setting.Number("mcr", 0, 10, func(p *Params) *int { return &p.MultiCut.R }),
		setting.Number("mcmoves", 0, 100, func(p *Params) *int { return &p.MultiCut.Moves }),
		setting.Number("mccuts", 0, 100, func(p *Params) *int { return &p.MultiCut.Cuts }),
		setting.Number("iir", 0, 30, func(p *Params) *int { return &p.IIR }),
		setting.Number("iid", 0, 30, func(p *Params) *int { return &p.IID }),
		setting.Number("check", 0, 8, func(p *Params) *int { return &p.CheckExtension }),
		setting.Number("matethreat", 0, 8, func(p *Params) *int { return &p.MateThreat }),
		setting.Number("onereply", 0, 8, func(p *Params) *int { return &p.OneReply }),
		setting.Number("recapture", 0, 8, func(p *Params) *int { return &p.Recapture }),
		setting.Number("passed", 0, 8, func(p *Params) *int { return &p.PassedPawn }),
		setting.Switch("blockage", func(p *Params) *bool { return &p.Blockage }),
		setting.Number("orderescape", 0, 100000, func(p *Params) *int { return &p.Order.Escape }),
		setting.Number("orderattack", 0, 100000, func(p *Params) *int { return &p.Order.Attack }),
		setting.Switch("orderapart", func(p *Params) *bool { return &p.Order.Apart }),
		setting.Number("qchecks", 0, 10, func(p *Params) *int { return &p.QuietChecks }),
		setting.Switch("correction", func(p *Params) *bool { return &p.Correction }),
		setting.Number("delta", 0, 2000, func(p *Params) *int { return &p.DeltaMargin }),
	},
}

// ParseParams reads the text form.
func ParseParams(text string) (Params, error) { return form.Parse(text) }

// Number returns the number of a key, with its bounds.
func (p Params) Number(key string) (n, low, high int, err error) { return form.Number(p, key) }

// Differences returns what the parameters have otherwise than others, as changes such as "lmr=off".
func (p Params) Differences(other Params) []string { return form.Differences(p, other) }

// Revert returns the parameters with the key of a change as others have it.
func (p Params) Revert(other Params, change string) Params { return form.Revert(p, other, change) }

// String returns the text form.
func (p Params) String() string { return form.String(p) }
