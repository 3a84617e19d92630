package search

import (
	"github.com/zugwatch/zugwatch/engine/heuristic"
	"github.com/zugwatch/zugwatch/engine/setting"
)

// Params holds the switches and numbers of a search. It is comparable. Its text form
// is a preset with changes: "modern,lmr=off". Margins are in centipawns, depths in
// plies, extensions in quarter plies. A depth or margin of 0 turns its rule off.
type Params struct {
	Eval           Evaluation        // evaluation of quiet positions
	LMR            bool              // late move reductions
	LMRBase        int               // constant part of the late move reduction, in hundredths of a ply
	LMRDivisor     int               // plus ln(depth)·ln(number)·100/LMRDivisor plies
	LMRCut         int               // quarter plies more at expected cut nodes
	LMRFalling     int               // quarter plies more if the static value did not rise since the side's last move
	LMRKiller      int               // quarter plies less for killers and counter moves
	LMRNoisy       int               // quarter plies more if the table move captures or promotes to a queen
	LMRFailHighs   int               // quarter plies more once more than three searches of replies failed high
	LMRRoot        int               // quarter plies less at the root
	LMRHistory     int               // a ply less for this much history of the move; 0: the history does not count
	LMRBad         bool              // reduce captures that lose material too
	LMRDeeper      int               // re-search a ply deeper if the reduced search beats the best value by this margin, a ply less deeply if it hardly does
	LateMoves      int               // late move pruning up to this depth
	LateFirst      int               // late move pruning: moves searched at depth 0 before quiet ones are skipped, one more if the static value rose
	LateSlope      int               // plus this percentage of the squared depth, half of it if the static value did not rise
	ReverseMargin  int               // reverse futility: margin for each ply
	ReverseDepth   int               // reverse futility: the largest depth
	ReverseRising  bool              // reverse futility: one ply's margin less if the static value rose since the side's last move
	ReverseValue   Between           // reverse futility: the value of a node that is cut
	ReverseMove    Known             // reverse futility: condition on the table move of a node
	Razor          heuristic.Margins // razoring: margin by depth
	Futility       heuristic.Margins // futility pruning of quiet moves: margin by depth
	FutilityScore  int               // plus a centipawn for this much history of the move
	SEEPruning     int               // moves that lose material are skipped up to this depth
	SEEQuiet       int               // the exchange that a quiet move may lose, in centipawns, times the squared depth
	Singular       int               // singular extensions from this depth
	ProbCut        int               // ProbCut: margin over beta
	MultiCut       MultiCut          // multi-cut at expected cut nodes
	IIR            int               // internal iterative reduction from this depth
	IID            int               // internal iterative deepening from this depth
	CheckExtension int               // for moves that check
	MateThreat     int               // for nodes whose null search is mated, unless the null-move policy sets its own extension
	OneReply       int               // for the only answer to a check
	Recapture      int               // for taking back on the square of the last capture
	PassedPawn     int               // for a passed pawn that reaches the seventh rank
	Blockage       bool              // pawn endings in which nothing can move are draws
	Order          Order             // ordering of quiet moves by threats
	HistoryStatic  int               // the history of a quiet move rises by this much for each centipawn that it gained by the static values
	QuietChecks    int               // plies of quiescence in which quiet checks are tried
	Correction     bool              // correct evaluations by the errors that searches found in like positions
	DeltaMargin    int               // quiescence: margin of delta pruning
}

// MultiCut is multi-cut pruning (Björnsson and Marsland, 1999). It searches the first Moves moves of a node R plies
// less deeply than usual, and cuts the node when Cuts of them fail high. It is unsound if the moves that look good
// all fail to the same reply.
type MultiCut struct {
	Depth int // from this depth; 0: off
	R     int
	Moves int
	Cuts  int
}

// Modern returns the default preset, a present-day search with a small network.
func Modern() Params {
	return Params{
		Eval: Network,
		LMR:  true, LMRBase: 60, LMRDivisor: 350, LMRCut: 9, LMRFalling: 5, LMRNoisy: 2, LMRFailHighs: 3, LMRRoot: 4, LMRHistory: 7500, LMRBad: true, LMRDeeper: 60,
		LateMoves: 8, LateFirst: 4, LateSlope: 88,
		ReverseMargin: 115, ReverseDepth: 5, ReverseRising: true,
		Futility: heuristic.Margins{165, 230, 295, 360, 425, 490, 555}, FutilityScore: 140,
		SEEPruning: 8, SEEQuiet: 18, IIR: 4, CheckExtension: 4,
		Order:         Order{Escape: 10000, Attack: 15000, Apart: true},
		HistoryStatic: 7, QuietChecks: 2, Correction: true, DeltaMargin: 160,
	}
}

// Untuned returns Modern as it was with bench 2175727, before games tuned its numbers. Tests of what one search finds use
// it, so that a tuning of Modern leaves them as they are.
func Untuned() Params {
	return Params{
		Eval: Network,
		LMR:  true, LMRBase: 45, LMRDivisor: 400, LMRCut: 8, LMRFalling: 2, LMRKiller: 4, LMRHistory: 10000, LMRBad: true, LMRDeeper: 60,
		LateMoves: 8, LateFirst: 3, LateSlope: 100,
		ReverseMargin: 120, ReverseDepth: 4, ReverseRising: true,
		Futility: heuristic.Margins{180, 270, 360, 450, 540, 630, 720}, FutilityScore: 128,
		SEEPruning: 8, SEEQuiet: 25, IIR: 4, CheckExtension: 4,
		Order:       Order{Escape: 10000, Attack: 15000, Apart: true},
		QuietChecks: 2, DeltaMargin: 180,
	}
}

// Falcon returns the search of the null-move papers, as far as they and their author's later texts describe it. It
// has extensions in fractional plies, multi-cut, and futility in the last three plies. It has no late move
// reductions, no reverse futility and no late move pruning. The published node ratios of the null-move family belong
// to a search of this kind.
func Falcon() Params {
	return Params{
		LMRFalling: 2, LMRKiller: 4, LMRHistory: 10000, LateFirst: 3, LateSlope: 100, SEEQuiet: 25,
		Futility: heuristic.Margins{106, 219, 512}, FutilityScore: 128,
		MultiCut: MultiCut{Depth: 6, R: 4, Moves: 14, Cuts: 3},
		IID:      4, CheckExtension: 2, MateThreat: 1, OneReply: 4, Recapture: 2, PassedPawn: 3,
		Blockage: true, DeltaMargin: 180,
	}
}

// Plain returns alpha-beta with a transposition table and quiescence and no other
// rule: no reduction, no pruning and no extension. With Options.Leaf it is exact, so
// that every wrong answer comes from a rule that is added to it.
func Plain() Params {
	return Params{LMRFalling: 2, LMRKiller: 4, LMRHistory: 10000, LateFirst: 3, LateSlope: 100, SEEQuiet: 25, FutilityScore: 128, DeltaMargin: 2000}
}

// form is the text form of Params.
var form = setting.Form[Params]{
	What:    "search",
	Presets: []setting.Preset[Params]{{Name: "modern", Value: Modern()}, {Name: "untuned", Value: Untuned()}, {Name: "falcon", Value: Falcon()}, {Name: "plain", Value: Plain()}},
	Keys: []setting.Key[Params]{
		setting.Word("eval", Evaluations(), func(p *Params) *Evaluation { return &p.Eval }),
		setting.Switch("lmr", func(p *Params) *bool { return &p.LMR }),
		setting.Number("lmrbase", 0, 500, func(p *Params) *int { return &p.LMRBase }),
		setting.Number("lmrdiv", 0, 1000, func(p *Params) *int { return &p.LMRDivisor }),
		setting.Number("lmrcut", 0, 16, func(p *Params) *int { return &p.LMRCut }),
		setting.Number("lmrfalling", 0, 16, func(p *Params) *int { return &p.LMRFalling }),
		setting.Number("lmrkiller", 0, 16, func(p *Params) *int { return &p.LMRKiller }),
		setting.Number("lmrnoisy", 0, 16, func(p *Params) *int { return &p.LMRNoisy }),
		setting.Number("lmrfailhighs", 0, 16, func(p *Params) *int { return &p.LMRFailHighs }),
		setting.Number("lmrroot", 0, 32, func(p *Params) *int { return &p.LMRRoot }),
		setting.Number("lmrhistory", 0, 100000, func(p *Params) *int { return &p.LMRHistory }),
		setting.Switch("lmrbad", func(p *Params) *bool { return &p.LMRBad }),
		setting.Number("lmrdeeper", 0, 1000, func(p *Params) *int { return &p.LMRDeeper }),
		setting.Number("lmp", 0, 30, func(p *Params) *int { return &p.LateMoves }),
		setting.Number("lmpfirst", 0, 100, func(p *Params) *int { return &p.LateFirst }),
		setting.Number("lmpslope", 0, 1000, func(p *Params) *int { return &p.LateSlope }),
		setting.Number("rfp", 0, 1000, func(p *Params) *int { return &p.ReverseMargin }),
		setting.Number("rfpdepth", 0, 100, func(p *Params) *int { return &p.ReverseDepth }),
		setting.Switch("rfprising", func(p *Params) *bool { return &p.ReverseRising }),
		setting.Word("rfpvalue", []string{"mean", "static", "beta"}, func(p *Params) *Between { return &p.ReverseValue }),
		setting.Word("rfpmove", []string{"any", "none", "noisy"}, func(p *Params) *Known { return &p.ReverseMove }),
		heuristic.MarginsKey("razor", func(p *Params) *heuristic.Margins { return &p.Razor }),
		heuristic.MarginsKey("futility", func(p *Params) *heuristic.Margins { return &p.Futility }),
		setting.Number("futilityscore", 1, 10000, func(p *Params) *int { return &p.FutilityScore }),
		setting.Number("see", 0, 30, func(p *Params) *int { return &p.SEEPruning }),
		setting.Number("seequiet", 0, 1000, func(p *Params) *int { return &p.SEEQuiet }),
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
		setting.Number("historystatic", 0, 100, func(p *Params) *int { return &p.HistoryStatic }),
		setting.Number("qchecks", 0, 10, func(p *Params) *int { return &p.QuietChecks }),
		setting.Switch("correction", func(p *Params) *bool { return &p.Correction }),
		setting.Number("delta", 0, 2000, func(p *Params) *int { return &p.DeltaMargin }),
	},
}

// ParseParams parses the text form of Params.
func ParseParams(text string) (Params, error) { return form.Parse(text) }

// Number returns the value of a numeric key, with the bounds of that key.
func (p Params) Number(key string) (n, low, high int, err error) { return form.Number(p, key) }

// Differences returns the changes, such as "lmr=off", that lead from other to p.
func (p Params) Differences(other Params) []string { return form.Differences(p, other) }

// Revert returns p with the key of a change set to its value in other.
func (p Params) Revert(other Params, change string) Params { return form.Revert(p, other, change) }

// String returns the text form.
func (p Params) String() string { return form.String(p) }
